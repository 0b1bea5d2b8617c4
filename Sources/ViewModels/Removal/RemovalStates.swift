package import PhotoModel
package import Removal
package import SystemPackage

/// A photo in a row of small pictures: one that a yes would move, or that was moved.
package struct Thumbnail: Equatable, Sendable {
  /// The photo's name, escaped.
  package var name: String
  /// The small picture, as far as it has come.
  package var picture: CardPicture
  /// Whether the photo should be checked first: it is the only one, its keeper goes, too, some of it is nowhere else,
  /// or it was a copy and is none now.
  package var needsCheck: Bool

  /// Creates a thumbnail; its name is escaped already.
  package init(name: String, picture: CardPicture, needsCheck: Bool = false) {
    self.name = name
    self.picture = picture
    self.needsCheck = needsCheck
  }
}

/// The state of the question "Move 38 photos to the trash?", with the numbers of photos that stay.
package struct ConfirmationState: Equatable, Sendable {
  /// The photos that a yes would make smaller, by what is lost; nil where it moves them.
  package var shrink: Shrink?
  /// The number of photos that a yes would move: the counts of what stays add up to it.
  package var photos: Int = 0
  /// The size of the files that a yes would move to the trash, or make smaller.
  package var bytes: ByteCount = .zero
  /// The size of the files that a yes would move to folders.
  package var folderBytes: ByteCount = .zero
  /// The part of `bytes` that will not be free, because other names lead to the same files.
  package var inUse: ByteCount = .zero
  /// The bytes that will be free once the trash is emptied.
  package var freed: ByteCount { shrink?.gain ?? ByteCount(max(0, bytes.bytes - inUse.bytes)) }
  /// Photos that are exact copies; a copy of each stays.
  package var exactCopies: Int = 0
  /// Photos that show the same picture as their keepers, which stay.
  package var duplicates: Int = 0
  /// Photos that are similar; the keeper of each stays.
  package var similar: Int = 0
  /// Photos of sets whose keeper goes along; another photo of each set stays.
  package var keepersLeaving: Int = 0
  /// Photos that are the only ones of their kind.
  package var onlyOnes: Int = 0
  /// Photos of which the JPEG or the RAW goes, and the other stays.
  package var inPart: Int = 0
  /// The folders that photos move to, shortened and escaped, each with the number of its photos.
  package var folders: [FolderCount] = []
  /// Photos of which one half goes, and the half that stays could not be read.
  package var unreadRests: Int = 0
  /// Photos that were marked as duplicates and are in no set of duplicates any more; something similar stays.
  package var formerCopies: Int = 0
  /// Photos that are the last of their exact copies, after the others were moved; another of the set of each stays.
  package var lastCopies: Int = 0
  /// Photos that were marked beside a keeper that has changed or does not stay; today's keeper of each stays.
  package var otherKeepers: Int = 0
  /// Photos that take a RAW, a movie or a sidecar along of which no copy stays.
  package var losing: Int = 0
  /// Photos with contents that the photo that stays for them does not have: a place, stars, frames.
  package var richer: Int = 0
  /// Photos in the bin that stay because their folder is protected.
  package var protected: Int = 0
  /// The number of files that go along with the photos, by role.
  package var companions: [Companion.Role: Int] = [:]
  /// Trash folders that would take something.
  package var volumes: Int = 1
  /// The photos that will not be moved and stay in the bin, each with the reason.
  package var refused: [Refusal] = []
  /// The reason why nothing at all can be moved, as a sentence; nil where something can be.
  package var blocked: String?
  /// The sentences that should be known before a yes; nil where there are none.
  package var remark: String?
  /// The metadata that only removed photos have, a line for each kind, with the photo and the sidecar that gets it;
  /// escaped.
  package var carried: [String] = []
  /// Whether this metadata is carried over to the photos that stay.
  package var isCarrying: Bool = true
  /// The values that a photo that goes and the one that stays for it both state, and not the same.
  package var contradictions: [Contradiction] = []
  /// The index of the line about metadata that keys went to, among `carried` and then `contradictions`; nil before.
  package var selection: Int?
  /// The number of photos outside of the bin that may be removed, too, because their metadata is carried over.
  package var offered: Int = 0
  /// Whether a yes moves these as well.
  package var isIncludingOffered: Bool = false
  /// The sentence about the last key, which did nothing; nil where there is none.
  package var message: String?
  /// The state of the backup; nil where none was named.
  package var backup: BackupState?
  /// Whether the button that moves is highlighted, and not the safe one.
  package var isMoveFocused: Bool = false
  /// The small pictures, as many as there is space for; photos that should be checked come first.
  package var thumbnails: [Thumbnail] = []
  /// Whether more photos would move than a yes is enough for: their number has to be typed.
  package var needsNumber: Bool = false
  /// The number as far as it is typed; it has the focus where `isMoveFocused`.
  package var typed = TextEntry()
  /// The text that was typed in place of the number, the last time; escaped. Nil where there is none.
  package var wrongNumber: String?
  /// Whether the checks are running; a yes waits for them.
  package var isChecking: Bool = false
  /// "Waiting for ~/Pictures/card: no answer for 12 s" while the disk does not answer the checks; escaped. Nil where it
  /// answers.
  package var waiting: String?

  /// A value that a photo that goes and the one that stays for it both state, and not the same.
  package struct Contradiction: Hashable, Sendable {
    /// The photo that goes.
    var photo: FilePath
    /// The kind of the value.
    var kind: Holding
    /// The name of the photo that goes, escaped.
    package var name: String
    /// The name of the sidecar that gets the value of that photo where it is chosen, escaped.
    package var sidecar: String
    /// The value of the photo that goes: "title Rome"; escaped.
    package var going: String
    /// The value of the photo that stays; escaped.
    package var staying: String
    /// Whether the value of the photo that goes was chosen.
    package var isChosen: Bool
  }

  /// The photos that a yes would make smaller.
  package struct Shrink: Hashable, Sendable {
    /// Photos that lose nothing.
    package var lossless = ShrinkGain()
    /// Photos that get smaller pictures.
    package var fitted = ShrinkGain()

    /// The bytes that are won.
    package var gain: ByteCount { lossless.gain + fitted.gain }
    /// The size of all files afterwards.
    package var after: ByteCount { lossless.after + fitted.after }
  }

  /// The photos whose number has to be typed where a yes is not enough.
  package var numbered: Int { shrink?.fitted.photos ?? photos }

  /// The number of photos that should be checked before a yes.
  var checkFirst: Int {
    shrink?.fitted.photos ?? onlyOnes + keepersLeaving + losing + unreadRests + formerCopies + lastCopies + otherKeepers
  }
}

