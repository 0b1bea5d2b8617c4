package import PhotoModel
package import Removal
package import SystemPackage

/// What the bin shows: the photos marked and not yet moved, by folder.
package struct BinState: Equatable, Sendable {
  /// A photo in the bin.
  package struct Item: Hashable, Sendable {
    /// The path of the photo.
    package var path: FilePath
    /// Escaped.
    package var name: String
    /// The folder, shortened and escaped.
    package var folder: String
    /// The first category in which the photo is marked.
    package var category: IssueCategory
    /// The size of the files that would be moved.
    package var size: ByteCount
    /// Neither a copy nor a photo of its sets would stay.
    package var isOnlyOne: Bool
    /// What the question says "look first" of, in words, where something like it stays; nil where nothing is lost.
    package var caution: String?
    /// Why the last try to move it did not work.
    package var problem: String?

    /// Creates an item from texts that are escaped already.
    package init(
      path: FilePath, name: String, folder: String, category: IssueCategory, size: ByteCount, isOnlyOne: Bool = false,
      caution: String? = nil, problem: String? = nil
    ) {
      self.isOnlyOne = isOnlyOne
      self.caution = caution
      self.path = path
      self.name = name
      self.folder = folder
      self.category = category
      self.size = size
      self.problem = problem
    }

    /// A yes would take more of it than a copy.
    package var needsCheck: Bool { isOnlyOne || caution != nil }
  }

  /// The photos in byte order of their paths.
  package var items: [Item] = []
  /// Items that the question says "look first" of.
  package var cautions: Int { items.count(where: \.needsCheck) }
  /// Photos that are marked, while nothing is known of them.
  package var waiting = 0
  /// Photos that left the bin because they are not any more what was marked.
  package var changed = 0
  /// Photos that are marked and not there; nil where all are.
  package var absent: AbsentDecisions?
  /// Index into `items`; 0 when empty.
  package var selection: Int = 0
  /// The size of all items.
  package var bytes: ByteCount = .zero
  /// The picture of the selected item, where the bin is a list.
  package var picture: CardPicture?
  /// The room for a grid; without columns the bin is a list.
  package var capacity = GridCapacity.list
  /// The items in rows of pictures, by folder; without lines where the bin is a list.
  package var grid = PictureGrid(folders: [], columns: 0)
  /// Of the items on the screen, by index into `items`.
  package var pictures: [Int: CardPicture] = [:]
  /// The sentence about the last key; nil where there is none.
  package var message: String?
  /// Said of those that wait.
  package static let waitingText = "They are listed as soon as it is known again what was found."
  /// "2 photos left the bin: …"; nil where none did.
  package var changedText: String? {
    changed == 0 ? nil : "\(counted(changed, "photo")) left the bin: changed since marked, so open again"
  }

  /// Creates the state of an empty bin.
  package init() {}
}

/// A photo in a row of small pictures: one that a yes would move, or that was moved.
package struct Thumbnail: Equatable, Sendable {
  /// Escaped.
  package var name: String
  /// The small picture, as far as it has come.
  package var picture: CardPicture
  /// It is the only one, its keeper goes, too, or something of it is nowhere else; or it was a copy and is none now.
  package var needsCheck: Bool

  /// Creates a thumbnail; its name is escaped already.
  package init(name: String, picture: CardPicture, needsCheck: Bool = false) {
    self.name = name
    self.picture = picture
    self.needsCheck = needsCheck
  }
}

/// "Move 38 photos to the trash?", with what stays said before the answer.
package struct ConfirmationState: Equatable, Sendable {
  /// Photos that a yes would move: the counts of what stays add up to it.
  package var photos: Int = 0
  /// The size of the files that a yes would move.
  package var bytes: ByteCount = .zero
  /// Of these, what will not be free: other names lead to the same files.
  package var inUse: ByteCount = .zero
  /// What will be free once the trash is emptied.
  package var freed: ByteCount { ByteCount(max(0, bytes.bytes - inUse.bytes)) }
  /// Exact copies; a copy of each stays.
  package var exactCopies: Int = 0
  /// The same picture in other bytes; the keeper of each stays.
  package var duplicates: Int = 0
  /// Similar; the keeper of each stays.
  package var similar: Int = 0
  /// Similar; the keeper of each goes along, and another photo of its set stays.
  package var keeperless: Int = 0
  /// Neither: each is the only one of its kind.
  package var onlyOnes: Int = 0
  /// Of which the JPEG or the RAW goes, and the other stays.
  package var inPart: Int = 0
  /// Of which one half goes, and the half that stays could not be read.
  package var unreadRests: Int = 0
  /// Marked as duplicates, and in no set of duplicates any more; something similar stays.
  package var formerCopies: Int = 0
  /// The last of their exact copies, after the others were moved; another of the set of each stays.
  package var lastCopies: Int = 0
  /// Marked beside a keeper that has changed or does not stay; today's keeper of each stays.
  package var otherKeepers: Int = 0
  /// Copies that take something along of which no copy stays: their RAW, movie or sidecar.
  package var losing: Int = 0
  /// They hold what the photo that stays for them does not: a place, stars, frames.
  package var richer: Int = 0
  /// In the bin, but they stay, because their folder is protected.
  package var protected: Int = 0
  /// Files that go along with the photos.
  package var companions: [Companion.Role: Int] = [:]
  /// Trash folders that would take something.
  package var volumes: Int = 1
  /// Photos that will not be moved, and why; they stay in the bin. Escaped names.
  package var refused: [Refusal] = []
  /// Moving is impossible altogether, and why, as a sentence.
  package var blocked: String?
  /// What should be known before a yes, as a sentence.
  package var remark: String?
  /// Move was asked for all the same.
  package var isInsisted: Bool = false
  /// What a backup has of the photos, where one was named.
  package var backup: BackupState?
  /// Whether the button that moves is highlighted, and not the safe one.
  package var isMoveFocused: Bool = false
  /// As many as there is room for; those that need a look come first.
  package var thumbnails: [Thumbnail] = []
  /// So many would move that a yes is not enough: their number has to be typed.
  package var needsNumber: Bool = false
  /// What is typed of the number; it has the focus where `isMoveFocused`.
  package var typed = TextEntry()
  /// What was typed in place of the number, the last time; escaped.
  package var wrongNumber: String?
  /// The guards are still looking at the files; a yes waits for them.
  package var isChecking: Bool = false
  /// "Waiting for ~/Pictures/card: no answer for 12 s" while the disk does not answer them; escaped.
  package var waiting: String?

  /// Creates the state of a question about no photo.
  package init() {}

  /// Photos that should be looked at before a yes.
  var checkFirst: Int { onlyOnes + keeperless + losing + unreadRests + formerCopies + lastCopies + otherKeepers }
}

