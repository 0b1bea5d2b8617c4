import Foundation
import GRDB
import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing

@Suite struct SessionDecisionTests {
  private let folder = TemporaryFolder()
  private let roots = [FilePath("/photos"), FilePath(bytes: Array("/more/".utf8) + [0xFF])]
  private let time = Date(timeIntervalSince1970: 1_700_000_060)

  private func open() throws -> SessionDatabase {
    try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
  }

  @Test func `a library that nobody reviewed has an empty session`() throws {
    #expect(try open().session(of: roots) == SavedSession())
    #expect(try open().session(of: []) == SavedSession(), "before the first folder is chosen")
    #expect(try open().lastLibrary() == nil)
  }

  @Test func `every part of a decision comes back after reopening`() throws {
    var items: [DecisionAction.Item] = []
    for (number, path) in Samples.hostilePaths.enumerated() {
      for category in IssueCategory.allCases {
        for decision in [UserDecision.pending, .keep, .delete] {
          var item = Samples.item(path, decision, was: .keep, in: category, number: UInt64(number))
          item.parts = PhotoParts.allCases[items.count % 3]
          item.previousParts = PhotoParts.allCases[(items.count / 3) % 3]
          item.digest = items.count % 2 == 0 ? Samples.digest(UInt8(truncatingIfNeeded: items.count)) : nil
          item.companionsMark = [nil, .min, 0, .max][items.count % 4]
          item.keeper = items.count % 3 == 0 ? Samples.digest(UInt8(truncatingIfNeeded: items.count + 1)) : nil
          item.previousKeeper = items.count % 5 == 0 ? Samples.digest(UInt8(truncatingIfNeeded: items.count + 2)) : nil
          item.destination = items.count % 4 == 0 ? FilePath(bytes: Array("/album/".utf8) + [0xFE]) : nil
          item.previousDestination = items.count % 7 == 0 ? "/before" : nil
          items.append(item)
        }
      }
    }

    let stored = try open().record(DecisionAction(items: items), in: roots)

    #expect(stored.id > 0 && stored.items == items)
    #expect(try open().session(of: roots).actions == [stored])
  }

  @Test func `what a scan could not judge comes back, whatever its name, until the next scan says otherwise`() throws {
    let result = ScanResult(
      date: Date(timeIntervalSince1970: 1), photosScanned: 1, issueCounts: [:], reclaimable: .zero)
    let reasons: [SkippedFile.Reason] = [.corrupt, .permissionDenied, .timedOut]
    let skipped = Samples.hostilePaths.enumerated().map { number, path in
      SkippedFile(path: path, reason: reasons[number % 3], message: "Reason \(number).", isFolder: number % 2 == 0)
    }.sorted { precedesInByteOrder($0.path, $1.path) }
    try open().recordScan(result, elapsed: .zero, skipped: skipped, of: roots)
    try open().recordScan(result, elapsed: .zero, skipped: [], of: ["/other"])
    #expect(try open().session(of: roots).skipped == skipped)
    #expect(try open().session(of: ["/other"]).skipped == [])

    try open().recordScan(result, elapsed: .zero, skipped: Array(skipped.prefix(1)), of: roots)

    #expect(try open().session(of: roots).skipped == Array(skipped.prefix(1)))
  }

  @Test func `undo and redo survive reopening`() throws {
    let recorded = try ["a", "b", "c"].map { name in
      try open().record(DecisionAction(items: [Samples.item(FilePath("/photos/" + name), .delete)]), in: roots)
    }
    try open().undo(recorded[2].id)
    try open().undo(recorded[1].id)
    #expect(try open().session(of: roots).actions.map(\.isUndone) == [false, true, true])

    let again = try open().redo(recorded[1], at: time, in: roots)

    // What is said again is said last.
    #expect(again.id > recorded[2].id && again.items == recorded[1].items && !again.isUndone)
    #expect(try open().session(of: roots).actions.map(\.id) == [recorded[0].id, again.id, recorded[2].id])
    #expect(try open().session(of: roots).actions.map(\.isUndone) == [false, false, true])
    // And undone again it comes back before the other.
    try open().undo(again.id)
    #expect(try open().session(of: roots).actions.map(\.id) == [recorded[0].id, again.id, recorded[2].id])
  }

