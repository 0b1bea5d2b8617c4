import Glibc
import PhotoModel
import Synchronization
import SystemPackage
import Testing

@testable import FileSafety

/// Restores of photos that were moved to a folder.
@Suite struct FolderMoveRestoreTests {
  @Test func `a photo comes back although its copy was changed, and the copy stays and is named`() throws {
    let library = try FolderMoveScenery.filled(.across)
    try library.scenery.move(library.items, operations: library.calls())
    let copy = library.album.appending(name: "IMG_1.jpg")
    try TemporaryFolder.write(Array("cropped".utf8), to: copy)

    let report = try library.scenery.restore(operations: library.calls())

    #expect(library.areAllOriginal && report.isRecorded)
    #expect(report.outcomes.compactMap(\.remark) == [.copyStays(library.items[0].path, copy: copy)])
    #expect(library.albumNames == ["IMG_1.jpg"])
    #expect(try TemporaryFolder.read(copy) == Array("cropped".utf8))
  }

  @Test(arguments: ["IMG_2.jpg", "IMG_2.jpg.xmp"])
  func `the copies of a photo stay together where one of its files was changed`(_ name: String) throws {
    let library = try FolderMoveScenery.filled(.across)
    try library.scenery.move(library.items, operations: library.calls())
    try TemporaryFolder.write(Array("edited".utf8), to: library.album.appending(name: Array(name.utf8)))

    let report = try library.scenery.restore(operations: library.calls())

    #expect(library.areAllOriginal && report.isRecorded)
    #expect(library.albumNames == ["IMG_2.jpg", "IMG_2.jpg.xmp"])
    #expect(report.outcomes.compactMap(\.remark).count == 2)
  }

  @Test func `the copies of a photo stay together where one of its files cannot come home`() throws {
    let library = try FolderMoveScenery.filled(.across)
    try library.scenery.move(library.items, operations: library.calls())
    let sidecar = try #require(library.items.last?.companions.first?.path)
    try TemporaryFolder.write(Array("another".utf8), to: sidecar)

    try library.scenery.restore(operations: library.calls())

    #expect(library.albumNames == ["IMG_2.jpg", "IMG_2.jpg.xmp"])
    #expect(try TemporaryFolder.read(sidecar) == Array("another".utf8))
  }

  @Test func `what was damaged in the trash comes back, and does not take its whole copy away`() throws {
    let library = try FolderMoveScenery.filled(.across)
    let moved = try library.scenery.move(library.items, operations: library.calls())
    let entry = try #require(moved.outcomes[0].location?.filePath)
    let file = try FileDescriptor.open(entry, .writeOnly)
    try file.writeAll("damage".utf8)
    try file.close()

    let report = try library.scenery.restore(operations: library.calls())

    let copy = library.album.appending(name: "IMG_1.jpg")
    #expect(report.outcomes.compactMap(\.remark) == [.restoredFileDiffers(library.items[0].path, copy: copy)])
    #expect(library.albumNames == ["IMG_1.jpg"])
  }

  @Test(arguments: 2..<5)
  func `where the journal takes nothing more, no more photos come back, and each of them is whole`(last: Int) throws {
    let library = try FolderMoveScenery.filled(.across)
    try library.scenery.move(library.items, operations: library.calls())
    let entries = Mutex(0)
    let operations = FileOperations { operation in
      guard operation == .journal else { return nil }
      return entries.withLock { count in
        count += 1
        return count > last ? .noSpace : nil
      }
    }

    let report = try library.scenery.restore(operations: library.calls(operations))

    // Two entries before the first photo, then some for its copy. Nothing is asked of the journal after it refused.
    #expect(entries.withLock(\.self) == last + 1)
    #expect(report.restoredFiles == 1 && !report.isRecorded)
    #expect(report.outcomes.count == 4)
    #expect(try library.problems(copiesMayStay: true) == [])
  }

  @Test func `a photo comes back although the folder of its copy is away, and the copy is named`() throws {
    let library = try FolderMoveScenery.filled(.across)
    try library.scenery.move(library.items, operations: library.calls())
    TemporaryFolder.remove(library.album.appending(name: "IMG_2.jpg"))
    let gone = try library.scenery.restore(only: [2], operations: library.calls())
    try TemporaryFolder.rename(library.album, to: library.album.parentFolder.appending(name: "away"))

    let report = try library.scenery.restore(only: [0], operations: library.calls())

    let copy = library.album.appending(name: "IMG_1.jpg")
    #expect(gone.restoredFiles == 1 && gone.outcomes.allSatisfy { $0.remark == nil })
    #expect(report.restoredFiles == 1 && report.isRecorded)
    #expect(report.outcomes.map(\.remark) == [.copyIsAway(library.items[0].path, copy: copy)])
  }

  @Test func `a photo of which only the time was changed in the folder comes back`() throws {
    let library = try FolderMoveScenery.filled(.within)
    try library.scenery.move(library.items, operations: library.calls())
    for name in library.albumNames {
      let path = library.album.appending(name: name)
      #expect(
        path.withPlatformString { utimes($0, [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]) } == 0)
    }

