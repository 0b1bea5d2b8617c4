import PhotoModel
import SystemPackage

/// Smaller files that a crash left behind: those that never got their last names are removed; those whose originals
/// were being restored are in the trash, or get their names again.
extension Recovery {
  /// Settles the smaller files of unfinished files. What cannot be settled is asked again at the next start.
  func settleReplacements(_ entries: inout [Report.Entry]) {
    for index in entries.indices {
      let file = entries[index].file
      guard let replacement = file.replacement, file.state != .planned else { continue }
      do throws(FileSafetyError) {
        switch (entries[index].finding, file.state) {
        case (.inTrash, .restoring), (.atOriginalLocation, _):
          entries[index].finding = try settleExchange(of: file, replacement, entries[index].finding)
          // The file may belong to a move that was being taken back.
          let isAtOriginal = entries[index].finding == .atOriginalLocation
          try removeReplacement(replacement, of: file, at: isAtOriginal ? file.path : file.entryPath ?? file.path)
        case (.stayed, _): try removeReplacement(replacement, of: file, at: file.path)
        case (.inTrash, _), (.leftWithoutSurvivor, _):
          if let path = file.entryPath { try removeReplacement(replacement, of: file, at: path) }
        default: break
        }
      } catch {
        entries[index].finding = .couldNotCheck(error)
      }
    }
  }

  private func removeReplacement(
    _ replacement: Replacement, of file: BatchFile, at path: FilePath
  ) throws(FileSafetyError) {
    guard let digest = file.digest else { return }
    let folder: Descriptor
    do throws(FileSafetyError) { (folder, _) = try openParent(of: file.path, operations) } catch {
      // The whole folder is gone, and the smaller file with it.
      if case .vanished = error { return }
      throw error
    }
    let (parent, name) = try openParent(of: path, operations)
    _ = try operations.removeReplacement(
      .init(folder: folder, name: replacement.name), of: (.init(folder: parent, name: name), path), digest: digest,
      known: file.smallerFile?.identity)
    do throws(Errno) { try operations.syncFolder(folder, or: parent) } catch {
      throw FileSafetyError(.syncFolder, file.path, error)
    }
  }

  /// Settles a restore that was cut off: the smaller file is still there, or in the trash. Where its name is free, the
  /// original gets it back now.
  private func settleExchange(
    of file: BatchFile, _ replacement: Replacement, _ finding: Finding
  ) throws(FileSafetyError) -> Finding {
    let own = replacement.trash.flatMap { location in file.smallerFile?.retired(to: location, file) }
    if let own, let location = own.location {
      do throws(FileSafetyError) {
        let trash = try location.folder.open(creating: false, environment, operations)
        _ = try Scene(file: own, location: location, trash, operations).settleRemoval()
      } catch {
        // The original is back: a smaller file left elsewhere is no question about it.
        guard case .vanished = error, finding == .atOriginalLocation else { throw error }
      }
    }
    guard finding == .inTrash, (try? fileStatus(of: file.path, operations: operations)) == nil else { return finding }
    do throws(FileSafetyError) {
      let warnings = try RestoreMove(of: file, environment, operations)?.carryOut() ?? []
      return warnings.first.map { .couldNotCheck($0) } ?? .atOriginalLocation
    } catch {
      // Something else has the name by now: both stay in the trash.
      if case .somethingIsThere = error { return finding }
      guard !error.isUnsettled, let own else { throw error }
      let warnings = try RestoreMove(of: own, environment, operations)?.carryOut() ?? []
      return warnings.first.map { .couldNotCheck($0) } ?? finding
    }
  }
}
