import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// What is found of photos in the folder that they were moved to, when they are verified against their receipt.
@Suite struct FolderVerifyTests {
  @Test(arguments: FolderReach.allCases)
  func `what was moved to a folder is read against its receipt there`(_ reach: FolderReach) throws {
    let library = try FolderMoveScenery.filled(reach)
    try library.scenery.move(library.items, operations: library.calls())
    try TemporaryFolder.write(Array("cropped".utf8), to: library.album.appending(name: "IMG_1.jpg"))
    _ = library.album.appending(name: "IMG_2.jpg").withPlatformString { unlink($0) }

    let outcomes = BatchVerifier().verify(try library.batch).outcomes

    #expect(outcomes.map(\.result) == [.changed, .whole, reach == .within ? .missing : .whole, .whole])
    #expect(outcomes[2].remark == (reach == .within ? .goneFromFolder : .onlyInTrash))
    #expect(outcomes.map { $0.location == nil } == Array(repeating: reach == .within, count: 4))
    #expect(outcomes.map(\.folderPath?.parentFolder) == Array(repeating: library.album, count: 4))
  }

  @Test func `a file that was changed in its trash is no whole one beside its copy`() throws {
    let library = try FolderMoveScenery.filled(.across)
    try library.scenery.move(library.items, operations: library.calls())
    try TemporaryFolder.write(Array("other".utf8), to: library.scenery.trash.appending(name: "files/IMG_2.jpg"))
    TemporaryFolder.remove(library.scenery.trash.appending(name: "files/IMG_1.jpg"))

    let outcomes = BatchVerifier().verify(try library.batch).outcomes

    #expect(outcomes.map(\.result) == [.whole, .whole, .changed, .whole])
    #expect(outcomes[2].remark == .changedInTrash)
  }

  @Test(arguments: FolderReach.allCases)
  func `what was moved to a folder is told by its path there`(_ reach: FolderReach) throws {
    let library = try FolderMoveScenery.filled(reach)
    try library.scenery.move(library.items, operations: library.calls())
    #expect(try library.batch.destinations() == Array(repeating: .inTrash, count: 4))
    for name in library.scenery.trashedNames {
      TemporaryFolder.remove(library.scenery.trash.appending(name: "files/\(name)"))
    }
    try TemporaryFolder.write(Array("cropped".utf8), to: library.album.appending(name: "IMG_1.jpg"))
    TemporaryFolder.remove(library.album.appending(name: "IMG_2.jpg"))

    #expect(try library.batch.destinations() == [.changed, .inTrash, .notThere, .inTrash])
    try TemporaryFolder.rename(library.album, to: library.album.parentFolder.appending(name: "away"))
    #expect(try library.batch.destinations() == Array(repeating: .notThere, count: 4))
    var away = try library.batch
    for index in away.files.indices {
      away.files[index].identity.device += 1
      away.files[index].survivor?.identity.device += 1
    }
    #expect(away.destinations() == Array(repeating: .away, count: 4))
  }

  @Test func `what a later batch took on from the folder is as that one left it`() throws {
    var library = try FolderMoveScenery(.within)
    try library.add(["a/IMG_1.jpg"])
    let (scenery, path) = (library.scenery, library.items[0].path)
    let moved = library.album.appending(name: "IMG_1.jpg")
    try scenery.move(library.items, as: "batch")
    var onward = try RemovalItem.only(moved)
    onward.destination = try scenery.folder.folder("other/second")
    try scenery.move([onward], as: "second")
    try scenery.move([.only(scenery.folder("other/second/IMG_1.jpg"))], as: "third")
    // Another photo takes its name there.
    try TemporaryFolder.write(Array("another".utf8), to: moved)
    let batches = try ["third", "second", "batch"].map { try #require(scenery.journal.batch(BatchID($0))) }
    func outcome(_ later: [RemovalBatch] = []) throws -> VerifyOutcome {
      try #require(BatchVerifier().verify(batches[2], later: later).outcomes.first)
    }

    #expect(try outcome().isFault)
    #expect(try outcome(batches).result == .whole && outcome(batches).remark == .wentOn(BatchID("second")))
    TemporaryFolder.remove(moved)
    #expect(try outcome().remark == .goneFromFolder && outcome(batches).result == .whole)
    let refusal = FileSafetyError.takenOn(path, entry: moved, batch: BatchID("second"))
    #expect(try scenery.restore("batch").outcomes.map(\.obstacle) == [refusal])
    for batch in ["third", "second", "batch"] { #expect(try scenery.restore(batch).restoredFiles == 1) }
    #expect(library.areAllOriginal)
  }

  @Test func `an earlier batch that took another file from the same path is not named`() throws {
    var library = try FolderMoveScenery(.within)
    let moved = library.album.appending(name: "IMG_1.jpg")
    try TemporaryFolder.write(Array("another".utf8), to: moved)
    try library.scenery.move([.only(moved)], as: "earlier")
    try library.add(["a/IMG_1.jpg"])
    try library.scenery.move(library.items, as: "batch")
    TemporaryFolder.remove(moved)

    let refusal = FileSafetyError.notInFolder(library.items[0].path, entry: moved)
    #expect(try library.scenery.restore("batch").outcomes.map(\.obstacle) == [refusal])
  }
}
