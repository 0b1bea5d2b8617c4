import Foundation
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// `deckle empty`: the only command that erases, and only by words typed on a terminal.
@Suite(.waits) struct CommandsEmptyTests {
  private func trashed(_ names: String...) throws -> CommandFixture {
    let fixture = try CommandFixture()
    for (seed, name) in names.enumerated() {
      try fixture.addPhoto(name, seed: UInt64(seed + 1))
      #expect(try fixture.deckle("trash", "photos/\(name)", "--yes").status == .exited(0))
    }
    return fixture
  }

  private func terminal(_ fixture: CommandFixture, _ arguments: String...) throws -> PseudoTerminal {
    try PseudoTerminal.launch(
      deckleBinary, arguments: arguments, environment: fixture.environment, size: Size(columns: 100, rows: 30),
      directory: fixture.folder.path)
  }

  private func files(_ fixture: CommandFixture) -> Int {
    fixture.folder.list().count {
      $0.starts(with: Array("home/data/Trash/files/".utf8)) && $0.last != UInt8(ascii: "/")
    }
  }

  @Test func `without a terminal nothing is erased, whatever comes in`() throws {
    let fixture = try trashed("a.jpg")

    let process = try fixture.deckle("empty", "--all", input: Array("erase 1\n".utf8))

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("Nothing was erased"))
    #expect(files(fixture) == 1)
  }

  @Test(arguments: ["y", "yes", "", "erase", "erase 1"]) func `other words than those asked for erase nothing`(
    _ text: String
  ) throws {
    let fixture = try trashed("a.jpg", "b.jpg")
    let terminal = try terminal(fixture, "empty", "--all")
    #expect(terminal.waitFor("Type erase 2 to erase 2 files"))
    terminal.send(text + "\r")

    #expect(terminal.exitStatus() == .exited(1))
    #expect(files(fixture) == 2)
  }

  @Test func `the words erase what Deckle moved, and leave what others moved`() throws {
    let fixture = try trashed("a.jpg", "b.jpg")
    try fixture.folder.write(Array("theirs".utf8), to: "home/data/Trash/files/theirs.txt")
    let terminal = try terminal(fixture, "empty", "--all")
    #expect(terminal.waitFor("Type erase 2 to erase 2 files"))
    terminal.send("erase 2\r")

    #expect(terminal.waitFor("erased; the disk has"))
    #expect(terminal.exitStatus() == .exited(0))
    #expect(files(fixture) == 1)
    #expect(fixture.folder.contains("home/data/Trash/files/theirs.txt"))
    let history = try Document(try fixture.deckle("history", "--json"))
    #expect(try history.list("batches").map { $0.text("state") } == ["gone", "gone"])
  }

  @Test func `what may be the last of its kind is named before the words are typed`() throws {
    let fixture = try CommandFixture()
    for name in ["a.jpg", "b.jpg"] { try fixture.addPhoto(name, seed: 1) }
    #expect(try fixture.deckle("trash", "photos/a.jpg", "photos/b.jpg", "--yes").status == .exited(2))
    let kept = try #require(["a.jpg", "b.jpg"].first { fixture.folder.contains("photos/\($0)") })
    #expect(!(try fixture.deckle("empty", "--all", "--dry-run").errorText.contains("the last of its kind")))
    try FileManager.default.removeItem(atPath: fixture.photos.appending(kept).string)

    let process = try fixture.deckle("empty", "--all", "--dry-run")

    #expect(process.errorText.contains("\(kept == "a.jpg" ? "b.jpg" : "a.jpg") may be the last of its kind"))
    #expect(process.errorText.contains("\(kept), which stayed for it, is away or has changed."))
  }

  @Test func `the RAW of a photo that was put back by hand is not erased, and that is said`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("IMG_1.JPG", seed: 1)
    try fixture.folder.write([0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0], to: "photos/IMG_1.CR2")
    #expect(try fixture.deckle("trash", "photos/IMG_1.JPG", "--yes").status == .exited(0))
    let trash = fixture.folder["home/data/Trash"]
    try FileManager.default.moveItem(
      atPath: trash.appending("files/IMG_1.JPG").string, toPath: fixture.photos.appending("IMG_1.JPG").string)
    try FileManager.default.removeItem(atPath: trash.appending("info/IMG_1.JPG.trashinfo").string)

    let preview = try fixture.deckle("empty", "--all", "--dry-run")
    let terminal = try terminal(fixture, "empty", "--all")

    #expect(
      preview.errorText.contains("IMG_1.CR2 is left in the trash") && preview.errorText.contains("stayed or is back"))
    #expect(preview.errorText.contains("So there is nothing to erase."))
    #expect(terminal.exitStatus() == .exited(1))
    #expect(fixture.folder.contains("home/data/Trash/files/IMG_1.CR2"))
    #expect(try fixture.deckle("restore", "photos/IMG_1.CR2").status == .exited(0))
    #expect(fixture.folder.contains("photos/IMG_1.CR2"))
  }

  @Test func `one batch leaves the others, and a dry run all of them`() throws {
    let fixture = try trashed("a.jpg", "b.jpg")
    let batches = try Document(try fixture.deckle("history", "--json")).list("batches")
    let newest = try #require(batches.first?.text("id"))

    #expect(try fixture.deckle("empty", "--batch", newest, "--dry-run").status == .exited(0))
    #expect(files(fixture) == 2)
    let terminal = try terminal(fixture, "empty", "--batch", newest)
    #expect(terminal.waitFor("Type erase 1 to erase 1 file"))
    terminal.send("erase 1\r")

    #expect(terminal.exitStatus() == .exited(0))
    #expect(files(fixture) == 1)
    #expect(try fixture.deckle("restore", "--last").status == .exited(0))
    #expect(fixture.folder.contains("photos/a.jpg"))
  }

  @Test func `a batch must be named, and must be known`() throws {
    let fixture = try trashed("a.jpg")

    #expect(try fixture.deckle("empty").status == .exited(64))
    #expect(try fixture.deckle("empty", "--all", "--batch", "x").status == .exited(64))
    let unknown = try fixture.deckle("empty", "--batch", "x", "--dry-run")
    #expect(unknown.status == .exited(1))
    #expect(unknown.errorText.contains("no batch of that name"))
  }
}
