import Foundation
import SystemPackage
import TestSupport
import Testing

/// The trash is no part of the library, however it is reached.
@Suite(.waits) struct CommandsHomeTrashTests {
  @Test func `a trash behind a symbolic link is not scanned, and its files are no copies`() throws {
    let fixture = try CommandFixture()
    try fixture.folder.makeFolder("photos/disk")
    #expect(symlink(fixture.folder["photos/disk"].string, fixture.folder["home/data"].string) == 0)
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.addPhoto("b.jpg", seed: 1)
    #expect(try fixture.deckle("trash", "--yes", "photos/a.jpg").status == .exited(0))
    #expect(fixture.folder.contains("photos/disk/Trash/files/a.jpg"))

    let scan = try fixture.deckle("scan", "photos", "--json", "--measurements", "--progress", "none")
    let trash = try fixture.deckle("trash", "--yes", "photos/disk/Trash/files/a.jpg")

    #expect(scan.status == .exited(0))
    #expect(scan.outputText.contains("b.jpg"))
    #expect(!scan.outputText.contains("files/a.jpg"))
    #expect(trash.status == .exited(1))
    #expect(fixture.folder.contains("photos/disk/Trash/files/a.jpg"))
  }

  @Test func `the trash of the home folder counts where another data folder is set`() throws {
    let fixture = try CommandFixture()
    let trashed = "home/.local/share/Trash/files/a.jpg"
    try fixture.folder.write(CommandFixture.photo(seed: 1), to: trashed)

    let process = try fixture.deckle("trash", "--yes", trashed)

    #expect(process.status == .exited(1))
    #expect(fixture.folder.contains(trashed))
  }

  @Test func `restore passes over a batch that was emptied by hand`() throws {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a.jpg", seed: 1)
    try fixture.addPhoto("b.jpg", seed: 2)
    _ = try fixture.deckle("trash", "--yes", "photos/a.jpg")
    _ = try fixture.deckle("trash", "--yes", "photos/b.jpg")
    for name in ["files/b.jpg", "info/b.jpg.trashinfo"] {
      #expect(unlink(fixture.folder["home/data/Trash/\(name)"].string) == 0)
    }

    let process = try fixture.deckle("restore", "--last")
    let again = try fixture.deckle("restore", "--last")

    #expect(process.status == .exited(0))
    #expect(fixture.folder.contains("photos/a.jpg"))
    #expect(again.status == .exited(1))
    #expect(again.errorText.contains("nothing to put back"))
  }

  @Test func `a list without an end is refused`() throws {
    let fixture = try CommandFixture()

    let process = try fixture.deckle("trash", "--yes", "--from", "/dev/zero")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("64.0 MB"))
  }
}
