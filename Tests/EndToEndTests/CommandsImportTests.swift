import FileSafety
import Foundation
import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing

/// `deckle import`: a result of another program becomes marks, where Deckle's own scan sees the same.
@Suite(.waits) struct CommandsImportTests {
  /// a, b and c are copies; d is another photo; e belongs to nothing.
  private func fixture() throws -> CommandFixture {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try fixture.addPhoto(name, seed: 1) }
    try fixture.addPhoto("d.jpg", seed: 2)
    try fixture.addPhoto("e.jpg", seed: 3)
    return fixture
  }

  private func fclones(_ fixture: CommandFixture, _ groups: [[String]]) throws {
    let text = groups.map { group in
      "0123, 41 B (41 B) * \(group.count):\n" + group.map { "    \(fixture.photos.string)/\($0)\n" }.joined()
    }.joined()
    try fixture.folder.write("# Report by fclones 0.34.0\n# Base dir: /\n" + text, to: "result.txt")
  }

  private func plain(_ fixture: CommandFixture, _ lines: String...) throws -> FinishedProcess {
    try fixture.deckle("--plain", fixture.photos.string, input: Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  /// What stands with each mark as what was to stay.
  private func keepers(_ fixture: CommandFixture) throws -> [ContentDigest?] {
    let path = fixture.folder["home/state/deckle/session.sqlite"]
    let session = try SessionDatabase(path: path, isReadOnly: true, timestamp: "x")
    return try session.session(of: [fixture.photos]).actions.flatMap(\.items).map(\.keeper)
  }

  @Test func `what Deckle sees too is marked, nothing moves, and one undo takes all of it back`() throws {
    let fixture = try fixture()
    let before = try fixture.content()
    try fclones(fixture, [["a.jpg", "b.jpg", "c.jpg", "d.jpg"], ["e.jpg", "gone.jpg"]])

    let process = try fixture.deckle("import", "result.txt", "photos", "--json")
    let document = try Document(process)

    #expect(process.status == .exited(2))
    #expect(document.text("schema") == "deckle.import/1")
    #expect(document.number("sets") == 2 && document.number("markedSets") == 1 && document.number("differing") == 1)
    #expect(try document.list("marked").count == 2)
    #expect(
      try document.list("left").map { ($0.text("path") ?? "").split(separator: "/").last.map(String.init) }
        == ["d.jpg", "gone.jpg", "e.jpg"])
    #expect(try fixture.content() == before)
    let bin = try plain(fixture, "b", "q").outputText
    #expect(bin.contains("2 photos"), "\(bin)")
    // With each stands what was to stay, as with what a person marks.
    let stays = try contentDigest(of: fixture.photos.appending("a.jpg"))
    #expect(try keepers(fixture) == [stays, stays])
    let undone = try plain(fixture, "review", "u", "b", "q").outputText
    #expect(!undone.contains("2 photos ("), "\(undone)")
  }

  @Test func `a result without sets marks nothing and says so`() throws {
    let fixture = try fixture()
    try fixture.folder.write("{}", to: "result.json")

    let process = try fixture.deckle("import", "result.json", "photos")

    #expect(process.status == .exited(1) && process.outputText.contains("names no sets"), "\(process.outputText)")
  }

  @Test func `two shots of one scene are marked where the result says alike, and told to be only similar`() throws {
    let fixture = try CommandFixture()
    let root = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
    for name in ["IMG_0004.JPG", "IMG_0005.JPG"] {
      try fixture.folder.write(try readFile(root.appending("sampledata/Phone/\(name)")), to: "photos/\(name)")
    }
    func entry(_ name: String) -> String { "{\"path\": \"\(fixture.photos.string)/\(name)\", \"hash\": [1]}" }
    try fixture.folder.write("[[\(entry("IMG_0004.JPG")), \(entry("IMG_0005.JPG"))]]", to: "alike.json")

    let alike = try fixture.deckle("import", "alike.json", "photos", "--dry-run")
    let document = try Document(try fixture.deckle("import", "alike.json", "photos", "--dry-run", "--json"))
    try fclones(fixture, [["IMG_0004.JPG", "IMG_0005.JPG"]])
    let same = try fixture.deckle("import", "result.txt", "photos", "--dry-run")

    #expect(alike.outputText.contains("Only similar, not the same: 1 photo of these. Look at each."))
    #expect(document.number("onlySimilar") == 1)
    #expect(try document.list("marked").compactMap { $0.text("path")?.suffix(12) } == ["IMG_0005.JPG"])
    #expect(same.status == .exited(1) && !same.outputText.contains("Only similar"), "\(same.outputText)")
    #expect(same.outputText.contains("differ from all of the set: 2 photos."), "\(same.outputText)")
    #expect(alike.outputText.contains("1 photo of 1 set would be.") && !alike.outputText.contains("bytes differ"))
  }

  @Test func `a dry run marks nothing, and a second import finds all decided`() throws {
    let fixture = try fixture()
    try fclones(fixture, [["a.jpg", "b.jpg"]])

    let dry = try fixture.deckle("import", "result.txt", "photos", "--dry-run")
    #expect(dry.status == .exited(0))
    #expect(dry.outputText.contains("1 photo of 1 set would be."))
    #expect(!fixture.folder.contains("home/state/deckle/session.sqlite"))
    #expect(try fixture.deckle("import", "result.txt", "photos").status == .exited(0))

    let again = try fixture.deckle("import", "result.txt", "photos")
    #expect(again.status == .exited(1))
    #expect(again.outputText.contains("decided already"))
  }

  @Test func `what could not be read is still named after an import`() throws {
    let fixture = try fixture()
    try fixture.folder.write("no picture", to: "photos/bad.jpg")
    try fclones(fixture, [["a.jpg", "b.jpg"]])

    #expect(try fixture.deckle("import", "result.txt", "photos").outputText.contains("1 photo of 1 set"))

    #expect(try plain(fixture, "unread", "q").outputText.contains("bad.jpg"))
  }

  @Test func `bad results get one sentence with the line, and mark nothing`() throws {
    let fixture = try fixture()
    try fixture.folder.write("# Report by fclones 0.34.0\nfoo\n", to: "bad.txt")

    let bad = try fixture.deckle("import", "bad.txt", "photos")
    let missing = try fixture.deckle("import", "none.txt", "photos")
    let empty = try fixture.deckle("import", "-", "photos")

    for process in [bad, missing, empty] {
      #expect(process.status == .exited(1))
      #expect(process.errorText.split(separator: "\n").count == 1)
      #expect(process.errorText.contains("Nothing was marked"))
    }
    #expect(bad.errorText.contains("bad.txt, line 2:"))
    #expect(try fixture.deckle("import", "bad.txt").status == .exited(64))
  }
}
