import Foundation
import GRDB
package import PhotoModel
package import PhotoScan
import Synchronization
package import SystemPackage

/// The measured features of files, in `features.sqlite`. Disposable: after any error there the files are measured
/// again.
package final class FeatureStore: FeatureCache {
  /// The path of the database.
  package let path: FilePath
  private let opened: Mutex<State>
  /// The file of the database; nil where it is read-only: then a damaged file stays where it is.
  private let file: DatabaseFile?
  private let timestamp: String
  /// The number of contents from which on a whole table is read, not one record after the other.
  let mostLookups: Int
  /// The features of photos measured since a library was read last.
  private let pool: Mutex<FeaturePool>
  private let mostMemory: Int

  /// - Parameters:
  ///   - isReadOnly: Whether nothing is written to the disk: a missing cache is an empty one, a damaged one stays where
  ///     it is, and values to store are dropped.
  ///   - timestamp: The part of the name of a damaged file that is set aside, such as "20260131-120000".
  ///   - mostLookups: The number of contents up to which each is read by its key; for more a whole table is read.
  ///   - mostMemory: Bytes of features, and of any table made of them, that stay in memory; more goes to an unnamed
  ///     file beside the cache. Nil for a part of the available memory.
  package init(
    path: FilePath, isReadOnly: Bool = false, timestamp: String, mostLookups: Int = 20_000, mostMemory: Int? = nil
  ) throws(StoreError) {
    var configuration = Configuration.sortingInMemory
    configuration.prepareDatabase { database in
      // Counts for a new file only, and before the first thing that is written.
      try database.execute(sql: "PRAGMA page_size = \(Self.pageSize)")
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      // Losing the last rows in a power cut costs a few decodes; a sync per file would cost more.
      try database.execute(sql: "PRAGMA synchronous = NORMAL")
    }
    configuration.busyMode = .timeout(5)
    var file = DatabaseFile(path: path, migrator: Self.migrator, configuration: configuration)
    // Checking the whole file first would double the time to open a large library.
    file.isCheckedWhole = false
    file.isDisposable = true
    self.path = path
    self.timestamp = timestamp
    self.mostLookups = mostLookups
    // A library takes about three times the vectors of its photos besides them.
    let most = isReadOnly ? .max : mostMemory ?? AvailableMemory().bytes.map { $0 / 8 } ?? .max
    self.mostMemory = most
    pool = Mutex(Self.pool(most, beside: path))
    self.file = isReadOnly ? nil : file
    opened = Mutex(
      State(isReadOnly ? .init(queue: try file.openReadOnly(), setAside: nil) : try file.open(timestamp: timestamp)))
  }

  private struct State {
    /// The connection; nil once the store is closed.
    var queue: DatabaseQueue?
    var setAside: FilePath?

    init(_ opened: DatabaseFile.Opened) { (queue, setAside) = (opened.queue, opened.setAside) }
  }

  /// Closes the store; nothing can be read or written afterwards. Work under way is still finished, and the last
  /// connection to close moves the write-ahead log into the file. A process that ends without that leaves the log for
  /// the next one, which reads both.
  package func close() {
    let queue = opened.withLock { opened in
      defer { opened.queue = nil }
      return opened.queue
    }
    // The connection is released only now, not while others wait for the lock: the disk may hang.
    withExtendedLifetime(queue) {}
  }

  /// The path to which a damaged cache was moved, on opening or since; nil where there was none.
  package var setAside: FilePath? { opened.withLock { $0.setAside } }

  /// Runs work on the database. A damaged database is set aside, and the work is done on a new one: else a scan of
  /// hours would store nothing. Where a lock was lost the database is opened again: else each access would wait ten
  /// seconds for that lock.
  func withDatabase<Value>(_ work: (DatabaseQueue) throws -> Value) throws -> Value {
    let (queue, result) = try attempt(work)
    guard case .failure(let error as DatabaseError) = result, let file,
      DatabaseFile.isDamage(error) || DatabaseFile.isLostLock(error)
    else { return try result.get() }
    try opened.withLock { opened in
      // Another thread may have opened it again already.
      guard opened.queue.map(ObjectIdentifier.init) == queue else { return }
      // The connection ends before the database is opened again: the locks of a process end with its last connection.
      opened.queue = nil
      opened = State(
        try DatabaseFile.isDamage(error) ? file.openDamaged(timestamp: timestamp) : file.open(timestamp: timestamp))
    }
    return try attempt(work).result.get()
  }

  /// Runs work on the database as it is open now. Only the object identifier of the connection is returned, so that the
  /// connection can end.
  private func attempt<Value>(
    _ work: (DatabaseQueue) throws -> Value
  ) throws -> (queue: ObjectIdentifier, result: Result<Value, any Error>) {
    guard let queue = opened.withLock(\.queue) else { throw Self.closed }
    return (ObjectIdentifier(queue), Result { try work(queue) })
  }

  private static let closed = DatabaseError(resultCode: .SQLITE_MISUSE, message: "it is closed")

  /// Stores an inspection in a transaction of its own.
  package func store(_ cached: CachedInspection) throws { try store([cached]) }

  /// Stores inspections in one transaction.
  package func store(_ cached: [CachedInspection]) throws {
    // Vectors are loaded before the database is in use: they may be read from it.
    for cached in cached { _ = cached.inspection.features?.hasVectors }
    try withDatabase { queue in
      try queue.write { database in for cached in cached { try cached.insert(into: database) } }
    }
  }

  private static func pool(_ most: Int, beside path: FilePath) -> FeaturePool {
    FeaturePool(limit: most, memory: MemoryBuffer.init, spill: makeSpillAllocator(in: path.removingLastComponent()))
  }

  /// The same features, in a pool that moves features to a file when they are too many for memory.
  package func pooled(_ features: PhotoFeatures) -> PhotoFeatures { pool.withLock { $0 }.pooled(features) }

  /// An allocator beside the database for tables that are too large for memory.
  package var spillAllocator: SpillAllocator {
    spillAllocatorForTables(in: path.removingLastComponent(), above: mostMemory)
  }

  /// A pool for another library: the one that was read before is about to go, and its vectors with it. What is measured
  /// from now on goes to a pool beside it, which has no source: that holds this store.
  func newPool(_ source: @escaping FeaturePool.Source) -> FeaturePool {
    pool.withLock {
      $0 = Self.pool(mostMemory, beside: path)
      return FeaturePool(sharing: $0, source: source)
    }
  }

  /// Whether the store is read-only.
  var isReadOnly: Bool { file == nil }

  /// The numbers of inspections and of pairs, and the size on the disk: what `deckle cache info` shows.
  package func summary() throws -> (inspections: Int, pairs: Int, size: ByteCount) {
    let rows = try withDatabase { queue in
      try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM inspection") ?? 0 }
    }
    return (rows, try pairCount(), try size())
  }

  /// The size on the disk, keypoint files included, without reading rows.
  package func size() throws -> ByteCount {
    let pages = try withDatabase { queue in
      try queue.read { database in
        (try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0)
          * (try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
      }
    }
    return ByteCount(pages) + KeypointFolder(beside: path).size
  }

  /// Forgets everything that was measured. Photos, decisions and batches are not touched.
  package func clear() throws {
    // The keypoint files are erased first: on a full disk this makes the space for the rest.
    KeypointFolder(beside: path).forgetAll()
    try withDatabase { queue in
      try queue.write { database in
        for table in CheckedTable.all.map(\.name) + ["vectors", "findings", "ended_search"] {
          try database.execute(sql: "DELETE FROM \(table)")
        }
      }
      try queue.vacuum()
    }
  }
}