/// The progress of the search in the backup, or its result.
package enum BackupState: Hashable, Sendable {
  case checking(BackupProgress)
  /// The number of photos in the backup, of those that are not, and whether those stay because of that.
  case known(present: Int, missing: Int, isHolding: Bool)
}

/// A photo that was not moved, and the reason.
package struct Refusal: Hashable, Sendable {
  /// The photo's name, escaped.
  package var name: String
  /// The reason, as a sentence.
  package var reason: String
}

/// The running move, or the running restore.
package struct MovingState: Hashable, Sendable {
  /// Photos that are done, of `total`.
  package var done: Int = 0
  /// Photos of the request; 0 until the first progress of a restore.
  package var total: Int = 0
  /// The name of the photo that has just had its turn, escaped.
  package var currentName: String = ""
  /// Whether photos move to folders of the user's as well, or only.
  package var isToFolders: Bool = false
  /// Whether photos are made smaller, and not moved.
  package var isShrinking: Bool = false
  /// The size of the files that have had their turn; nil where that is not shown.
  package var bytesDone: ByteCount?
  /// The size of all files of the request.
  package var bytes: ByteCount = .zero
  /// Whether files are put back, and not moved to the trash.
  package var isRestoring: Bool = false
  /// Whether the user has asked for a stop: the present photo is the last.
  package var isStopping: Bool = false
  /// "Waiting for ~/Pictures/card: no answer for 12 s" while the disk does not answer; escaped.
  package var waiting: String?

  /// The title, such as "Making photos smaller".
  package var title: String {
    if isStopping { return "Stopping after this photo" }
    if isRestoring { return "Putting photos back" }
    return isShrinking ? "Making photos smaller" : isToFolders ? "Moving photos" : "Moving photos to the trash"
  }

  /// "3 of 12 · 41 MB of 120 MB".
  package var text: String {
    "\(groupedDigits(done)) of \(groupedDigits(total))"
      + (bytesDone.map { " · \($0.formatted) of \(bytes.formatted)" } ?? "")
  }
}

