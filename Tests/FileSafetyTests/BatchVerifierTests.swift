import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

@Suite struct BatchVerifierTests {
  let scenery: Scenery

  init() throws { scenery = try Scenery() }

  /// A batch of photos with these contents, with the digest of each in its receipt.
  private func moved(_ contents: [String: [UInt8]]) throws -> RemovalBatch {
    let names = contents.keys.sorted()
    let paths = try names.map { try TemporaryFolder.write(try #require(contents[$0]), to: try scenery.photo($0)) }
    try scenery.move(try paths.map { try .only($0) })
    return try proved()
  }

  private func proved() throws -> RemovalBatch {
    var batch = try #require(scenery.journal.batch(BatchID("batch")))
    for index in batch.files.indices where batch.files[index].digest == nil {
      guard let location = batch.files[index].location?.filePath else { continue }
      batch.files[index].digest = try? contentDigest(of: location)
    }
    return batch
  }

  private func results(_ batch: RemovalBatch) -> [VerifyOutcome.Result] {
    BatchVerifier().verify(batch).outcomes.map(\.result)
  }

  private func location(_ batch: RemovalBatch, _ index: Int = 0) throws -> FilePath {
    try #require(batch.files[index].location).filePath
  }

  @Test func `what lies in the trash as it was moved is whole`() throws {
    let batch = try moved(["a.jpg": [1], "b.jpg": Array("photo".utf8), "empty.jpg": []])

    let report = BatchVerifier().verify(batch)

    #expect(report.outcomes.map(\.result) == [.whole, .whole, .whole])
    #expect(report.outcomes.map(\.location) == batch.files.map { $0.location?.filePath })
    #expect(report.outcomes.allSatisfy { $0.remark == nil } && report.faults == 0 && !report.wasStopped)
  }

  @Test(arguments: [1, 2, 257])
  func `a flip of any one byte is found, whatever the time of the file says`(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let batch = try moved(["a.jpg": bytes])
    let path = try location(batch)
    let before = try #require(TemporaryFolder.status(path))

    for position in 0..<size {
      let file = open(path.string, O_WRONLY)
      defer { close(file) }
      for byte in [bytes[position] ^ (1 << (position % 8)), bytes[position]] {
        #expect(withUnsafeBytes(of: byte) { pwrite(file, $0.baseAddress, 1, off_t(position)) } == 1)
        var times = [before.st_atim, before.st_mtim]
        #expect(futimens(file, &times) == 0)
        #expect(results(batch) == [byte == bytes[position] ? .whole : .changed], "byte \(position)")
      }
    }
  }

  @Test(arguments: [0, (1 << 18) - 1, 1 << 18, (1 << 19) + 4])
  func `a flip at the end of a piece that is read at once is found`(position: Int) throws {
    var bytes = [UInt8](repeating: 7, count: (1 << 19) + 5)
    let batch = try moved(["a.jpg": bytes])
    bytes[position] ^= 128
    try TemporaryFolder.write(bytes, to: location(batch))

    #expect(results(batch) == [.changed])
  }

  @Test func `a file of another size is changed, and without a digest an equal size proves nothing`() throws {
    var batch = try moved(["a.jpg": [1, 2, 3], "b.jpg": [1, 2, 3]])
    for index in batch.files.indices { batch.files[index].digest = nil }
    try TemporaryFolder.write([1, 2], to: location(batch))

    let outcomes = BatchVerifier().verify(batch).outcomes

    #expect(outcomes.map(\.result) == [.changed, .unproved])
    #expect(outcomes.map(\.remark) == [.otherSize(ByteCount(2)), .noDigest])
  }

  @Test func `a file whose note is gone is whole by its bytes, also under another inode`() throws {
    let batch = try moved(["a.jpg": [1, 2, 3], "b.jpg": [4, 5, 6]])
    for index in 0...1 { TemporaryFolder.remove(try #require(batch.files[index].location).infoPath) }
    TemporaryFolder.remove(try location(batch, 1))
    try TemporaryFolder.write([4, 5, 6], to: location(batch, 1))

    let outcomes = BatchVerifier().verify(batch).outcomes

    #expect(outcomes.map(\.result) == [.whole, .whole])
    #expect(outcomes.map(\.remark) == [.noteIsGone, .noteIsGone])
  }

  @Test func `what others erased is missing, and what they put back is restored if its bytes are right`() throws {
    let batch = try moved(["a.jpg": [1], "b.jpg": [2], "c.jpg": [3], "d.jpg": [4]])
    for index in 0...3 {
      TemporaryFolder.remove(try #require(batch.files[index].location).infoPath)
      if index < 2 { TemporaryFolder.remove(try location(batch, index)) }
    }
    // A copy at home; the file itself at home; and one at home that was edited.
    try TemporaryFolder.write([2], to: batch.files[1].path)
    for index in 2...3 { try TemporaryFolder.rename(try location(batch, index), to: batch.files[index].path) }
    let before = try #require(TemporaryFolder.status(batch.files[3].path))
    var times = [before.st_atim, before.st_mtim]
    try TemporaryFolder.write([5], to: batch.files[3].path)
    #expect(utimensat(AT_FDCWD, batch.files[3].path.string, &times, 0) == 0)

    let outcomes = BatchVerifier().verify(batch).outcomes

    #expect(outcomes.map(\.result) == [.missing, .restored, .restored, .changed])
    #expect(outcomes.map(\.remark) == [.goneFromTrash, .backByOthers, .backByOthers, .otherBytes])
  }

  @Test func `what was in a trash that somebody wiped whole is missing`() throws {
    _ = try moved(["a.jpg": [1]])
    for part in ["files", "info"] {
      try TemporaryFolder.rename(scenery.trash.appending(name: part), to: scenery.folder("elsewhere-\(part)"))
    }

    #expect(results(try proved()) == [.missing])
  }

  @Test func `what Deckle restored or erased is no fault, and neither is a trash whose drive is away`() throws {
    let digests = try moved(["a.jpg": [1], "b.jpg": [2], "c.jpg": [3]]).files.map(\.digest)
    #expect(!digests.contains(nil))
    try scenery.restore(only: [0])
    let erased = Eraser(environment: scenery.environment).erase(try proved(), only: [1], journal: scenery.journal)
    #expect(erased.map(\.isErased) == [true])

    #expect(results(try proved()) == [.restored, .erased, .whole])
    try TemporaryFolder.rename(scenery.trash, to: scenery.folder("elsewhere"))
    let report = BatchVerifier().verify(try proved())
    #expect(report.outcomes.map(\.result) == [.restored, .erased, .missing])
    #expect(report.outcomes[2].remark == .goneFromTrash)
    var away = try proved()
    for index in away.files.indices { away.files[index].identity.device += 1 }
    #expect(results(away) == [.restored, .erased, .away])
  }

  @Test func `a stop leaves out what was not read, and what stayed at home is no part of it`() throws {
    var batch = try moved(["a.jpg": [1], "b.jpg": [2], "c.jpg": [3]])
    batch.files[0].state = .stayed
    var noted: [Int] = []

    let report = BatchVerifier().verify(batch, isStopped: { !noted.isEmpty }, progress: { noted.append($0) })

    #expect(report.outcomes.map(\.index) == [1] && report.wasStopped && noted == [1])
  }

  @Test func `a file that cannot be read to its end is not called whole`() throws {
    let batch = try moved(["a.jpg": [1]])
    let operations = FileOperations { $0 == .read ? .ioError : nil }

    let outcome = try #require(BatchVerifier(operations: operations).verify(batch).outcomes.first)

    #expect(outcome.result == .changed)
    #expect(outcome.remark == .unreadable(FileSafetyError(.read, try location(batch), .ioError)))
  }

  @Test(arguments: [Errno.permissionDenied, .notPermitted])
  func `a file that nobody may read is not called changed`(error: Errno) throws {
    let batch = try moved(["a.jpg": [1]])
    let operations = FileOperations { $0 == .read ? error : nil }

    let outcome = try #require(BatchVerifier(operations: operations).verify(batch).outcomes.first)

    #expect(outcome.result == .unproved && !outcome.isFault)
    #expect(outcome.remark == .unreadable(FileSafetyError(.read, try location(batch), error)))
  }

  @Test func `a photo with a file of other bytes is not erased, and what is beside it is`() throws {
    let paths = try ["a.jpg", "a.CR2", "b.jpg"].map { try scenery.photo($0, "photo \($0)") }
    var first = try RemovalItem.only(paths[0])
    first.companions = [RemovalItem.File(path: paths[1], identity: try .now(paths[1]))]
    try scenery.move([first, try .only(paths[2])])
    let batch = try proved()

    let outcomes = Eraser(environment: scenery.environment).erasable(of: batch, unlike: [1])

    #expect(outcomes.map(\.isErased) == [false, false, true])
  }
}
