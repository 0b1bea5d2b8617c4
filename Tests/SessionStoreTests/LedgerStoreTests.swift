import Foundation
import GRDB
import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing

/// Decisions that outlive a scan, in `session.sqlite`.
@Suite struct LedgerStoreTests {
  private let folder = TemporaryFolder()
  private let roots = [FilePath("/photos")]
  private var path: FilePath { folder["session.sqlite"] }

  private func open() throws -> SessionDatabase { try SessionDatabase(path: path, timestamp: timestamp) }

  private func digest(_ byte: UInt8) throws -> ContentDigest { try #require(Samples.digest(byte)) }

  private func keep(
    _ name: String, _ byte: UInt8, in category: IssueCategory = .similar, with groupSnapshot: [UInt8] = []
  ) throws -> DecisionAction {
    let change = LedgerChange(
      decidedAt: Date(timeIntervalSince1970: 1_700_000_000.5),
      kept: [
        LedgerChange.Kept(
          path: FilePath("/photos/" + name), digest: try digest(byte), category: category,
          groupSnapshot: try groupSnapshot.map(digest), keeper: try groupSnapshot.first.map(digest))
      ])
    let item = Samples.item(FilePath("/photos/" + name), .keep, in: category)
    return try open().record(DecisionAction(items: [item]), ledger: change, in: roots)
  }

  /// - Parameters:
  ///   - number: Of the file; what `keep` says is about file 1.
  ///   - copies: Where the library has the content besides.
  private func delete(
    _ name: String, _ byte: UInt8, in category: IssueCategory = .similar, number: UInt64 = 1, copies: [String] = [],
    library: FilePath = "/photos"
  ) throws -> DecisionAction {
    let path = library.appending(name)
    let change = LedgerChange(
      decidedAt: Date(timeIntervalSince1970: 1_700_000_001),
      reopened: [
        LedgerChange.Reopened(
          path: path, identity: Samples.identity(number), digest: try digest(byte), category: category,
          copies: [path] + copies.map { library.appending($0) })
      ])
    let action = DecisionAction(items: [Samples.item(path, .delete, in: category, number: number)])
    return try open().record(action, ledger: change, in: [library])
  }

  private func refuse(_ a: UInt8, _ b: UInt8) throws -> DecisionAction {
    let pair = try #require(ContentPair(try digest(a), try digest(b)))
    let change = LedgerChange(
      decidedAt: Date(timeIntervalSince1970: 1_700_000_002),
      refused: LedgerChange.Refused(pair: pair, photo: "/photos/a", keeper: Samples.hostilePaths[1]))
    return try open().record(
      DecisionAction(items: [Samples.item("/photos/a", .pending)], refusal: pair), ledger: change, in: roots)
  }

  private var kept: [String] {
    get throws { try open().ledger().keeps.map { String(decoding: $0.path.bytes, as: UTF8.self) } }
  }

  @Test func `what was kept and refused is there after reopening, for every library`() throws {
    _ = try keep("a", 3, with: [9, 3, 3])
    let refused = try refuse(5, 4)

    let ledger = try open().ledger()

    #expect(try ledger.keeps.map(\.digest) == [digest(3)])
    #expect(try ledger.keeps.map(\.keeper) == [digest(9)])
    #expect(ledger.keeps[0].decidedAt == Date(timeIntervalSince1970: 1_700_000_000.5))
    let groupSnapshot = try #require(ledger.keeps[0].groupSnapshot)
    #expect(ledger.groupSnapshots[groupSnapshot] == [try digest(3), try digest(3), try digest(9)])
    #expect(ledger.refusals.map(\.pair) == [try #require(ContentPair(try digest(4), try digest(5)))])
    #expect(ledger.refusals.map(\.keeper) == [Samples.hostilePaths[1]])
    #expect(try open().session(of: roots).actions.last == refused)
  }

  @Test func `undo takes it out and redo brings it again`() throws {
    let actions = [try keep("a", 1), try refuse(1, 2)]

    for action in actions { try open().undo(action.id) }
    #expect(try open().ledger() == Ledger())

    let time = Date(timeIntervalSince1970: 1_700_000_060)
    let again = try actions.map { try open().redo($0, at: time, in: roots) }
    let ledger = try open().ledger()
    #expect(ledger.keeps.map(\.decidedAt) == [time] && ledger.refusals.map(\.decidedAt) == [time])
    #expect(try open().session(of: roots).actions == again)
    for action in again { try open().undo(action.id) }
    #expect(try open().ledger() == Ledger())
  }

  @Test func `what was undone never comes back by being forgotten`() throws {
    let first = try keep("a", 1)
    try open().undo(first.id)
    try open().forgetDecisions(about: ["/photos/a"], identities: ["/photos/a": Samples.identity(1)])
    #expect(try kept == [])

    let second = try keep("b", 2)
    try open().undo(second.id)
    _ = try keep("c", 3)
    #expect(try kept == ["/photos/c"])
  }

  @Test func `it stays when the session forgets the decision`() throws {
    _ = try keep("a", 1)
    _ = try refuse(1, 2)

    try open().forgetDecisions(about: ["/photos/a"], identities: ["/photos/a": Samples.identity(1)])

    #expect(try open().session(of: roots).actions == [])
    #expect(try kept == ["/photos/a"])
    #expect(try open().ledger().refusals.count == 1)
  }

  @Test func `the last word about a photo counts, and undo gives the one before it back`() throws {
    _ = try keep("a", 1)
    let deletion = try delete("a", 1)
    #expect(try kept == [])

    try open().undo(deletion.id)
    #expect(try kept == ["/photos/a"])

    // Another question about the same photo says nothing about this one.
    _ = try delete("a", 1, in: .blurry)
    #expect(try kept == ["/photos/a"])
    // A new name does not make another photo of it.
    let renamed = try delete("renamed", 1, in: .duplicate)
    #expect(try kept == [])
    try open().undo(renamed.id)
    #expect(try kept == ["/photos/a"])
  }

  @Test func `what is said of a copy takes no keep away`() throws {
    _ = try keep("a", 1, in: .duplicate, with: [9, 1, 1])

    // A copy, a second name of the same file, and the same content in other libraries, also as the same file there.
    _ = try delete("b", 1, in: .duplicate, number: 2, copies: ["a"])
    _ = try delete("c", 1, in: .duplicate, copies: ["a"])
    _ = try delete("b", 1, in: .duplicate, number: 2, library: "/stick")
    _ = try delete("c", 1, in: .duplicate, library: "/mirror")
    _ = try delete("d", 1, in: .similar, number: 3)

    #expect(try kept == ["/photos/a"])
  }

  @Test func `a word about a copy that an earlier version took for one about what was kept counts no more`() throws {
    _ = try keep("a", 1, in: .duplicate, with: [9, 1, 1])
    let marked = try open().record(DecisionAction(items: [Samples.item("/photos/b", .delete)]), in: roots)
    try withDatabase(path) { database in
      try database.execute(
        sql: """
          INSERT INTO ledger_keep (action, digest, category, is_kept, path, decided_at)
          SELECT ?, digest, 'duplicate', 0, CAST('/photos/b' AS BLOB), 0 FROM ledger_keep
          """, arguments: [marked.id])
    }

    #expect(try kept == ["/photos/a"])
  }

  @Test func `copies are kept one by one`() throws {
    _ = try keep("a", 1, in: .duplicate, with: [1, 1, 1])
    _ = try keep("b", 1, in: .duplicate, with: [1, 1, 1])
    _ = try keep("a", 1, in: .duplicate, with: [1, 1, 1])

    let ledger = try open().ledger()

    #expect(Set(try kept) == ["/photos/a", "/photos/b"])
    #expect(ledger.groupSnapshots.count == 1)
  }

  @Test func `one entry is forgotten, or all, with the decisions that made them`() throws {
    _ = try keep("a", 1)
    _ = try keep("b", 2)
    _ = try keep("c", 3, in: .blurry)
    _ = try refuse(1, 2)
    let pair = try #require(ContentPair(try digest(1), try digest(2)))

    try open().forget(.keep(try digest(1), .duplicate))
    #expect(try kept == ["/photos/b", "/photos/c"])
    try open().forget(.keep(try digest(3), .screenshot))
    #expect(try kept == ["/photos/b", "/photos/c"])
    try open().forget(.refusal(pair))
    #expect(try open().ledger().refusals == [])
    #expect(try open().session(of: roots).actions.count == 2)

    _ = try delete("d", 4)
    try open().forget(.everything)
    #expect(try open().ledger() == Ledger())
    // What is marked for the bin is no remembered decision.
    #expect(try open().session(of: roots).actions.map { $0.items.map(\.decision) } == [[.delete]])
  }

  /// What is in the bin of a library.
  private func marked(in library: FilePath = "/photos") throws -> [FilePath] {
    var decisions: [FilePath: [IssueCategory: UserDecision]] = [:]
    let session = try open().session(of: [library])
    for action in (session.actions + session.otherLibraryDecisions).sorted(by: { $0.id < $1.id }) where !action.isUndone
    {
      for item in action.items {
        if item.decision != .delete { decisions[item.path] = [:] }
        decisions[item.path, default: [:]][item.category] = item.decision
      }
    }
    return decisions.filter { $0.value.values.contains(.delete) }.keys.sorted { $0.string < $1.string }
  }

  private func mark(_ category: IssueCategory = .similar, in library: FilePath) throws {
    let items = [("a", 1), ("b", 2)].map { name, number in
      Samples.item(roots[0].appending(name), .delete, in: category, number: number)
    }
    _ = try open().record(DecisionAction(items: items), in: [library])
  }

  @Test(arguments: ["/photos", "/"] as [FilePath], [false, true])
  func `what is forgotten brings no older mark back`(_ library: FilePath, _ isEverything: Bool) throws {
    try mark(in: library)
    if library != roots[0] { try mark(.blurry, in: library) }
    _ = try keep("a", 1)
    #expect(try marked(in: library) == ["/photos/b"])

    try open().forget(isEverything ? .everything : .keep(try digest(1), .similar))

    #expect(try marked(in: library) == ["/photos/b"])
    _ = try delete("c", 3)
    _ = try open().record(DecisionAction(items: [Samples.item("/photos/a", .delete)]), in: [library])
    #expect(try marked(in: library).contains("/photos/a"))
  }

  @Test(arguments: ["/photos", "/"] as [FilePath])
  func `what is forgotten brings no older mark back under a name that its photo had before`(_ library: FilePath) throws
  {
    func item(_ path: FilePath, _ decision: UserDecision, _ byte: UInt8, number: UInt64 = 1) throws
      -> DecisionAction.Item
    {
      var item = Samples.item(path, decision, in: decision == .keep ? .similar : .blurry, number: number)
      item.digest = try digest(byte)
      return item
    }
    // The file itself before it was renamed, another file that had its name, a copy, and one of which nothing was said.
    let marks = [
      try item("/photos/a", .delete, 1), try item("/photos/z", .delete, 2, number: 2),
      try item("/photos/copy", .delete, 1, number: 3), try item("/photos/b", .delete, 4, number: 4),
    ]
    _ = try open().record(DecisionAction(items: marks), in: [library])
    var change = LedgerChange(decidedAt: Date(timeIntervalSince1970: 1))
    change.kept = [LedgerChange.Kept(path: "/photos/z", digest: try digest(1), category: .similar)]
    _ = try open().record(DecisionAction(items: [try item("/photos/z", .keep, 1)]), ledger: change, in: roots)

    try open().forget(.everything)

    #expect(try marked(in: library) == ["/photos/b", "/photos/copy"])
  }

  @Test(arguments: ["/photos", "/"] as [FilePath])
  func `a refusal that is forgotten brings no older mark back`(_ library: FilePath) throws {
    try mark(in: library)
    _ = try refuse(1, 2)
    #expect(try marked(in: library) == ["/photos/b"])

    try open().forget(.refusal(try #require(ContentPair(try digest(1), try digest(2)))))

    #expect(try marked(in: library) == ["/photos/b"])
  }

  @Test func `what was marked before a word that is forgotten is open in all categories, what was marked since stays`()
    throws
  {
    try mark(.blurry, in: roots[0])
    _ = try keep("a", 1)
    _ = try keep("c", 3)
    _ = try delete("c", 3)
    try mark(in: "/")
    let undone = try keep("b", 2)
    try open().undo(undone.id)

    try open().forget(.everything)

    #expect(try marked() == ["/photos/b", "/photos/c"])
    #expect(try marked(in: "/") == ["/photos/a", "/photos/b"])
  }

  @Test func `undo does not bring a mark back that ended with what is forgotten`() throws {
    try mark(in: roots[0])
    _ = try open().record(DecisionAction(items: [Samples.item("/photos/a", .pending, was: .delete)]), in: roots)
    _ = try keep("a", 1)

    try open().forget(.everything)

    let last = try #require(try open().session(of: roots).actions.last)
    #expect(last.items == [Samples.item("/photos/a", .pending)])
  }

  @Test func `a scan remembers how much had been kept when it ended`() throws {
    _ = try keep("a", 1)
    let mark = try open().ledger().newestKeep
    let result = ScanResult(date: Date(), photosScanned: 1, issueCounts: [:], reclaimable: .zero)
    try open().recordScan(result, elapsed: .zero, of: roots)
    _ = try keep("b", 2)

    #expect(try open().session(of: roots).ledgerMark == mark)
    #expect(try open().ledger().keeps(upTo: mark).keeps.count == 1)
  }

  @Test func `a session that only looks reads the ledger and cannot write it`() throws {
    _ = try keep("a", 1)
    let reader = try SessionDatabase(path: path, isReadOnly: true, timestamp: timestamp)

    #expect(try reader.ledger().keeps.count == 1)
    #expect(throws: StoreError.self) { try reader.forget(.everything) }
    #expect(try kept == ["/photos/a"])
  }
}