/// The outcome of a batch.
package struct DoneState: Equatable, Sendable {
  /// A trash folder that took something.
  package struct TrashLocation: Hashable, Sendable {
    /// The folder, shortened and escaped.
    package var title: String
    /// The free space on its volume now; nil while that is not known.
    package var free: ByteCount?
    /// The folder; nil leads nowhere.
    package var path: FilePath?

    /// Creates a trash location; its title is escaped already.
    package init(_ title: String, path: FilePath? = nil, free: ByteCount? = nil) {
      self.title = title
      self.path = path
      self.free = free
    }
  }

  /// Whether photos were made smaller, and not moved.
  package var isShrinking = false
  /// The size of the smaller files.
  package var bytesAfter = ByteCount.zero
  /// Photos of which every file was moved.
  package var moved: Int = 0
  /// The number of files of these photos.
  package var files: Int = 0
  /// Whether something went to the trash, so that emptying it frees something.
  package var freesSomething = true
  /// The bytes that are free once the trash is emptied.
  package var bytes: ByteCount = .zero
  /// The number of sidecars that got metadata of these photos.
  package var sidecars = 0
  /// The trash folders that took the photos, in byte order.
  package var locations: [TrashLocation] = []
  /// The small pictures of the first files that were moved or put back, as many as there is space for.
  package var thumbnails: [Thumbnail] = []
  /// Photos that were not moved, in byte order of their files, each with the reason.
  package var refused: [Refusal] = []
  /// The number of `refused` that may have been moved, or put back, all the same.
  package var unknown: Int = 0
  /// The number of photos that were put back; nil where the batch was not put back.
  package var restored: Int?
  /// Whether the batch may be put back: something was moved, and nothing has been put back yet.
  package var canRestore: Bool = false
  /// The sentence about a restore, or that not every outcome could be written down; nil where there is neither.
  package var message: String?
  /// The time at which the screen came up, on the shell's clock, for the check mark that draws itself.
  package var shownAt: Duration = .zero
}

/// A folder that photos move to, with their number.
package struct FolderCount: Hashable, Sendable {
  /// The folder, shortened and escaped.
  package var title: String
  /// The number of photos that move there.
  package var photos: Int

  /// Creates the value; the title is escaped already.
  package init(_ title: String, photos: Int) {
    self.title = title
    self.photos = photos
  }
}

extension DoneState {
  /// "3 photos moved": the number of photos that were moved.
  package var movedTitle: String {
    if isShrinking {
      if moved > 0 { return "\(counted(moved, "photo")) made smaller" }
      return unknown > 0 ? "\(counted(unknown, "photo")) may be smaller now" : "Nothing was made smaller"
    }
    if moved > 0 { return "\(countedPhotos(moved, files: files)) moved" }
    return unknown > 0 ? "\(counted(unknown, "photo")) may have been moved" : "Nothing was moved"
  }

  /// The sentence that moving alone frees nothing, with the free space where there is one trash and that is known; nil
  /// after a restore, or where nothing was moved.
  package var freeText: String? {
    guard moved > 0, restored == nil, freesSomething else { return nil }
    if isShrinking { return "Until then both are there: \(bytesAfter.formatted) more are in use" }
    guard locations.count == 1, let free = locations[0].free else { return "Moving alone frees nothing" }
    return "\(free.formatted) free now, as before: moving alone frees nothing"
  }

  /// "Their words are in 7 files beside the photos that stay"; nil where none were carried over.
  package var sidecarsText: String? {
    guard sidecars > 0, restored == nil else { return nil }
    let subject = moved == 1 ? "Its words are" : "Their words are"
    let neighbours = sidecars == 1 ? "beside the photo that stays" : "beside the photos that stay"
    return "\(subject) in \(counted(sidecars, "file")) \(neighbours)"
  }

  /// "3 photos stay in the bin", "3 photos are left as they are": the heading over the refused ones.
  package var refusedTitle: String {
    let isOne = refused.count == 1
    let photos = counted(refused.count, "photo")
    if isShrinking { return "\(photos) \(isOne ? "is left as it is" : "are left as they are")" }
    return "\(photos) \(isOne ? "stays" : "stay") in the bin"
  }

  /// The trash folders as text: "~/.local/share/Trash", each with its free space where there are several.
  package var locationTitles: [String] {
    locations.map { location in
      location.title + (locations.count > 1 ? location.free.map { " · \($0.formatted) free now" } ?? "" : "")
    }
  }
}
