import PhotoModel
package import SystemPackage

/// Folders that stay, with all that lies in them and all that they lie in.
package struct GuardedFolders: Sendable {
  private let folders: [Place]
  private let operations: FileOperations
  private let views: MountViews

  /// Creates the guard of some folders.
  ///
  /// - Parameter folders: Absolute paths. Folders that are not there are compared by their names alone.
  package init(_ folders: [FilePath], operations: FileOperations = .live) {
    self.operations = operations
    let mounts = folders.isEmpty ? MountTable([]) : MountTable.current(operations)
    self.folders = folders.map { Place($0, operations, mounts) }
    views = folders.isEmpty ? MountViews(devices: []) : .now(operations: operations)
  }

  /// The first guarded folder that is `folder`, holds it or lies in it, by name or, where it or a part is mounted twice
  /// or mirrored, by identity. Names are compared case-folded: a memory card knows no capitals, and its folders have no
  /// lasting numbers.
  package func folder(against folder: FilePath) -> FilePath? {
    guard !folders.isEmpty else { return nil }
    let place = Place(folder, operations, MountTable.current(operations))
    return folders.first { $0.isInside(place, views) || place.isInside($0, views) }?.path
  }

  /// The first guarded folder that is `folder` or holds it, compared as in `folder(against:)`.
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
    /// The keys of the folder and of all folders around it but the outermost.
    let line: Set<FileKey>
    /// The identities without the device, as a mirror (bindfs) shows them.
    let deviceFreeIdentities: Set<FileIdentity>
    /// The folder and those around it, each with its name.
    let folders: [(identity: FileIdentity, name: [UInt8])]
    /// The location of the folder on its file system, which alone tells a part of it that is mounted by itself.
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
  /// The folded names of the path, one by one: an accent at the start of a name would join the slash before it.
  fileprivate var foldedNames: [String]? {
    let names = bytes.split(separator: UInt8(ascii: "/")).map { FilePath(bytes: $0).foldedName }
    return names.contains(nil) ? nil : names.compactMap(\.self)
  }
}

extension FileIdentity {
  /// Whether the change time, which nobody can set, is finer than a second.
  fileprivate var hasFineTimes: Bool { changed % 1_000_000_000 != 0 }
}
