import FileSafety
import Foundation
import PhotoModel
import PhotoScan
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import SessionStore

/// A program that ends takes its files from those who are at work in them.
@Suite struct ClosingTests {
  private let folder = TemporaryFolder()
  private let contents = (1...8).compactMap { Samples.digest($0) }
  private let roots: [FilePath] = ["/photos"]

  private func open() throws -> SessionDatabase {
    try SessionDatabase(path: folder["session.sqlite"], stamp: stamp)
  }

  /// What the one file of a session holds: the session itself is locked for as long as it is there.
  private func actions(of database: SessionDatabase) throws -> [DecisionAction] {
    let copy = try folder.write(try readFile(database.path), to: "copy.sqlite")
    return try SessionDatabase(path: copy, stamp: stamp).session(of: roots).actions
  }

  /// Does a piece of work again and again on threads of its own.
  ///
  /// - Parameter work: Its turn is nil where the end is due, in the middle of that.
  private func workAndEnd(_ work: @Sendable (_ turn: Int?) -> Void) {
    DispatchQueue.concurrentPerform(iterations: 5) { thread in
      guard thread > 0 else { return work(nil) }
      for round in 0..<30 { work(100 * thread + round) }
    }
  }

  @Test func `a cache that was closed says so`() throws {
    let store = try FeatureStore(path: folder["features.sqlite"], stamp: stamp)
    try store.store(Samples.cached("/photos/a"))

    store.close()

    #expect(throws: (any Error).self) { _ = try store.inspections(under: roots) }
    #expect(throws: (any Error).self) { try store.store(searched: [contents[0]: 1]) }
    store.close()
  }

  @Test func `a session that was closed says so`() throws {
    let database = try open()
    let action = DecisionAction(items: [Samples.item("/photos/a", .delete)])
    let stored = try database.record(action, in: roots)

    database.close()

    #expect(throws: StoreError.self) { try database.record(action, in: roots) }
    #expect(throws: StoreError.self) { try database.session(of: roots) }
    database.close()
    #expect(try actions(of: database) == [stored])
  }

  @Test func `what was stored before the end is there, whoever was at work`() throws {
    let database = try open()
    let stored = Mutex<Set<FilePath>>([])

    workAndEnd { turn in
      guard let turn else { return database.close() }
      let path = FilePath("/photos/\(turn)")
      let action = DecisionAction(items: [Samples.item(path, .delete)])
      if (try? database.record(action, in: roots)) != nil { stored.withLock { _ = $0.insert(path) } }
    }

    let found = try actions(of: database).flatMap { $0.items.map(\.path) }
    #expect(found.count == Set(found).count && Set(found) == stored.withLock { $0 })
  }

  @Test func `looks are whole or gone, whoever ends them`() throws {
    let file = try #require(ScratchFile(in: folder.path, for: [1]))
    let plenty: LookFile.FreeBytes = { _ in 100 << 30 }
    let looks = try #require(LookFile(file, isToBegin: true, freeBytes: plenty))
    let mistaken = Mutex(0)

    workAndEnd { turn in
      guard let turn else { return looks.discard(after: ContentSet(contents)) }
      let content = contents[turn % contents.count]
      _ = looks.keep(Array(content.bytes), of: content)
      if let look = looks.look(at: content), look != Array(content.bytes) { mistaken.withLock { $0 += 1 } }
    }

    #expect(mistaken.withLock { $0 } == 0 && !looks.hasRoom)
    #expect(folder.listing() == [])
  }
}
