import CFileSystem
package import PhotoModel
package import SystemPackage

/// A regular file that is open for reading, with its status at that moment. Closed when this object is released.
package final class OpenFile: Sendable {
  /// The path that the file was opened by.
  package let path: FilePath
  /// The status of the open file.
  package let status: FileStatus
  let file: Descriptor
  let operations: FileOperations

  init(path: FilePath, status: FileStatus, file: Descriptor, operations: FileOperations) {
    self.path = path
    self.status = status
    self.file = file
    self.operations = operations
  }

  /// The descriptor for `read(2)` and for passing to another process; this object must outlive its use.
  package var descriptor: CInt { file.number }

  /// Checks that the open file still has the size and the times of when it was opened. The inode number is not
  /// compared: some mounts number a file anew once its bytes have come.
  ///
  /// - Throws: `.changed`.
  package func checkUnchanged() throws(FileSafetyError) {
    do {
      let now = try operations.status(of: file)
      if now.identity.contentMark != status.identity.contentMark { throw FileSafetyError.changed(path) }
    } catch let error as Errno {
      throw FileSafetyError(.status, path, error)
    } catch {
      throw .changed(path)
    }
  }

  /// The next bytes, at most `count`; fewer only at the end.
  package func read(upTo count: Int) throws(FileSafetyError) -> [UInt8] {
    do {
      return try operations.read(count, from: file)
    } catch {
      throw FileSafetyError(.read, path, error)
    }
  }
}

/// The largest file that Deckle reads: 2 GB.
package let largestReadableFile = ByteCount(2_000_000_000)

/// Opens a photo without any chance to hang or to be led elsewhere.
///
/// Its status is read first, so that a pipe or a device is never opened. Then the file is opened with `O_NOFOLLOW`
/// and `O_NONBLOCK` (and without changing its access time where allowed), and its status is read again.
///
/// - Parameter expected: Where given, the file must still be exactly this one (`isStill`).
/// - Throws: `.vanished`, `.permissionDenied`, `.symbolicLink`, `.notARegularFile`, `.changed`, `.tooLarge`,
///   `.mostlyHoles`, `.operationFailed`.
package func openForReading(
  _ path: FilePath, expecting expected: FileIdentity? = nil, limit: ByteCount = largestReadableFile,
  operations: FileOperations = .live
) throws(FileSafetyError) -> OpenFile {
  let (folder, name) = try openParent(of: path, operations)
  return try openForReading(name, in: folder, path: path, expecting: expected, limit: limit, operations)
}

/// Opens a photo in the same way, by its name in a folder that is open already.
func openForReading(
  _ name: [UInt8], in folder: Descriptor, path: FilePath, expecting expected: FileIdentity?, limit: ByteCount,
  _ operations: FileOperations
) throws(FileSafetyError) -> OpenFile {
  let file: Descriptor
  let opened: FileStatus
  do {
    let seen = try operations.status(of: name, in: folder)
    try checkReadable(seen, path, limit: limit)
    file = try operations.openFile(name, in: folder)
    opened = try operations.status(of: file)
  } catch let error as FileSafetyError {
    throw error
  } catch let error as Errno {
    throw FileSafetyError(.openFile, path, error)
  } catch {
    throw .changed(path)
  }
  try checkReadable(opened, path, limit: limit)
  if let expected, !operations.isStill(expected, opened.identity, in: folder) { throw .changed(path) }
  return OpenFile(path: path, status: opened, file: file, operations: operations)
}

private func checkReadable(_ status: FileStatus, _ path: FilePath, limit: ByteCount) throws(FileSafetyError) {
  if status.kind == .symbolicLink { throw .symbolicLink(path) }
  if status.kind != .regular { throw .notARegularFile(path, status.kind) }
  if status.size > limit { throw .tooLarge(path, status.size, limit: limit) }
  // A picture is compressed already, so a file system that compresses gains little: eightfold means holes.
  if status.size.bytes > 256_000_000, status.allocated.bytes < status.size.bytes / 8 {
    throw .mostlyHoles(path, status.size)
  }
}

/// All bytes of a photo, from one file that did not change while it was read.
///
/// - Throws: As `openForReading`; `.changed` where it grew, shrank or was replaced meanwhile.
package func readContents(
  of path: FilePath, expecting expected: FileIdentity? = nil, limit: ByteCount = largestReadableFile,
  operations: FileOperations = .live
) throws(FileSafetyError) -> [UInt8] {
  let file = try openForReading(path, expecting: expected, limit: limit, operations: operations)
  let bytes = try file.read(upTo: Int(file.status.size.bytes))
  try file.checkUnchanged()
  if bytes.count != Int(file.status.size.bytes) { throw .changed(path) }
  return bytes
}

