package import PhotoModel
package import SystemPackage

/// What would happen to a removed photo of a folder, found out without changing anything on the disk.
package struct TrashPreflight: Hashable, Sendable {
  package var trash: LibraryRoot.Trash
  /// What stands in the way, for all of the folder or for the files right in it; nil: nothing.
  package var obstacle: FileSafetyError?

  /// One sentence where something is to be said, else empty.
  package func message(naming: (FilePath) -> String) -> String { obstacle?.sentence(naming: naming) ?? "" }
}

/// Looks at a folder of the library before anything is proposed: where would its photos go?
///
/// - Parameter root: A folder, or a file in it. Symbolic links in it are resolved.
package func trashPreflight(
  for root: FilePath, _ environment: TrashEnvironment, operations: FileOperations = .live
) -> TrashPreflight {
  do throws(FileSafetyError) {
    let real = try realPath(root)
    let status = try fileStatus(of: real, operations: operations)
    let folder = status.kind == .folder ? real : real.parentFolder
    if try Volume.containing(folder, operations: operations).isReadOnly {
      return TrashPreflight(trash: .none, obstacle: .readOnlyVolume(root))
    }
    let candidates = try TrashFolder.candidates(forFilesIn: folder, environment, operations: operations)
    var obstacle: FileSafetyError?
    for candidate in candidates {
      do throws(FileSafetyError) {
        try candidate.checkUsable(for: folder, environment, operations)
        let isWritable = (try? operations.openFolder(folder)).map { operations.mayWrite(into: $0) } ?? false
        return TrashPreflight(
          trash: candidate.kind == .home ? .home : .volume,
          obstacle: isWritable ? nil : .folderNotWritable(root))
      } catch {
        obstacle = error
      }
    }
    return TrashPreflight(trash: .none, obstacle: obstacle)
  } catch {
    return TrashPreflight(trash: .none, obstacle: error)
  }
}

extension TrashFolder {
  /// Whether the trash could be used now, or made where it is missing.
  fileprivate func checkUsable(
    for folder: FilePath, _ environment: TrashEnvironment, _ operations: FileOperations
  ) throws(FileSafetyError) {
    do throws(FileSafetyError) {
      let trash = try open(creating: false, environment, operations)
      guard operations.mayWrite(into: trash.files), operations.mayWrite(into: trash.info) else {
        throw .trashNotWritable(folder, trash: path)
      }
    } catch .vanished {
      // The shared trash is only ever made inside of a `.Trash` that is there and passes its checks.
      let existing = try deepestExistingFolder(operations)
      if kind == .shared, existing.path == topFolder { throw .trashNotWritable(folder, trash: path) }
      guard operations.mayWrite(into: existing.descriptor) else { throw .trashNotWritable(folder, trash: path) }
    }
  }

  private func deepestExistingFolder(
    _ operations: FileOperations
  ) throws(FileSafetyError) -> (path: FilePath, descriptor: Descriptor) {
    var existing = path
    while true {
      do {
        return (existing, try operations.openFolder(existing))
      } catch .noSuchFileOrDirectory where !existing.isRootFolder {
        existing = existing.parentFolder
      } catch {
        throw FileSafetyError(.openFolder, existing, error)
      }
    }
  }
}
