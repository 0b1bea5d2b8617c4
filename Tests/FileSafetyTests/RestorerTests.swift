import Foundation
import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

@Suite struct RestorerTests {
  let scenery: Scenery

  init() throws { scenery = try Scenery() }

  @Test(arguments: [true, false])
  func `trash then restore is identity`(_ renamesWithoutReplacing: Bool) throws {
    let path = try scenery.photo("album/photo.jpg", "bytes of a photo")
    #expect(path.withPlatformString { chmod($0, 0o640) } == 0)
    var times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_100_000_000, tv_nsec: 123_456_789)]
    #expect(path.withPlatformString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)
    let before = try #require(TemporaryFolder.status(path))
    let operations = FaultGate(.none).operations(renamesWithoutReplacing: renamesWithoutReplacing)

    try scenery.move([.only(path)], operations: operations)
    let report = try scenery.restore(operations: operations)

    #expect(report.outcomes.map(\.result) == [.restored])
    #expect(report.isRecorded)
    let after = try #require(TemporaryFolder.status(path))
    #expect(after.st_ino == before.st_ino)
    #expect(after.st_mode == before.st_mode)
    #expect(after.st_mtim.tv_sec == 1_100_000_000)
    #expect(after.st_mtim.tv_nsec == 123_456_789)
    #expect(after.st_nlink == 1)
    #expect(try TemporaryFolder.read(path) == Array("bytes of a photo".utf8))
    #expect(scenery.notes.isEmpty)
    #expect(scenery.trashedNames.isEmpty)
    #expect(scenery.journal.batch(BatchID("batch"))?.files.map(\.state) == [.restored])
  }

  @Test func `folders that are gone come back for the user alone`() throws {
    let path = try scenery.photo("private/album/photo.jpg")
    try scenery.move([.only(path)])
    for folder in [path.parentFolder, path.parentFolder.parentFolder] {
      #expect(folder.withPlatformString { rmdir($0) } == 0)
    }

    #expect(try scenery.restore().outcomes.map(\.result) == [.restored])

    for folder in [path.parentFolder, path.parentFolder.parentFolder] {
      #expect(try #require(TemporaryFolder.status(folder)).st_mode & 0o777 == 0o700)
    }
  }

  @Test(arguments: [true, false])
  func `a restore never overwrites`(_ renamesWithoutReplacing: Bool) throws {
    let path = try scenery.photo("photo.jpg", "old")
    try scenery.move([.only(path)])
    try TemporaryFolder.write(Array("new".utf8), to: path)
    let operations = FaultGate(.none).operations(renamesWithoutReplacing: renamesWithoutReplacing)

    let report = try scenery.restore(operations: operations)

    #expect(report.outcomes.map(\.result) == [.refused(.somethingIsThere(path))])
    #expect(try TemporaryFolder.read(path) == Array("new".utf8))
    #expect(scenery.trashedNames == ["photo.jpg"])
    #expect(scenery.notes == ["photo.jpg.trashinfo"])
    #expect(scenery.journal.batch(BatchID("batch"))?.files.map(\.state) == [.moved])
    #expect(scenery.journal.unfinishedBatches().isEmpty)
  }

  @Test(arguments: [true, false])
  func `a file that appears at the last moment is not overwritten`(_ renamesWithoutReplacing: Bool) throws {
    let path = try scenery.photo("photo.jpg", "old")
    try scenery.move([.only(path)])
    let gate = FaultGate(.action(before: .rename) { _ = try? TemporaryFolder.write(Array("new".utf8), to: path) })

    let report = try scenery.restore(operations: gate.operations(renamesWithoutReplacing: renamesWithoutReplacing))

    #expect(gate.wasHit)
    #expect(report.outcomes.map(\.result) == [.refused(.somethingIsThere(path))])
    #expect(try TemporaryFolder.read(path) == Array("new".utf8))
    #expect(scenery.trashedNames == ["photo.jpg"])
  }

  @Test func `missing folders are made again`() throws {
    let path = try scenery.photo("a/b/c/photo.jpg")
    try scenery.move([.only(path)])
    TemporaryFolder.remove(scenery.folder("library/a"))

    #expect(try scenery.restore().restoredFiles == 1)
    #expect(TemporaryFolder.exists(path))
  }

  @Test func `a folder that became a link is not restored through`() throws {
    let path = try scenery.photo("album/photo.jpg")
    try scenery.move([.only(path)])
    try scenery.folder.folder("elsewhere")
    TemporaryFolder.remove(path.parentFolder)
    try TemporaryFolder.symbolicLink(path.parentFolder, to: scenery.folder("elsewhere"))

    let report = try scenery.restore()

    #expect(report.outcomes.map(\.result) == [.refused(.symbolicLink(path))])
    #expect(TemporaryFolder.names(scenery.folder("elsewhere")).isEmpty)
    #expect(scenery.trashedNames == ["photo.jpg"])
  }

  @Test func `what is gone from the trash, or came back by itself, is told apart`() throws {
    let gone = try scenery.photo("gone.jpg", "gone")
    let back = try scenery.photo("back.jpg", "back")
    try scenery.move([.only(gone), .only(back)])
    TemporaryFolder.remove(scenery.trash.appending(name: "files/gone.jpg"))
    try TemporaryFolder.rename(scenery.trash.appending(name: "files/back.jpg"), to: back)

    let report = try scenery.restore()

    #expect(report.outcomes.map(\.result) == [.refused(.notInTrash(gone)), .restored])
  }

  @Test func `another file under the same name in the trash is not restored as ours`() throws {
    let path = try scenery.photo("photo.jpg", "mine")
    try scenery.move([.only(path)])
    let entry = scenery.trash.appending(name: "files/photo.jpg")
    TemporaryFolder.remove(entry)
    try TemporaryFolder.write(Array("theirs".utf8), to: entry)
    let note = TrashInfo(path: Array("/somewhere/else.jpg".utf8), date: DeletionDate("2025-01-01T00:00:00"))
    try TemporaryFolder.write(note.contents, to: scenery.trash.appending(name: "info/photo.jpg.trashinfo"))

    #expect(try scenery.restore().outcomes.map(\.result) == [.refused(.trashEntryChanged(path, entry: entry))])
    #expect(!TemporaryFolder.exists(path))
  }

  /// A photo with its RAW and its sidecar, in the trash.
  private func trashedPhoto() throws -> [FilePath] {
    let paths = try ["IMG_1.jpg", "IMG_1.CR2", "IMG_1.xmp"].map { try scenery.photo($0, "old \($0)") }
    var item = try RemovalItem.only(paths[0])
    item.companions = try paths.dropFirst().map { RemovalItem.File(path: $0, identity: try .now($0)) }
    try scenery.move([item])
    return paths
  }

  @Test func `what stands at the place of a photo keeps all its files in the trash`() throws {
    let paths = try trashedPhoto()
    try TemporaryFolder.write(Array("another photo".utf8), to: paths[0])
    let batch = try #require(scenery.journal.batch(BatchID("batch")))

    #expect(!Restorer(environment: scenery.environment, journal: scenery.journal).canPutBackSome(of: batch))
    let report = try scenery.restore()

    for (index, outcome) in report.outcomes.enumerated() {
      let path = paths[index]
      #expect(
        outcome.result
          == .refused(index == 0 ? .somethingIsThere(path) : .photoStaysInTrash(path, obstacle: paths[0])))
      #expect(TemporaryFolder.exists(path) == (index == 0))
    }
    #expect(scenery.trashedNames.count == 3 && scenery.notes.count == 3)
    #expect(path(paths[0], holds: "another photo"))
    _ = paths[0].withPlatformString { unlink($0) }
    #expect(try scenery.restore().restoredFiles == 3)
  }

  @Test(arguments: [1, 2]) func `a RAW or sidecar that was made anew keeps no photo in the trash`(taken: Int) throws {
    let paths = try trashedPhoto()
    try TemporaryFolder.write(Array("new".utf8), to: paths[taken])

    let report = try scenery.restore()

    for (index, outcome) in report.outcomes.enumerated() {
      #expect(outcome.result == (index == taken ? .refused(.somethingIsThere(paths[index])) : .restored))
    }
    #expect(path(paths[taken], holds: "new"))
  }

  @Test func `a photo that was copied home by hand keeps no RAW in the trash`() throws {
    let paths = try trashedPhoto()
    let entry = scenery.trash.appending(name: "files").appending(name: "IMG_1.jpg")
    let copy = Process()
    copy.executableURL = URL(fileURLWithPath: "/bin/cp")
    copy.arguments = ["-p", entry.string, paths[0].string]
    try copy.run()
    copy.waitUntilExit()

    let report = try scenery.restore()

    #expect(report.outcomes.map(\.isRestored) == [false, true, true])
    #expect(path(paths[0], holds: "old IMG_1.jpg"))
  }

  @Test(arguments: ["Recycler", "#recycle", "trash"])
  func `what came from a folder that is a recycle bin elsewhere can go home`(name: String) throws {
    let path = try scenery.photo("\(name)/a.jpg")
    if name == "trash" {
      for part in ["files", "info"] { try scenery.folder.folder("library/trash/\(part)") }
    }
    let trash = TrashFolder(kind: .home, path: scenery.trash, topFolder: nil)
    _ = try trash.open(creating: true, scenery.environment, .live)
    let note = TrashInfo(path: path.bytes, date: DeletionDate("2024-05-12T18:03:21"))
    let location = TrashLocation(folder: trash, name: Array("a.jpg".utf8), info: note.contents)
    let identity = try FileIdentity.now(path)
    try TemporaryFolder.write(location.info, to: location.infoPath)
    try TemporaryFolder.rename(path, to: location.filePath)
    scenery.journal.begin(
      RemovalBatch(
        id: BatchID("batch"), startedAt: DeletionDate("2024-05-12T18:03:21")!,
        files: [BatchFile(index: 0, item: 0, path: path, identity: identity, state: .moved, location: location)]))

    #expect(try scenery.restore().restoredFiles == 1)
    #expect(TemporaryFolder.exists(path))
  }

  private func path(_ path: FilePath, holds text: String) -> Bool {
    (try? TemporaryFolder.read(path)) == Array(text.utf8)
  }

  @Test func `a photo that cannot come home at the last moment leaves its files in the trash`() throws {
    let paths = try trashedPhoto()
    let gate = FaultGate(.action(before: .rename) { _ = try? TemporaryFolder.write(Array("new".utf8), to: paths[0]) })

    let report = try scenery.restore(operations: gate.operations())

    #expect(gate.wasHit)
    #expect(report.outcomes.allSatisfy { !$0.isRestored })
    #expect(scenery.trashedNames.count == 3)
    #expect(path(paths[0], holds: "new"))
  }

  @Test func `a sidecar that somebody erased from the trash keeps no photo there`() throws {
    let paths = try trashedPhoto()
    #expect(unlink(scenery.trash.appending(name: "files/IMG_1.xmp").string) == 0)

    let report = try scenery.restore()

    #expect(report.outcomes.map(\.result) == [.restored, .restored, .refused(.notInTrash(paths[2]))])
  }

  @Test func `only the files that are asked for come back`() throws {
    let paths = try (0..<3).map { try scenery.photo("\($0).jpg", "\($0)") }
    try scenery.move(paths.map { try .only($0) })

    #expect(try scenery.restore(only: [1]).outcomes.map(\.path) == [paths[1]])
    #expect(paths.map(TemporaryFolder.exists) == [false, true, false])
    #expect(try scenery.restore().restoredFiles == 2)
    #expect(try scenery.restore().outcomes.isEmpty)
  }

  @Test func `a file is found by where it came from, the latest first, and restored without a batch`() throws {
    let path = try scenery.photo("photo.jpg", "first")
    try scenery.move([.only(path)], as: "1")
    try TemporaryFolder.write(Array("second".utf8), to: path)
    var later = scenery.environment
    later.now = { DeletionDate("2025-01-01T00:00:00")! }
    _ = try BatchMover(environment: later, journal: scenery.journal)
      .move(try scenery.plan([.only(path)]), as: BatchID("2"))

    let found = try TrashedFile.all(from: path, scenery.environment)

    #expect(found.map(\.date?.text) == ["2025-01-01T00:00:00", "2024-05-12T18:03:21"])
    let restorer = Restorer(environment: scenery.environment, journal: scenery.journal)
    #expect(restorer.restore(found[0]).isRestored)
    #expect(try TemporaryFolder.read(path) == Array("second".utf8))
    #expect(restorer.restore(found[1]).result == .refused(.somethingIsThere(path)))
    #expect(scenery.notes.count == 1)
  }

  @Test func `a forged note cannot lead out of the volume`() throws {
    let top = scenery.folder.path
    let trash = TrashFolder(kind: .own, path: top.appending(name: ".Trash-\(geteuid())"), topFolder: top)
    _ = try trash.open(creating: true, scenery.environment, .live)
    for (name, path) in [("up", "../../up.jpg"), ("out", "/etc/out.jpg"), ("fine", "library/fine.jpg")] {
      try TemporaryFolder.write(Array(name.utf8), to: trash.path.appending(name: "files/\(name)"))
      let note = "[Trash Info]\nPath=\(path)\nDeletionDate=2024-05-12T18:03:21\n"
      try TemporaryFolder.write(Array(note.utf8), to: trash.path.appending(name: "info/\(name).trashinfo"))
    }

    let found = try TrashedFile.all(in: trash, scenery.environment)

    #expect(found.map(\.originalPath) == [scenery.folder("library/fine.jpg")])
    let restorer = Restorer(environment: scenery.environment, journal: scenery.journal)
    #expect(restorer.restore(found[0]).isRestored)
    var forged = found[0]
    forged.originalPath = "/etc/out.jpg"
    #expect(!restorer.restore(forged).isRestored)
  }

  @Test func `what is still in the trash is asked of the disk, and the unclear is no reason to restore`() throws {
    let scenery = try Scenery()
    let paths = [try scenery.photo("a.jpg"), try scenery.photo("b.jpg")]
    try scenery.move(try paths.map { try RemovalItem.only($0) })
    var batch = try #require(scenery.journal.batch(BatchID("batch")))

    #expect(batch.filesStillInTrash().map(\.path) == paths)
    #expect(batch.hasFilesToRestore())
    #expect(unlink(scenery.trash.appending(name: "files/a.jpg").string) == 0)
    #expect(batch.filesStillInTrash().map(\.path) == [paths[1]])
    batch.files[1].state = .unclear
    #expect(batch.filesStillInTrash().map(\.path) == [paths[1]])
    #expect(!batch.hasFilesToRestore())
  }
}
