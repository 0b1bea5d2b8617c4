import FileSafety
import Foundation
import GRDB
package import PhotoModel
package import PhotoScan
import Synchronization
package import SystemPackage

/// The keypoints of one scan, in a file of their own beside the cache: 45 KB a photo, of no use once all pairs are
/// verified. A scan that is stopped leaves the file to the next one.
///
/// Only one process uses the file. It is never synced, and no transaction can be rolled back: keypoints that a power
/// cut damages are detected again.
final class KeypointFile: KeypointStore {
  private struct State {
    /// The connection; nil once nothing is stored any more.
    var queue: DatabaseQueue?
    var isFull = false
    /// Bytes that may be written before the disk is asked again.
    var granted = 0
  }

  private let file: ScratchFile
  /// The file that is open: another one may have its name by the end.
  private let identity: FileIdentity
  private let freeBytes: FreeBytes
  private let grant: Int
  private let state: Mutex<State>

  /// The number of bytes that may be written to the disk of a folder; nil where it is unknown, or the disk is in
  /// memory.
  typealias FreeBytes = @Sendable (_ folder: FilePath) -> Int?

  /// - Parameters:
  ///   - isToBegin: Whether a missing file is made.
  ///   - grant: The number of bytes written before the free space is checked again.
  /// - Returns: Nil where there is no file, where another process has it, and where the disk is nearly full: then the
  ///   file of an earlier scan is erased.
  init?(
    _ file: ScratchFile, isToBegin: Bool, grant: Int = 64 << 20, freeBytes: @escaping FreeBytes = diskBytes
  ) {
    let isThere = file.identity != nil
    guard isThere || isToBegin, let free = freeBytes(file.path.removingLastComponent()) else { return nil }
    guard free >= Self.leftFree else {
      try? file.remove()
      return nil
    }
    guard let queue = Self.opened(file), let identity = file.identity else { return nil }
    self.file = file
    self.identity = identity
    self.freeBytes = freeBytes
    self.grant = grant
    state = Mutex(State(queue: queue))
  }

  /// Bytes that stay free on the disk: decisions and moves must be able to write whatever happens here.
  private static let leftFree = 4 << 30
  /// Free bytes below which the file is given up, because others fill the disk.
  private static let leastFree = 1 << 30

  var hasSpace: Bool { state.withLock { $0.queue != nil && !$0.isFull } }

  func keep(_ features: [UInt8], of content: ContentDigest) -> Bool {
    guard let queue = queue(for: features.count) else { return false }
    do {
      try queue.write { try Self.table.insert([Data(content.bytes), Data(features)], into: $0) }
      return true
    } catch {
      giveUp(after: error)
      return false
    }
  }

  private func queue(for count: Int) -> DatabaseQueue? {
    let (queue, isShort) = state.withLock { state -> (DatabaseQueue?, Bool) in
      guard !state.isFull else { return (nil, false) }
      var isShort = false
      if state.granted < count {
        let free = freeBytes(file.path.removingLastComponent()) ?? 0
        state.isFull = free < Self.leftFree
        isShort = free < Self.leastFree
        state.granted = max(grant, count)
      }
      state.granted -= count
      return (state.isFull ? nil : state.queue, isShort)
    }
    if isShort { end(erases: true) }
    return queue
  }

  func features(of content: ContentDigest) -> [UInt8]? {
    guard let queue = state.withLock(\.queue) else { return nil }
    do {
      return try queue.read { database in
        var features: [UInt8]?
        try database.forEachRow(of: "\(Self.table.selection) content = ?", [Data(content.bytes)]) { row in
          let found = row.digest()
          let bytes = row.bytes()
          if row.isWhole(), found == content { features = bytes }
        }
        return features
      }
    } catch {
      giveUp(after: error)
      return nil
    }
  }

  func discard(after contents: ContentSet) {
    guard let queue = state.withLock(\.queue) else { return }
    do {
      let (all, seen) = try queue.read { database in
        var (all, seen) = (0, 0)
        try database.forEachRow(of: "SELECT content FROM keypoints") { row in
          all += 1
          if let content = row.digest(), contents.contains(content) { seen += 1 }
        }
        return (all, seen)
      }
      end(erases: 2 * seen >= all)
    } catch {
      giveUp(after: error)
    }
  }

  /// Ends storing after an error. A disk that fails for a moment may still have the file next time; a full one needs
  /// the space, so the file is erased.
  private func giveUp(after error: any Error) {
    let error = error as? DatabaseError
    end(erases: error.map { DatabaseFile.isDamage($0) || $0.resultCode == .SQLITE_FULL } ?? false)
  }

