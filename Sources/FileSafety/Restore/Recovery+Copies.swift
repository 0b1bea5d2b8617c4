import PhotoModel
import SystemPackage

/// The copies in folders on other mounts: those of photos that stayed are removed, those of photos that came back are
/// checked.
extension Recovery {
  /// Removes the copies of files that stayed, and reports where a copy is left beside a file that came back. Copies
  /// that cannot be settled are tried again at the next start.
  func settleCopies(_ entries: inout [Report.Entry]) {
    for index in entries.indices {
      let file = entries[index].file
      guard file.isCopied, file.state != .planned else { continue }
      do throws(FileSafetyError) {
        switch entries[index].finding {
        case .broughtBack where isCopyAway(file): break
        case .stayed, .broughtBack: try removeCopy(of: file, ofPhotoAt: file.path)
        case .atOriginalLocation: try settleRetired(&entries[index])
        default: break
        }
      } catch {
        entries[index].finding = .couldNotCheck(error)
      }
    }
  }

  /// Removes the copy of a file before the file is put back from its trash, where it is whole.
  ///
  /// A copy in a folder that is away is left there: it keeps no photo from coming back.
  ///
  /// - Returns: False where that cannot be done now; then the file stays in the trash until the next start.
  func isCopyGone(_ index: Int, _ entries: inout [Report.Entry]) -> Bool {
    let file = entries[index].file
    guard file.isCopied, let entry = file.location?.filePath, !isCopyAway(file) else { return true }
    do throws(FileSafetyError) {
      try removeCopy(of: file, ofPhotoAt: entry)
      return true
    } catch {
      entries[index].finding = .couldNotCheck(error)
      return false
    }
  }

  /// Whether the folder of the copy is not there: it was removed, or its drive or share is not connected.
  private func isCopyAway(_ file: BatchFile) -> Bool {
    guard let folder = file.folderLocation?.path.parentFolder else { return false }
    do throws(Errno) {
      _ = try operations.openFolder(folder)
      return false
    } catch {
      return error == .noSuchFileOrDirectory || error == .notDirectory || error.meansAway
    }
  }

  /// Removes the copy of a file under its hidden name, and under its last one where its identity is recorded. A file
  /// with other bytes than the photo is not touched.
  private func removeCopy(of file: BatchFile, ofPhotoAt path: FilePath) throws(FileSafetyError) {
    guard let location = file.folderLocation, let hidden = location.copyName, let digest = file.digest else { return }
    let (parent, name) = try openParent(of: path, operations)
    let photo = (place: FileOperations.Place(folder: parent, name: name), path: path)
    let folder: Descriptor
    do throws(Errno) { folder = try operations.openFolder(location.path.parentFolder) } catch {
      throw FileSafetyError(.openFolder, location.path, error)
    }
    let last = FileOperations.Place(folder: folder, name: location.path.nameBytes)
    let first = FileOperations.Place(folder: folder, name: hidden)
    do throws(Errno) {
      // Both names of one file, as a rename by hard link leaves them.
      if try operations.removeSecondName(first, of: last) { try operations.syncFolder(folder) }
    } catch {
      throw FileSafetyError(.unlink, location.path, error)
    }
    _ = try operations.removeCopy(
      first, at: location.path.parentFolder.appending(name: hidden), of: photo, digest: digest, isWhole: false)
    if let copy = file.survivor, copy.path == location.path,
      let status = try? fileStatus(of: copy.path, operations: operations),
      status.identity.isSameAfterMove(as: copy.identity) || !operations.kind(of: folder).keepsInodes
    {
      _ = try operations.removeCopy(last, at: copy.path, of: photo, digest: digest, isWhole: true)
    }
    do throws(Errno) { try operations.syncFolder(folder) } catch {
      throw FileSafetyError(.syncFolder, location.path, error)
    }
  }

  /// The copy of a file that came back was on its way to its own trash, or had not been touched.
  private func settleRetired(_ entry: inout Report.Entry) throws(FileSafetyError) {
    let file = entry.file
    guard let location = file.folderLocation else { return }
    if let trash = location.copyTrash, let copy = file.survivor {
      let open = try trash.folder.open(creating: false, environment, operations)
      let own = BatchFile(
        index: 0, item: 0, path: location.path, identity: copy.identity, state: .reserved, location: trash,
        digest: file.digest)
      if try Scene(file: own, location: trash, open, operations).settleRemoval() == .inTrash { return }
    }
    if (try? fileStatus(of: location.path, operations: operations)) != nil { entry.finding = .copyStays(location.path) }
  }
}
