package import SystemPackage

/// One thing the user did: a key that decided one photo, or a command that decided many at once.
///
/// The list of these is the session: decisions are what remains after the undone ones are left out.
package struct DecisionAction: Hashable, Sendable {
  /// One photo's part in it.
  package struct Item: Hashable, Sendable {
    package var path: FilePath
    /// The file that was on the screen; the decision is for no other.
    package var identity: FileIdentity
    package var category: IssueCategory
    package var decision: UserDecision
    /// What it was before, so that undo can say what it brings back.
    package var previous: UserDecision
    /// What of the photo goes, where the decision is to delete it; else `all`.
    package var parts: PhotoParts
    package var previousParts: PhotoParts
    /// Of the file that was on the screen; nil where nobody had read it to its end, and in sessions of before.
    package var digest: ContentDigest?
    /// What belonged to the photo, as `ScannedPhoto.companionsMark`; nil in sessions of before.
    package var companionsMark: Int64?
    /// The bytes of the photo of its set that was to stay, where the decision is to delete it; nil where it is in no set, or
    /// goes in part, and in sessions of before.
    package var keeper: ContentDigest?
    package var previousKeeper: ContentDigest?
    /// The RAW beside the photo, where the word says that it stays: it holds for that file also where it is a photo of its
    /// own.
    package var stayingRAW: StayingFile?

    package init(
      path: FilePath, identity: FileIdentity, category: IssueCategory, decision: UserDecision, previous: UserDecision,
      parts: PhotoParts = .all, previousParts: PhotoParts = .all, digest: ContentDigest? = nil,
      companionsMark: Int64? = nil, keeper: ContentDigest? = nil, previousKeeper: ContentDigest? = nil,
      stayingRAW: StayingFile? = nil
    ) {
      self.stayingRAW = stayingRAW
      self.keeper = keeper
      self.previousKeeper = previousKeeper
      self.digest = digest
      self.companionsMark = companionsMark
      self.path = path
      self.identity = identity
      self.category = category
      self.decision = decision
      self.previous = previous
      self.parts = parts
      self.previousParts = previousParts
    }
  }

  /// Grows with time, never used twice; 0 before it is stored.
  package var id: Int64
  package var items: [Item]
  package var isUndone: Bool
  /// The one photo in `items` was said not to be the same as its keeper, in the category of the first of them: these are
  /// their contents.
  package var refusal: RefusedPair?
  /// The one photo in `items` was made the keeper of its group, in the category of the first of them.
  package var keeperMove: KeeperMove?

  package init(
    id: Int64 = 0, items: [Item], isUndone: Bool = false, refusal: RefusedPair? = nil, keeperMove: KeeperMove? = nil
  ) {
    self.id = id
    self.items = items
    self.isUndone = isUndone
    self.refusal = refusal
    self.keeperMove = keeperMove
  }

  /// How many photos it is about. One may be in it with more than one category.
  package var photoCount: Int { Set(items.map(\.path)).count }

  /// What it says of the last photo in the category it was said in; what follows from that in others comes behind.
  package var lastItem: Item? { items.last { $0.category == items[0].category } }
}

/// Another member of a group became its keeper.
package struct KeeperMove: Hashable, Sendable {
  package var group: GroupID
  package var path: FilePath
  /// The keeper that the user had chosen before; nil where it was the one that Deckle proposes.
  package var previous: FilePath?

  package init(group: GroupID, path: FilePath, previous: FilePath?) {
    self.group = group
    self.path = path
    self.previous = previous
  }
}

/// The card of a deck with which the next start goes on.
package struct Bookmark: Hashable, Sendable {
  package var category: IssueCategory
  /// Nil forgets the bookmark of the deck.
  package var path: FilePath?

  package init(_ category: IssueCategory, _ path: FilePath?) {
    (self.category, self.path) = (category, path)
  }
}

/// What a library's session remembered from the last time.
package struct SavedSession: Hashable, Sendable {
  /// In the order they happened; the undone ones are the redo stack, the last undone first to come back.
  package var actions: [DecisionAction]
  /// The card that was on the screen, per deck.
  package var bookmarks: [IssueCategory: FilePath]
  /// Members that the user made the keeper of their group.
  package var chosenKeepers: [GroupID: FilePath]
  package var cardOrder: CardOrder
  /// The newest "keep" of the ledger when the last scan ended: later ones are still on the screen, as decided.
  package var ledgerMark: Int64
  package var lastScan: ScanResult?
  /// Of the last scan.
  package var lastScanElapsed: Duration?
  /// What the last scan could not judge, in byte order of the paths.
  package var skipped: [SkippedFile] = []
  /// What was kept, or chosen as a keeper, in the reviews of other libraries, which may have these photos, too, also under
  /// other names; oldest first, in one row of numbers with `actions`. It cannot be undone here.
  package var keptElsewhere: [DecisionAction] = []
  /// All that was said to stay there, and what was moved and may have come back, with the number 0; nothing for a library
  /// without marks.
  package var stayingElsewhere: [DecisionAction] = []

  package init(
    actions: [DecisionAction] = [], bookmarks: [IssueCategory: FilePath] = [:],
    chosenKeepers: [GroupID: FilePath] = [:], ledgerMark: Int64 = 0, lastScan: ScanResult? = nil,
    lastScanElapsed: Duration? = nil, cardOrder: CardOrder = .certainty
  ) {
    self.actions = actions
    self.bookmarks = bookmarks
    self.chosenKeepers = chosenKeepers
    self.ledgerMark = ledgerMark
    self.lastScan = lastScan
    self.lastScanElapsed = lastScanElapsed
    self.cardOrder = cardOrder
  }
}
