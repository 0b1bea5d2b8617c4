package import SystemPackage

/// One step of the user: a key that decided one photo, or a command that decided many at once.
///
/// The list of actions is the session: the decisions are those of the actions that are not undone.
package struct DecisionAction: Hashable, Sendable {
  /// One photo's part in an action, in one category.
  package struct Item: Hashable, Sendable {
    /// The path of the photo when it was decided.
    package var path: FilePath
    /// The file that was on the screen; the decision is for no other file.
    package var identity: FileIdentity
    /// The category that the decision counts for: a photo that is listed in two has an item for each.
    package var category: IssueCategory
    /// The decision of the user.
    package var decision: UserDecision
    /// The decision before the action; undo brings it back.
    package var previous: UserDecision
    /// The parts of the photo that go, where the decision is to delete it; else `all`.
    package var parts: PhotoParts
    /// The `parts` before the action; undo brings them back.
    package var previousParts: PhotoParts
    /// SHA-256 of the file that was on the screen; nil where the file was not read to its end, and in sessions of
    /// older versions.
    package var digest: ContentDigest?
    /// The files that belonged to the photo, as `ScannedPhoto.companionsMark`; nil in sessions of older versions.
    package var companionsMark: Int64?
    /// The content of the photo of its set that was to stay, where the decision is to delete it; nil where the photo
    /// is in no set, or goes in part, and in sessions of older versions.
    package var keeper: ContentDigest?
    /// The `keeper` before the action; undo brings it back.
    package var previousKeeper: ContentDigest?
    /// The folder of the user's that the photo moves to, where the decision is to delete it from its own; nil for the
    /// trash.
    package var destination: FilePath?
    /// The `destination` before the action; undo brings it back.
    package var previousDestination: FilePath?
    /// The RAW beside the photo, where the decision is that the RAW stays: the decision holds for that file also
    /// where it is a photo of its own.
    package var stayingRAW: DecidedFile?

    /// Creates an item; the whole photo is meant where `parts` are not given.
    package init(
      path: FilePath, identity: FileIdentity, category: IssueCategory, decision: UserDecision, previous: UserDecision,
      parts: PhotoParts = .all, previousParts: PhotoParts = .all, digest: ContentDigest? = nil,
      companionsMark: Int64? = nil, keeper: ContentDigest? = nil, previousKeeper: ContentDigest? = nil,
      destination: FilePath? = nil, previousDestination: FilePath? = nil, stayingRAW: DecidedFile? = nil
    ) {
      self.destination = destination
      self.previousDestination = previousDestination
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

  /// The number that the store gives the action: grows with time, never used twice; 0 before it is stored.
  package var id: Int64
  /// The decisions, in the order they were made: the first is the one that the user made, others follow from it or
  /// belong to the same command.
  package var items: [Item]
  /// Whether the user took the action back: it stays for redo, and none of its decisions counts.
  package var isUndone: Bool
  /// The contents of the photo and its keeper, where the user decided that the two are not the same: the one photo of
  /// `items` leaves its group, in the category of the first item. Nil for any other action.
  package var refusal: ContentPair?
  /// The change of a keeper, where the user made a photo of `items` the keeper of its group, in the category of the
  /// first item. Nil for any other action.
  package var keeperMove: KeeperMove?
  /// Whether the user viewed the one photo of `items` in the category of all photos, which decides nothing but ends its
  /// marks.
  package var isViewing: Bool

  /// Creates an action; `id` is 0 until the action is stored.
  package init(
    id: Int64 = 0, items: [Item], isUndone: Bool = false, refusal: ContentPair? = nil, keeperMove: KeeperMove? = nil,
    isViewing: Bool = false
  ) {
    self.isViewing = isViewing
    self.id = id
    self.items = items
    self.isUndone = isUndone
    self.refusal = refusal
    self.keeperMove = keeperMove
  }

  /// The items that decide something; of a viewed photo those that end a mark.
  package var decidingItems: [Item] { isViewing ? items.filter { $0.previous == .delete } : items }

  /// The item of the photo that was made the keeper of its group; nil where none was.
  package var keeperItem: Item? { keeperMove.flatMap { move in items.first { $0.path == move.path } } }

  /// Whether the action makes a photo the keeper of its group, and decides about no other photo.
  package var isKeeperChoice: Bool { keeperMove != nil && photoCount == 1 }

  /// The number of photos that the action is about. One photo may have items of more than one category.
  package var photoCount: Int { Set(items.map(\.path)).count }

  /// The last item of the category of the first item; items of other categories, which follow from these, stand
  /// behind. Nil without items.
  package var lastItem: Item? { items.last { $0.category == items[0].category } }
}

/// The change of a group's keeper to another member.
package struct KeeperMove: Hashable, Sendable {
  /// The group whose keeper changed.
  package var group: GroupID
  /// The new keeper.
  package var path: FilePath
  /// The keeper that the user had chosen before; nil where it was the one that Deckle proposes.
  package var previous: FilePath?

  /// Creates the change of a keeper from `previous` to `path`.
  package init(group: GroupID, path: FilePath, previous: FilePath?) {
    self.group = group
    self.path = path
    self.previous = previous
  }
}

/// The card of a deck with which the next start goes on.
package struct Bookmark: Hashable, Sendable {
  /// The category of the deck.
  package var category: IssueCategory
  /// The photo on the card; nil forgets the bookmark of the deck.
  package var path: FilePath?

  /// Creates the bookmark of a deck at a photo; nil forgets the bookmark of the deck.
  package init(_ category: IssueCategory, _ path: FilePath?) {
    (self.category, self.path) = (category, path)
  }
}

/// The state of a library's review as it was stored last.
package struct SavedSession: Hashable, Sendable {
  /// The actions in the order they happened; the undone ones are the redo stack, the last undone first to come back.
  package var actions: [DecisionAction]
  /// The card that was on the screen, per deck.
  package var bookmarks: [IssueCategory: FilePath]
  /// Members that the user made the keeper of their group.
  package var chosenKeepers: [GroupID: FilePath]
  /// The order in which the user had the cards of the decks.
  package var cardOrder: CardOrder
  /// The newest "keep" of the ledger when the last scan ended: later ones are still on the screen, as decided.
  package var ledgerMark: Int64
  /// The last scan of the library; nil where none has ended.
  package var lastScan: ScanResult?
  /// The duration of the last scan.
  package var lastScanElapsed: Duration?
  /// The files that the last scan could not judge, in byte order of the paths.
  package var skipped: [SkippedFile] = []
  /// The decisions of other libraries by which something stays (`SavedSession.protectingDecisions`), oldest first, numbered with
  /// `actions`. They cannot be undone here.
  package var otherLibraryDecisions: [DecisionAction] = []
  /// The contents of photos that were viewed among all photos, of all libraries.
  package var viewed: Set<ContentDigest> = []

  /// Creates a session; whatever is not given is empty.
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
