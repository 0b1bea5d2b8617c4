import Foundation
import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing

/// What is said of a photo is said of the RAW beside it, and is forgotten with it.
@Suite struct SessionRAWTests {
  private let folder = TemporaryFolder()
  private let roots = [FilePath("/photos")]
  private let photo = FilePath("/photos/a.jpg")
  private let raw = DecidedFile(path: "/photos/a.cr2", identity: Samples.identity(7), digest: Samples.digest(7))

  private func open() throws -> SessionDatabase {
    try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
  }

  private func record(_ item: DecisionAction.Item) throws -> DecisionAction {
    try open().record(DecisionAction(items: [Samples.item("/photos/z", .keep), item]), in: roots)
  }

  /// The RAW is marked while it is a photo of its own; then its photo comes, and something is said of that.
  private func recorded(_ decision: UserDecision) throws -> (mark: DecisionAction, later: DecisionAction) {
    let mark = try open().record(DecisionAction(items: [Samples.item(raw.path, .delete, number: 7)]), in: roots)
    var item = Samples.item(photo, decision)
    (item.stayingRAW, item.parts) = (raw, decision == .delete ? .shown : .all)
    return (mark, try record(item))
  }

  @Test(arguments: [UserDecision.pending, .keep, .delete])
  func `what is said of a RAW with its photo comes back, and a keep is one for both`(_ decision: UserDecision) throws {
    let (mark, later) = try recorded(decision)

    #expect(try open().session(of: roots).actions == [mark, later])
    let kept = try open().reviews().flatMap(\.keptFiles).map(\.path)
    #expect(kept.contains(raw.path) == (decision == .keep) && kept.contains(photo) == (decision == .keep))
    // A parent folder with a mark of its own hears it, too.
    let elsewhere = try open().session(of: ["/"]).otherLibraryDecisions.flatMap(\.items).filter { $0.decision == .keep }
      .map(\.path)
    #expect(elsewhere.contains(raw.path) == (decision == .keep))
  }

  @Test func `an open question about its photo takes no keep from a RAW`() throws {
    _ = try open().record(DecisionAction(items: [Samples.item(raw.path, .keep, number: 7)]), in: roots)
    var item = Samples.item(photo, .pending)
    item.stayingRAW = raw
    _ = try record(item)

    #expect(try open().reviews().flatMap(\.keptFiles).contains { $0.path == raw.path })
  }

  @Test(arguments: [UserDecision.pending, .keep, .delete])
  func `with a photo is forgotten what was said of the RAW beside it, and no older mark comes back`(
    _ decision: UserDecision
  ) throws {
    _ = try recorded(decision)

    try open().forgetDecisions(about: [photo], identities: [photo: Samples.identity(1)])

    let left = try open().session(of: roots).actions.flatMap(\.items)
    #expect(left.map(\.path) == ["/photos/z"] && left.allSatisfy { $0.stayingRAW == nil })
    #expect(try open().reviews().flatMap(\.keptFiles).map(\.path) == ["/photos/z"])
  }

  @Test(arguments: [UserDecision.pending, .keep, .delete], [true, false])
  func `what is forgotten brings no older mark of a RAW back under another name`(
    _ decision: UserDecision, _ isOfLedger: Bool
  ) throws {
    // A drive shows under two names; where the RAW is marked no JPEG is beside it.
    let there = FilePath("/drive/a.cr2")
    _ = try open().record(DecisionAction(items: [Samples.item(there, .delete, number: 7)]), in: ["/drive"])
    var item = Samples.item(photo, decision)
    (item.stayingRAW, item.parts) = (raw, decision == .delete ? .shown : .all)
    item.digest = Samples.digest(1)
    let digest = try #require(item.digest)
    let change = LedgerChange(
      decidedAt: Date(timeIntervalSince1970: 1),
      kept: [LedgerChange.Kept(path: photo, digest: digest, category: item.category)])
    _ = try open().record(DecisionAction(items: [item]), ledger: decision == .keep ? change : nil, in: roots)
    _ = try open().record(DecisionAction(items: [Samples.item("/drive/z", .delete, number: 7)]), in: ["/drive"])

    if isOfLedger, decision == .keep {
      try open().forget(.everything)
    } else {
      try open().forgetDecisions(about: [photo], identities: [photo: item.identity])
    }

    #expect(try open().session(of: roots).actions.isEmpty)
    #expect(try open().session(of: ["/drive"]).actions.flatMap(\.items).map(\.path) == ["/drive/z"])
  }

  @Test func `what was undone never ended the mark of a RAW`() throws {
    let (mark, later) = try recorded(.keep)
    try open().undo(later.id)

    try open().forgetDecisions(about: [photo], identities: [photo: Samples.identity(1)])
    let next = try record(Samples.item("/photos/y", .keep))

    #expect(try open().session(of: roots).actions == [mark, next])
  }
}
