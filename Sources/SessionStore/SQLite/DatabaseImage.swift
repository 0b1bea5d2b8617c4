import GRDB
import GRDBSQLite
import SystemPackage

/// A database put together in memory from its file and the log beside it, as a reader of both would see it.
struct DatabaseImage {
  let log: WriteAheadLog?

  /// Reads the log first, then the file; the caller checks that nobody wrote meanwhile.
  static func open(_ path: FilePath) throws -> DatabaseQueue {
    try DatabaseImage(log: WriteAheadLog(beside: path)).open(path)
  }

  /// Opens the file and the log as a database in memory.
  ///
  /// - Throws: `Errno` where the file cannot be read.
  func open(_ path: FilePath) throws -> DatabaseQueue {
    let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec])
    return try file.closeAfter {
      let size = try log?.databaseSize ?? Int(file.seek(offset: 0, from: .end))
      let queue = try DatabaseQueue(configuration: .sortingInMemory)
      guard size > 0 else { return queue }
      guard let bytes = sqlite3_malloc64(UInt64(size)) else { throw Errno.noMemory }
      let image = UnsafeMutableRawBufferPointer(start: bytes, count: size)
      do { try fill(image, from: file) } catch {
        sqlite3_free(bytes)
        throw error
      }
      try queue.inDatabase { try Self.hand(image, to: $0) }
      return queue
    }
  }

  private func fill(_ image: UnsafeMutableRawBufferPointer, from file: FileDescriptor) throws {
    image.initializeMemory(as: UInt8.self, repeating: 0)
    var filled = 0
    while filled < image.count {
      let part = UnsafeMutableRawBufferPointer(rebasing: image[filled...])
      let count = try file.read(fromAbsoluteOffset: Int64(filled), into: part)
      if count == 0 { break }
      filled += count
    }
    log?.apply(to: image)
    // The file format's read and write version, at 18 and 19: a database in memory has no log.
    if image.count > 19, image[18] == 2, image[19] == 2 { (image[18], image[19]) = (1, 1) }
  }

  /// `sqlite3_deserialize`, which frees the bytes in any case.
  private static func hand(_ image: UnsafeMutableRawBufferPointer, to database: Database) throws {
    let size = Int64(image.count)
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    let bytes = image.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let code = sqlite3_deserialize(database.sqliteConnection, "main", bytes, size, size, flags)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    database.clearSchemaCache()
  }
}

extension Configuration {
  /// A configuration under which temporary tables stay in memory: no temporary folder with free space is needed.
  static var sortingInMemory: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
    return configuration
  }
}
