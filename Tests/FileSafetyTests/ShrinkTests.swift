import Glibc
import PhotoModel
import Synchronization
import SystemPackage
import Testing

@testable import FileSafety

/// Smaller files in the place of photos, and the way back.
@Suite struct ShrinkTests {
  @Test func `a shrunk file has its name, times, permissions and attributes, and its original is in the trash`() throws
  {
    let library = try ShrinkScenery()
    let path = library.items[0].path
    try #require(chmod(path.string, 0o640) == 0)
    let before = try fileStatus(of: path)
    let plan = try RemovalPlan(items: [.only(path)], environment: library.base.environment)

    let report = try BatchMover(
      environment: library.base.environment, journal: library.base.journal, shrinking: ShrinkScenery.shrinking
    ).move(plan, as: BatchID("batch"))

    let original = try #require(library.originals[path])
    let after = try fileStatus(of: path)
    #expect(try TemporaryFolder.read(path) == ShrinkScenery.smaller(original))
    #expect(after.permissions == before.permissions)
    #expect(after.identity.modified == before.identity.modified)
    #expect(try TemporaryFolder.read(#require(report.outcomes[0].location).filePath) == original)
    #expect(report.outcomes[0].sizeAfter == after.size)
    #expect(report.freedBytes == before.size - after.size)
    let file = try #require(try library.files.first)
    #expect(file.state == .moved)
    #expect(file.replacement?.digest == contentDigest(of: ShrinkScenery.smaller(original)))
    #expect(file.smallerFile?.identity.size == after.size.bytes)
  }

  @Test func `a restore brings originals back and takes the smaller files to the trash`() throws {
    let library = try ShrinkScenery()
    try library.shrink()

    let report = try library.base.restore()

    #expect(report.restoredFiles == 3)
    #expect(library.areAllOriginal)
    #expect(try library.problems(restored: true).isEmpty)
    #expect(try library.base.trashedNames.count == 3)
  }

  @Test func `a shrunk file that was edited since stays, and is named`() throws {
    let library = try ShrinkScenery()
    try library.shrink()
    let path = library.items[0].path
    try TemporaryFolder.write(Array("edited".utf8), to: path)

    let report = try library.base.restore()

    #expect(report.restoredFiles == 2)
    let entry = try #require(try library.files[0].entryPath)
    #expect(report.outcomes[0].obstacle == .smallerFileChanged(path, original: entry))
    #expect(try TemporaryFolder.read(path) == Array("edited".utf8))
    #expect(try TemporaryFolder.read(entry) == library.originals[path])
    #expect(try library.files[0].state == .moved)
  }

  @Test func `an original that was damaged in the trash does not take the place of the smaller file`() throws {
    let library = try ShrinkScenery()
    try library.shrink()
    let path = library.items[0].path
    let smaller = try TemporaryFolder.read(path)
    let entry = try #require(try library.files[0].entryPath)
    let file = try FileDescriptor.open(entry, .writeOnly)
    try file.writeAll("damage".utf8)
    try file.close()

    let report = try library.base.restore()

    #expect(report.restoredFiles == 2)
    #expect(report.outcomes[0].obstacle == .trashEntryChanged(path, entry: entry))
    #expect(try TemporaryFolder.read(path) == smaller && library.files[0].state == .moved)
  }

  @Test func `an original whose smaller file is gone comes back`() throws {
    let library = try ShrinkScenery()
    try library.shrink()
    TemporaryFolder.remove(library.items[0].path)

    let report = try library.base.restore()

    #expect(report.restoredFiles == 3)
    #expect(library.areAllOriginal)
  }

