package import PhotoModel
package import SystemPackage
package import TextSurface

/// What the review deck shows: one picture at a time.
package struct DeckState: Equatable, Sendable {
  /// The card on top.
  package struct Card: Equatable, Sendable {
    /// The finding that the card is about, with the reason in its final wording.
    package var issue: PhotoIssue
    /// The file's name, escaped.
    package var name: String
    /// The folder, shortened and escaped.
    package var folder: String
    /// Where it goes apart from those of others of its set with the same name, "…/2024/Trip"; nil where there are none.
    package var distinguishingFolder: String?
    /// "4032×3024", "3.1 MB", "12 May 2024 18:03:21", "iPhone 13", "ƒ/1.6", …: in the order of worth.
    package var facts: [String]
    /// The picture, as far as it has come.
    package var picture: CardPicture
    /// "proposed", "JPEG only · proposed", "keeper"; empty where there is nothing to say.
    package var badge: String
    /// What the user said about it before, when looked at again.
    package var decision: UserDecision
    /// The file that the picture is of: a decision is about this one.
    package var identity: FileIdentity?
    /// A RAW stands beside the file that is shown, so that one of them can go without the other.
    package var hasParts: Bool

    /// Creates a card from texts that are escaped already.
    package init(
      issue: PhotoIssue, name: String, folder: String, facts: [String], picture: CardPicture, badge: String,
      decision: UserDecision, hasParts: Bool = false, identity: FileIdentity? = nil, distinguishingFolder: String? = nil
    ) {
      self.issue = issue
      self.name = name
      self.folder = folder
      self.distinguishingFolder = distinguishingFolder
      self.facts = facts
      self.picture = picture
      self.badge = badge
      self.decision = decision
      self.hasParts = hasParts
      self.identity = identity
    }

    /// Something stands in the place of the picture, if only the reason why there is none.
    package var isShown: Bool { if case .loading = picture { false } else { true } }
  }

  /// A member of the group in the strip below the card.
  package struct FilmstripItem: Equatable, Sendable {
    /// The file that is shown for the member.
    package var path: FilePath
    /// Whether the photo is the keeper of the set.
    package var isKeeper: Bool
    /// Whether the photo is the top card.
    package var isCurrent: Bool
    /// The decision about the photo; `.delete` for a photo in the bin, `.keep` also for one kept in an earlier review.
    package var decision: UserDecision
    /// It was not there when others of the group were kept.
    package var isNew: Bool
    /// A small picture of it; nil where there is no room for one.
    package var picture: CardPicture?

    /// Creates an item.
    package init(
      path: FilePath, isKeeper: Bool, isCurrent: Bool, decision: UserDecision, isNew: Bool = false,
      picture: CardPicture? = nil
    ) {
      self.path = path
      self.isKeeper = isKeeper
      self.isCurrent = isCurrent
      self.decision = decision
      self.isNew = isNew
      self.picture = picture
    }

    /// The keeper of the set, and marked: nothing may be judged as if it stayed.
    package var isLeavingKeeper: Bool { isKeeper && decision == .delete }
  }

  /// A card on its way: drawn from the state and the time since it began.
  package struct Motion: Equatable, Sendable {
    /// The kind of motion, with the decision that gives its side.
    package enum Kind: Hashable, Sendable {
      case leaving(UserDecision)
      /// Undo: the card comes back from the side it left by.
      case returning(UserDecision)
      /// Let go too early: the card goes back to its place from that side.
      case springing(UserDecision)
    }

    /// The kind of motion.
    package var kind: Kind
    /// The card that moves, as it looked when it left.
    package var card: Card
    /// When it began, on the shell's clock.
    package var startedAt: Duration
    /// Where a drag left it, in widths of the card, 0 or more.
    package var start: Double

    /// Creates a motion.
    package init(kind: Kind, card: Card, startedAt: Duration, start: Double = 0) {
      self.kind = kind
      self.card = card
      self.startedAt = startedAt
      self.start = start
    }

    /// How long a card takes to leave or come back.
    package static let duration: Duration = .milliseconds(220)
  }

  /// What became of the card before, for where none is seen to slide away.
  package var decisionMessage: String? {
    guard let motion, case .leaving(let decision) = motion.kind else { return nil }
    return decision == .keep ? "✓ kept: \(motion.card.name)" : "✕ in the bin: \(motion.card.name)"
  }

  /// The card held by the mouse.
  package struct Drag: Equatable, Sendable {
    /// How far it is from its place, in widths of the card; negative to the left.
    package var offset: Double
    /// The card below it, which would be next.
    package var below: Card?

    /// Creates a drag.
    package init(offset: Double, below: Card? = nil) {
      self.offset = offset
      self.below = below
    }

    /// From here on, letting go decides.
    package static let decidingOffset = 1.0 / 3

    /// What letting go would say.
    package var decision: UserDecision {
      abs(offset) < Self.decidingOffset ? .pending : offset < 0 ? .delete : .keep
    }
  }

  /// The category of the top card; in a deck with a goal it changes from card to card.
  package var category: IssueCategory
  /// 1-based place of the top card among `total`; equal to `total` at the end.
  package var position: Int = 0
  /// Cards of the deck, decided ones included.
  package var total: Int = 0
  /// Photos of this category that are decided.
  package var decided: Int = 0
  /// Photos in the bin, over all categories.
  package var binCount: Int = 0
  /// The size of the photos in the bin.
  package var binBytes: ByteCount = .zero
  /// Nil at the end of the deck.
  package var card: Card?
  /// The group of the top card, keeper included; empty for categories without groups.
  package var filmstrip: [FilmstripItem] = []
  /// What the reasons compare the card with is marked to go.
  package var isWithoutKeeper = false
  /// "Exposure bracket of 3: keep all", where the group is such a set.
  package var setTitle: String?
  /// The card that moves; nil while none does.
  package var motion: Motion?
  /// The drag of the top card; nil while the mouse does not move it.
  package var drag: Drag?
  /// All metadata of the top card, label and value; nil while the panel is closed.
  package var details: [Detail]?
  /// Rows of the details that are scrolled away at the top.
  package var detailsScroll: Int = 0
  /// The order of the cards.
  package var order: CardOrder = .certainty
  /// A deck with an end: what it is for and how far that is.
  package var goal: GoalProgress?
  /// Where the user stands with accepting what is left; nil where nothing is offered.
  package var acceptance: Acceptance?
  /// What the last key did or why it did nothing: "Kept.", "Nothing to undo".
  package var message: String?
  /// Whether undo would take something back.
  package var canUndo: Bool = false
  /// Whether redo would repeat something.
  package var canRedo: Bool = false
  /// Scanning goes on while the user reviews.
  package var isProvisional: Bool = false

  /// Creates the state of an empty deck.
  package init(category: IssueCategory) { self.category = category }
}

