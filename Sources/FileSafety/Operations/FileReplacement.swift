import CFileSystem
import Glibc
package import PhotoModel
package import SystemPackage

/// Puts a text in the place of a file, whole or not at all, and leaves its permissions as they are.
///
/// - Parameters:
///   - path: Absolute, with real folders.
///   - newMode: Permission bits of a file that is not there yet, before the umask.
package func replaceFile(at path: FilePath, with bytes: [UInt8], newMode: UInt32 = 0o644) throws {
  try replaceFile(at: path, newMode: newMode) { try $0.writeAll(bytes) }
}

/// Replaces a file with what `write` writes; where that throws, the old file stays.
///
/// The new file has no name until it is whole, so that nothing of it is left where the process is killed. Where the
/// file system has no unnamed files, the new one has a hidden name; such a file of a killed process is removed by the
/// next call for this folder that knows it by `mayReplace`.
///
/// - Parameters:
///   - path: Absolute, with real folders.
///   - newMode: Permission bits of a file that is not there yet, before the umask.
///   - mayReplace: Called, once the new file is whole, about the old file at the path, and again once that file is
///     moved away. Nil: anything may be replaced.
/// - Throws: `.somethingIsThere` where something stands there that may not be replaced, or came in the last moment;
///   `.somethingElseMoved` where that could not be put back.
@discardableResult
package func replaceFile<Value>(
  at path: FilePath, newMode: UInt32 = 0o644, ifAllowed mayReplace: ((FilePath) -> Bool)? = nil,
  operations: FileOperations = .live,
  write: (FileDescriptor) throws -> Value
) throws -> Value {
  let (folder, name) = try openParent(of: path, operations)
  let target = FileOperations.Place(folder: folder, name: name)
  let old = try operations.statusIfPresent(of: name, in: folder)
  if let mayReplace { removeUnfinished(in: target.folder, path.parentFolder, mayReplace, operations) }
  // A file that replaces another is readable by nobody else from its first byte on.
  var new = try NewFile(in: folder, mode: old == nil ? newMode : 0o600, owner: old?.owner, operations)
  do {
    let value = try write(FileDescriptor(rawValue: new.file.number))
    if let old, fchmod(new.file.number, old.permissions) != 0 { throw Errno(rawValue: errno) }
    try operations.syncFile(new.file)
    if let mayReplace {
      try put(&new, at: target, path, mayReplace, operations)
    } else {
      try new.replace(target)
    }
    try? operations.syncFolder(folder)
    return value
  } catch {
    new.remove()
    throw error
  }
}

/// Puts bytes in the place of a file that is still the one that was read, whose attributes and permissions they get, or
/// makes a file where there is none. Nothing else is ever replaced: a file that comes there in the last moment gets its
/// name back.
///
/// Where the file system cannot exchange two names, the old file is checked right before the rename, and a change by
/// another program between the two is lost.
///
/// - Parameters:
///   - path: Absolute, with real folders.
///   - old: The bytes of the file that is to be replaced, as they were read; nil where there was none.
/// - Returns: The new file.
/// - Throws: `.changed` where another file is there than was read, `.somethingIsThere` where one is and none was,
///   `.somethingElseMoved` where a file that came in the last moment could not be put back.
package func replaceFile(
  at path: FilePath, with bytes: [UInt8], expecting old: [UInt8]?, operations: FileOperations = .live
) throws(FileSafetyError) -> FileIdentity {
  let (folder, name) = try openParent(of: path, operations)
  let target = FileOperations.Place(folder: folder, name: name)
  do {
    let status = try operations.statusIfPresent(of: name, in: folder, isForced: true)
    if old == nil, status != nil { throw FileSafetyError.somethingIsThere(path) }
    let source = try old.flatMap { try operations.file(holding: $0, target, path) }
    if old != nil, source == nil { throw FileSafetyError.changed(path) }
    var new = try NewFile(in: folder, mode: old == nil ? 0o644 : 0o600, owner: status?.owner, operations)
    do {
      try operations.write(bytes, to: new.file)
      if let source { try operations.copyAttributes(of: source, to: new.file, withTimes: false) }
      try operations.syncFile(new.file)
      if let old { try exchange(&new, target, old, path, operations) } else { try new.take(target) }
    } catch {
      new.remove()
      throw error
    }
    try operations.syncFolder(folder)
    return try operations.status(of: name, in: folder).identity
  } catch let error as FileSafetyError {
    throw error
  } catch Errno.fileExists {
    throw .somethingIsThere(path)
  } catch {
    throw FileSafetyError(.createFile, path, error as? Errno ?? .ioError)
  }
}