/// SHA-256 of a whole photo, streamed; never that of a part.
///
/// - Throws: As `readContents`.
package func contentDigest(
  of path: FilePath, expecting expected: FileIdentity? = nil, limit: ByteCount = largestReadableFile,
  operations: FileOperations = .live
) throws(FileSafetyError) -> ContentDigest {
  try contentDigest(
    of: openForReading(path, expecting: expected, limit: limit, operations: operations), limit: limit)
}

/// SHA-256 of a whole file as the disk has it: its pages in the page cache are dropped first.
///
/// - Throws: As `readContents`, but for its size.
package func storedDigest(
  of path: FilePath, operations: FileOperations = .live
) throws(FileSafetyError) -> ContentDigest {
  let (folder, name) = try openParent(of: path, operations)
  return try freshDigest(of: name, in: folder, path: path, operations)
}

/// SHA-256 of a file in an open folder, read from the file system and not from the page cache.
func freshDigest(
  of name: [UInt8], in folder: Descriptor, path: FilePath, _ operations: FileOperations
) throws(FileSafetyError) -> ContentDigest {
  let limit = ByteCount(.max)
  let file = try openForReading(name, in: folder, path: path, expecting: nil, limit: limit, operations)
  _ = fs_forget_cached(file.descriptor)
  return try contentDigest(of: file, limit: limit)
}

/// SHA-256 of an open file that was not read yet.
func contentDigest(of file: OpenFile, limit: ByteCount) throws(FileSafetyError) -> ContentDigest {
  let path = file.path
  do {
    try file.operations.pass(.read)
  } catch {
    throw FileSafetyError(.read, path, error)
  }
  var count: Int64 = 0
  let digest = [UInt8](unsafeUninitializedCapacity: 32) { buffer, filled in
    count = fs_sha256_of_file(file.descriptor, limit.bytes, buffer.baseAddress) { IOWatchdog.current?.goesOn() }
    filled = 32
  }
  if count < 0 { throw FileSafetyError(.read, path, Errno(rawValue: CInt(-count))) }
  try file.checkUnchanged()
  guard count == file.status.size.bytes, let digest = ContentDigest(bytes: digest) else { throw .changed(path) }
  return digest
}

/// SHA-256 of bytes in memory: equal to that of a file with these bytes. Nil if the cryptographic library refuses.
package func contentDigest(of bytes: [UInt8]) -> ContentDigest? {
  var result: CInt = 0
  let digest = [UInt8](unsafeUninitializedCapacity: 32) { buffer, filled in
    result = bytes.withUnsafeBytes { fs_sha256($0.baseAddress, $0.count, buffer.baseAddress) }
    filled = 32
  }
  return result == 0 ? ContentDigest(bytes: digest) : nil
}

/// SHA-256 of the bytes that two files have in common, read side by side to their ends; nil where they differ. No hash
/// is trusted here: every byte is compared.
///
/// - Throws: As `openForReading`, for whichever file it is; `.changed` where one changed while it was read.
package func commonDigest(
  of first: FilePath, expecting firstExpected: FileIdentity? = nil, and second: FilePath,
  expecting secondExpected: FileIdentity? = nil, operations: FileOperations = .live
) throws(FileSafetyError) -> ContentDigest? {
  let limit = ByteCount(.max)
  let left = try openForReading(first, expecting: firstExpected, limit: limit, operations: operations)
  let right = try openForReading(second, expecting: secondExpected, limit: limit, operations: operations)
  if left.status.size != right.status.size { return nil }
  let pieceSize = 1 << 18
  let digest = PiecewiseDigest()
  var compared: Int64 = 0
  while true {
    let piece = try left.read(upTo: pieceSize)
    if piece != (try right.read(upTo: pieceSize)) { return nil }
    digest?.add(piece)
    compared += Int64(piece.count)
    if piece.count < pieceSize { break }
  }
  try left.checkUnchanged()
  try right.checkUnchanged()
  guard compared == left.status.size.bytes else { return nil }
  guard let whole = digest?.end() else { throw .operationFailed(.read, first, .noMemory) }
  return whole
}

/// SHA-256 of bytes that come in pieces.
private final class PiecewiseDigest {
  private var state: OpaquePointer?

  /// Creates a digest of no bytes; nil where there is no memory.
  init?() {
    guard let state = fs_digest_begin() else { return nil }
    self.state = state
  }

  deinit { _ = end() }

  func add(_ piece: [UInt8]) {
    guard let state, piece.withUnsafeBytes({ fs_digest_add(state, $0.baseAddress, $0.count) }) != 0 else { return }
    _ = end()
  }

  /// The digest of all bytes; nil where a step failed, or after the end.
  func end() -> ContentDigest? {
    guard let state else { return nil }
    self.state = nil
    var result: CInt = 0
    let digest = [UInt8](unsafeUninitializedCapacity: 32) { buffer, filled in
      result = fs_digest_end(state, buffer.baseAddress)
      filled = 32
    }
    return result == 0 ? ContentDigest(bytes: digest) : nil
  }
}