  private func end(erases: Bool) {
    let queue = state.withLock { state in
      defer { state.queue = nil }
      return state.queue
    }
    guard let queue, erases else { return }
    // The file is removed while the connection is still open: until then no other process can have it.
    withExtendedLifetime(queue) { try? file.remove(ifStill: identity) }
  }

  private static let table = CheckedTable(name: "keypoints", columns: ["content", "features"])

  /// Opens the file; nil where another process has it, or the disk fails.
  private static func opened(_ file: ScratchFile) -> DatabaseQueue? {
    let isThere = file.identity != nil
    do {
      return try openedOnce(file)
    } catch let error as DatabaseError where DatabaseFile.isDamage(error) {
    } catch is OtherVersion {
    } catch {
      if !isThere { try? file.remove() }
      return nil
    }
    // The keypoints in the file are computed again.
    try? file.remove()
    return try? openedOnce(file)
  }

  private static func openedOnce(_ file: ScratchFile) throws -> DatabaseQueue {
    // The file is private to this user: SQLite would let others read it.
    if file.identity == nil { try openOwnFile(file.path, .readWrite).close() } else { makeOwnFilePrivate(file.path) }
    var configuration = Configuration.sortingInMemory
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA page_size = \(FeatureStore.pageSize);
          PRAGMA locking_mode = EXCLUSIVE;
          PRAGMA journal_mode = MEMORY;
          PRAGMA synchronous = OFF;
          """)
    }
    let queue = try DatabaseQueue(path: sqlitePath(file.path), configuration: configuration)
    try queue.inDatabase { database in
      // Asks for the lock, which then stays.
      try database.inTransaction(.exclusive) {
        if try !database.tableExists(table.name) {
          try database.execute(sql: schema)
        } else if try Int.fetchOne(database, sql: "PRAGMA user_version") != analysisVersion {
          throw OtherVersion()
        }
        // The version is written in any case: the time of the file shows when it was last used.
        try database.execute(sql: "PRAGMA user_version = \(analysisVersion)")
        return .commit
      }
    }
    return queue
  }

  private struct OtherVersion: Error {}

  private static let schema = """
    CREATE TABLE keypoints (
      content BLOB NOT NULL UNIQUE, features BLOB NOT NULL, checksum INTEGER NOT NULL
    ) STRICT;
    """
}

/// The bytes that this user may write to the disk of a folder; nil where that is not known, or where the disk is in
/// memory.
private func diskBytes(of folder: FilePath) -> Int? {
  guard let folder = try? realPath(folder), let volume = try? Volume.containing(folder),
    !["tmpfs", "ramfs"].contains(volume.fileSystemType)
  else { return nil }
  return Int(volume.available.bytes)
}

/// The keypoint files beside a cache: those of scans under way, and those that stopped scans have left.
package struct KeypointFolder: Sendable {
  private let path: FilePath

  /// - Parameter cache: The path of the cache file.
  package init(beside cache: FilePath) { path = cache.removingLastComponent() }

  func file(of scope: [UInt8]) -> ScratchFile? { ScratchFile(in: path, for: scope) }

  /// The size on the disk.
  package var size: ByteCount { ScratchFile.all(in: path).reduce(.zero) { $0 + $1.status.size } }

  /// Erases all keypoint files. A scan that uses one goes on with its open file, and leaves nothing to the next scan.
  package func forgetAll() { for (file, _) in ScratchFile.all(in: path) { try? file.remove() } }

  /// Deletes files that no scan has used for thirty days, by the clock of this machine.
  func forgetOld() {
    let now = Int64(Date().timeIntervalSince1970)
    for (file, status) in ScratchFile.all(in: path)
    where abs(now - status.identity.modified / 1_000_000_000) >= 30 * 86_400 {
      try? file.remove(ifStill: status.identity)
    }
  }
}

extension FeatureStore {
  /// The keypoint file of a scan; nil where the cache is read-only, or the file cannot be made or is used by another
  /// scan. With `isToBegin`, files that were left for 30 days are deleted first.
  package func keypointStore(of scope: [UInt8], isToBegin: Bool) -> (any KeypointStore)? {
    keypointStore(of: scope, isToBegin: isToBegin, freeBytes: diskBytes)
  }

  func keypointStore(of scope: [UInt8], isToBegin: Bool, freeBytes: @escaping KeypointFile.FreeBytes) -> (
    any KeypointStore
  )? {
    let folder = KeypointFolder(beside: path)
    guard !isReadOnly, let file = folder.file(of: scope) else { return nil }
    if isToBegin { folder.forgetOld() }
    return KeypointFile(file, isToBegin: isToBegin, freeBytes: freeBytes)
  }
}
