import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import FileSafety
@testable import SessionStore

/// Smaller files in the place of photos: their receipts, and what was decided about the photos before.
@Suite struct SessionShrinkTests {
  private let folder = TemporaryFolder()
  private let roots = [FilePath("/photos")]
  private let photo = FilePath("/photos/a")
  private var path: FilePath { folder["session.sqlite"] }

  private func open() throws -> SessionDatabase { try SessionDatabase(path: path, timestamp: timestamp) }
  private func digest(_ byte: UInt8) throws -> ContentDigest { try #require(Samples.digest(byte)) }
  private func location(_ name: String) -> TrashLocation {
    TrashLocation(
      folder: TrashFolder(kind: .home, path: "/trash", topFolder: nil), name: Array(name.utf8), info: Array("x".utf8))
  }

  /// Begins a batch of the photo with content 1, whose smaller file has content 9, and carries it out.
  private func shrink(isLossy: Bool = true) throws -> SessionDatabase {
    let session = try open()
    let date = try #require(DeletionDate("2026-01-31T12:00:00"))
    let file = BatchFile(index: 0, item: 0, path: photo, identity: Samples.identity(1), digest: try digest(1))
    try session.begin(RemovalBatch(id: BatchID("one"), startedAt: date, files: [file]))
    var replacement = Replacement(name: Array(".hidden".utf8), isLossy: isLossy)
    try session.record(
      [FileChange(index: 0, state: .reserved, location: location("a"), replacement: replacement)], in: BatchID("one"))
    replacement.digest = try digest(9)
    let smaller = Survivor(path: photo, identity: Samples.identity(9))
    try session.record(
      [FileChange(index: 0, state: .reserved, replacement: replacement, survivor: smaller)], in: BatchID("one"))
    try session.record([FileChange(index: 0, state: .moved)], in: BatchID("one"))
    return session
  }

  private func restore(_ session: SessionDatabase) throws {
    try session.record([FileChange(index: 0, state: .restoring)], in: BatchID("one"))
    try session.record([FileChange(index: 0, state: .restored)], in: BatchID("one"))
  }

  /// Decides about the photo in each way in which one can.
  private func decide() throws {
    let session = try open()
    func item(_ decision: UserDecision) throws -> DecisionAction.Item {
      var item = Samples.item(photo, decision, number: 1)
      item.digest = try digest(1)
      return item
    }
    let kept = LedgerChange.Kept(
      path: photo, digest: try digest(1), category: .similar, groupSnapshot: [try digest(1), try digest(2)],
      keeper: try digest(2))
    let decidedAt = Date(timeIntervalSince1970: 1_700_000_000)
    _ = try session.record(
      DecisionAction(items: [try item(.keep)]), ledger: LedgerChange(decidedAt: decidedAt, kept: [kept]), in: roots)
    let other = LedgerChange.Kept(
      path: "/photos/b", digest: try digest(2), category: .similar, groupSnapshot: [try digest(1), try digest(2)],
      keeper: try digest(1))
    _ = try session.record(
      DecisionAction(items: [Samples.item("/photos/b", .keep, number: 2)]),
      ledger: LedgerChange(decidedAt: decidedAt, kept: [other]), in: roots)
    let pair = try #require(ContentPair(try digest(1), try digest(3)))
    let refused = LedgerChange.Refused(pair: pair, photo: photo, keeper: "/photos/c")
    _ = try session.record(
      DecisionAction(items: [try item(.pending)], refusal: pair),
      ledger: LedgerChange(decidedAt: decidedAt, refused: refused), in: roots)
    _ = try session.record(DecisionAction(items: [try item(.delete)]), in: roots)
    try withDatabase(path) { database in
      try database.execute(
        sql: "INSERT INTO viewed_photo (digest, viewed_at) VALUES (?, 1)", arguments: [Data(digest(1).bytes)])
    }
  }

  /// The sizes that decisions about the photo know; size and number of a sample are one.
  private func sizes() throws -> Set<Int64> {
    try withDatabase(path) {
      try Int64.fetchSet($0, sql: "SELECT size FROM decision_item WHERE path = ?", arguments: [Data(photo.bytes)])
    }
  }

  @Test func `a receipt of a shrunk file comes back as it was written`() throws {
    _ = try shrink()

    let file = try #require(try open().batch(BatchID("one"))?.files.first)

    #expect(file.state == .moved && file.location == location("a"))
    #expect(file.replacement == Replacement(name: Array(".hidden".utf8), isLossy: true, digest: try digest(9)))
    #expect(file.smallerFile == Survivor(path: photo, identity: Samples.identity(9)))
  }

  @Test func `what was decided about a photo goes over to its smaller file`() throws {
    try decide()

    let session = try shrink()

    #expect(try sizes() == [9])
    let ledger = try session.ledger()
    let keep = try #require(ledger.keeps.first { $0.path == photo })
    #expect(try keep.digest == digest(9) && keep.keeper == digest(2))
    let snapshot = try #require(keep.groupSnapshot.flatMap { ledger.groupSnapshots[$0] })
    #expect(try Set(snapshot) == [digest(1), digest(2), digest(9)])
    #expect(try ledger.keeps.first { $0.path == "/photos/b" }?.keeper == digest(9))
    let pairs = Set(ledger.refusals.map(\.pair))
    #expect(
      try pairs == Set([ContentPair(digest(1), digest(3)), ContentPair(digest(9), digest(3))].compactMap(\.self)))
    let viewed = try withDatabase(path) { try SessionDatabase.viewedContents(in: $0) }
    #expect(try viewed == [digest(1), digest(9)])
  }

  @Test func `a restore takes decisions back to the original`() throws {
    try decide()
    let session = try shrink()

    try restore(session)

    #expect(try sizes() == [1])
    let ledger = try session.ledger()
    #expect(try ledger.keeps.first { $0.path == photo }?.digest == digest(1))
    #expect(try ledger.keeps.first { $0.path == "/photos/b" }?.keeper == digest(1))
    #expect(ledger.refusals.count == 2)
  }

  @Test func `only contents that came out of a loss are known as such, and outlive their batch`() throws {
    let session = try shrink()
    try restore(session)
    try session.finish(BatchID("one"))
    try session.forget([BatchID("one")])

    #expect(try session.shrunkContents() == [digest(9)])
    #expect(try session.batch(BatchID("one")) == nil)
  }

  @Test func `a file repacked without loss may be looked at again`() throws {
    #expect(try shrink(isLossy: false).shrunkContents().isEmpty)
  }
}
