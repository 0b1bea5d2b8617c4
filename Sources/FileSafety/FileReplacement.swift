import Glibc
package import SystemPackage

/// Puts a text in the place of a file, whole or not at all, and leaves its permissions as they are.
///
/// - Parameter path: Absolute, with real folders. A file that is not there yet gets mode 0644.
package func replaceFile(at path: FilePath, with bytes: [UInt8]) throws {
  try replaceFile(at: path) { try $0.writeAll(bytes) }
}

/// Puts what `write` writes in the place of a file; where it throws, what was there stays.
///
/// - Parameter path: Absolute, with real folders. A file that is not there yet gets mode 0644.
@discardableResult
package func replaceFile<Value>(at path: FilePath, write: (FileDescriptor) throws -> Value) throws -> Value {
  let operations = FileOperations.live
  let (folder, name) = try openParent(of: path, operations)
  let permissions = try operations.statusIfPresent(of: name, in: folder)?.permissions ?? 0o644
  let beside = Array(".\(path.lastComponent?.string ?? "")-\(getpid())-\(UInt32.random(in: .min ... .max))".utf8)
  let file = try operations.createFile(beside, in: folder, as: .createPlaceholder)
  do {
    let value = try write(FileDescriptor(rawValue: file.number))
    guard fchmod(file.number, permissions) == 0 else { throw Errno(rawValue: errno) }
    try operations.syncFile(file)
    try operations.renameOverPlaceholder(.init(folder: folder, name: beside), to: .init(folder: folder, name: name))
    try? operations.syncFolder(folder)
    return value
  } catch {
    try? operations.unlink(beside, in: folder)
    throw error
  }
}