  @Test func `a new action forgets what was undone`() throws {
    let database = try open()
    let first = try database.record(DecisionAction(items: [Samples.item(FilePath("/photos/a"), .delete)]), in: roots)
    try database.undo(first.id)

    let second = try database.record(DecisionAction(items: [Samples.item(FilePath("/photos/b"), .keep)]), in: roots)

    #expect(try database.session(of: roots).actions == [second])
    #expect(second.id > first.id)
  }

  @Test func `an action that is not there cannot be taken back in silence`() throws {
    let database = try open()

    #expect(throws: StoreError.self) { try database.undo(99) }
  }

  /// The database and a list in memory, given the same random script, agree after every reopening.
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func `the session equals a model in memory`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model: [DecisionAction] = []
    var undoneIDs: [Int64] = []
    var database = try open()
    for step in 0..<120 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let items = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          Samples.item(
            Samples.hostilePaths.randomElement(using: &random) ?? "",
            [.keep, .delete].randomElement(using: &random) ?? .keep,
            in: IssueCategory.allCases.randomElement(using: &random) ?? .blurry, number: random.next() >> 40)
        }
        model.removeAll(where: \.isUndone)
        undoneIDs = []
        model.append(try database.record(DecisionAction(items: items), in: roots))
      case 5, 6:
        guard let last = model.lastIndex(where: { !$0.isUndone }) else { continue }
        var action = model.remove(at: last)
        action.isUndone = true
        model.append(action)
        undoneIDs.append(action.id)
        try database.undo(action.id)
      case 7:
        guard let id = undoneIDs.popLast(), let index = model.firstIndex(where: { $0.id == id }) else { continue }
        model.append(try database.redo(model.remove(at: index), at: time, in: roots))
      case 8:
        let path = Samples.hostilePaths.randomElement(using: &random) ?? ""
        for index in model.indices {
          model[index].items.removeAll { $0.path == path && $0.decision == .delete }
          for item in model[index].items.indices where model[index].items[item].path == path {
            guard model[index].items[item].previous == .delete else { continue }
            model[index].items[item].previous = .pending
          }
        }
        model.removeAll(where: \.items.isEmpty)
        undoneIDs.removeAll { id in !model.contains { $0.id == id } }
        try database.forgetDecisions(about: [path])
      default: break
      }
      if step % 20 == 19 {
        // Let go of the lock first.
        database = try reopened(releasing: &database)
        #expect(try database.session(of: roots).actions == asStored(model), "step \(step)")
      }
    }
    #expect(try database.session(of: roots).actions == asStored(model))
  }

  /// - Parameter model: What was undone last stands last.
  private func asStored(_ model: [DecisionAction]) -> [DecisionAction] {
    model.filter { !$0.isUndone } + model.filter(\.isUndone).reversed()
  }

  private func reopened(releasing database: inout SessionDatabase) throws -> SessionDatabase {
    let other = TemporaryFolder()
    database = try SessionDatabase(path: other["other.sqlite"], timestamp: timestamp)
    return try open()
  }

  @Test func `the folders of a library are the same in any order and each once`() throws {
    let stored = try open().record(DecisionAction(items: [Samples.item(FilePath("/photos/a"), .keep)]), in: roots)

    #expect(try open().session(of: roots.reversed() + roots).actions == [stored])
    #expect(try open().session(of: [roots[0]]).actions == [])
  }

  @Test func `libraries do not see each other's decisions`() throws {
    let database = try open()
    let other = [FilePath("/elsewhere")]
    let path = FilePath("/photos/a")
    let mine = try database.record(DecisionAction(items: [Samples.item(path, .delete)]), in: roots)
    let theirs = try database.record(DecisionAction(items: [Samples.item(path, .keep)]), in: other)
    try database.undo(mine.id)

    _ = try database.record(DecisionAction(items: [Samples.item(path, .keep)]), in: other)

    #expect(try database.session(of: roots).actions.map(\.id) == [mine.id])
    #expect(theirs.id > mine.id)
  }

  @Test func `a session that was closed is whole in its one file`() throws {
    let database = try open()
    let stored = try database.record(DecisionAction(items: [Samples.item(FilePath("/photos/a"), .delete)]), in: roots)

    database.close()

    let folder = TemporaryFolder()
    let copy = try folder.write(try readFile(database.path), to: "copy.sqlite")
    #expect(try SessionDatabase(path: copy, timestamp: timestamp).session(of: roots).actions == [stored])
  }

  @Test func `a photo that was moved or put back is forgotten in every library`() throws {
    let database = try open()
    let (here, other) = (FilePath("/photos/a"), FilePath("/photos/b"))
    for library in [roots, ["/elsewhere"]] {
      for (path, number) in [(here, 1), (other, 2)] as [(FilePath, UInt64)] {
        _ = try database.record(DecisionAction(items: [Samples.item(path, .delete, number: number)]), in: library)
      }
    }

    try database.forgetDecisions(about: [here])

    for library in [roots, ["/elsewhere"]] {
      #expect(try database.session(of: library).actions.map { $0.items.map(\.path) } == [[other]])
    }
  }

  @Test func `forgetting leaves the other photos of an action`() throws {
    let database = try open()
    let (a, b) = (FilePath("/photos/a"), FilePath("/photos/b"))
    let marks = [Samples.item(a, .delete), Samples.item(b, .delete, number: 2)]
    _ = try database.record(DecisionAction(items: marks), in: roots)
    _ = try database.record(DecisionAction(items: [Samples.item(a, .pending, was: .delete)]), in: roots)

    try database.forgetDecisions(about: [a], identities: [a: Samples.identity(1)])

    #expect(try database.session(of: roots).actions.map { $0.items.map(\.path) } == [[b]])
  }

  @Test(arguments: [PhotoParts.raw, .shown])
  func `once the RAW went no mark for one half of its photo is left, and none before it`(_ parts: PhotoParts) throws {
    let path = FilePath("/photos/a")
    var part = Samples.item(path, .delete, was: .delete)
    part.parts = parts
    var keep = Samples.item(path, .keep, was: .delete)
    keep.previousParts = parts
    let database = try open()
    for item in [Samples.item(path, .delete), part, keep] {
      _ = try database.record(DecisionAction(items: [item]), in: roots)
    }
    let whole = try database.record(DecisionAction(items: [Samples.item("/photos/b", .delete)]), in: roots)

    try database.forgetDecisions(about: ["/photos/a.cr2"], andOfRAWsOf: [path, "/photos/b"])

    let left = try database.session(of: roots).actions
    #expect(left.map(\.items) == [[Samples.item(path, .keep)], whole.items])
  }

  @Test func `the order of the cards is remembered for each library`() throws {
    try open().setCardOrder(.bytes, in: roots)

    #expect(try open().session(of: roots).cardOrder == .bytes)
    #expect(try open().session(of: [FilePath("/elsewhere")]).cardOrder == .certainty)
    try open().setCardOrder(.certainty, in: roots)
    #expect(try open().session(of: roots).cardOrder == .certainty)
  }

  @Test func `bookmarks are one for each deck and can be forgotten`() throws {
    let path = Samples.hostilePaths[1]
    try open().set(Bookmark(.similar, "/photos/a"), in: roots)
    try open().set(Bookmark(.similar, path), in: roots)
    try open().set(Bookmark(.blurry, "/photos/b"), in: roots)
    #expect(try open().session(of: roots).bookmarks == [.similar: path, .blurry: FilePath("/photos/b")])

    try open().set(Bookmark(.similar, nil), in: roots)

    #expect(try open().session(of: roots).bookmarks == [.blurry: FilePath("/photos/b")])
  }

  @Test func `the last scan is the one that is remembered`() throws {
    let result = ScanResult(
      date: Date(timeIntervalSince1970: 1_700_000_000.25), photosScanned: 12,
      issueCounts: [.duplicate: 1, .similar: 2, .blurry: 3, .screenshot: 4], reclaimable: ByteCount(5_000_000_000))
    var older = result
    older.photosScanned = 3
    try open().recordScan(older, elapsed: .seconds(2), of: roots)
    try open().recordScan(result, elapsed: .milliseconds(1500), of: roots)
    // The figures of the older one are nowhere any more.
    let scans = try withDatabase(folder["session.sqlite"]) { try Int.fetchOne($0, sql: "SELECT count(*) FROM scan") }
    #expect(scans == 1)

    let session = try open().session(of: roots)

    #expect(session.lastScan == result)
    #expect(session.lastScanElapsed == .milliseconds(1500))
  }
}
