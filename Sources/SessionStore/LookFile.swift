import FileSafety
import Foundation
import GRDB
package import PhotoModel
package import PhotoScan
import Synchronization
package import SystemPackage

/// The looks of one scan, in a file of their own beside the cache: 45 KB a photo, which nobody wants once all pairs are
/// answered. A scan that is stopped leaves the file to the next one.
///
/// One process has it, and no other. It is never synced, and nothing in it can be taken back: what a power cut breaks
/// is looked at again.
final class LookFile: KeptLooks {
  private struct State {
    /// Nil once nothing is kept any more.
    var queue: DatabaseQueue?
    var isFull = false
    /// Bytes that may be written before the disk is asked again.
    var granted = 0
  }

  private let path: FilePath
  private let freeBytes: FreeBytes
  private let grant: Int
  private let state: Mutex<State>

  /// How many bytes may be written to the disk of a folder; nil where that is not known, or it is no disk but memory.
  typealias FreeBytes = @Sendable (_ folder: FilePath) -> Int?

  /// - Parameters:
  ///   - isToBegin: Makes the file where there is none.
  ///   - grant: The disk is asked once for so many bytes.
  /// - Returns: Nil where there is none, or another process has it, or the disk is nearly full.
  init?(path: FilePath, isToBegin: Bool, grant: Int = 64 << 20, freeBytes: @escaping FreeBytes = diskBytes) {
    let isThere = path.withPlatformString { access($0, F_OK) } == 0
    guard isThere || isToBegin && freeBytes(path.removingLastComponent()).map({ $0 >= Self.leftFree }) == true,
      let queue = Self.opened(path)
    else { return nil }
    self.path = path
    self.freeBytes = freeBytes
    self.grant = grant
    state = Mutex(State(queue: queue))
  }

  /// What is decided and moved must find room on the disk whatever happens here.
  private static let leftFree = 4 << 30

  var hasRoom: Bool { state.withLock { $0.queue != nil && !$0.isFull } }

  func keep(_ look: [UInt8], of content: ContentDigest) -> Bool {
    guard let queue = queue(for: look.count) else { return false }
    do {
      try queue.write { try Self.table.insert([Data(content.bytes), Data(look)], into: $0) }
      return true
    } catch {
      // Room that it takes is wanted by others, if that is why.
      discard()
      return false
    }
  }

  private func queue(for count: Int) -> DatabaseQueue? {
    state.withLock { state in
      guard !state.isFull else { return nil }
      if state.granted < count {
        let free = freeBytes(path.removingLastComponent()) ?? 0
        state.isFull = free < Self.leftFree
        state.granted = grant
      }
      state.granted -= count
      return state.isFull ? nil : state.queue
    }
  }

  func look(at content: ContentDigest) -> [UInt8]? {
    guard let queue = state.withLock(\.queue) else { return nil }
    do {
      return try queue.read { database in
        var look: [UInt8]?
        try database.forEachRow(of: "\(Self.table.selection) content = ?", [Data(content.bytes)]) { row in
          _ = row.digest()
          let bytes = row.bytes()
          if row.isWhole() { look = bytes }
        }
        return look
      }
    } catch {
      discard()
      return nil
    }
  }

  func discard() {
    let queue = state.withLock { state in
      defer { state.queue = nil }
      return state.queue
    }
    guard let queue else { return }
    // By its name as long as nobody else can have it.
    try? removeScratchFile(path)
    try? queue.close()
  }

  private static let table = CheckedTable(name: "look", columns: ["content", "features"])

  private static func opened(_ path: FilePath) -> DatabaseQueue? {
    do {
      return try openedOnce(path)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return nil
    } catch {
      // Damaged, or of another version: what it held is looked at again.
      try? removeScratchFile(path)
      return try? openedOnce(path)
    }
  }

  private static func openedOnce(_ path: FilePath) throws -> DatabaseQueue {
    try DatabaseFile.makeForFolderOwner(path)
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
    let queue = try DatabaseQueue(path: path.string, configuration: configuration)
    try queue.inDatabase { database in
      // Asks for the lock, which then stays.
      try database.inTransaction(.exclusive) {
        if try !database.tableExists(table.name) {
          try database.execute(sql: schema)
        } else if try Int.fetchOne(database, sql: "PRAGMA user_version") != analysisVersion {
          throw OtherVersion()
        }
        return .commit
      }
    }
    return queue
  }

  private struct OtherVersion: Error {}

  private static var schema: String {
    """
    CREATE TABLE look (
      content BLOB NOT NULL UNIQUE, version INTEGER NOT NULL, features BLOB NOT NULL, checksum INTEGER NOT NULL
    ) STRICT;
    PRAGMA user_version = \(analysisVersion);
    """
  }
}

/// What this user may write to the disk of a folder; nil where that is not known, or what is written there takes memory.
private func diskBytes(of folder: FilePath) -> Int? {
  guard let folder = try? realPath(folder), let volume = try? Volume.containing(folder),
    !["tmpfs", "ramfs"].contains(volume.fileSystemType)
  else { return nil }
  return Int(volume.available.bytes)
}

// MARK: - Those of all libraries

extension FeatureStore {
  package func keptLooks(of roots: [FilePath], isToBegin: Bool) -> (any KeptLooks)? {
    guard !isReadOnly else { return nil }
    let path = lookFile(of: roots)
    if isToBegin { forgetLooks(unusedFor: Self.mostAgeOfLooks) }
    return LookFile(path: path, isToBegin: isToBegin)
  }

  /// Nobody goes on any more with a scan that was stopped so many seconds ago: thirty days.
  private static let mostAgeOfLooks = 30 * 86_400

  /// Named by the folders, in any order of them.
  private func lookFile(of roots: [FilePath]) -> FilePath {
    let paths = roots.sorted(by: precedesInByteOrder).flatMap { $0.bytes + [0] as [UInt8] }
    let name = contentDigest(of: paths)?.hexadecimal.prefix(16) ?? "0"
    return path.removingLastComponent().appending("looks-\(name).sqlite")
  }

  /// Bytes on the disk that scans under way hold, or that were left by scans that were stopped.
  package var sizeOfLooks: ByteCount { keptLooks.reduce(.zero) { $0 + $1.status.size } }

  private var keptLooks: [(path: FilePath, status: FileStatus)] {
    guard let folder = try? realPath(path.removingLastComponent()), let files = try? regularFiles(in: folder) else {
      return []
    }
    return files.filter { file in
      let name = String(decoding: file.path.nameBytes, as: UTF8.self)
      return name.hasPrefix("looks-") && name.hasSuffix(".sqlite")
    }
  }

  /// A scan that has one goes on with what it has, and finds nothing of it the next time.
  func forgetLooks(unusedFor seconds: Int = 0) {
    let now = Int64(Date().timeIntervalSince1970)
    for (path, status) in keptLooks where now - status.identity.modified / 1_000_000_000 >= seconds {
      try? removeScratchFile(path)
    }
  }
}
