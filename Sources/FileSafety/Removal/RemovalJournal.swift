package import PhotoModel
package import SystemPackage

/// The id of a batch: one confirmed move to the trash.
package struct BatchID: Hashable, Sendable, Codable {
  /// The id as text, as it is stored and shown.
  package let text: String
  /// Creates an id from its text; nothing is checked.
  package init(_ text: String) { self.text = text }
}

/// The location of a file in a trash, now or soon.
package struct TrashLocation: Hashable, Sendable, Codable {
  /// The trash.
  package var folder: TrashFolder
  /// The name in `files/`; the `.trashinfo` in `info/` has the same name with that ending added.
  package var name: [UInt8]
  /// The whole contents of the `.trashinfo`, byte for byte: by these Deckle recognises its own.
  package var info: [UInt8]

  /// Creates a location; nothing is checked or made.
  package init(folder: TrashFolder, name: [UInt8], info: [UInt8]) {
    self.folder = folder
    self.name = name
    self.info = info
  }

  /// The path of the file in `files/`.
  package var filePath: FilePath { folder.path.appending(name: "files").appending(name: name) }
  /// The path of the `.trashinfo` in `info/`.
  package var infoPath: FilePath { folder.path.appending(name: "info").appending(name: TrashName.info(for: name)) }
}

/// The location of a file in a folder of the user's that it was moved to, now or soon.
package struct FolderLocation: Hashable, Sendable, Codable {
  /// The path of the file in the folder; absolute, without symbolic links.
  package var path: FilePath
  /// The hidden name of the copy until it is whole, in the same folder; nil where a rename moves the file within its
  /// mount. A file that is copied goes to its own trash afterwards.
  package var copyName: [UInt8]?
  /// The location of the copy in the trash of its mount, once a restore has put the file itself back.
  package var copyTrash: TrashLocation?

  /// Creates a location; nothing is checked or made.
  package init(path: FilePath, copyName: [UInt8]? = nil, copyTrash: TrashLocation? = nil) {
    self.path = path
    self.copyName = copyName
    self.copyTrash = copyTrash
  }
}

/// The smaller file that takes the name of a file of a batch, once that is in its trash.
package struct Replacement: Hashable, Sendable, Codable {
  /// The hidden name of the smaller file until the other one has left its own, in the same folder.
  package var name: [UInt8]
  /// Whether the smaller file has less detail than the original, so that its content is never made smaller again.
  package var isLossy: Bool
  /// SHA-256 of the smaller file; nil until it is whole and proven.
  package var digest: ContentDigest?
  /// The location of the smaller file in the trash, once a restore needs its name for the original.
  package var trash: TrashLocation?

  /// Creates a replacement; nothing is checked or made.
  package init(name: [UInt8], isLossy: Bool, digest: ContentDigest? = nil, trash: TrashLocation? = nil) {
    self.name = name
    self.isLossy = isLossy
    self.digest = digest
    self.trash = trash
  }
}

/// The state of one file of a batch.
///
/// `planned` → `reserved` → `moved` or `stayed`; a restore takes `moved` → `restoring` → `restored` or back to `moved`.
package enum FileState: String, Hashable, Sendable, Codable, CaseIterable {
  /// The file is in the batch; nothing was done.
  case planned
  /// The location of the file in the trash or in a folder is chosen; it may be moved or copied any moment.
  case reserved
  /// The file is at its location in the trash or in a folder, durably.
  case moved
  /// The file was not moved and will not be: it is where it was.
  case stayed
  /// The file may be put back any moment.
  case restoring
  /// The file is back at its original location, durably.
  case restored
  /// The file is at neither of its two locations, or at both; Deckle has reported that and touches nothing.
  case unclear

  /// A start of the program has something to find out about it.
  package var isUnfinished: Bool { self == .planned || self == .reserved || self == .restoring }
}

