import Foundation
import SystemPackage
import TestSupport
import Testing

/// `deckle move`: photos to a folder of the user's, within a volume and to another one, and back.
@Suite(.waits) struct CommandsMoveTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.write("stars", to: "photos/a.jpg.xmp")
    try fixture.addPhoto("b.jpg", seed: 2)
    try fixture.folder.makeFolder("family/2024")
  }

  private func names(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: fixture.folder[folder].string)) ?? []).sorted()
  }

  private func outcomes(_ process: FinishedProcess) throws -> [String?] {
    try Document(process).list("files").map { $0.text("outcome") }
  }

  @Test func `a photo moves with what belongs to it, is verified there, and comes back`() throws {
    let content = try fixture.content()

    let process = try fixture.deckle("move", "--to", "family/2024", "photos/a.jpg", "--yes", "--json")
    let document = try Document(process)
    let verified = try Document(try fixture.deckle("verify", "--json"))
    let history = try Document(try fixture.deckle("history", "--json"))
    let listed = try fixture.deckle("history")
    let isEmptied = try fixture.deckle("empty", "--all", "--dry-run")
    let back = try fixture.deckle("restore", "--last", "--json")

    #expect(process.status == .exited(0), "\(process.errorText)")
    #expect(
      document.keys == [
        "schema", "batch", "dryRun", "files", "moved", "refused", "failed", "unknown", "skipped", "photos", "bytes",
      ])
    #expect(document.text("schema") == "deckle.move/1" && document.number("photos") == 1)
    let files = try document.list("files")
    #expect(files.map { $0.text("to") } == ["a.jpg", "a.jpg.xmp"].map { fixture.folder["family/2024/\($0)"].string })
    #expect(files.allSatisfy { $0.text("outcome") == "moved" && $0.isNull("trashPath") && $0.isNull("reason") })
    #expect(try verified.list("files").map { $0.text("outcome") } == ["whole", "whole"])
    #expect(try verified.list("files").map { $0.text("to") } == files.map { $0.text("to") })
    let batch = try #require(try history.list("batches").first)
    #expect(batch.text("state") == "inFolder")
    #expect(try batch.list("files").map { $0.text("to") } == files.map { $0.text("to") })
    #expect(listed.outputText.contains("family/2024"))
    #expect(isEmptied.status == .exited(1))
    #expect(try outcomes(back) == ["restored", "restored"])
    #expect(try fixture.content() == content)
    #expect(names("family/2024").isEmpty)
  }

  @Test func `a taken name gets a number, which a dry run says before`() throws {
    try fixture.folder.write("mine", to: "family/2024/a.jpg.xmp")
    let before = fixture.folder.list()

    let dry = try fixture.deckle("move", "--to", "family/2024", "photos/a.jpg", "--dry-run")
    #expect(fixture.folder.list() == before)
    let process = try fixture.deckle("move", "--to", "family/2024", "photos/a.jpg", "photos/b.jpg", "--yes")

    #expect(dry.status == .exited(0))
    #expect(dry.errorText.contains("a.jpg becomes a (2).jpg there, its other files likewise"), "\(dry.errorText)")
    #expect(dry.outputText.contains("would go to ") && dry.outputText.contains("family/2024"))
    #expect(process.status == .exited(0), "\(process.errorText)")
    #expect(
      Set(names("family/2024")) == [
        "a (2).jpg", "a (2).jpg.xmp", "a.jpg.xmp", "b.jpg",
      ])
    #expect(try fixture.folder.read("family/2024/a.jpg.xmp") == Array("mine".utf8))
  }

  @Test func `a photo comes back by the path that it has in the folder`() throws {
    let content = try fixture.content()
    _ = try fixture.deckle("move", "--to", "family/2024", "photos/a.jpg", "photos/b.jpg", "--yes")

    let back = try fixture.deckle("restore", "family/2024/a.jpg.xmp", "family/2024/a.jpg", "--json")
    let last = try fixture.deckle("restore", "family/2024/b.jpg")

    #expect(try outcomes(back) == ["restored", "restored"], "\(back.errorText)")
    #expect(back.status == .exited(0) && last.status == .exited(0))
    #expect(try fixture.content() == content)
  }

  @Test func `photos that are in the folder already are skipped, and that is no fault`() throws {
    let process = try fixture.deckle("move", "--to", "photos", "photos/a.jpg", "photos/b.jpg", "--yes", "--json")

    #expect(process.status == .exited(0))
    #expect(try outcomes(process) == ["skipped", "skipped"])
    #expect(try Document(process).number("skipped") == 2)
  }

  @Test(arguments: [
    ("none", "There is no folder"), ("photos/b.jpg", "is a file"), ("home/data/Trash/files", "is a trash"),
    ("home/state/deckle", "Deckle's own"),
  ])
  func `a folder that cannot take photos is said, and nothing moves`(_ folder: String, _ message: String) throws {
    _ = try fixture.deckle("trash", "photos/b.jpg", "--yes")
    _ = try fixture.deckle("restore", "--last")
    let content = try fixture.content()

    let process = try fixture.deckle("move", "--to", folder, "photos/a.jpg", "--yes", "--json")

    #expect(process.status == .exited(1))
    #expect((process.errorText + process.outputText).contains(message), "\(process.errorText)")
    #expect(try fixture.content() == content)
    #expect(try Document(process).text("schema") == "deckle.move/1")
  }

  @Test func `every copy of a photo may move, and a protected folder keeps its photos`() throws {
    try fixture.addPhoto("c.jpg", seed: 2)
    try fixture.addPhoto("kept/d.jpg", seed: 3)

    let process = try fixture.deckle(
      "move", "--to", "family/2024", "photos/b.jpg", "photos/c.jpg", "photos/kept/d.jpg", "--protect", "photos/kept",
      "--yes", "--json")

    #expect(process.status == .exited(2))
    #expect(try outcomes(process) == ["moved", "moved", "refused"])
    #expect(fixture.folder.contains("photos/kept/d.jpg"))
  }

  @Test func `without a terminal a move needs a yes, and a large one its number`() throws {
    try fixture.addFlatPhotos(21)
    let content = try fixture.content()
    let named = (0..<21).map { "photos/\($0).jpg" }

    let unasked = try fixture.deckle("move", "--to", "family/2024", "photos/a.jpg")
    let large = try runProcess(
      deckleBinary, ["move", "--to", "family/2024", "--yes"] + named, environment: fixture.environment,
      directory: fixture.folder.path)

    #expect(unasked.status == .exited(1) && unasked.errorText.contains("--yes"))
    #expect(large.status == .exited(64) && large.errorText.contains("--count 21"))
    #expect(try fixture.content() == content)
  }

  @Test func `to another volume a photo is copied, goes to its trash, and comes back while the copy goes`() throws {
    try fixture.folder.makeFolder("card")
    let content = try fixture.content()

    let process = try fixture.shell(
      """
      unshare -rm /bin/bash -c 'mount -t tmpfs none card && mkdir card/album || exit 99
      $deckle move --to card/album photos/a.jpg photos/b.jpg --yes || exit 1
      cmp home/data/Trash/files/a.jpg card/album/a.jpg && ls -1 photos card/album
      [ "$(stat -c "%y %a" card/album/a.jpg)" = "$(stat -c "%y %a" home/data/Trash/files/a.jpg)" ] || echo other times
      $deckle verify || exit 2
      $deckle verify --json | grep -c "trashPath.*Trash/files"
      $deckle restore --last || exit 3
      ls -1A card/album card/.Trash-0/files'
      """)

    guard process.status != .exited(99), !process.errorText.hasPrefix("unshare:") else {
      return print("skipped: nothing can be mounted here")
    }
    #expect(process.status == .exited(0), "\(process.errorText)")
    #expect(process.outputText.contains("card/album:\na.jpg\na.jpg.xmp\nb.jpg\n\nphotos:\n"), "\(process.outputText)")
    #expect(!process.outputText.contains("other times"))
    #expect(
      process.errorText.contains("3 files go to another drive: copied and compared there"), "\(process.errorText)")
    #expect(process.outputText.contains("3 files whole") && process.outputText.contains("\n3\n"))
    #expect(
      process.outputText.contains("card/.Trash-0/files:\na.jpg\na.jpg.xmp\nb.jpg\n\ncard/album:\n"),
      "\(process.outputText)")
    #expect(try fixture.content() == content)
    #expect(names("home/data/Trash/files").isEmpty)
  }

  @Test func `the history tells of what was moved by the folder that it went to`() throws {
    try fixture.folder.makeFolder("card")

    let process = try fixture.shell(
      """
      unshare -rm /bin/bash -c 'mount -t tmpfs none card && mkdir card/album || exit 99
      $deckle move --to card/album photos/b.jpg --yes > moved || exit 1
      say() { $deckle history | head -1; $deckle history --json | grep -o "reason[^,]*" | head -1; }
      rm home/data/Trash/files/* home/data/Trash/info/*; say
      echo other > card/album/b.jpg; say
      rm card/album/b.jpg; say
      umount card; say'
      """)

    guard process.status != .exited(99), !process.errorText.hasPrefix("unshare:") else {
      return print("skipped: nothing can be mounted here")
    }
    let lines = process.outputText.split(separator: "\n").map(String.init)
    try #require(lines.count == 8, "\(process.outputText) \(process.errorText)")
    #expect(lines[0].contains("  moved  ") && lines[1].contains("null"), "\(lines)")
    #expect(lines[2].contains("moved, 1 changed there") && lines[3].contains("changed in the folder"), "\(lines)")
    #expect(lines[4].contains("no longer in the folder") && lines[5].contains("not in the folder any more"), "\(lines)")
    #expect(lines[6].contains("its folder is not there") && lines[7].contains("folder is not there now"), "\(lines)")
  }

  @Test func `a volume without room for the copies is said before, and nothing moves`() throws {
    try fixture.folder.makeFolder("card")
    let content = try fixture.content()

    let process = try fixture.shell(
      """
      unshare -rm /bin/bash -c 'mount -t tmpfs -o size=4k none card || exit 99
      $deckle move --to card photos/b.jpg --yes'
      """)

    guard process.status != .exited(99), !process.errorText.hasPrefix("unshare:") else {
      return print("skipped: nothing can be mounted here")
    }
    #expect(process.status == .exited(1))
    #expect(process.outputText.contains("too little room"), "\(process.outputText) \(process.errorText)")
    #expect(try fixture.content() == content)
  }

  @Test func `a plan removes and moves in one batch, and one restore brings all back`() throws {
    try fixture.addPhoto("copies/b.jpg", seed: 2)
    let content = try fixture.content()
    var plan = try deciding(fixture.plan(), "keep", "photos/b.jpg")
    plan = try deciding(plan, "delete", "copies/b.jpg")
    var photos = try #require(plan["photos"] as? [[String: Any]])
    let bytes = try fixture.folder.read("photos/a.jpg")
    photos.append([
      "path": fixture.folder["photos/a.jpg"].string, "decision": "move", "to": fixture.folder["family/2024"].string,
      "bytes": bytes.count, "digest": try sha256(fixture.folder["photos/a.jpg"]),
      "companions": [
        [
          "path": fixture.folder["photos/a.jpg.xmp"].string, "role": "sidecar", "bytes": 5,
          "digest": try sha256(fixture.folder["photos/a.jpg.xmp"]),
        ]
      ], "reasons": [],
    ])
    plan["photos"] = photos
    try fixture.write(plan: plan)

    let process = try fixture.deckle("apply", "plan.json", "--yes", "--json")
    let batches = try Document(try fixture.deckle("history", "--json")).list("batches").count
    let back = try fixture.deckle("restore", "--last")

    #expect(process.status == .exited(0), "\(process.errorText) \(process.outputText)")
    #expect(try outcomes(process) == ["moved", "moved", "moved"])
    #expect(batches == 1)
    #expect(back.status == .exited(0), "\(back.errorText)")
    #expect(try fixture.content() == content)
  }

  @Test(arguments: ["move without a folder", "a folder without move"])
  func `a plan must name a folder with the decision move, and only with it`(_ slip: String) throws {
    try fixture.addPhoto("c.jpg", seed: 2)
    var plan = try fixture.plan()
    var photos = try #require(plan["photos"] as? [[String: Any]])
    if slip == "move without a folder" { photos[0]["decision"] = "move" } else { photos[0]["to"] = "/x" }
    plan["photos"] = photos
    try fixture.write(plan: plan)

    let process = try fixture.deckle("apply", "plan.json", "--yes")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("must name a folder"), "\(process.errorText)")
  }

  @Test func `a volume without a trash lets photos move within, and says so`() throws {
    try fixture.folder.write("in the way", to: "home/data")

    let trash = try fixture.deckle("trash", "photos/a.jpg", "--yes")
    let move = try fixture.deckle("move", "--to", "family/2024", "photos/a.jpg", "--yes")

    #expect(trash.status == .exited(1) && trash.outputText.contains("deckle move --to"), "\(trash.outputText)")
    #expect(move.status == .exited(0), "\(move.errorText)")
  }

  private func sha256(_ path: FilePath) throws -> String {
    let process = try runProcess("/usr/bin/sha256sum", [path.string], environment: [:])
    return String(process.outputText.prefix(64))
  }
}
