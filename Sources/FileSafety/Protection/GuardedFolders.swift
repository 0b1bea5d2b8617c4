import PhotoModel
package import SystemPackage

/// Folders that stay, with all that lies in them and all that they lie in.
package struct GuardedFolders: Sendable {
  private let folders: [Place]
  private let operations: FileOperations
  private let views: MountViews

  /// - Parameter folders: Absolute. Those that are not there are compared by their names alone.
  package init(_ folders: [FilePath], operations: FileOperations = .live) {
    self.operations = operations
    let mounts = folders.isEmpty ? MountTable([]) : MountTable.current(operations)
    self.folders = folders.map { Place($0, operations, mounts) }
    views = folders.isEmpty ? MountViews(devices: []) : .now(operations: operations)
  }

  /// The first that is `folder`, holds it or lies in it, by name or, where it or a part is mounted twice or mirrored,
  /// by what it is. Names that other disks take for one are one here: a card knows no capitals, and no number of its
  /// folders lasts.
  package func folder(against folder: FilePath) -> FilePath? {
    guard !folders.isEmpty else { return nil }
    let place = Place(folder, operations, MountTable.current(operations))
    return folders.first { $0.isInside(place, views) || place.isInside($0, views) }?.path
  }

  /// The first that is `folder` or holds it, as `folder(against:)` knows them.
  func folder(holding folder: FilePath) -> FilePath? {
    guard !folders.isEmpty else { return nil }
    let place = Place(folder, operations, MountTable.current(operations))
    return folders.first { place.isInside($0, views) }?.path
  }

  private struct Place: Sendable {
    let path: FilePath
    /// The folded names of the folder and of those around it, the outermost first; nil where one is no text.
    let foldedNames: [String]?
    let identity: FileIdentity?
    /// Its own and those of all folders around it but the outermost.
    let line: Set<FileKey>
    /// The identities without the device, as a mirror (bindfs) shows them.
    let deviceFreeIdentities: Set<FileIdentity>
    /// The folder and those around it, each with its name.
    let folders: [(identity: FileIdentity, name: [UInt8])]
    /// No number tells a part that is mounted by itself.
    let origin: FolderOrigin?

    init(_ given: FilePath, _ operations: FileOperations, _ mounts: MountTable) {
      path = pathRealAsFarAsItExists(given)
      foldedNames = path.foldedNames
      var folders: [(identity: FileIdentity, name: [UInt8])] = []
      let status = try? fileStatus(of: path, operations: operations)
      identity = status?.identity
      origin = status.flatMap { [path] in mounts.origin(of: path, mount: $0.mountID) }
      var around = path
      while around.isPlainAbsolute {
        if let status = try? fileStatus(of: around, operations: operations) {
          folders.append((status.identity, around.nameBytes))
        }
        around = around.parentFolder
      }
      self.folders = folders
      line = Set(folders.map { FileKey($0.identity) })
      deviceFreeIdentities = Set(folders.map(\.identity.onAnyDevice))
    }

    func isInside(_ other: Place, _ views: MountViews) -> Bool {
      if path.isInside(other.path) { return true }
      if let foldedNames, let around = other.foldedNames, foldedNames.starts(with: around) { return true }
      if let identity = other.identity {
        if line.contains(FileKey(identity)) { return true }
        // Where times are whole seconds, two cards have folders of the same numbers.
        if identity.hasFineTimes, deviceFreeIdentities.contains(identity.onAnyDevice) { return true }
        let name = other.path.nameBytes
        let isSeenThere = folders.contains { folder in
          views.isInDoubt(folder.identity, identity)
            && (folder.name == name || folder.identity.modified == identity.modified
              || folder.identity.changed == identity.changed)
        }
        if isSeenThere { return true }
      }
      guard let origin, let around = other.origin else { return false }
      return origin.isInside(around)
    }
  }
}

extension FilePath {
  /// Name by name: an accent that stands first in one would join the slash before it.
  fileprivate var foldedNames: [String]? {
    let names = bytes.split(separator: UInt8(ascii: "/")).map { FilePath(bytes: $0).foldedName }
    return names.contains(nil) ? nil : names.compactMap(\.self)
  }
}

extension FileIdentity {
  /// Its time of change, which nobody can set, says more than the second.
  fileprivate var hasFineTimes: Bool { changed % 1_000_000_000 != 0 }
}
