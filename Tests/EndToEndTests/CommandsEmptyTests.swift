import Foundation
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// `deckle empty`: the only command that erases, and only by words typed on a terminal.
@Suite(.waits) struct CommandsEmptyTests {
  private func trashed(_ names: String...) throws -> CommandRoom {
    let room = try CommandRoom()
    for (seed, name) in names.enumerated() {
      try room.addPhoto(name, seed: UInt64(seed + 1))
      #expect(try room.deckle("trash", "photos/\(name)", "--yes").status == .exited(0))
    }
    return room
  }

  private func terminal(_ room: CommandRoom, _ arguments: String...) throws -> PseudoTerminal {
    try PseudoTerminal.launch(
      deckleBinary, arguments: arguments, environment: room.environment, size: Size(columns: 100, rows: 30),
      directory: room.folder.path)
  }

  private func files(_ room: CommandRoom) -> Int {
    room.folder.list().count { $0.starts(with: Array("home/data/Trash/files/".utf8)) && $0.last != UInt8(ascii: "/") }
  }

  @Test func `without a terminal nothing is erased, whatever comes in`() throws {
    let room = try trashed("a.jpg")

    let process = try room.deckle("empty", "--all", input: Array("erase 1\n".utf8))

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("Nothing was erased"))
    #expect(files(room) == 1)
  }

  @Test(arguments: ["y", "yes", "", "erase", "erase 1"]) func `other words than those asked for erase nothing`(
    _ text: String
  ) throws {
    let room = try trashed("a.jpg", "b.jpg")
    let terminal = try terminal(room, "empty", "--all")
    #expect(terminal.waitFor("Type erase 2 to erase 2 files"))
    terminal.send(text + "\r")

    #expect(terminal.exitStatus() == .exited(1))
    #expect(files(room) == 2)
  }

  @Test func `the words erase what Deckle moved, and leave what others moved`() throws {
    let room = try trashed("a.jpg", "b.jpg")
    try room.folder.write(Array("theirs".utf8), to: "home/data/Trash/files/theirs.txt")
    let terminal = try terminal(room, "empty", "--all")
    #expect(terminal.waitFor("Type erase 2 to erase 2 files"))
    terminal.send("erase 2\r")

    #expect(terminal.waitFor("erased; the disk has"))
    #expect(terminal.exitStatus() == .exited(0))
    #expect(files(room) == 1)
    #expect(room.folder.contains("home/data/Trash/files/theirs.txt"))
    let history = try Document(try room.deckle("history", "--json"))
    #expect(try history.list("batches").map { $0.text("state") } == ["gone", "gone"])
  }

  @Test func `what may be the last of its kind is named before the words are typed`() throws {
    let room = try CommandRoom()
    for name in ["a.jpg", "b.jpg"] { try room.addPhoto(name, seed: 1) }
    #expect(try room.deckle("trash", "photos/a.jpg", "photos/b.jpg", "--yes").status == .exited(2))
    let kept = try #require(["a.jpg", "b.jpg"].first { room.folder.contains("photos/\($0)") })
    #expect(!(try room.deckle("empty", "--all", "--dry-run").errorText.contains("the last of its kind")))
    try FileManager.default.removeItem(atPath: room.photos.appending(kept).string)

    let process = try room.deckle("empty", "--all", "--dry-run")

    #expect(process.errorText.contains("\(kept == "a.jpg" ? "b.jpg" : "a.jpg") may be the last of its kind"))
    #expect(process.errorText.contains("\(kept), which stayed for it, is away or has changed."))
  }

  @Test func `the RAW of a photo that was put back by hand is not erased, and that is said`() throws {
    let room = try CommandRoom()
    try room.addPhoto("IMG_1.JPG", seed: 1)
    try room.folder.write([0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0], to: "photos/IMG_1.CR2")
    #expect(try room.deckle("trash", "photos/IMG_1.JPG", "--yes").status == .exited(0))
    let trash = room.folder["home/data/Trash"]
    try FileManager.default.moveItem(
      atPath: trash.appending("files/IMG_1.JPG").string, toPath: room.photos.appending("IMG_1.JPG").string)
    try FileManager.default.removeItem(atPath: trash.appending("info/IMG_1.JPG.trashinfo").string)

    let look = try room.deckle("empty", "--all", "--dry-run")
    let terminal = try terminal(room, "empty", "--all")

    #expect(look.errorText.contains("IMG_1.CR2 is left in the trash") && look.errorText.contains("stayed or is back"))
    #expect(look.errorText.contains("So there is nothing to erase."))
    #expect(terminal.exitStatus() == .exited(1))
    #expect(room.folder.contains("home/data/Trash/files/IMG_1.CR2"))
    #expect(try room.deckle("restore", "photos/IMG_1.CR2").status == .exited(0))
    #expect(room.folder.contains("photos/IMG_1.CR2"))
  }

  @Test func `one batch leaves the others, and a dry run all of them`() throws {
    let room = try trashed("a.jpg", "b.jpg")
    let batches = try Document(try room.deckle("history", "--json")).list("batches")
    let newest = try #require(batches.first?.text("id"))

    #expect(try room.deckle("empty", "--batch", newest, "--dry-run").status == .exited(0))
    #expect(files(room) == 2)
    let terminal = try terminal(room, "empty", "--batch", newest)
    #expect(terminal.waitFor("Type erase 1 to erase 1 file"))
    terminal.send("erase 1\r")

    #expect(terminal.exitStatus() == .exited(0))
    #expect(files(room) == 1)
    #expect(try room.deckle("restore", "--last").status == .exited(0))
    #expect(room.folder.contains("photos/a.jpg"))
  }

  @Test func `a batch must be named, and must be known`() throws {
    let room = try trashed("a.jpg")

    #expect(try room.deckle("empty").status == .exited(64))
    #expect(try room.deckle("empty", "--all", "--batch", "x").status == .exited(64))
    let unknown = try room.deckle("empty", "--batch", "x", "--dry-run")
    #expect(unknown.status == .exited(1))
    #expect(unknown.errorText.contains("no batch of that name"))
  }
}