  @Test(arguments: [false, true])
  func `an original waits for the batch that took its smaller file on, unless that is gone`(isGone: Bool) throws {
    let library = try ShrinkScenery()
    try library.shrink()
    let path = library.items[0].path
    try library.base.move([.only(path)], as: "later")
    if isGone {
      let later = try #require(try library.base.journal.batch(BatchID("later"))?.files.first)
      TemporaryFolder.remove(try #require(later.entryPath))
    }

    let first = try library.base.restore("batch")

    #expect(first.restoredFiles == (isGone ? 3 : 2))
    if !isGone {
      #expect(first.outcomes[0].obstacle == .takenOn(path, entry: path, batch: BatchID("later")))
      #expect(try library.base.restore("later").restoredFiles == 1)
      #expect(try library.base.restore("batch").restoredFiles == 1)
    }
    #expect(library.areAllOriginal)
  }

  @Test func `a file with other names is refused`() throws {
    let library = try ShrinkScenery()
    let path = library.items[0].path
    try TemporaryFolder.hardLink(FilePath(path.string + ".second"), to: path)
    let plan = try RemovalPlan(items: [.only(path)], environment: library.base.environment)

    let report = try BatchMover(
      environment: library.base.environment, journal: library.base.journal, shrinking: ShrinkScenery.shrinking
    ).move(plan, as: BatchID("batch"))

    #expect(report.outcomes[0].obstacle == .hasOtherNames(path, 2))
    #expect(try TemporaryFolder.read(path) == library.originals[path])
  }

  @Test func `a mount without a rename that refuses to replace is told after the first file and left alone`() throws {
    let library = try ShrinkScenery()
    let gate = FaultGate(.none)

    let report = try library.shrink(operations: gate.operations(renamesWithoutReplacing: false))

    #expect(report.outcomes.map(\.obstacle) == library.items.map { .noSafeRename($0.path) })
    #expect(try library.problems().isEmpty)
  }

  @Test func `a photo that changes while it is encoded stays as it is`() throws {
    let library = try ShrinkScenery()
    let path = library.items[0].path
    let changing = Shrinking(isLossy: false) { original, output in
      if original.path == path { _ = try? TemporaryFolder.write(Array("new bytes of the user".utf8), to: path) }
      return ShrinkScenery.shrinking.encode(original, output)
    }

    let report = try library.shrink(changing)

    #expect(report.outcomes[0].obstacle == .changed(path))
    #expect(try TemporaryFolder.read(path) == Array("new bytes of the user".utf8))
    #expect(report.movedFiles == 2)
  }

  @Test func `a file that comes to the name while its original leaves is not replaced`() throws {
    let library = try ShrinkScenery()
    let path = library.items[0].path
    let other = Array("somebody else's".utf8)
    // The second rename of the first file gives the smaller one its name.
    let count = Counter()
    let operations = FileOperations { operation in
      if operation == .rename, count.next() == 2 { _ = try? TemporaryFolder.write(other, to: path) }
      return nil
    }

    _ = try library.shrink(operations: operations)
    let reports = try library.base.recover()

    #expect(try TemporaryFolder.read(path) == other)
    let entry = try #require(try library.files[0].entryPath)
    #expect(try TemporaryFolder.read(entry) == library.originals[path])
    #expect(try library.files[0].state == .moved)
    #expect(reports.flatMap { $0.sentences { $0.string } }.contains { $0.contains("another file has its name now") })
    #expect(TemporaryFolder.names(path.parentFolder).allSatisfy { !$0.starts(with: ".deckle".utf8) })
  }

  @Test func `what is not proven, too large or cut off never gets a name`() throws {
    let cut = Shrinking(isLossy: false) { original, output in
      _ = ShrinkScenery.shrinking.encode(original, output)
      return .success(ShrinkResult(bytesBefore: original.status.size, bytesAfter: ByteCount(7), method: .repackedPNG))
    }
    let large = Shrinking(isLossy: false) { original, output in
      let bytes = (try? original.read(upTo: 1 << 20)) ?? []
      _ = write(output, bytes, bytes.count)
      return .success(
        ShrinkResult(bytesBefore: original.status.size, bytesAfter: original.status.size, method: .repackedPNG))
    }
    let refusing = Shrinking(isLossy: false) { original, output in
      _ = ShrinkScenery.shrinking.encode(original, output)
      return .failure(.notProven)
    }
    for shrinking in [cut, large, refusing] {
      let library = try ShrinkScenery()

      let report = try library.shrink(shrinking)

      #expect(report.movedFiles == 0)
      #expect(library.areAllOriginal)
      #expect(try library.problems().isEmpty)
      #expect(try library.base.journal.unfinishedBatches().isEmpty)
    }
  }

  @Test func `a stop comes between two files`() throws {
    let library = try ShrinkScenery()
    let count = Counter()

    let report = try library.shrink(isStopped: { count.next() > 3 })

    #expect(report.wasStopped)
    #expect(report.movedFiles == 1)
    #expect(try library.problems().isEmpty)
  }

  @Test func `a receipt of a shrunk file verifies its original`() throws {
    let library = try ShrinkScenery()
    try library.shrink()
    let batch = try #require(try library.base.journal.batch(BatchID("batch")))

    let report = BatchVerifier().verify(batch)

    #expect(report.outcomes.map(\.result) == [.whole, .whole, .whole])
  }
}

/// Counts from 1.
private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
