import Foundation
import SystemPackage
import TestSupport
import Testing

/// `deckle trash`: of files that are named together one stays, and what counts as a copy that stays.
@Suite struct CommandsTrashCopiesTests {
  @Test func `of all copies of a photo one stays, and a keeper elsewhere lets all of them go`() throws {
    let room = try CommandRoom()
    for name in ["a.jpg", "b.jpg", "deep/c.jpg"] { try room.addPhoto(name, seed: 1) }

    let some = try Document(try room.deckle("trash", "--yes", "--json", "photos/a.jpg", "photos/b.jpg"))
    #expect(some.number("moved") == 2)
    _ = try room.deckle("restore", "--last")
    let all = try room.deckle("trash", "--yes", "--json", "photos/a.jpg", "photos/b.jpg", "photos/deep/c.jpg")

    #expect(all.status == .exited(2))
    #expect(try Document(all).number("moved") == 2)
    #expect(try room.content().values.contains(CommandRoom.photo(seed: 1)))
    let alone = try room.deckle("trash", "--yes", "--json", "photos/a.jpg", "photos/b.jpg", "photos/deep/c.jpg")
    #expect(try Document(alone).number("moved") == 1)
  }

  @Test func `a name that other disks take for the same is no copy that stays`() throws {
    let room = try CommandRoom()
    for name in ["a.jpg", "A.JPG", "b.jpg"] { try room.addPhoto(name, seed: 1) }

    // A scan knows the twin, too; without one it is found beside.
    for isScanned in [false, true] {
      if isScanned { _ = try room.deckle("scan", "photos") }
      let process = try room.deckle("trash", "--yes", "--json", "photos/a.jpg", "photos/b.jpg")
      #expect(process.status == .exited(2))
      #expect(try Document(process).number("moved") == 1)
      #expect(room.folder.contains("photos/a.jpg") || room.folder.contains("photos/b.jpg"))
      _ = try room.deckle("restore", "--last")
    }
    let collisions = try Document(try room.deckle("trash", "--yes", "--json", "photos/a.jpg", "photos/A.JPG"))
    #expect(collisions.number("moved") == 2)
    #expect(room.folder.contains("photos/b.jpg"))
    let last = try Document(try room.deckle("trash", "--yes", "--json", "photos/b.jpg"))
    #expect(last.number("moved") == 1)
  }

  @Test func `of two names that other disks take for one, one stays`() throws {
    let room = try CommandRoom()
    for name in ["a.jpg", "A.JPG"] { try room.addPhoto(name, seed: 1) }

    let process = try room.deckle("trash", "--yes", "--json", "photos/a.jpg", "photos/A.JPG")

    #expect(process.status == .exited(2))
    #expect(try Document(process).number("moved") == 1)
  }

  @Test func `a copy in the recycle bin of a network drive is no copy that stays, and stays there`() throws {
    let room = try CommandRoom()
    for name in ["a.jpg", "b.jpg", "#recycle/c.jpg"] { try room.addPhoto(name, seed: 1) }
    _ = try room.deckle("scan", "photos/#recycle")

    let process = try room.deckle("trash", "--yes", "--json", "photos/a.jpg", "photos/b.jpg")
    let trashed = try room.deckle("trash", "--yes", "photos/#recycle/c.jpg")

    #expect(try Document(process).number("moved") == 1)
    #expect(trashed.status == .exited(1) && trashed.outputText.contains("in a trash folder already"))
    #expect(room.folder.contains("photos/#recycle/c.jpg"))
  }

  @Test func `of photos that show the same picture with other metadata one stays`() throws {
    let room = try CommandRoom()
    let photo = CommandRoom.photo(seed: 1)
    let comment: [UInt8] = [0xFF, 0xFE, 0, 5, 0x61, 0x62, 0x63]
    try room.folder.write(photo, to: "photos/a.jpg")
    try room.folder.write(Array(photo.prefix(2)) + comment + photo.dropFirst(2), to: "photos/b.jpg")
    let scan = try Document(try room.deckle("scan", "--json", "photos"))
    #expect(try scan.list("issues").map { $0.text("category") } == ["duplicate"])

    let process = try room.deckle("trash", "--yes", "photos/a.jpg", "photos/b.jpg")

    #expect(process.status == .exited(2))
    #expect(process.outputText.contains("known to show this picture. Name it alone"), "\(process.outputText)")
    let left = ["a", "b"].filter { room.folder.contains("photos/\($0).jpg") }
    #expect(left.count == 1)
    #expect(try room.deckle("trash", "--yes", "photos/\(left.first ?? "").jpg").status == .exited(0))
  }

  @Test func `of files that cannot be compared none goes for the sake of another`() throws {
    let room = try CommandRoom()
    for name in ["a.tif", "b.tif"] {
      try room.folder.write([], to: "photos/\(name)")
      // Nearly all of it is a hole, which is not read.
      #expect(truncate(room.folder["photos/\(name)"].string, 300_000_000) == 0)
    }

    let process = try room.deckle("trash", "--yes", "photos/a.tif", "photos/b.tif")

    #expect(process.status == .exited(1))
    #expect(process.outputText.contains("may be a copy of another file in the list"), "\(process.outputText)")
    #expect(try room.deckle("trash", "--yes", "photos/a.tif").status == .exited(0))
  }
}
