import PhotoModel
package import SystemPackage

/// Removes a file that Deckle made for itself and can make again. It is gone at once: nothing that anybody else made may
/// be named here. One that is not there is fine.
///
/// - Throws: `.notARegularFile` for anything but a regular file with one name, else as any call to the disk.
package func removeScratchFile(_ path: FilePath, operations: FileOperations = .live) throws(FileSafetyError) {
  let (folder, name) = try openParent(of: pathWithRealFolders(path), operations)
  do {
    guard let status = try operations.statusIfPresent(of: name, in: folder) else { return }
    guard status.kind == .regular, status.linkCount == 1 else {
      throw FileSafetyError.notARegularFile(path, status.kind)
    }
    try operations.unlink(name, in: folder)
  } catch let error as FileSafetyError {
    throw error
  } catch {
    throw FileSafetyError(.unlink, path, error as? Errno ?? .ioError)
  }
}
