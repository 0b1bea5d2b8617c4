package import FileSafety
package import PhotoModel
package import SystemPackage

/// Photos to be moved to the trash, each with what stays of it.
package struct RemovalRequest: Hashable, Sendable {
  /// The photos, each with its files and what stays of them.
  package var items: [RemovalItem]
  /// The folders of which nothing is moved, as far as the request knows; absolute.
  package var protectedFolders: [FilePath]
  /// The folders under review: what shares a place with them is no backup.
  package var roots: [FilePath] = []

  /// Creates a request without folders under review.
  package init(items: [RemovalItem], protectedFolders: [FilePath]) {
    self.items = items
    self.protectedFolders = protectedFolders
  }
}

/// The answer to a request before the user says yes. Photos stand in it by their names in the request.
package struct RemovalPreflight: Hashable, Sendable {
  /// Photos that would be refused, and why, in words.
  package var refused: [FilePath: String]
  /// Trash folders that would take something.
  package var trashCount: Int
  /// Nothing at all can be moved, and why.
  package var blocked: String?
  /// A sentence that should be known before a yes, though it keeps nothing from being moved.
  package var remark: String?
  /// Some photos have no trash on their volume; in this folder one could be kept for them.
  package var proposal: SetAsideProposal?
  /// Bytes of photos that would go and stay in use, because other names lead to them.
  package var inUse: ByteCount

  /// Creates an answer; without arguments nothing is refused.
  package init(
    refused: [FilePath: String] = [:], trashCount: Int = 1, blocked: String? = nil, proposal: SetAsideProposal? = nil,
    inUse: ByteCount = .zero, remark: String? = nil
  ) {
    self.remark = remark
    self.inUse = inUse
    self.proposal = proposal
    self.refused = refused
    self.trashCount = trashCount
    self.blocked = blocked
  }
}

/// A look into the backup on its way: its files are counted first, then the photos are asked about.
package struct BackupProgress: Hashable, Sendable {
  /// Files seen in the backup.
  package var files: Int
  /// Photos asked about.
  package var done: Int
  /// Photos to ask about; 0 while the files are still being counted.
  package var total: Int

  /// Creates the progress.
  package init(files: Int, done: Int = 0, total: Int = 0) {
    self.files = files
    self.done = done
    self.total = total
  }
}

/// A folder that could stand in for a trash, if the user wants it; nothing is made before.
package struct SetAsideProposal: Hashable, Sendable {
  /// The folder; absolute.
  package var folder: FilePath
  /// Photos that would go there.
  package var photos: Int

  /// Creates a proposal.
  package init(folder: FilePath, photos: Int) {
    self.folder = folder
    self.photos = photos
  }
}

/// A move or a restore on its way.
package struct RemovalProgress: Hashable, Sendable {
  /// Photos of which some file has had its turn, of `total`.
  package var done: Int
  /// Photos of the move or the restore.
  package var total: Int
  /// The file that has just had its turn, by its path outside of the trash.
  package var current: FilePath

  /// Creates the progress.
  package init(done: Int, total: Int, current: FilePath) {
    self.done = done
    self.total = total
    self.current = current
  }
}
