package import PhotoModel
package import SystemPackage

/// The way that a removed photo of a folder would go, found out without changing anything on the disk.
package struct TrashPreflight: Hashable, Sendable {
  /// The trash that photos of the folder would go to.
  package var trash: LibraryRoot.Trash
  /// The folder that the user chose for photos without a trash; nil where none is chosen or needed.
  package var setAside: FilePath?
  /// The obstacle for all of the folder, or for the files right in it; nil where there is none.
  package var obstacle: FileSafetyError?
  /// The volume of the folder; nil where it is not known.
  package var volume: Volume?
  /// A folder that could take the photos where there is no trash, if the user agrees. It is not made by asking.
  package var proposal: FilePath?

  /// One sentence about an obstacle to moving, or a caution before photos are reviewed; empty without one.
  package func message(naming: (FilePath) -> String) -> String {
    if let obstacle { return obstacle.sentence(naming: naming) }
    if let setAside { return "There is no trash here; photos go to \(naming(setAside)), as you chose." }
    guard let volume else { return "" }
    let location = naming(volume.mountPoint)
    if volume.available < Self.spaceForNotes {
      return "\(location) is almost full (\(volume.available.formatted) free): a move to the trash may stop half-way."
    }
    if volume.isNetwork { return "\(location) is on the network: it may be slow, or gone in the middle." }
    return volume.isLikelyRemovable ? "\(location) can be unplugged: leave it in while photos are moved." : ""
  }

  /// The space kept for `.trashinfo` files: every photo in the trash has one, and a full disk cannot take it.
  private static let spaceForNotes = ByteCount(8_000_000)
}

/// Checks where the photos of a folder of the library would go, before any is proposed.
///
/// - Parameter root: A folder, or a file in it. Symbolic links in it are resolved.
package func trashPreflight(
  for root: FilePath, _ environment: TrashEnvironment, operations: FileOperations = .live
) -> TrashPreflight {
  do throws(FileSafetyError) {
    let real = try realPath(root)
    let status = try fileStatus(of: real, operations: operations)
    let folder = status.kind == .folder ? real : real.parentFolder
    let volume = try Volume.containing(folder, operations: operations)
    if volume.isReadOnly { return TrashPreflight(trash: .none, obstacle: .readOnlyVolume(root), volume: volume) }
    let candidates = try TrashFolder.candidates(forFilesIn: folder, environment, operations: operations)
    let isWritable = (try? operations.openFolder(folder)).map { operations.mayWrite(into: $0) } ?? false
    var obstacle: FileSafetyError?
    for candidate in candidates {
      do throws(FileSafetyError) {
        try candidate.checkUsable(for: folder, environment, operations)
        return TrashPreflight(
          trash: candidate.kind.asOfLibrary, setAside: candidate.kind == .setAside ? candidate.path : nil,
          obstacle: isWritable ? nil : status.kind == .folder ? .rootNotWritable(root) : .folderNotWritable(root),
          volume: volume)
      } catch {
        obstacle = error
      }
    }
    return TrashPreflight(
      trash: .none, obstacle: obstacle, volume: volume,
      proposal: isWritable ? proposedFolder(around: folder, operations) : nil)
  } catch {
    return TrashPreflight(trash: .none, obstacle: error)
  }
}

/// The highest folder above this one, on the same mount, in which the user may make another, and a name in it.
private func proposedFolder(around folder: FilePath, _ operations: FileOperations) -> FilePath? {
  guard let home = try? operations.status(of: operations.openFolder(folder)) else { return nil }
  var best: FilePath?
  var current = folder
  while true {
    guard let descriptor = try? operations.openFolder(current),
      let status = try? operations.status(of: descriptor), status.mountID == home.mountID,
      status.identity.device == home.identity.device
    else { return best }
    if operations.mayWrite(into: descriptor) { best = current.appending(name: "Set aside by Deckle") }
    if current.isRootFolder { return best }
    current = current.parentFolder
  }
}

extension TrashFolder.Kind {
  /// The kind of trash as `LibraryRoot` has it.
  fileprivate var asOfLibrary: LibraryRoot.Trash {
    switch self {
    case .home: .home
    case .shared, .own: .volume
    case .setAside: .none
    }
  }
}

extension TrashFolder {
  /// Whether the trash could be used now for the files right in a folder, or made where it is missing.
  func checkUsable(
    for folder: FilePath, _ environment: TrashEnvironment, _ operations: FileOperations
  ) throws(FileSafetyError) {
    let home: FileStatus
    do { home = try operations.status(of: operations.openFolder(folder)) } catch {
      throw FileSafetyError(.status, folder, error)
    }
    do throws(FileSafetyError) {
      let trash = try open(creating: false, forPhotosIn: home, environment, operations)
      guard operations.mayWrite(into: trash.files), operations.mayWrite(into: trash.info) else {
        throw .trashNotWritable(folder, trash: path)
      }
      try checkReachable(trash.files, from: home, of: folder, operations)
    } catch .vanished {
      // The shared trash is only ever made inside of a `.Trash` that is there and passes its checks.
      let existing = try deepestExistingFolder(operations)
      if kind == .shared, existing.path == topFolder { throw .trashNotWritable(folder, trash: path) }
      guard operations.mayWrite(into: existing.descriptor) else { throw .trashNotWritable(folder, trash: path) }
      try checkReachable(existing.descriptor, from: home, of: folder, operations)
    }
  }

  /// Parts of one mount can be file systems of their own (subvolumes), between which nothing is renamed.
  private func checkReachable(
    _ trash: Descriptor, from home: FileStatus, of folder: FilePath, _ operations: FileOperations
  ) throws(FileSafetyError) {
    let there: FileStatus
    do { there = try operations.status(of: trash) } catch { throw FileSafetyError(.status, folder, error) }
    guard home.mountID == there.mountID, home.identity.device == there.identity.device else {
      throw .acrossVolumes(folder)
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