    #expect(try library.batch.whereabouts() == Array(repeating: .inTrash, count: 4))
    #expect(try library.scenery.restore(operations: library.calls()).restoredFiles == 4)
    #expect(library.areAllOriginal)
  }

  @Test func `a photo with as many other bytes is left alone in the folder`() throws {
    let library = try FolderMoveScenery.filled(.within)
    try library.scenery.move(library.items, operations: library.calls())
    let moved = library.album.appending(name: "IMG_1.jpg")
    try TemporaryFolder.write(TemporaryFolder.read(moved).reversed(), to: moved)

    #expect(try library.batch.whereabouts()[0] == .changed)
    let report = try library.scenery.restore(operations: library.calls())
    #expect(report.outcomes[0].obstacle == .movedFileChanged(library.items[0].path, entry: moved))
  }

  @Test func `a photo that was changed in the folder is left alone by a restore`() throws {
    let library = try FolderMoveScenery.filled(.within)
    try library.scenery.move(library.items, operations: library.calls())
    let moved = library.album.appending(name: "IMG_1.jpg")
    try TemporaryFolder.write(Array("cropped".utf8), to: moved)

    let report = try library.scenery.restore(operations: library.calls())

    #expect(report.outcomes[0].obstacle == .movedFileChanged(library.items[0].path, entry: moved))
    #expect(report.restoredFiles == 3)
    #expect(try TemporaryFolder.read(moved) == Array("cropped".utf8))
  }

  @Test(arguments: [0, 1], ["changed", "gone", "taken at home"])
  func `what keeps one file of a photo in the folder keeps all of it`(_ index: Int, _ trouble: String) throws {
    var library = try FolderMoveScenery(.within)
    let item = try library.add(["a/IMG_1.jpg", "a/IMG_1.cr2"])
    try library.scenery.move(library.items, operations: library.calls())
    let kept = item.files[index].path
    let moved = library.album.appending(name: kept.nameBytes)
    switch trouble {
    case "changed": try TemporaryFolder.write(Array("cropped".utf8), to: moved)
    case "gone": TemporaryFolder.remove(moved)
    default: try TemporaryFolder.write(Array("new".utf8), to: kept)
    }
    let before = library.albumNames
    // What belongs to a photo and is gone keeps nothing.
    if trouble == "gone", index == 1 {
      #expect(try library.scenery.restore(operations: library.calls()).restoredFiles == 1)
      #expect(try TemporaryFolder.read(item.files[0].path) == library.contents[item.files[0].path])
      return
    }

    let restorer = Restorer(environment: library.scenery.environment, journal: library.scenery.journal)
    #expect(try !restorer.canPutBackSome(of: library.batch))
    let report = try library.scenery.restore(operations: library.calls())

    #expect(report.restoredFiles == 0 && library.albumNames == before)
    let other = item.files[1 - index].path
    #expect(report.outcomes[1 - index].obstacle == .photoStaysInFolder(other, obstacle: kept))
  }

  @Test(arguments: FolderReach.allCases)
  func `a restore from a folder never overwrites`(_ reach: FolderReach) throws {
    let library = try FolderMoveScenery.filled(reach)
    try library.scenery.move(library.items, operations: library.calls())
    let path = try library.scenery.photo("a/IMG_1.jpg", "new")

    let report = try library.scenery.restore(operations: library.calls())

    #expect(report.outcomes[0].obstacle == .somethingIsThere(path))
    #expect(try TemporaryFolder.read(path) == Array("new".utf8))
    #expect(library.albumNames == ["IMG_1.jpg"])
  }

  @Test(arguments: FolderReach.allCases)
  func `what was moved to a folder is never erased from there`(_ reach: FolderReach) throws {
    let library = try FolderMoveScenery.filled(reach)
    try library.scenery.move(library.items, operations: library.calls())
    let eraser = Eraser(environment: library.scenery.environment)

    let outcomes = eraser.erase(try library.batch, only: [0, 1, 2, 3], journal: library.scenery.journal)

    #expect(outcomes.count(where: \.isErased) == (reach == .within ? 0 : 4))
    #expect(library.albumNames.count == 4)
    #expect(try BatchVerifier().verify(library.batch).outcomes.allSatisfy { $0.result == .whole })
  }

  @Test func `what is left of a copy goes only where every byte of it is in the photo`() throws {
    let library = try FolderMoveScenery.filled(.within)
    let photo = library.items[0].path
    let bytes = try #require(library.contents[photo])
    let (parent, name) = try openParent(of: photo, .live)
    let folder = try FileOperations.live.openFolder(library.album)
    func isRemoved(_ contents: [UInt8], isWhole: Bool = false) throws -> Bool {
      let path = library.album.appending(name: "copy")
      try TemporaryFolder.write(contents, to: path)
      let isRemoved = try FileOperations.live.removeCopy(
        .init(folder: folder, name: Array("copy".utf8)), at: path,
        of: (place: .init(folder: parent, name: name), path: photo), digest: try contentDigest(of: photo),
        isWhole: isWhole)
      #expect(isRemoved != TemporaryFolder.exists(path))
      TemporaryFolder.remove(path)
      return isRemoved
    }

    #expect(try isRemoved(bytes))
    #expect(try isRemoved(bytes, isWhole: true))
    #expect(try isRemoved([]))
    #expect(try isRemoved(Array(bytes.prefix(5))))
    #expect(try !isRemoved(Array(bytes.prefix(5)), isWhole: true))
    #expect(try !isRemoved(bytes + [1]))
    #expect(try !isRemoved(Array(bytes.prefix(5)) + [1]))
  }
}
