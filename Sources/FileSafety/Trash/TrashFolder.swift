import PhotoModel
package import SystemPackage

/// A trash of the freedesktop.org trash specification 1.0: a folder with `files/` and `info/` in it.
package struct TrashFolder: Hashable, Sendable, Codable {
  /// The kinds of trash in the specification.
  package enum Kind: String, Hashable, Sendable, Codable {
    /// `$XDG_DATA_HOME/Trash`.
    case home
    /// `$topdir/.Trash/$uid`, which an administrator prepared for all users.
    case shared
    /// `$topdir/.Trash-$uid`.
    case own
    /// A folder that the user chose on a volume without a trash: no trash of the desktop, but laid out like one.
    case setAside
  }

  /// The kind of the trash.
  package var kind: Kind
  /// Absolute, without symbolic links.
  package var path: FilePath
  /// Top folder of the volume, where a relative `Path=` starts; nil for the home trash.
  package var topFolder: FilePath?

  /// Creates the value; the folder on the disk is neither checked nor made.
  package init(kind: Kind, path: FilePath, topFolder: FilePath?) {
    self.kind = kind
    self.path = path
    self.topFolder = topFolder
  }

  /// The trash folders that files in `folder` may go to, the preferred one first. No folder is made or opened. The
  /// folders that the user chose for this mount come last: they serve where the others cannot be used.
  ///
  /// The home trash serves its own mount and no other; elsewhere the top folder is found by walking up until the
  /// mount id changes, because tables of mounts and device numbers do not know subvolumes and bind mounts.
  ///
  /// - Parameter folder: Absolute, without symbolic links.
  package static func candidates(
    forFilesIn folder: FilePath, _ environment: TrashEnvironment, operations: FileOperations = .live
  ) throws(FileSafetyError) -> [TrashFolder] {
    do {
      let mountID = try operations.status(of: try operations.openFolder(folder)).mountID
      let home = try homeTrash(onMount: mountID, environment, operations)
      if let home, environment.setAside.folders.isEmpty { return [home] }
      let topFolder = try topFolder(above: folder, mountID: mountID, operations)
      let chosen = setAsideTrashes(onMount: mountID, topFolder, environment, operations)
      if let home { return [home] + chosen }
      return volumeTrashes(in: topFolder, environment) + chosen
    } catch {
      throw FileSafetyError(.openFolder, folder, error)
    }
  }

  /// Both trashes of a volume, the shared one first as the specification has it.
  private static func volumeTrashes(in topFolder: FilePath, _ environment: TrashEnvironment) -> [TrashFolder] {
    let shared = topFolder.appending(name: ".Trash").appending(name: "\(environment.userID)")
    let own = topFolder.appending(name: ".Trash-\(environment.userID)")
    return [
      TrashFolder(kind: .shared, path: shared, topFolder: topFolder),
      TrashFolder(kind: .own, path: own, topFolder: topFolder),
    ]
  }

  /// The home trash by its real path, if it is or would be on this mount.
  private static func homeTrash(
    onMount mountID: UInt64, _ environment: TrashEnvironment, _ operations: FileOperations
  ) throws(Errno) -> TrashFolder? {
    try path(environment.homeTrash, onMount: mountID, operations).map {
      TrashFolder(kind: .home, path: $0, topFolder: nil)
    }
  }

  /// The folders that the user chose, as far as they are or would be on this mount.
  private static func setAsideTrashes(
    onMount mountID: UInt64, _ topFolder: FilePath, _ environment: TrashEnvironment, _ operations: FileOperations
  ) -> [TrashFolder] {
    var trashes: [TrashFolder] = []
    for trash in environment.setAside.trashes {
      // A chosen folder that cannot be reached, as on a drive that is away, cannot be used now.
      guard let path = try? path(trash, onMount: mountID, operations) else { continue }
      trashes.append(TrashFolder(kind: .setAside, path: path, topFolder: topFolder))
    }
    return trashes
  }

  /// A path with its symbolic links resolved as far as it exists, if that part is on this mount.
  private static func path(
    _ path: FilePath, onMount mountID: UInt64, _ operations: FileOperations
  ) throws(Errno) -> FilePath? {
    var existing = path
    var missing: [[UInt8]] = []
    while true {
      if let real = try? realPath(existing) {
        // The status is of whatever is there: a file in the way of the trash is reported when the trash is opened.
        let status = try operations.status(of: real.nameBytes, in: try operations.openFolder(real.parentFolder))
        guard status.mountID == mountID else { return nil }
        return missing.reversed().reduce(real) { $0.appending(name: $1) }
      }
      if existing.isRootFolder || existing.isEmpty { return nil }
      missing.append(existing.nameBytes)
      existing = existing.parentFolder
    }
  }

  private static func topFolder(
    above folder: FilePath, mountID: UInt64, _ operations: FileOperations
  ) throws(Errno) -> FilePath {
    var top = folder
    while !top.isRootFolder {
      let parent = top.parentFolder
      guard try operations.status(of: try operations.openFolder(parent)).mountID == mountID else { break }
      top = parent
    }
    return top
  }

  /// Whether a path lies in a trash of a desktop: a home trash, that of a volume by its name in whatever capitals, and
  /// a folder that looks like the trash of another home (`isTrash`). The path is checked as given and with its symbolic
  /// links resolved.
  ///
  /// - Parameter countingBins: Whether the recycle bins of Windows and of network drives count wherever they are, for a
  ///   path outside of every folder that the user named. Else they count as in `KnownPlaces`.
  package static func contains(_ path: FilePath, _ environment: TrashEnvironment, countingBins: Bool = false) -> Bool {
    func isTrash(_ folder: FilePath, _ name: [UInt8], _ text: String) -> Bool {
      let folded = text.lowercased()
      return folded == ".trashes" || isDesktopTrash(named: folded, in: "t")
        || countingBins && (recycleBins.contains(folded) || text == "RECYCLER") || self.isTrash(folder, named: name)
    }
    if isInTrash(path, environment, by: isTrash) { return true }
    let real = pathRealAsFarAsItExists(path)
    return real != path && isInTrash(real, environment, by: isTrash)
  }

  /// Whether a path lies in a trash of the desktop, to which nothing is put back. Narrower than `contains`: a photo
  /// that came from a folder which other systems use as a recycle bin can go home.
  static func isInDesktopTrash(_ path: FilePath, _ environment: TrashEnvironment) -> Bool {
    isInTrash(path, environment) { folder, name, text in
      isDesktopTrash(named: text) || text == "Trash" && isTrash(folder, named: name)
    }
  }

  /// Whether a path lies in a known trash, or one of the folders on the way to it is a trash.
  ///
  /// - Parameter isTrash: Whether a folder is a trash; called with the folder, its name, and the name as text.
  private static func isInTrash(
    _ path: FilePath, _ environment: TrashEnvironment,
    by isTrash: (_ folder: FilePath, _ name: [UInt8], _ text: String) -> Bool
  ) -> Bool {
    if environment.knownTrashes.contains(where: { path.isInside($0) }) { return true }
    var folder: [UInt8] = []
    return path.bytes.split(separator: UInt8(ascii: "/")).contains { name in
      folder += [UInt8(ascii: "/")] + name
      return isTrash(FilePath(bytes: folder), Array(name), String(decoding: name, as: UTF8.self))
    }
  }

  /// The names of recycle bins in small letters: Windows writes `$RECYCLE.BIN` on a card and `$Recycle.Bin` on a disk,
  /// and a card has no capitals at all.
  private static let recycleBins: Set<String> = ["$recycle.bin", "#recycle", "@recycle"]

  /// `.Trash`, and `.Trash-` with the number of a user: the trash of a volume, as the specification writes it.
  ///
  /// - Parameter capital: The letter behind the dot.
  private static func isDesktopTrash(named name: String, in capital: String = "T") -> Bool {
    let (shared, own) = (".\(capital)rash", ".\(capital)rash-")
    let number = name.utf8.dropFirst(own.utf8.count)
    return name == shared
      || name.hasPrefix(own) && !number.isEmpty
        && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Whether a folder is a trash by its content: named `Trash`, in whatever capitals, with `files` and `info` in it.
  ///
  /// This is the trash of another home or another data folder than that of this process, as on a disk that was
  /// copied whole.
  static func isTrash(_ folder: FilePath, named name: [UInt8], operations: FileOperations = .live) -> Bool {
    guard String(validating: name, as: UTF8.self)?.lowercased() == "trash" else { return false }
    return ["files", "info"].allSatisfy {
      (try? fileStatus(of: folder.appending(name: $0), operations: operations))?.kind == .folder
    }
  }
}