/// One file of a batch as the journal keeps it.
package struct BatchFile: Hashable, Sendable, Codable {
  /// Position in the batch, from 0; files of one photo follow each other.
  package var index: Int
  /// Position of its photo in the plan, from 0.
  package var item: Int
  /// The original location.
  package var path: FilePath
  /// The identity of the file when the user decided, which tells it from another file of that name.
  package var identity: FileIdentity
  /// The state of the file.
  package var state: FileState
  /// The location in the trash; from `reserved` on. Nil of a file that was moved to a folder within its mount.
  package var location: TrashLocation?
  /// The location in a folder of the user's; from `reserved` on. Nil of a file that went to the trash alone.
  package var folderLocation: FolderLocation?
  /// The smaller file that gets its name; from `reserved` on. Nil of a file that simply goes.
  package var replacement: Replacement?
  /// The file that must still be there after the move, or the photo comes back. From `reserved` on; nil where none
  /// has to. Of a file that was copied to a folder, its copy; of one that was made smaller, the smaller one.
  package var survivor: Survivor?
  /// SHA-256 of its bytes, read right before the move. From `reserved` on; nil in a receipt of an earlier version, and
  /// of a folder.
  package var digest: ContentDigest?
  /// Whether this is a whole folder that an app left behind. Its size is that of the files in it, and only the inode
  /// identifies the folder: the files in it may change while it is in the trash.
  package var isFolder: Bool
  /// Whether Deckle erased the file from the trash.
  package var isErased: Bool

  /// Creates a file of a batch.
  package init(
    index: Int, item: Int, path: FilePath, identity: FileIdentity, state: FileState = .planned,
    location: TrashLocation? = nil, folderLocation: FolderLocation? = nil, replacement: Replacement? = nil,
    survivor: Survivor? = nil, digest: ContentDigest? = nil, isFolder: Bool = false, isErased: Bool = false
  ) {
    self.replacement = replacement
    self.index = index
    self.item = item
    self.path = path
    self.identity = identity
    self.state = state
    self.location = location
    self.folderLocation = folderLocation
    self.survivor = survivor
    self.digest = digest
    self.isFolder = isFolder
    self.isErased = isErased
  }

  /// The smaller file under the name of this one, as it was when it got the name; nil where none was made.
  package var smallerFile: Survivor? { replacement == nil ? nil : survivor }
  /// Whether the file goes to a folder by a copy, because that is on another mount.
  package var isCopied: Bool { folderLocation?.copyName != nil }
  /// The path that the file itself has after the move: in a trash, or in a folder. Nil before one is chosen.
  package var entryPath: FilePath? { location?.filePath ?? folderLocation?.path }

  /// Whether the file with this status is the one that was moved, after a move on its volume.
  func isItself(_ status: FileStatus) -> Bool {
    isFolder
      ? status.kind == .folder && status.identity.inode == identity.inode
      : status.kind == .regular && status.identity.isSameAfterMove(as: identity)
  }

  /// Whether a status has the size and time of the file. Some file systems number their files anew with each mount, so
  /// with a `.trashinfo` or the path as further evidence this is as much as can be known.
  func isLike(_ status: FileStatus) -> Bool {
    !isFolder && status.kind == .regular && status.identity.size == identity.size && identity.size > 0
      && status.identity.modified == identity.modified
  }

  /// Whether the file at the original location is an empty one, where the photo is not empty: earlier versions
  /// reserved a name with an empty file where the file system has no safe rename.
  func isPlaceholder(_ status: FileStatus) -> Bool { status.isEmptyFile && !isFolder && identity.size > 0 }
}

/// A batch as the journal keeps it.
package struct RemovalBatch: Hashable, Sendable, Codable {
  /// The id of the batch.
  package var id: BatchID
  /// The time at which the move began.
  package var startedAt: DeletionDate
  /// The files, by index.
  package var files: [BatchFile]
  /// The name of the app whose folders these are; nil where the files are photos.
  package var app: String?
  /// The last verification; nil where there was none.
  package var verification: BatchVerification?

  /// Creates a batch.
  package init(
    id: BatchID, startedAt: DeletionDate, files: [BatchFile], app: String? = nil, verification: BatchVerification? = nil
  ) {
    self.id = id
    self.startedAt = startedAt
    self.files = files
    self.app = app
    self.verification = verification
  }
}

/// A change of one file of a batch: its new state, and the other values that change.
package struct FileChange: Hashable, Sendable, Codable {
  /// The index of the file in its batch.
  package var index: Int
  /// The new state.
  package var state: FileState
  /// The new location in the trash; nil leaves the one that is recorded.
  package var location: TrashLocation?
  /// The new location in a folder of the user's; nil leaves the one that is recorded.
  package var folderLocation: FolderLocation?
  /// The new replacement; nil leaves the one that is recorded.
  package var replacement: Replacement?
  /// The new survivor; nil leaves the one that is recorded.
  package var survivor: Survivor?
  /// The new digest; nil leaves the one that is recorded.
  package var digest: ContentDigest?
  /// Whether Deckle erased the file; nil leaves the value that is recorded.
  package var isErased: Bool?
}

/// The record of what is moved. An implementation must have each record on the disk (fsync) before it returns.
///
/// The mover records every location before it touches a file there, and every outcome after it is durable, so that
/// whenever the power fails, the journal and the disk together show what happened. A journal that throws stops the
/// batch; nothing more is moved.
package protocol RemovalJournal: Sendable {
  /// Writes down a new batch, all its files `planned`.
  func begin(_ batch: RemovalBatch) throws
  /// Applies changes to files of one batch, all or none of them. They come in the order in which they happened.
  func record(_ changes: [FileChange], in batch: BatchID) throws
  /// Records that every file of the batch has an end state; the batch will not be recovered any more.
  func finish(_ batch: BatchID) throws
  /// Reopens a finished batch, because files of it are about to be restored.
  func reopen(_ batch: BatchID) throws
  /// The batches that were begun or reopened and not finished, oldest first.
  func unfinishedBatches() throws -> [RemovalBatch]
  /// A batch by its name; nil where none is known.
  func batch(_ id: BatchID) throws -> RemovalBatch?
  /// The newest batch that took the file at a path away, or is about to, and did neither put it back nor erase it.
  func batchAway(from path: FilePath) throws -> BatchID?
  /// Writes down the sidecars of a batch that has not begun yet.
  func begin(_ sidecars: [BatchSidecar], in batch: BatchID) throws
  /// Writes down the new state of a sidecar.
  func record(_ state: BatchSidecar.State, ofSidecar index: Int, in batch: BatchID) throws
  /// The sidecars of a batch.
  func sidecars(of batch: BatchID) throws -> [BatchSidecar]
  /// The batches that have open sidecars.
  func batchesWithOpenSidecars() throws -> [BatchID]
}
