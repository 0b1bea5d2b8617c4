import Foundation
import SystemPackage
import TestSupport
import Testing

/// The trash is no part of the library, however it is reached.
@Suite(.waits) struct CommandsHomeTrashTests {
  @Test func `a trash behind a symbolic link is not scanned, and its files are no copies`() throws {
    let room = try CommandRoom()
    try room.folder.makeFolder("photos/disk")
    #expect(symlink(room.folder["photos/disk"].string, room.folder["home/data"].string) == 0)
    try room.addPhoto("a.jpg", seed: 1)
    try room.addPhoto("b.jpg", seed: 1)
    #expect(try room.deckle("trash", "--yes", "photos/a.jpg").status == .exited(0))
    #expect(room.folder.contains("photos/disk/Trash/files/a.jpg"))

    let scan = try room.deckle("scan", "photos", "--json", "--measurements", "--progress", "none")
    let trash = try room.deckle("trash", "--yes", "photos/disk/Trash/files/a.jpg")

    #expect(scan.status == .exited(0))
    #expect(scan.outputText.contains("b.jpg"))
    #expect(!scan.outputText.contains("files/a.jpg"))
    #expect(trash.status == .exited(1))
    #expect(room.folder.contains("photos/disk/Trash/files/a.jpg"))
  }

  @Test func `the trash of the home folder counts where another data folder is set`() throws {
    let room = try CommandRoom()
    let trashed = "home/.local/share/Trash/files/a.jpg"
    try room.folder.write(CommandRoom.photo(seed: 1), to: trashed)

    let process = try room.deckle("trash", "--yes", trashed)

    #expect(process.status == .exited(1))
    #expect(room.folder.contains(trashed))
  }

  @Test func `restore passes over a batch that was emptied by hand`() throws {
    let room = try CommandRoom()
    try room.addPhoto("a.jpg", seed: 1)
    try room.addPhoto("b.jpg", seed: 2)
    _ = try room.deckle("trash", "--yes", "photos/a.jpg")
    _ = try room.deckle("trash", "--yes", "photos/b.jpg")
    for name in ["files/b.jpg", "info/b.jpg.trashinfo"] {
      #expect(unlink(room.folder["home/data/Trash/\(name)"].string) == 0)
    }

    let process = try room.deckle("restore", "--last")
    let again = try room.deckle("restore", "--last")

    #expect(process.status == .exited(0))
    #expect(room.folder.contains("photos/a.jpg"))
    #expect(again.status == .exited(1))
    #expect(again.errorText.contains("nothing to put back"))
  }

  @Test func `a list without an end is refused`() throws {
    let room = try CommandRoom()

    let process = try room.deckle("trash", "--yes", "--from", "/dev/zero")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("64.0 MB"))
  }
}
