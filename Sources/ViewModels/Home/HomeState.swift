package import PhotoModel
package import SystemPackage

/// The state of the Home screen.
package struct HomeState: Equatable, Sendable {
  /// The card of a category.
  package struct Card: Hashable, Sendable {
    /// The category of the card.
    package var category: IssueCategory
    /// The number of photos that are listed, decided or not: the same as beside the slider of the category.
    package var photos: Int
    /// The number of their sets; 0 where the category has none.
    package var sets: Int
    /// The size of all listed photos.
    package var bytes: ByteCount
    /// The number of listed photos that are decided.
    package var decided: Int
    /// The number of decided photos that are listed no longer, because they or others of their sets were moved.
    package var finished = 0
    /// The number of photos that are not listed because they were kept in an earlier review.
    package var keptBefore = 0
    /// Whether photos have left the category since the last scan and not come back: they were moved, or declared not to
    /// be the same.
    package var hasLost = false
    /// Whether the deck was opened before, in this session or an earlier one.
    package var wasOpened = false
    /// Whether a scan is running that may still list photos here.
    package var isChecking = false
    /// Whether the scan was stopped before it had read everything.
    package var isUnfinished = false

    /// The decided part of the photos, those that were moved since the last scan included, 0…1; 0 where none is listed.
    package var fractionReviewed: Double { photos > 0 ? Double(decided + finished) / Double(photos + finished) : 0 }
    /// Whether some photos are decided and others are open.
    package var isBegun: Bool { decided + finished > 0 && decided < photos }
    /// Whether every listed photo is decided; false where none is listed.
    package var isDone: Bool { photos > 0 && decided >= photos }
    /// The text of a card without photos. "Nothing found" is only claimed after a scan, and not where photos were
    /// moved.
    package var emptyText: String {
      isChecking ? "still looking" : hasLost ? "nothing left" : isUnfinished ? "nothing yet" : "nothing found"
    }
    /// Whether the category has no decisions, now or before, and its deck was never opened.
    package var isNew: Bool { decided == 0 && keptBefore == 0 && !hasLost && !wasOpened }
  }

  /// The target of the highlight.
  package enum Focus: Hashable, Sendable {
    case scan
    case bin
    case card(IssueCategory)
    case allPhotos
    case large
  }

  /// The card of all photos of the library.
  package struct AllPhotos: Hashable, Sendable {
    /// The number of photos.
    package var photos: Int
    /// The size of all photos.
    package var bytes: ByteCount
    /// The number of photos that were viewed or are in the bin.
    package var viewed: Int

    /// The part of the photos that was viewed, 0…1.
    package var fractionViewed: Double { photos > 0 ? Double(viewed) / Double(photos) : 0 }
    /// "12 408 photos, 41.3 GB, 8 % looked at".
    package var text: String {
      let text = "\(counted(photos, "photo")), \(bytes.formatted)"
      guard viewed > 0 else { return text }
      return viewed >= photos ? "\(text), looked at" : "\(text), \(percentTitle(fractionViewed)) looked at"
    }
  }

  /// The card of the photos whose files could be smaller.
  package struct Large: Hashable, Sendable {
    /// The number of all photos.
    package var photos: Int
    /// The size of all photos.
    package var bytes: ByteCount
    /// The gain of making them smaller with nothing lost; nil before a photo was measured that would become smaller.
    package var gain: ShrinkGain?

    /// "8.2 GB in 1 204 photos could be 5.9 GB, nothing lost"; before a measurement only the figures that need none.
    package var text: String {
      guard let gain else { return "\(bytes.formatted) in \(counted(photos, "photo")), not measured" }
      let rest = gain.isPartial ? "; others are not measured yet" : ""
      return gain.photos > 0 ? "\(gain.text), nothing lost\(rest)" : "nothing to gain"
    }
  }

  /// The folders of the library as a short text: "~/Pictures"; escaped.
  package var libraryTitle: String = ""
  /// The folder of the library; nil where it has none, or several.
  package var libraryFolder: FilePath?
  /// The state of the trash: "trash ready", "no trash here", "read only"; empty while it is not known.
  package var trashLine: String = ""
  /// The volume of the library; nil while the disk has not answered.
  package var storage: StorageFigures?
  /// "last scan today 14:02 · 41 s"; nil before the first scan, and where only a part is known.
  package var lastScanLine: String?
  /// "45 photos looked at · 181 not yet": the figures of a scan that was stopped before anything was known; nil
  /// while one is running.
  package var stoppedScanLine: String?
  /// Whether no scan has ended yet.
  package var isFirstScan = true
  /// Whether a scan is running.
  package var isScanning = false
  /// Whether the findings of the last scan are being read from the cache, so that nothing is known yet.
  package var isReadingKnown = false
  /// Whether the findings of the last scan cannot be read any more, as after the cache was cleared: nothing is known
  /// until the next scan.
  package var isForgotten = false
  /// The number of marked photos, while the findings are not known; else 0.
  package var marksWaiting = 0
  /// The number of photos that are listed and still open, over all categories, each photo once.
  package var photosToGain: Int = 0
  /// Bytes of the photos that are listed and still open.
  package var reclaimable: ByteCount = .zero
  /// The number of photos that were kept and are open in no category.
  package var keptCount = 0
  /// The number of open photos that were kept in another category.
  package var keptInPart = 0
  /// The number of photos that were moved since the last scan and are not back.
  package var movedCount = 0
  /// The bytes that all batches have gained; nil while that is not known.
  package var gained: HistoryState.Gained?
  /// The cards in the order of the categories; empty before the first scan.
  package var cards: [Card] = []
  /// The pictures of the first open photos of each card, where cards have space for them.
  package var pictures: [Focus: [CardPicture]] = [:]
  /// All photos of the library, which can be gone through; nil where none is known.
  package var allPhotos: AllPhotos?
  /// The photos whose files could be smaller; nil where no photo is known.
  package var large: Large?
  /// The highlight.
  package var focus: Focus = .scan
  /// Photos in the bin, over all categories.
  package var binCount: Int = 0
  /// The size of the photos in the bin.
  package var binBytes: ByteCount = .zero
  /// The part of `binBytes` that moves to folders of the user's, which frees nothing.
  package var folderBytes: ByteCount = .zero
  /// The files and folders that could not be read or opened; nil where all could.
  package var unread: SkippedCount?
  /// The sentence about folders that belong to other programs and were not scanned, in ever shorter versions; empty
  /// where there are none.
  package var leftOut: [String] = []
  /// "3 files here wait for a scan": files that are new, changed or put back, or whose measurements are gone; nil where
  /// there are none.
  package var news: String?
  /// The photos that were decided about and are not there; nil where none is missing.
  package var missing: MissingPhotosNotice?
  /// The notice in place of the cards: no folder, no access, nothing found, not scanned yet; nil where cards are shown.
  package var notice: Notice?
  /// The reason why the last key did nothing; nil where there is none.
  package var remark: String?
  /// The line in amber: limited or restricted access, recovered batches; nil where there is none.
  package var warning: String?

  /// The cards in their order, by which keys go from one to the next; none behind a notice.
  package var cardTargets: [Focus] {
    guard notice == nil else { return [] }
    return cards.map { .card($0.category) } + (allPhotos == nil ? [] : [.allPhotos]) + (large == nil ? [] : [.large])
  }

  /// The target of an action that a notice names; nil where Enter does not do it.
  package static func target(of action: Hint) -> Focus? {
    switch action.action {
    case .scan, .chooseFolder: .scan
    case .showAllPhotos: .allPhotos
    case .showLarge: .large
    default: nil
    }
  }

  /// "The first scan was stopped", "The scan is under way"; nil where the findings are complete.
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
  /// The actions with their keys: "s  Scan again".
  package var actions: [Hint]

  /// Creates a notice.
  package init(glyph: Glyph, title: String, lines: [String], actions: [Hint] = []) {
    self.glyph = glyph
    self.title = title
    self.lines = lines
    self.actions = actions
  }
}
