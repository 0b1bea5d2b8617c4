import Foundation
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// Sidecars that a batch writes: there before the photo goes, taken back with it, and never over what somebody changed.
@Suite struct BatchSidecarsTests {
  private let scenery: Scenery
  private let photo: FilePath
  private let sidecar: FilePath
  private let batch = BatchID("batch")

  init() throws {
    scenery = try Scenery()
    photo = try scenery.photo("a.jpg")
    try scenery.photo("keeper.jpg")
    sidecar = scenery.folder("library/keeper.jpg.xmp")
  }

  private func sidecars(_ operations: FileOperations = .live) -> BatchSidecars {
    BatchSidecars(journal: scenery.journal, operations: operations)
  }

  private func planned(_ old: String?) -> [BatchSidecar] {
    [
      BatchSidecar(
        index: 0, path: sidecar, photos: [photo], old: old.map { Array($0.utf8) }, new: Array("new".utf8))
    ]
  }

  private func now() -> String? { (try? TemporaryFolder.read(sidecar)).map { String(decoding: $0, as: UTF8.self) } }

  /// All of a move, as `RemovalRun` does it.
  private func move(_ old: String?, _ operations: FileOperations = .live) throws {
    let work = sidecars(operations)
    let refused = try work.write(planned(old), in: batch)
    if refused.isEmpty { try scenery.move([try .only(photo)], operations: operations) }
    try work.settle(batch)
  }

  private func restore(_ operations: FileOperations = .live) throws {
    let work = sidecars(operations)
    try work.beginUndoing(batch)
    try scenery.restore(operations: operations)
    try work.settle(batch)
  }

  @Test(arguments: ["old", nil])
  func `a sidecar is there when its photo went, and as it was when that is back`(old: String?) throws {
    if let old { try scenery.photo("keeper.jpg.xmp", old) }

    try move(old)
    #expect(now() == "new" && !TemporaryFolder.exists(photo))
    #expect(scenery.journal.sidecars(of: batch).map(\.state) == [.kept])
    try restore()

    #expect(now() == old && TemporaryFolder.exists(photo))
    #expect(scenery.journal.sidecars(of: batch).map(\.state) == [.undone])
  }

  @Test(arguments: ["old", nil])
  func `a sidecar that somebody changed since is left as it is`(old: String?) throws {
    if let old { try scenery.photo("keeper.jpg.xmp", old) }
    try move(old)
    try TemporaryFolder.write(Array("theirs".utf8), to: sidecar)

    try restore()

    #expect(now() == "theirs" && TemporaryFolder.exists(photo))
    #expect(scenery.journal.sidecars(of: batch).compactMap { $0.sentence { $0.string } }.count == 1)
  }

  @Test(arguments: ["old", nil])
  func `a sidecar that went since loses the words of a photo that is back once it comes back itself`(old: String?)
    throws
  {
    if let old { try scenery.photo("keeper.jpg.xmp", old) }
    try move(old)
    try scenery.move([try .only(sidecar)], as: "later")

    try restore()
    #expect(now() == nil && TemporaryFolder.exists(photo))
    #expect(scenery.journal.sidecars(of: batch).map(\.state) == [.undoing])
    try scenery.restore("later")
    _ = try sidecars().settleAll()

    #expect(now() == old)
    #expect(scenery.journal.sidecars(of: batch).map(\.state) == [.undone])
  }

  @Test func `words that a later batch wrote again are not taken back by the earlier one`() throws {
    try move(nil)
    try scenery.move([try .only(sidecar)], as: "away")
    try restore()
    let again = BatchSidecar(index: 0, path: sidecar, photos: [photo], old: nil, new: Array("new".utf8))

    #expect(try sidecars().write([again], in: BatchID("later")).isEmpty)
    try scenery.move([try .only(photo)], as: "later")
    try sidecars().settle(BatchID("later"))
    try scenery.photo("a.jpg", "another photo that came since")
    _ = try sidecars().settleAll()

    #expect(now() == "new")
    #expect(scenery.journal.sidecars(of: batch).map(\.state) == [.left])
  }

