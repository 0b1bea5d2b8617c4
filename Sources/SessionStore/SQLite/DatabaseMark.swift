import FileSafety
import PhotoModel
import SystemPackage

/// A mark that changes when somebody writes to a database: equal marks before and after a reading show that all of it
/// was read in one state.
struct DatabaseMark: Equatable {
  /// The identities of the file, its write-ahead log and its rollback journal; nil for one that is not there.
  private let identities: [FileIdentity?]
  /// The file change counter, which the clock of the file system has no part in.
  private let changes: [UInt8]
  /// A rollback journal waits to be played back: the file holds parts of a transaction that never ended.
  let isUnfinished: Bool

  init(of path: FilePath) {
    let journal = path.adding(ending: "-journal")
    identities = [path, path.adding(ending: "-wal"), journal].map {
      (try? fileStatus(of: realPath($0)))?.identity
    }
    changes = Self.bytes(24..<28, of: path)
    // SQLite's own sign: a journal that is done with is gone, empty, or begins with a zero.
    isUnfinished = Self.bytes(0..<1, of: journal).contains { $0 != 0 }
  }

  private static func bytes(_ range: Range<Int>, of path: FilePath) -> [UInt8] {
    let bytes = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec]).closeAfterReading(range)
    return bytes ?? []
  }
}

extension FileDescriptor {
  fileprivate func closeAfterReading(_ range: Range<Int>) throws -> [UInt8] {
    try closeAfter {
      try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
        filled = try read(
          fromAbsoluteOffset: Int64(range.lowerBound), into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
  }
}
