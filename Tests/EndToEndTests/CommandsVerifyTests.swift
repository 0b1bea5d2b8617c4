import Foundation
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// `deckle verify`, and what `empty` and `restore` say of bytes that are not those of a receipt.
@Suite(.waits) struct CommandsVerifyTests {
  /// Photos that are in the trash, as one batch.
  private func trashed(_ names: String...) throws -> CommandFixture {
    let fixture = try CommandFixture()
    for (seed, name) in names.enumerated() { try fixture.addPhoto(name, seed: UInt64(seed + 1)) }
    let list = names.map { "photos/\($0)\n" }.joined()
    #expect(try fixture.deckle("trash", "--from", "-", "--yes", input: Array(list.utf8)).status == .exited(0))
    return fixture
  }

  private func trashedFile(_ fixture: CommandFixture, _ name: String) -> FilePath {
    fixture.folder["home/data/Trash/files/\(name)"]
  }

  /// One bit of a file in the trash is another one, and its times are as they were.
  private func flip(_ fixture: CommandFixture, _ name: String) throws {
    let path = trashedFile(fixture, name)
    var bytes = try readFile(path)
    bytes[bytes.count / 2] ^= 1
    let times = try FileManager.default.attributesOfItem(atPath: path.string)[.modificationDate]
    let file = try #require(FileHandle(forWritingAtPath: path.string))
    try file.write(contentsOf: Data(bytes))
    try file.close()
    try FileManager.default.setAttributes([.modificationDate: try #require(times)], ofItemAtPath: path.string)
  }

  private func outcomes(_ process: FinishedProcess) throws -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: try Document(process).list("files").map {
        (FilePath(try #require($0.text("path"))).lastComponent?.string ?? "", try #require($0.text("outcome")))
      })
  }

  @Test func `what lies in the trash as it was moved is whole, and that is noted`() throws {
    let fixture = try trashed("a.jpg", "b.jpg")

    let process = try fixture.deckle("verify", "--json")
    let document = try Document(process)

    #expect(process.status == .exited(0), "\(process.errorText)")
    #expect(
      document.keys == [
        "schema", "batch", "files", "whole", "changed", "missing", "restored", "erased", "away", "unproved", "bytes",
        "interrupted",
      ])
    #expect(document.text("schema") == "deckle.verify/1" && document.number("whole") == 2)
    let file = try #require(try document.list("files").first)
    #expect(file.keys == ["path", "outcome", "reason", "trashPath", "batch"])
    #expect(file.text("path") == fixture.photos.appending("a.jpg").string && file.text("outcome") == "whole")
    #expect(file.text("trashPath") == trashedFile(fixture, "a.jpg").string && file.isNull("reason"))
    let batch = try #require(try Document(try fixture.deckle("history", "--json")).list("batches").first)
    #expect(batch.text("verifiedAt") != nil && batch.number("verifiedFaults") == 0)
    #expect(try fixture.deckle("history").outputText.contains(", verified 2"))
    #expect(try fixture.deckle("verify", "--last").outputText.contains("2 files whole"))
  }

  @Test func `a flipped bit and a file that is gone are faults, each with its reason`() throws {
    let fixture = try trashed("a.jpg", "b.jpg", "c.jpg")
    try flip(fixture, "a.jpg")
    try FileManager.default.removeItem(atPath: trashedFile(fixture, "b.jpg").string)

    let process = try fixture.deckle("verify", "--json")
    let text = try fixture.deckle("verify")

    #expect(process.status == .exited(1) && text.status == .exited(1))
    #expect(try outcomes(process) == ["a.jpg": "changed", "b.jpg": "missing", "c.jpg": "whole"])
    #expect(try Document(process).list("files").map { $0.isNull("reason") } == [false, false, true])
    #expect(text.outputText.contains("1 file whole") && text.outputText.contains("1 changed, 1 missing"))
    #expect(try fixture.deckle("history").outputText.contains(": 2 changed or missing"))
  }

  @Test func `what was restored, by Deckle or by hand, is no fault`() throws {
    let fixture = try trashed("a.jpg", "b.jpg", "c.jpg")
    #expect(try fixture.deckle("restore", "photos/a.jpg").status == .exited(0))
    try FileManager.default.moveItem(
      atPath: trashedFile(fixture, "b.jpg").string, toPath: fixture.photos.appending("b.jpg").string)

    let process = try fixture.deckle("verify", "--json")

    #expect(process.status == .exited(0))
    #expect(try outcomes(process) == ["a.jpg": "restored", "b.jpg": "restored", "c.jpg": "whole"])
    let reasons = try Document(process).list("files").map { $0.text("reason") }
    #expect(reasons[0] == nil && reasons[1]?.contains("by somebody else") == true)
  }

  @Test func `what Deckle erased is no fault, and every batch is read with --all`() throws {
    let fixture = try trashed("a.jpg")
    let terminal = try PseudoTerminal.launch(
      deckleBinary, arguments: ["empty", "--all"], environment: fixture.environment, size: Size(columns: 100, rows: 30),
      directory: fixture.folder.path)
    #expect(terminal.waitFor("Type erase 1 to erase 1 file"))
    terminal.send("erase 1\r")
    #expect(terminal.exitStatus() == .exited(0))
    try fixture.addPhoto("b.jpg", seed: 7)
    #expect(try fixture.deckle("trash", "photos/b.jpg", "--yes").status == .exited(0))

    let all = try fixture.deckle("verify", "--all", "--json")
    #expect(all.status == .exited(0))
    #expect(try outcomes(all) == ["a.jpg": "erased", "b.jpg": "whole"])
    #expect(try Document(all).isNull("batch"))
    #expect(try outcomes(try fixture.deckle("verify", "--json")) == ["b.jpg": "whole"])
  }

  @Test func `what a later batch took on is as that one left it, and comes back after it`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.makeFolder("family")
    #expect(try fixture.deckle("move", "--to", "family", "photos/a.jpg", "--yes").status == .exited(0))
    #expect(try fixture.deckle("trash", "family/a.jpg", "--yes").status == .exited(0))
    let batches = try Document(try fixture.deckle("history", "--json")).list("batches").compactMap { $0.text("id") }

    let process = try fixture.deckle("verify", "--all", "--json")
    let early = try fixture.deckle("restore", "--batch", batches[1])

    #expect(process.status == .exited(0), "\(process.errorText)")
    #expect(try Document(process).list("files").map { $0.text("outcome") } == ["whole", "whole"])
    let reason = try Document(process).list("files").compactMap { $0.text("reason") }
    #expect(reason == ["It went on in batch \(batches[0])."])
    #expect(early.status == .exited(1) && early.outputText.contains("deckle restore --batch \(batches[0])"))
    for _ in batches { #expect(try fixture.deckle("restore", "--last").status == .exited(0)) }
    #expect(fixture.folder.contains("photos/a.jpg"))
  }

  @Test func `a file that was changed in its folder is left there, and a restore says why`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.folder.makeFolder("family")
    #expect(try fixture.deckle("move", "--to", "family", "photos/a.jpg", "--yes").status == .exited(0))
    try fixture.folder.write("cropped", to: "family/a.jpg")

    let process = try fixture.deckle("restore", "--last")

    #expect(process.status == .exited(1))
    #expect(process.outputText.contains("is not what was moved there"), "\(process.errorText)")
  }

