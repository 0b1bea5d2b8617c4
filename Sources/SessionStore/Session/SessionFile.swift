import FileSafety
import GRDB
import Glibc
import Synchronization
import SystemPackage

/// The database file of a session, held open beside SQLite: locked against other programs, and recognised at its path.
///
/// The lock file beside it can be removed under an open program; the lock on the file itself cannot. It is a lock of
/// the open file (`F_OFD_SETLK`), which no closing of another descriptor drops, on a byte far behind those that SQLite
/// locks.
///
/// Closing this descriptor drops the locks that SQLite has on the file: the connection is closed first.
final class SessionFile: Sendable {
  /// The identity and the state of a file, by which a write of another program shows.
  private struct Mark: Equatable {
    var device: UInt64
    var inode: UInt64
    var size: Int
    /// Nanoseconds since 1970.
    var modified: Int

    init?(_ status: (UnsafeMutablePointer<stat>) -> CInt) {
      var found = stat()
      guard status(&found) == 0 else { return nil }
      (device, inode, size) = (UInt64(found.st_dev), UInt64(found.st_ino), Int(found.st_size))
      modified = found.st_mtim.tv_sec * 1_000_000_000 + found.st_mtim.tv_nsec
    }

    init?(_ path: FilePath) { self.init { status in path.withPlatformString { stat($0, status) } } }
    init?(_ file: FileDescriptor) { self.init { fstat(file.rawValue, $0) } }

    func isSameFile(as other: Mark?) -> Bool { device == other?.device && inode == other?.inode }
  }

  private struct Marks {
    /// The mark of the database, as this program left it. SQLite writes to the database only at a checkpoint.
    var database: Mark?
    var header: [UInt8] = []
    /// The mark of the log; nil where SQLite keeps none.
    var log: Mark?
  }

  private let path: FilePath
  private let log: FilePath
  private let descriptor: FileDescriptor
  private let marks = Mutex(Marks())

  /// Opens and locks a file.
  ///
  /// - Parameter path: The path of an existing file.
  /// - Throws: `StoreError.inUse` where another program holds the file; `Errno`.
  init(_ path: FilePath) throws {
    self.path = path
    // A symbolic link is followed, as SQLite does, which makes the log beside the target.
    descriptor = try FileDescriptor.open(
      path, .readWrite, options: [.create, .closeOnExec], permissions: [.ownerReadWrite])
    log = pathRealAsFarAsItExists(path).adding(ending: "-wal")
    let file = descriptor
    let isLocked = SessionLock.isTaken {
      var range = Self.lockedByte
      return fcntl(file.rawValue, Self.setLock, &range) == 0 || ![EAGAIN, EACCES].contains(errno)
    }
    if !isLocked {
      try? descriptor.close()
      throw StoreError.inUse(SessionLock.path(for: path))
    }
  }

  deinit { try? descriptor.close() }

  /// `F_OFD_GETLK` and `F_OFD_SETLK`, as Linux numbers them; Swift does not see macros of GNU.
  private static let (getLock, setLock): (CInt, CInt) = (36, 37)

  private static var lockedByte: flock {
    flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 1 << 62, l_len: 1, l_pid: 0)
  }

  /// Whether a program holds the database. Not to be called by a program that has it open: the locks of its connection
  /// would be dropped.
  static func isLocked(_ path: FilePath) -> Bool {
    guard let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec]) else { return false }
    defer { try? file.close() }
    var range = lockedByte
    return fcntl(file.rawValue, getLock, &range) == 0 && range.l_type != Int16(F_UNLCK)
  }

  /// Whether somebody has put another database into the file itself, as a copy over it does: its log does not belong to
  /// it any more.
  var isOverwritten: Bool {
    let known = marks.withLock(\.self)
    return Mark(descriptor) != known.database && header != known.header
  }

  /// The first 100 bytes: size, counter of changes and version of the schema among them.
  private var header: [UInt8] {
    let bytes = try? [UInt8](unsafeUninitializedCapacity: 100) { buffer, filled in
      filled = try descriptor.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
    }
    return bytes ?? []
  }

  /// Renames the log, so that nobody applies it to another database that is at the path now. The log of another
  /// database stays.
  func setLogAside(timestamp: String) {
    guard let known = marks.withLock(\.log), known.isSameFile(as: Mark(log)) else { return }
    let database = FilePath(bytes: log.bytes.dropLast("-wal".utf8.count))
    try? setAsideFile(log, as: database.adding(ending: ".replaced-\(timestamp)-wal"))
  }

  /// Checks that the file is still at its path.
  ///
  /// - Throws: `StoreError.removed` where a write now would not be in the file at the path.
  func check() throws(StoreError) {
    try checkPath()
    if isOverwritten { throw .removed(path) }
  }

  /// The file at the path is this one, whatever is in it.
  func checkPath() throws(StoreError) {
    guard let there = Mark(path), there.isSameFile(as: Mark(descriptor)) else { throw .removed(path) }
  }

  /// The database is open, and so is its log.
  func opened() {
    written()
    marks.withLock { $0.log = Mark(log) }
  }

  /// Notes that this program has written to the database, or may have.
  func written() {
    let header = header
    marks.withLock { ($0.database, $0.header) = (Mark(descriptor), header) }
  }

  /// Makes sure that the last commit is in the file at the path.
  ///
  /// Where only the log was removed, SQLite still has it open: a checkpoint writes it into the database.
  func settle(_ database: Database) throws {
    let known = marks.withLock(\.log)
    if let known, !known.isSameFile(as: Mark(log)) { try database.checkpoint(.truncate) }
    try checkPath()
  }
}
