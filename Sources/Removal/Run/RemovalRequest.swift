package import FileSafety
package import PhotoModel
package import SystemPackage

/// A request to move photos to the trash, each with the files that stay for it; or to make them smaller.
package struct RemovalRequest: Hashable, Sendable {
  /// The photos, each with its files and what stays for them.
  package var items: [RemovalItem]
  /// The folders, as absolute paths, of which nothing is moved, as far as the request knows.
  package var protectedFolders: [FilePath]
  /// The folders under review, absolute: no backup may share a folder with them.
  package var roots: [FilePath] = []
  /// The metadata carried over to photos that stay, not prepared yet.
  package var carried: [CarriedSidecar] = []
  /// The ways in which photos are made smaller, by photo: then all of them are, and the originals go to the trash.
  package var shrinks: [FilePath: PlannedShrink] = [:]

  /// Creates a request without folders under review.
  package init(items: [RemovalItem], protectedFolders: [FilePath]) {
    self.items = items
    self.protectedFolders = protectedFolders
  }
}

/// The answer to a request before the user confirms it. Photos are named as in the request.
package struct RemovalPreflight: Hashable, Sendable {
  /// The photos that would be refused, each with the reason as a sentence.
  package var refused: [FilePath: String]
  /// The number of trash folders that would take something; at least 1.
  package var trashCount: Int
  /// The reason why nothing at all can be moved; nil where something can be.
  package var blocked: String?
  /// Remarks to show before the confirmation, though they prevent nothing.
  package var remarks: [String]
  /// The folder that could be used for photos without a trash on their volume; nil where all have one, or no folder can
  /// be used.
  package var proposal: SetAsideProposal?
  /// Bytes of photos that would go and stay in use, because other names lead to them.
  package var inUse: ByteCount

  /// Creates an answer; without arguments nothing is refused.
  package init(
    refused: [FilePath: String] = [:], trashCount: Int = 1, blocked: String? = nil, proposal: SetAsideProposal? = nil,
    inUse: ByteCount = .zero, remarks: [String] = []
  ) {
    self.remarks = remarks
    self.inUse = inUse
    self.proposal = proposal
    self.refused = refused
    self.trashCount = trashCount
    self.blocked = blocked
  }
}

/// The progress of the search in a backup: its files are counted first, then the photos are looked up.
package struct BackupProgress: Hashable, Sendable {
  /// The number of files found in the backup.
  package var files: Int
  /// The number of photos looked up so far.
  package var done: Int
  /// The number of photos to look up; 0 while the files are still being counted.
  package var total: Int

  /// Creates the progress.
  package init(files: Int, done: Int = 0, total: Int = 0) {
    self.files = files
    self.done = done
    self.total = total
  }
}

/// A folder that could be used in place of a trash, if the user agrees; nothing is created before.
package struct SetAsideProposal: Hashable, Sendable {
  /// The folder; absolute.
  package var folder: FilePath
  /// The number of photos that would go there.
  package var photos: Int
}

/// The progress of a move or a restore.
package struct RemovalProgress: Hashable, Sendable {
  /// Photos of which some file has had its turn, of `total`.
  package var done: Int
  /// Photos of the move or the restore.
  package var total: Int
  /// The file that has just had its turn, by its path outside of the trash.
  package var current: FilePath
}