/// Where the user stands with accepting what is left as it is proposed.
package enum Acceptance: Hashable, Sendable {
  /// After many agreements in a row: a key begins the samples of these, of which each has at least this margin.
  case offered(remaining: Int, margin: Double)
  /// Samples that were agreed to, of how many, and how many photos an answer at the end is about.
  case sampling(agreed: Int, of: Int, remaining: Int)
}

/// "with a margin of 0.80 or more": how clear the cases are that would be accepted together.
package func marginText(_ margin: Double) -> String {
  margin < 1 ? "with a margin of \(hundredths(margin)) or more" : "all as clear as these"
}

/// A label and a value in the details panel.
package struct Detail: Hashable, Sendable {
  /// The label: "Camera".
  package var label: String
  /// The value, escaped.
  package var value: String

  /// Creates a detail from texts that are escaped already.
  package init(_ label: String, _ value: String) {
    self.label = label
    self.value = value
  }
}

/// The picture of a card.
package enum CardPicture: Equatable, Sendable {
  /// Being decoded since then, on the shell's clock; a shimmer stands there only after 150 ms.
  case loading(since: Duration)
  /// As cells, fitted into the area that was asked for.
  case ready(Surface)
  /// It cannot be shown, and why. The card can still be decided.
  case unavailable(String)
  /// What was found is not there, and why it cannot be shown: there is nothing to decide.
  case gone(String)

  /// Why it cannot be shown; nil where it can, or is not known to.
  package var reason: String? {
    switch self {
    case .unavailable(let reason), .gone(let reason): reason
    case .loading, .ready: nil
    }
  }
}
