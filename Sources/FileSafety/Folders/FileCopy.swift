import CFileSystem
import PhotoModel
import SystemPackage

/// The copy of a file in a folder on another mount: under a hidden name until it is whole, then under its last one.
struct FileCopy: Sendable {
  let folder: Descriptor
  /// The descriptor of the copy, open since its creation: it proves which file Deckle made.
  let file: Descriptor
  /// The current name of the copy.
  private(set) var name: [UInt8]
  /// The identity of the whole copy; nil before.
  private(set) var identity: FileIdentity?

  /// Creates an empty file that nobody else has.
  init(as name: [UInt8], in folder: Descriptor, _ operations: FileOperations) throws(Errno) {
    file = try operations.createFile(name, in: folder, as: .createFile)
    self.folder = folder
    self.name = name
    // The lock shows other processes that this one still works on the file.
    _ = operations.lock(file)
    operations.give(name, in: folder)
  }

  /// Writes all bytes of a file, makes them durable, and reads them back past all caches.
  ///
  /// - Parameters:
  ///   - digest: SHA-256 of the original.
  ///   - path: The path of the copy, for errors.
  /// - Throws: `.changed` where the file was changed since, `.copyDiffers` where other bytes come back, `.tagsNotKept`,
  ///   and the errors of failed calls.
  mutating func fill(
    from original: FilePath, expecting identity: FileIdentity, digest: ContentDigest, path: FilePath,
    _ operations: FileOperations
  ) throws(FileSafetyError) {
    let source = try openForReading(
      original, expecting: identity, limit: ByteCount(.max), operations: operations)
    while true {
      let piece = try source.read(upTo: Self.pieceSize)
      try Self.writing(original) { () throws(Errno) in try operations.writeCopy(piece, to: file) }
      if piece.count < Self.pieceSize { break }
    }
    try source.checkUnchanged()
    do throws(Errno) { try operations.copyAttributes(of: source, to: file) } catch {
      throw error == .notSupported ? .tagsNotKept(original) : FileSafetyError(.writeCopy, original, error)
    }
    try Self.writing(original) { () throws(Errno) in try operations.syncFile(file) }
    let written = try freshDigest(of: name, in: folder, path: path, operations)
    guard written == digest else { throw .copyDiffers(original, copy: path) }
    try readIdentity(for: original, operations)
  }

  /// Has a smaller file written in its place, gives it the attributes of the original, makes it durable, and reads it
  /// back past all caches.
  ///
  /// - Parameter path: The path of the hidden file, for errors.
  /// - Returns: SHA-256 of the smaller file, as read back from the disk.
  /// - Throws: `.changed`, `.copyDiffers`, `.attributesNotKept`, `.leftAsItIs`, and the errors of failed calls.
  mutating func fill(
    by shrinking: Shrinking, from original: FilePath, expecting identity: FileIdentity, path: FilePath,
    _ operations: FileOperations
  ) throws(FileSafetyError) -> ContentDigest {
    let limit = ByteCount(.max)
    let source = try openForReading(original, expecting: identity, limit: limit, operations: operations)
    try Self.writing(original) { () throws(Errno) in try operations.pass(.writeCopy) }
    let result: ShrinkResult
    switch shrinking.encode(source, file.number) {
    case .success(let encoded): result = encoded
    case .failure(.notWritten(let number)): throw FileSafetyError(.writeCopy, original, Errno(rawValue: number))
    case .failure(let refusal): throw .leftAsItIs(original, refusal)
    }
    try source.checkUnchanged()
    do throws(Errno) { try operations.takeAttributes(of: source, by: file) } catch {
      throw error == .notPermitted ? .attributesNotKept(original) : FileSafetyError(.writeCopy, original, error)
    }
    let proven = try contentDigest(
      of: try openForReading(name, in: folder, path: path, expecting: nil, limit: limit, operations), limit: limit)
    try Self.writing(original) { () throws(Errno) in try operations.syncFile(file) }
    guard try freshDigest(of: name, in: folder, path: path, operations) == proven else {
      throw .copyDiffers(original, copy: path)
    }
    try readIdentity(for: original, operations)
    guard let size = self.identity?.size, size == result.bytesAfter.bytes else {
      throw .copyDiffers(original, copy: path)
    }
    guard size > 0, ByteCount(size) <= ShrinkWay.mostBytes(after: ByteCount(identity.size)) else {
      throw .leftAsItIs(original, .noGain)
    }
    return proven
  }

  /// Gives the copy its last name, and replaces nothing.
  ///
  /// - Throws: `.nameTaken`, `.nameRefused`; `.unsettled` where nobody knows which name it has.
  mutating func publish(_ path: FilePath, for original: FilePath, _ operations: FileOperations) throws(FileSafetyError)
  {
    let target = FileOperations.Place(folder: folder, name: path.nameBytes)
    do throws(FileOperations.MoveFailure) {
      try operations.moveToOriginalLocation(.init(folder: folder, name: name), to: target, isCopy: true)
    } catch {
      switch error {
      case .stayed(.fileExists): throw .nameTaken(original, name: path)
      case .stayed(.noSuchFileOrDirectory), .stayed(.invalidArgument): throw .nameRefused(original, name: path)
      case .stayed(let error): throw FileSafetyError(.rename, original, error)
      case .unknown: throw .unsettled(original, entry: path)
      }
    }
    name = path.nameBytes
    try readIdentity(for: original, operations)
  }

  /// Removes the copy, identified by its open descriptor.
  ///
  /// - Returns: False where the name is not proven to lead to the copy.
  func remove(_ operations: FileOperations) -> Bool {
    do throws(Errno) {
      if try operations.removeMade(name, in: folder, file) { return true }
      return try operations.statusIfPresent(of: name, in: folder, isForced: true) == nil
    } catch {
      return false
    }
  }

  private mutating func readIdentity(for original: FilePath, _ operations: FileOperations) throws(FileSafetyError) {
    identity = try Self.writing(original) { () throws(Errno) in
      try operations.status(of: name, in: folder, isForced: true).identity
    }
  }

  private static func writing<Value>(
    _ original: FilePath, _ work: () throws(Errno) -> Value
  ) throws(FileSafetyError) -> Value {
    do throws(Errno) { return try work() } catch { throw FileSafetyError(.writeCopy, original, error) }
  }

  private static let pieceSize = 1 << 20
}