extension FileOperations {
  /// The file at a place, if its bytes, read past all caches, are still those that were read before; else nil.
  fileprivate func file(
    holding content: [UInt8], _ place: Place, _ path: FilePath
  ) throws(FileSafetyError) -> OpenFile? {
    let limit = ByteCount(.max)
    let file = try openForReading(place.name, in: place.folder, path: path, expecting: nil, limit: limit, self)
    _ = fs_forget_cached(file.descriptor)
    guard file.status.size.bytes == content.count else { return nil }
    return try file.read(upTo: content.count + 1) == content ? file : nil
  }
}

/// Swaps the new file into place. Deletes the old one only if its bytes are still those that were read; otherwise swaps
/// back and throws `.changed`. Where the file system cannot swap, the bytes are compared before the old file is
/// replaced.
private func exchange(
  _ new: inout NewFile, _ target: FileOperations.Place, _ old: [UInt8], _ path: FilePath,
  _ operations: FileOperations
) throws {
  guard let aside = try new.exchange(target) else {
    guard try operations.file(holding: old, target, path) != nil else { throw FileSafetyError.changed(path) }
    return try new.replace(target)
  }
  let taken = path.parentFolder.appending(name: aside.name)
  // A file that cannot be read has not necessarily changed, so that error is thrown instead.
  var obstacle = FileSafetyError.changed(path)
  do throws(FileSafetyError) {
    if try operations.file(holding: old, aside, taken) != nil {
      // The content of the old file is in the new one, or in the journal of a batch.
      _ = try? operations.remove(aside.name, in: aside.folder, reading: old.count + 1) { $0 == old }
      return
    }
  } catch { obstacle = error }
  do { try new.exchangeBack(target, aside) } catch { throw FileSafetyError.somethingElseMoved(path, entry: taken) }
  throw obstacle
}

/// A new hidden name: the prefix of Deckle's hidden files and sixteen random hexadecimal digits.
func hiddenName() -> [UInt8] {
  let digits = String(UInt64.random(in: .min ... .max), radix: 16)
  return hiddenPrefix + Array((String(repeating: "0", count: 16 - digits.count) + digits).utf8)
}

private let hiddenPrefix = Array(".deckle-unfinished-".utf8)

/// Removes what killed processes left beside a file that they were about to write: files with a hidden name of Deckle's
/// that hold one of these contents, or nothing.
func removeUnfinished(beside path: FilePath, holding contents: [[UInt8]], _ operations: FileOperations) {
  guard let (folder, _) = try? openParent(of: path, operations) else { return }
  removeUnfinished(
    in: folder, path.parentFolder,
    { hidden in (try? readContents(of: hidden, operations: operations)).map(contents.contains) ?? false }, operations)
}

/// Removes what killed processes left in a folder: files with a hidden name of Deckle's that are empty or of the kind
/// that may be replaced, and that no process has locked.
private func removeUnfinished(
  in folder: Descriptor, _ path: FilePath, _ mayReplace: (FilePath) -> Bool, _ operations: FileOperations
) {
  for name in operations.names(in: folder).names
  where name.starts(with: hiddenPrefix) && name.count == hiddenPrefix.count + 16 {
    guard let file = try? operations.openFile(name, in: folder), operations.lock(file),
      let status = try? operations.status(of: file), status.kind == .regular,
      let now = try? operations.status(of: name, in: folder), now.identity == status.identity
    else { continue }
    _ = try? operations.remove(name, in: folder, reading: 1) { $0.isEmpty || mayReplace(path.appending(name: name)) }
  }
}

/// A new file before it has its last name.
private struct NewFile {
  let file: Descriptor
  /// The current name of the file: nil, a hidden one, or the last one.
  private var name: [UInt8]?
  private let folder: Descriptor
  /// The new owner of the file where this process is root; nil: the owner of the folder.
  private let owner: UInt32?
  private let operations: FileOperations

  init(in folder: Descriptor, mode: UInt32, owner: UInt32?, _ operations: FileOperations) throws(Errno) {
    self.folder = folder
    self.owner = owner
    self.operations = operations
    if let unnamed = try? operations.createUnnamedFile(in: folder, mode: mode) {
      file = unnamed
    } else {
      let hidden = hiddenName()
      file = try operations.createFile(hidden, in: folder, as: .createFile, mode: mode)
      name = hidden
      // The lock shows other processes that this one still works on the file.
      _ = operations.lock(file)
      operations.give(hidden, in: folder, to: owner)
    }
  }