/// How far the look into the backup is, and what it found.
package enum BackupState: Hashable, Sendable {
  case checking(BackupProgress)
  /// How many of the photos are in it, how many are not, and whether those stay because of that.
  case known(present: Int, missing: Int, isHolding: Bool)
}

/// A photo that was not moved, and the reason.
package struct Refusal: Hashable, Sendable {
  /// Escaped.
  package var name: String
  /// The reason, as a sentence.
  package var reason: String

  /// Creates a refusal from texts that are escaped already.
  package init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }
}

/// The running move, or the running restore.
package struct MovingState: Hashable, Sendable {
  /// Photos that are done, of `total`.
  package var done: Int = 0
  /// Photos of the request; 0 until the first progress of a restore.
  package var total: Int = 0
  /// Escaped.
  package var currentName: String = ""
  /// Whether files are put back, and not moved to the trash.
  package var isRestoring: Bool = false
  /// The user has asked for a stop: the photo under way is the last.
  package var isStopping: Bool = false
  /// "Waiting for ~/Pictures/card: no answer for 12 s" while the disk does not answer; escaped.
  package var waiting: String?

  /// Creates the state of a move that has not begun.
  package init() {}
}

/// What became of a batch.
package struct DoneState: Equatable, Sendable {
  /// A trash folder that took something.
  package struct TrashPlace: Hashable, Sendable {
    /// Shortened and escaped.
    package var title: String
    /// What is free on its volume now; nil where that is not known, or not yet.
    package var free: ByteCount?

    /// Creates a place; its title is escaped already.
    package init(_ title: String, free: ByteCount? = nil) {
      self.title = title
      self.free = free
    }
  }

  /// Photos of which every file was moved.
  package var moved: Int = 0
  /// Files of these photos.
  package var files: Int = 0
  /// What is free once the trash is emptied.
  package var bytes: ByteCount = .zero
  /// Where they went.
  package var places: [TrashPlace] = []
  /// Some of what was moved, or put back: as many as there is room for.
  package var thumbnails: [Thumbnail] = []
  /// Photos that were not moved, in byte order of their files, each with the reason.
  package var refused: [Refusal] = []
  /// Of these, how many may have been moved, or put back, all the same.
  package var unknown: Int = 0
  /// The batch was put back: this many came home.
  package var restored: Int?
  /// Whether the batch may be put back: something was moved, and nothing has been put back yet.
  package var canRestore: Bool = false
  /// The sentence about a restore, or that not every outcome could be written down; nil where there is neither.
  package var message: String?
  /// When the screen came up, on the shell's clock, for the check that draws itself.
  package var shownAt: Duration = .zero

  /// Creates the state before any move.
  package init() {}
}

extension DoneState {
  /// How many photos went: "3 photos moved".
  package var movedTitle: String {
    if moved > 0 { return "\(countedPhotos(moved, files: files)) moved" }
    return unknown > 0 ? "\(counted(unknown, "photo")) may have been moved" : "Nothing was moved"
  }

  /// Moving within a volume frees nothing: said with what is free on it, where that is known of the one there is.
  package var freeText: String? {
    guard moved > 0, restored == nil else { return nil }
    guard places.count == 1, let free = places[0].free else { return "Moving alone frees nothing" }
    return "\(free.formatted) free now, as before: moving alone frees nothing"
  }

  /// "~/.local/share/Trash", with what is free there where there are several.
  package var placeTitles: [String] {
    places.map { place in
      place.title + (places.count > 1 ? place.free.map { " · \($0.formatted) free now" } ?? "" : "")
    }
  }
}
