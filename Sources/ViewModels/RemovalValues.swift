package import FileSafety
package import Foundation
package import PhotoModel
package import SystemPackage

/// Photos to be moved to the trash, each with what stays of it.
package struct RemovalRequest: Hashable, Sendable {
  package var items: [RemovalItem]
  package var protectedFolders: [FilePath]

  package init(items: [RemovalItem], protectedFolders: [FilePath]) {
    self.items = items
    self.protectedFolders = protectedFolders
  }
}

/// What would happen if the user said yes.
package struct RemovalPreflight: Hashable, Sendable {
  /// Photos that would be refused, and why, in words.
  package var refused: [FilePath: String]
  /// Trash folders that would take something.
  package var trashCount: Int
  /// Nothing at all can be moved, and why.
  package var blocked: String?

  package init(refused: [FilePath: String] = [:], trashCount: Int = 1, blocked: String? = nil) {
    self.refused = refused
    self.trashCount = trashCount
    self.blocked = blocked
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

/// What became of each photo of a batch.
package struct RemovalReceipt: Hashable, Sendable {
  /// Nil where nothing was moved at all.
  package var batch: String?
  package var moved: [FilePath]
  package var bytes: ByteCount
  /// Where they went.
  package var trashFolders: [FilePath]
  /// Not moved, and why, in words. They are where they were.
  package var refused: [FilePath: String]

  package init(
    batch: String?, moved: [FilePath], bytes: ByteCount, trashFolders: [FilePath], refused: [FilePath: String]
  ) {
    self.batch = batch
    self.moved = moved
    self.bytes = bytes
    self.trashFolders = trashFolders
    self.refused = refused
  }
}

/// What became of each photo that should be put back.
package struct RestoreReceipt: Hashable, Sendable {
  package var restored: [FilePath]
  /// Not put back, and why, in words. They are in the trash.
  package var refused: [FilePath: String]

  package init(restored: [FilePath], refused: [FilePath: String]) {
    self.restored = restored
    self.refused = refused
  }
}

/// One batch of the history.
package struct BatchSummary: Hashable, Sendable {
  package var id: String
  package var date: Date
  package var photos: Int
  package var restored: Int
  /// Of the others, those that are not in the trash any more: it was emptied.
  package var gone: Int
  package var bytes: ByteCount
  /// Of `bytes`, those that were put back.
  package var restoredBytes: ByteCount

  package init(
    id: String, date: Date, photos: Int, restored: Int, gone: Int = 0, bytes: ByteCount,
    restoredBytes: ByteCount = .zero
  ) {
    self.id = id
    self.date = date
    self.photos = photos
    self.restored = restored
    self.gone = gone
    self.bytes = bytes
    self.restoredBytes = restoredBytes
  }
}