  @Test(arguments: [true, false])
  func `where a restore ended in doubt the words are taken back as soon as the photo is there`(isThere: Bool) throws {
    try scenery.photo("keeper.jpg.xmp", "new before")
    try move("new before")
    try sidecars().beginUndoing(batch)
    if isThere { try scenery.restore() }
    scenery.journal.record([FileChange(index: 0, state: .unclear)], in: batch)

    try sidecars().settle(batch)
    #expect(now() == (isThere ? "new before" : "new"))
    #expect(scenery.journal.sidecars(of: batch).map(\.state) == [isThere ? .undone : .undoing])
  }

  @Test func `words stay while the photo is away again, whoever put it there`() throws {
    try move(nil)
    try scenery.move([try .only(sidecar)], as: "away")
    try restore()
    try FileManager.default.removeItem(atPath: photo.string)

    try scenery.restore("away")
    _ = try sidecars().settleAll()

    #expect(now() == "new")
    #expect(scenery.journal.sidecars(of: batch).map(\.state) == [.undoing])
  }

  @Test func `words that several batches added are taken back from the newest on`() throws {
    let other = try scenery.photo("b.jpg")
    try move(nil)
    let second = BatchSidecar(
      index: 0, path: sidecar, photos: [other], old: Array("new".utf8), new: Array("newer".utf8))
    #expect(try sidecars().write([second], in: BatchID("batch2")).isEmpty)
    try scenery.move([try .only(other)], as: "batch2")
    try sidecars().settle(BatchID("batch2"))
    try scenery.move([try .only(sidecar)], as: "away")
    for name in ["batch", "batch2"] {
      try sidecars().beginUndoing(BatchID(name))
      try scenery.restore(name)
      try sidecars().settle(BatchID(name))
    }

    try scenery.restore("away")
    _ = try sidecars().settleAll()

    #expect(now() == nil)
  }

  @Test func `a sidecar of which no photo went is taken back`() throws {
    _ = try sidecars().write(planned(nil), in: batch)
    #expect(now() == "new")
    try scenery.move([try .only(photo)], isStopped: { true })

    let settled = try sidecars().settle(batch)

    #expect(settled.map(\.state) == [.undone] && now() == nil)
  }

  @Test func `a photo stays whose words cannot be written`() throws {
    try scenery.photo("keeper.jpg.xmp", "came meanwhile")

    let refused = try sidecars().write(planned(nil), in: batch)

    #expect(refused == [photo: .somethingIsThere(sidecar)] && now() == "came meanwhile")
    #expect(try sidecars().settle(batch).map(\.state) == [.undone])
    #expect(now() == "came meanwhile")
  }

  @Test(arguments: ["old", nil])
  func `after an error of any call of a restore the words are taken back at the next start`(old: String?) throws {
    for call in 1... {
      let test = try BatchSidecarsTests()
      if let old { try test.scenery.photo("keeper.jpg.xmp", old) }
      try test.move(old)
      let gate = FaultGate(.error(.ioError, at: call))
      try? test.restore(gate.operations())

      _ = try test.scenery.recover()
      _ = try test.sidecars().settleAll()

      let stands = TemporaryFolder.exists(test.photo)
      #expect(test.now() == (stands ? old : "new"), "\(call)")
      #expect(!test.scenery.journal.sidecars(of: test.batch).map(\.state).contains(.left), "\(call)")
      guard gate.wasHit else { break }
    }
  }

  @Test(arguments: ["old", nil], [true, false])
  func `after a stop before any call the words are where the photo is not`(old: String?, restores: Bool) throws {
    for call in 1... {
      let test = try BatchSidecarsTests()
      if let old { try test.scenery.photo("keeper.jpg.xmp", old) }
      if restores { try test.move(old) }
      let gate = FaultGate(.crash(at: call))
      if restores { try? test.restore(gate.operations()) } else { try? test.move(old, gate.operations()) }

      _ = try test.scenery.recover()
      _ = try test.sidecars().settleAll()

      let stands = TemporaryFolder.exists(test.photo)
      #expect(test.now() == (stands ? old : "new"), "\(call)")
      #expect(test.scenery.journal.batchesWithOpenSidecars().isEmpty, "\(call)")
      guard gate.wasHit else { break }
    }
  }
}