  /// Gives the file a name that nothing has.
  ///
  /// - Throws: `.fileExists` where something has the name.
  mutating func take(_ target: FileOperations.Place) throws(Errno) {
    do throws(Errno) {
      if let name {
        try operations.giveFreeName(target, to: .init(folder: folder, name: name))
      } else {
        try operations.linkUnnamedFile(file, to: target)
      }
    } catch {
      // A network drive can carry out a call, lose the answer, be asked again and report that the name is taken.
      guard isAt(target.name) else { throw error }
    }
    if name == nil { operations.give(target.name, in: folder, to: owner) }
    name = target.name
  }

  /// Gives the file a name, and replaces whatever has that name.
  mutating func replace(_ target: FileOperations.Place) throws(Errno) {
    if name == nil { try take(.init(folder: folder, name: hiddenName())) }
    guard let hidden = name else { return }
    do throws(Errno) {
      try operations.rename(.init(folder: folder, name: hidden), to: target)
    } catch {
      guard isAt(target.name) else { throw error }
    }
    name = target.name
  }

  /// Gives the file a name, and a hidden name to the file that had it.
  ///
  /// - Returns: The hidden name; nil where the file system cannot exchange names.
  mutating func exchange(_ target: FileOperations.Place) throws(Errno) -> FileOperations.Place? {
    if name == nil { try take(.init(folder: folder, name: hiddenName())) }
    guard let hidden = name else { return nil }
    let aside = FileOperations.Place(folder: folder, name: hidden)
    do throws(Errno) {
      try operations.exchange(aside, target)
    } catch {
      if error.meansUnsupported { return nil }
      guard isAt(target.name) else { throw error }
    }
    name = target.name
    return aside
  }

  /// Gives the name back to the file that had it before.
  mutating func exchangeBack(_ target: FileOperations.Place, _ aside: FileOperations.Place) throws(Errno) {
    do throws(Errno) { try operations.exchange(aside, target) } catch { guard isAt(aside.name) else { throw error } }
    name = aside.name
  }

  /// Removes the current name of the file, if that still leads to the file.
  func remove() {
    if let name { _ = try? operations.removeMade(name, in: folder, file) }
  }

  private func isAt(_ name: [UInt8]) -> Bool {
    guard let own = try? operations.status(of: file), let there = try? operations.status(of: name, in: folder) else {
      return false
    }
    return there.identity.isSameFile(as: own.identity)
  }
}

/// Gives a new file a name. An old file that may be replaced is moved away first, so that no call can replace a file
/// that came meanwhile.
private func put(
  _ new: inout NewFile, at target: FileOperations.Place, _ path: FilePath, _ mayReplace: (FilePath) -> Bool,
  _ operations: FileOperations
) throws {
  let old = try takeAway(target, path, mayReplace, operations)
  do throws(Errno) {
    try new.take(target)
  } catch {
    if let old { try? operations.giveFreeName(target, to: old) }
    if error == .fileExists { throw FileSafetyError.somethingIsThere(path) }
    throw error
  }
  guard let old else { return }
  let taken = path.parentFolder.appending(name: old.name)
  _ = try? operations.remove(old.name, in: old.folder, reading: 1) { _ in mayReplace(taken) }
}

/// Moves an old file that may be replaced to a hidden name.
///
/// - Returns: The hidden name; nil where there was no old file.
private func takeAway(
  _ target: FileOperations.Place, _ path: FilePath, _ mayReplace: (FilePath) -> Bool, _ operations: FileOperations
) throws -> FileOperations.Place? {
  guard try operations.statusIfPresent(of: target.name, in: target.folder) != nil else { return nil }
  guard mayReplace(path) else { throw FileSafetyError.somethingIsThere(path) }
  // Nothing has that name, so this replaces nothing, whatever the file system can promise.
  let aside = FileOperations.Place(folder: target.folder, name: hiddenName())
  try operations.rename(target, to: aside)
  let taken = path.parentFolder.appending(name: aside.name)
  if mayReplace(taken) { return aside }
  do {
    try operations.giveFreeName(target, to: aside)
  } catch {
    throw FileSafetyError.somethingElseMoved(path, entry: taken)
  }
  throw FileSafetyError.somethingIsThere(path)
}

extension FileOperations {
  /// Gives a file with a hidden name one that nothing has.
  ///
  /// - Throws: `.fileExists`; `.ioError` where nobody knows whether it was done.
  fileprivate func giveFreeName(_ target: Place, to hidden: Place) throws(Errno) {
    do throws(MoveFailure) {
      try moveToOriginalLocation(hidden, to: target)
    } catch {
      switch error {
      case .stayed(let error): throw error
      case .unknown: throw .ioError
      }
    }
  }
}
