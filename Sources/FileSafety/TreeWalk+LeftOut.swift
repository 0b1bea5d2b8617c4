import SystemPackage

extension TreeWalk {
  /// Why a folder or file was left out on purpose.
  package enum LeftOut: String, Hashable, Sendable {
    /// A trash folder of this desktop: what is in it is removed already.
    case trash
    /// A pattern that the person gave.
    case excluded
    /// `staysOnOneFileSystem`, and something else is mounted here.
    case otherFileSystem
    /// Small pictures that a program made of the photos.
    case thumbnails
    /// Old states of the same files that a file system or device keeps by itself.
    case snapshots
    /// The inside of version control or of a photo program: removing there breaks it.
    case programData
    /// What a file system checker found: pieces without names.
    case recoveredPieces
  }
}

extension TreeWalk.LeftOut {
  /// Folders that are no part of a photo library although they lie inside of one. Compared byte for byte, but for those of
  /// trashes: Windows writes `$RECYCLE.BIN` on a card and `$Recycle.Bin` on a disk, and a card has no capitals at all.
  ///
  /// - `.git .hg .svn .bzr`: version control.
  /// - `@eaDir #recycle #snapshot`: Synology; `.@__thumb @Recycle @Recently-Snapshot`: QNAP.
  /// - `.thumbnails .thumbs`: Android and older desktops.
  /// - `.snapshots .zfs .snapshot`: snapper, ZFS, NetApp.
  /// - `lost+found`: fsck. `$RECYCLE.BIN RECYCLER "System Volume Information"`: Windows.
  /// - `.Spotlight-V100 .fseventsd .Trashes .TemporaryItems .DocumentRevisions-V100`: macOS.
  private static let folderNames: [String: Self] = [
    ".git": .programData, ".hg": .programData, ".svn": .programData, ".bzr": .programData,
    "@eaDir": .thumbnails, ".@__thumb": .thumbnails, ".thumbnails": .thumbnails, ".thumbs": .thumbnails,
    "#recycle": .trash, "@Recycle": .trash, "$RECYCLE.BIN": .trash, "RECYCLER": .trash, ".Trashes": .trash,
    ".Trash": .trash,
    "#snapshot": .snapshots, "@Recently-Snapshot": .snapshots, ".snapshots": .snapshots, ".snapshot": .snapshots,
    ".zfs": .snapshots,
    "lost+found": .recoveredPieces,
    "System Volume Information": .programData, ".Spotlight-V100": .programData, ".fseventsd": .programData,
    ".TemporaryItems": .programData, ".DocumentRevisions-V100": .programData,
  ]

  /// The rule that leaves out a folder of this name; nil: enter it.
  static func reason(forFolderNamed name: [UInt8]) -> Self? {
    guard let text = String(validating: name, as: UTF8.self) else { return nil }
    if let reason = folderNames[text] { return reason }
    let folded = text.lowercased()
    return trashNames.contains(folded) || isVolumeTrash(folded) ? .trash : nil
  }

  /// `.Trash` and the trash of a volume, as the specification writes them.
  static func isDesktopTrash(named name: String) -> Bool {
    name == ".Trash" || isVolumeTrash(name) && name.hasPrefix(".T")
  }

  /// In any capitals, but for the one that a person may give to a folder of pictures.
  private static let trashNames = Set(
    folderNames.filter { $0.value == .trash && $0.key != "RECYCLER" }.map { $0.key.lowercased() })

  /// `.trash-` and the number of a user: the trash of a volume.
  private static func isVolumeTrash(_ name: String) -> Bool {
    let prefix = ".trash-"
    let number = name.utf8.dropFirst(prefix.utf8.count)
    return name.lowercased().hasPrefix(prefix) && !number.isEmpty
      && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
