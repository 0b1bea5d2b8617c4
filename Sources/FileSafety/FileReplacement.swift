import Glibc
package import SystemPackage

/// Puts a text in the place of a file, whole or not at all, and leaves its permissions as they are.
///
/// - Parameters:
///   - path: Absolute, with real folders.
///   - newMode: Of a file that is not there yet, less the umask.
package func replaceFile(at path: FilePath, with bytes: [UInt8], newMode: UInt32 = 0o644) throws {
  try replaceFile(at: path, newMode: newMode) { try $0.writeAll(bytes) }
}

/// Puts what `write` writes in the place of a file; where it throws, what was there stays.
///
/// - Parameters:
///   - path: Absolute, with real folders.
///   - newMode: Of a file that is not there yet, less the umask.
///   - mayReplace: Asked, once the new file is whole, about what stands there, and again about what was taken from there. Nil:
///     anything may be replaced.
/// - Throws: `.somethingIsThere` where something stands there that may not be replaced, or came in the last moment;
///   `.somethingElseMoved` where that could not be put back.
@discardableResult
package func replaceFile<Value>(
  at path: FilePath, newMode: UInt32 = 0o644, ifAllowed mayReplace: ((FilePath) -> Bool)? = nil,
  operations: FileOperations = .live,
  write: (FileDescriptor) throws -> Value
) throws -> Value {
  let (folder, name) = try openParent(of: path, operations)
  let old = try operations.statusIfPresent(of: name, in: folder)
  let new = FileOperations.Place(folder: folder, name: nameBeside(path))
  // What replaces a file is as closed as that one from its first byte on.
  let file = try operations.createFile(
    new.name, in: folder, as: .createFile, mode: old == nil ? newMode : 0o600)
  operations.give(new.name, in: folder, to: old?.owner)
  do {
    let value = try write(FileDescriptor(rawValue: file.number))
    if let old, fchmod(file.number, old.permissions) != 0 { throw Errno(rawValue: errno) }
    try operations.syncFile(file)
    let target = FileOperations.Place(folder: folder, name: name)
    if let mayReplace {
      try put(new, in: target, path, mayReplace, operations)
    } else {
      try operations.rename(new, to: target)
    }
    try? operations.syncFolder(folder)
    return value
  } catch {
    _ = try? operations.removeMade(new.name, in: folder, file)
    throw error
  }
}

/// A hidden name that nothing bears.
private func nameBeside(_ path: FilePath) -> [UInt8] {
  Array(".\(path.lastComponent?.string ?? "")-\(getpid())-\(UInt32.random(in: .min ... .max))".utf8)
}

/// Moves a new file to a name from which only what may be replaced is taken away first, so that no call can replace a file
/// that came meanwhile.
private func put(
  _ new: FileOperations.Place, in target: FileOperations.Place, _ path: FilePath, _ mayReplace: (FilePath) -> Bool,
  _ operations: FileOperations
) throws {
  let old = try takeAway(target, path, mayReplace, operations)
  do throws(Errno) {
    try orSayWhy { () throws(FileOperations.MoveFailure) in try operations.moveHome(new, to: target) }
  } catch {
    if let old { try? operations.moveHome(old, to: target) }
    if error == .fileExists { throw FileSafetyError.somethingIsThere(path) }
    throw error
  }
  guard let old else { return }
  let taken = path.parentFolder.appending(name: old.name)
  _ = try? operations.remove(old.name, in: old.folder, reading: 1) { _ in mayReplace(taken) }
}

/// - Returns: Where the old file is now; nil where there was none.
private func takeAway(
  _ target: FileOperations.Place, _ path: FilePath, _ mayReplace: (FilePath) -> Bool, _ operations: FileOperations
) throws -> FileOperations.Place? {
  guard try operations.statusIfPresent(of: target.name, in: target.folder) != nil else { return nil }
  guard mayReplace(path) else { throw FileSafetyError.somethingIsThere(path) }
  let aside = FileOperations.Place(folder: target.folder, name: nameBeside(path))
  try orSayWhy { () throws(FileOperations.MoveFailure) in
    try operations.moveToTrash(target, to: aside, isUnpredictable: true)
  }
  let taken = path.parentFolder.appending(name: aside.name)
  if mayReplace(taken) { return aside }
  do {
    try operations.moveHome(aside, to: target)
  } catch {
    throw FileSafetyError.somethingElseMoved(path, entry: taken)
  }
  throw FileSafetyError.somethingIsThere(path)
}

private func orSayWhy(_ move: () throws(FileOperations.MoveFailure) -> Void) throws(Errno) {
  do throws(FileOperations.MoveFailure) {
    try move()
  } catch {
    switch error {
    case .stayed(let error): throw error
    case .unknown: throw .ioError
    }
  }
}
