package import SystemPackage

/// The regular files right in a folder, in byte order: for a question about one file and what stands beside it.
///
/// - Parameter folder: Absolute; no symbolic link is followed on the way.
/// - Throws: `.vanished`, `.permissionDenied`, `.symbolicLink`, `.operationFailed` where it cannot be read to its end.
package func regularFiles(
  in folder: FilePath, operations: FileOperations = .live
) throws(FileSafetyError) -> [(path: FilePath, status: FileStatus)] {
  let open: Descriptor
  do {
    open = try operations.openFolder(folder, forReading: true)
  } catch {
    throw FileSafetyError(.openFolder, folder, error)
  }
  let (names, failure) = operations.names(in: open)
  if let failure { throw FileSafetyError(.readFolder, folder, failure) }
  var files: [(path: FilePath, status: FileStatus)] = []
  for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
    let path = folder.appending(name: name)
    do {
      guard let status = try operations.statusIfPresent(of: name, in: open), status.kind == .regular else { continue }
      files.append((path, status))
    } catch {
      throw FileSafetyError(.status, path, error)
    }
  }
  return files
}

/// The folders right in a folder by their names, in byte order; symbolic links to folders count. None where it cannot
/// be read.
///
/// - Parameter folder: Relative ones start at the current folder.
package func folderNames(in folder: FilePath, operations: FileOperations = .live) -> [[UInt8]] {
  guard let folder = try? realPath(folder), let open = try? operations.openFolder(folder, forReading: true) else {
    return []
  }
  return operations.names(in: open).names.sorted { $0.lexicographicallyPrecedes($1) }.filter { name in
    guard let path = try? realPath(folder.appending(name: name)) else { return false }
    return (try? fileStatus(of: path, operations: operations))?.kind == .folder
  }
}
