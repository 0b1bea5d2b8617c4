package import PhotoModel

/// What the Home screen shows.
package struct HomeState: Equatable, Sendable {
  /// The storage ring: the volume of the library.
  package struct Storage: Hashable, Sendable {
    /// The bytes that are in use.
    package var used: ByteCount
    /// All bytes of the volume.
    package var capacity: ByteCount
    /// What is to be gained; drawn in the accent.
    package var reclaimable: ByteCount

    /// Creates the figures of a volume.
    package init(used: ByteCount, capacity: ByteCount, reclaimable: ByteCount) {
      self.used = used
      self.capacity = capacity
      self.reclaimable = reclaimable
    }

    /// The part of the volume that is to be gained.
    package var gain: Double { capacity > .zero ? Double(reclaimable.bytes) / Double(capacity.bytes) : 0 }

    /// "under 0.1 % of the disk": in place of a stretch of the ring, which would have to overstate so small a part to be
    /// seen; nil where the ring shows it.
    package var gainText: String? {
      guard gain > 0, gain < 0.02 else { return nil }
      let tenths = Int((gain * 1000).rounded())
      return tenths == 0 ? "under 0.1 % of the disk" : "\(tenths / 10).\(tenths % 10) % of the disk"
    }
  }

  /// One of the four cards.
  package struct Card: Hashable, Sendable {
    /// The category of the card.
    package var category: IssueCategory
    /// All that are listed, whatever was said of them: the same as beside the slider of the category.
    package var photos: Int
    /// Sets they come in; 0 where the category has none.
    package var sets: Int
    /// What all of them take.
    package var bytes: ByteCount
    /// Photos already decided.
    package var decided: Int
    /// Photos that are not among them because they were kept in an earlier review.
    package var keptBefore: Int
    /// Photos left it since the last scan and did not come back: they were moved, or were not the same.
    package var hasLost: Bool
    /// Its cards were on the screen before, in this session of work or an earlier one.
    package var wasOpened: Bool
    /// A scan is under way: what it did not come to yet may still be listed here.
    package var isChecking: Bool
    /// The scan was stopped before it had looked at everything.
    package var isUnfinished: Bool

    /// Creates a card.
    package init(
      category: IssueCategory, photos: Int, sets: Int, bytes: ByteCount, decided: Int, keptBefore: Int = 0,
      hasLost: Bool = false, wasOpened: Bool = false, isChecking: Bool = false, isUnfinished: Bool = false
    ) {
      self.isUnfinished = isUnfinished
      self.isChecking = isChecking
      self.keptBefore = keptBefore
      self.hasLost = hasLost
      self.wasOpened = wasOpened
      self.category = category
      self.photos = photos
      self.sets = sets
      self.bytes = bytes
      self.decided = decided
    }

    /// The decided part of the photos, 0…1; 0 where none is listed.
    package var fractionReviewed: Double { photos > 0 ? Double(decided) / Double(photos) : 0 }
    /// Whether every listed photo is decided; false where none is listed.
    package var isDone: Bool { photos > 0 && decided >= photos }
    /// Said where no photo is listed. That nothing was found is only said after a scan, and not of what was moved.
    package var emptyText: String {
      isChecking ? "still looking" : hasLost ? "nothing left" : isUnfinished ? "nothing yet" : "nothing found"
    }
    /// Nothing is decided of it, here or before, and nobody has looked at it.
    package var isNew: Bool { decided == 0 && keptBefore == 0 && !hasLost && !wasOpened }
  }

  /// What is highlighted.
  package enum Focus: Hashable, Sendable {
    case scan
    case card(IssueCategory)
    case bin
  }

  /// "~/Pictures", escaped.
  package var libraryTitle: String = ""
  /// "trash ready", "no trash here", "read only".
  package var trashLine: String = ""
  /// The volume of the library; nil while the disk has not answered.
  package var storage: Storage?
  /// "last scan today 14:02 · 12 408 photos · 41 s"; nil before the first scan, and where only a part is known.
  package var lastScanLine: String?
  /// "45 photos looked at · 181 files not yet": a scan that began from nothing was stopped, and none is under way.
  package var stoppedScanLine: String?
  /// No scan has ended yet.
  package var isFirstScan = true
  /// A scan is under way.
  package var isScanning = false
  /// What the last scan found is being read again: nothing can be said of it yet.
  package var isReadingKnown = false
  /// What the last scan found cannot be read any more, as after the cache was cleared: nothing can be said until the next.
  package var isForgotten = false
  /// Photos that are marked, while nothing is known of them.
  package var marksWaiting = 0
  /// Photos and bytes that are listed and not kept, over all categories, each photo once.
  package var photosToGain: Int = 0
  /// Bytes that are listed and not kept, over all categories, each photo once.
  package var reclaimable: ByteCount = .zero
  /// In the order of the categories; empty before the first scan.
  package var cards: [Card] = []
  /// Of the first photo of each card that is still open, where cards have room for it.
  package var pictures: [IssueCategory: CardPicture] = [:]
  /// The highlight.
  package var focus: Focus = .scan
  /// Photos in the bin, over all categories.
  package var binCount: Int = 0
  /// The size of the photos in the bin.
  package var binBytes: ByteCount = .zero
  /// What could not be read or opened; nil where everything could.
  package var unread: SkippedCount?
  /// What was not looked at because it belongs to other programs, in ever fewer words; empty where nothing was.
  package var leftOut: [String] = []
  /// "3 files here wait for a scan": they are new, changed or put back, or what was measured of them is gone; nil where
  /// nothing waits.
  package var news: String?
  /// Photos that something was said of and that are not there; nil where none is missing.
  package var absent: AbsentDecisions?
  /// Stands in place of the cards: no folder, denied, nothing found, not scanned yet.
  package var notice: Notice?
  /// Why the last key did nothing.
  package var remark: String?
  /// A line in amber: limited or restricted access, recovered batches.
  package var warning: String?

  /// Creates the state before anything is known.
  package init() {}

  /// "The first scan was stopped", "The scan is under way"; nil where what is known is all of it.
  package var scanInPartText: String? {
    let scan = isFirstScan ? "The first scan" : "The scan"
    if isScanning { return lastScanLine == nil ? "\(scan) is under way" : nil }
    return stoppedScanLine == nil ? nil : "\(scan) was stopped"
  }
}

/// The one form of every empty, error and access state: a drawn glyph, a title, a sentence, one or two actions.
package struct Notice: Hashable, Sendable {
  /// The drawing above the title.
  package enum Glyph: Hashable, Sendable {
    case check, folder, lock, warning, apps, photo
  }

  /// The drawing above the title.
  package var glyph: Glyph
  /// The title, one line.
  package var title: String
  /// The sentences below the title.
  package var lines: [String]
  /// "s  Scan again": key and words.
  package var actions: [Hint]

  /// Creates a notice.
  package init(glyph: Glyph, title: String, lines: [String], actions: [Hint] = []) {
    self.glyph = glyph
    self.title = title
    self.lines = lines
    self.actions = actions
  }
}
