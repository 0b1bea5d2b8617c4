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
    try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
  }

  /// What the one file of a session holds: the session itself is locked for as long as it is there.
  private func actions(of database: SessionDatabase) throws -> [DecisionAction] {
    let copy = try folder.write(try readFile(database.path), to: "copy.sqlite")
    return try SessionDatabase(path: copy, timestamp: timestamp).session(of: roots).actions
  }

  /// Does a piece of work again and again on threads of its own; whoever has done the twentieth brings the end.
  private func work(_ work: @Sendable (_ turn: Int) -> Bool, end: @Sendable () -> Void) {
    let done = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<30 where work(100 * thread + round) {
        if done.wrappingAdd(1, ordering: .relaxed).newValue == 20 { end() }
      }
    }
  }

  @Test func `a cache that was closed says so`() throws {
    let store = try FeatureStore(path: folder["features.sqlite"], timestamp: timestamp)
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

    let work: @Sendable (Int) -> Bool = { turn in
      let path = FilePath("/photos/\(turn)")
      let action = DecisionAction(items: [Samples.item(path, .delete)])
      guard (try? database.record(action, in: roots)) != nil else { return false }
      stored.withLock { _ = $0.insert(path) }
      return true
    }
    self.work(work, end: { database.close() })

    let found = try actions(of: database).flatMap { $0.items.map(\.path) }
    #expect(found.count == Set(found).count && Set(found) == stored.withLock { $0 })
    #expect((20..<120).contains(found.count))
  }

  @Test func `looks are whole or gone, whoever ends them`() throws {
    let file = try #require(ScratchFile(in: folder.path, for: [1]))
    let plenty: KeypointFile.FreeBytes = { _ in 100 << 30 }
    let keypoints = try #require(KeypointFile(file, isToBegin: true, freeBytes: plenty))
    let mistaken = Mutex(0)

    let work: @Sendable (Int) -> Bool = { turn in
      let content = contents[turn % contents.count]
      // As long as the turn says: each time another one of the same photo.
      let isKept = keypoints.keep((0...turn).flatMap { _ in content.bytes }, of: content)
      if let storedFeatures = keypoints.features(of: content) {
        let isWhole =
          storedFeatures.count % 32 == 0
          && stride(from: 0, to: storedFeatures.count, by: 32).allSatisfy {
            storedFeatures[$0..<($0 + 32)].elementsEqual(content.bytes)
          }
        if !isWhole { mistaken.withLock { $0 += 1 } }
      }
      return isKept
    }
    self.work(work, end: { keypoints.discard(after: ContentSet(contents)) })

    #expect(mistaken.withLock { $0 } == 0 && !keypoints.hasSpace)
    #expect(folder.listing() == [])
  }
}