  @Test func `a trash that was taken from a drive that is there is missing`() throws {
    let fixture = try trashed("a.jpg")
    let trash = fixture.folder["home/data/Trash"]
    try FileManager.default.moveItem(atPath: trash.string, toPath: fixture.folder["home/elsewhere"].string)

    let process = try fixture.deckle("verify", "--json")

    #expect(process.status == .exited(1))
    #expect(try outcomes(process) == ["a.jpg": "missing"])
  }

  @Test func `a batch is named in one way, and has to be known; with none there is nothing to verify`() throws {
    let fixture = try CommandFixture()

    #expect(try fixture.deckle("verify", "--last", "--all").status == .exited(64))
    #expect(try fixture.deckle("verify", "--batch", "x").status == .exited(1))
    let none = try fixture.deckle("verify", "--json")
    #expect(none.status == .exited(0))
    #expect(try Document(none).list("files").isEmpty)
    #expect(try fixture.deckle("verify").outputText.contains("Nothing was moved"))
  }

  @Test func `empty erases no file whose bytes are not those of its receipt, and names it before it asks`() throws {
    let fixture = try trashed("a.jpg", "b.jpg")
    try flip(fixture, "a.jpg")

    let preview = try fixture.deckle("empty", "--all", "--dry-run")
    #expect(preview.errorText.contains("a.jpg was left alone") && preview.outputText.contains("1 file ("))
    let terminal = try PseudoTerminal.launch(
      deckleBinary, arguments: ["empty", "--all"], environment: fixture.environment, size: Size(columns: 120, rows: 30),
      directory: fixture.folder.path)
    #expect(terminal.waitFor("a.jpg was left alone"))
    #expect(terminal.waitFor("Type erase 1 to erase 1 file"))
    terminal.send("erase 1\r")
    #expect(terminal.exitStatus() == .exited(0))

    #expect(fixture.folder.contains("home/data/Trash/files/a.jpg"))
    #expect(!fixture.folder.contains("home/data/Trash/files/b.jpg"))
  }

  @Test func `restore names a file that does not match its receipt, and puts it back all the same`() throws {
    let fixture = try trashed("a.jpg", "b.jpg")
    try flip(fixture, "a.jpg")

    let process = try fixture.deckle("restore", "--last", "--json")

    #expect(process.status == .exited(0))
    #expect(process.errorText.contains("a.jpg does not match its receipt"))
    let files = try Document(process).list("files")
    #expect(files.map { $0.text("outcome") } == ["restored", "restored"])
    #expect(files[0].text("reason")?.contains("not those that were moved") == true && files[1].isNull("reason"))
    #expect(fixture.folder.contains("photos/a.jpg") && fixture.folder.contains("photos/b.jpg"))
  }
}
