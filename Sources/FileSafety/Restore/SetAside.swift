package import SystemPackage

/// Gives a file of Deckle's own another name in the same folder, replacing nothing. A file that is not there is fine.
///
/// - Throws: `.somethingIsThere` where the new name is taken, else as any call to the disk.
package func setAsideFile(
  _ path: FilePath, as newPath: FilePath, operations: FileOperations = .live
) throws(FileSafetyError) {
  let (folder, name) = try openParent(of: path, operations)
  let (newFolder, newName) = try openParent(of: newPath, operations)
  do {
    try operations.renameWithoutReplacing(
      FileOperations.Place(folder: folder, name: name), to: FileOperations.Place(folder: newFolder, name: newName))
  } catch .noSuchFileOrDirectory {
    return
  } catch .fileExists {
    throw .somethingIsThere(newPath)
  } catch {
    throw FileSafetyError(.rename, path, error)
  }
}
