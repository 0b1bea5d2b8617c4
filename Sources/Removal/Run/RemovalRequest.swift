package import FileSafety
package import PhotoModel
package import SystemPackage

/// Photos to be moved to the trash, each with what stays of it.
package struct RemovalRequest: Hashable, Sendable {
  package var items: [RemovalItem]
  package var protectedFolders: [FilePath]
  /// The folders under review: what shares a place with them is no backup.
  package var roots: [FilePath] = []

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
  package var total: Int

  package init(files: Int, done: Int = 0, total: Int = 0) {
    self.files = files
    self.done = done
    self.total = total
  }
}

/// A folder that could stand in for a trash, if the user wants it; nothing is made before.
package struct SetAsideProposal: Hashable, Sendable {
  package var folder: FilePath
  /// Photos that would go there.
  package var photos: Int

  package init(folder: FilePath, photos: Int) {
    self.folder = folder
    self.photos = photos
  }
}

/// A move or a restore on its way.
package struct RemovalProgress: Hashable, Sendable {
  package var done: Int
  package var total: Int
  package var current: FilePath

  package init(done: Int, total: Int, current: FilePath) {
    self.done = done
    self.total = total
    self.current = current
  }
}
