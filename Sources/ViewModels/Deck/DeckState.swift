package import PhotoModel
package import SystemPackage
package import TextSurface

/// The state of the review deck: one picture at a time.
package struct DeckState: Equatable, Sendable {
  /// The card on top.
  package struct Card: Equatable, Sendable {
    /// The finding that the card is about, with the reason in its final wording.
    package var issue: PhotoIssue
    /// The file's name, escaped.
    package var name: String
    /// The folder, shortened and escaped.
    package var folder: String
    /// The facts, the most useful first: "4032×3024", "3.1 MB", "12 May 2024 18:03:21", "iPhone 13", "ƒ/1.6".
    package var facts: [String]
    /// The picture, as far as it has come.
    package var picture: CardPicture
    /// The arrangement in which the photo is largest.
    package var form = CardForm.below
    /// The badge of the card: "proposed", "JPEG only · proposed", "keeper"; empty for none.
    package var badge: String
    /// The earlier decision about the photo, when the card is shown again.
    package var decision: UserDecision
    /// Whether the photo has a RAW beside the shown file, so that one can go without the other.
    package var hasParts: Bool = false
    /// The file that the picture is of: a decision is about this one.
    package var identity: FileIdentity?
    /// The end of the folder that distinguishes the photo from others of its set with the same name, "…/2024/Trip"; nil
    /// where there are none.
    package var distinguishingFolder: String?

    /// Whether the picture has come, or the reason why there is none.
    package var isShown: Bool { if case .loading = picture { false } else { true } }
  }

  /// A member of the set in the filmstrip below the card.
  package struct FilmstripItem: Equatable, Sendable {
    /// The file that is shown for the member.
    package var path: FilePath
    /// Whether the photo is the keeper of the set.
    package var isKeeper: Bool
    /// Whether the photo is the top card.
    package var isCurrent: Bool
    /// The decision about the photo; `.delete` for a photo in the bin, `.keep` also for one kept in an earlier review.
    package var decision: UserDecision
    /// Whether the photo was not there yet when others of the set were kept.
    package var isNew = false
    /// The small picture; nil where there is no space for one.
    package var picture: CardPicture?

    /// Whether the photo is the keeper of the set and marked, so that no other may be judged as if it stayed.
    package var isLeavingKeeper: Bool { isKeeper && decision == .delete }
  }

  /// A card on its way: drawn from the state and the time since it began.
  package struct Motion: Equatable, Sendable {
    /// The kind of motion, with the decision that gives its side.
    package enum Kind: Hashable, Sendable {
      case leaving(UserDecision)
      /// Undo: the card comes back from the side it left by.
      case returning(UserDecision)
      /// The card was let go too early and goes back to its position from that side.
      case springing(UserDecision)
    }

    /// The kind of motion.
    package var kind: Kind
    /// The moving card, as it looked when it left.
    package var card: Card
    /// The time at which the motion began, on the shell's clock.
    package var startedAt: Duration
    /// The distance at which a drag left the card, in widths of it, 0 or more.
    package var start: Double = 0

    /// The time that a card takes to leave or come back.
    package static let duration: Duration = .milliseconds(220)
  }

  /// The outcome for the card before, as text for screens where no card is seen to slide away; nil where none has just
  /// left.
  package var decisionMessage: String? {
    guard let motion, case .leaving(let decision) = motion.kind else { return nil }
    return decision == .keep ? "✓ \(keptText): \(motion.card.name)" : "✕ in the bin: \(motion.card.name)"
  }

  /// The outcome of →: "kept"; in the category of all photos "looked at".
  package var keptText: String { category == .browse ? "looked at" : "kept" }

  /// The card held by the mouse.
  package struct Drag: Equatable, Sendable {
    /// The distance of the card from its position, in widths of the card; negative to the left.
    package var offset: Double
    /// The card below it, which would be next.
    package var below: Card?

    /// The distance from which on letting go decides, in widths of the card.
    package static let decidingOffset = 1.0 / 3

    /// The decision that letting go would make.
    package var decision: UserDecision {
      abs(offset) < Self.decidingOffset ? .pending : offset < 0 ? .delete : .keep
    }
  }

  /// The category of the top card; in a deck with a goal it changes from card to card.
  package var category: IssueCategory
  /// The 1-based position of the top card among `total`; equal to `total` at the end.
  package var position: Int = 0
  /// Cards of the deck, decided ones included.
  package var total: Int = 0
  /// Photos of this category that are decided.
  package var decided: Int = 0
  /// Photos in the bin, over all categories.
  package var binCount: Int = 0
  /// The size of the photos in the bin.
  package var binBytes: ByteCount = .zero
  /// The top card; nil at the end of the deck.
  package var card: Card?
  /// The set of the top card, keeper included; empty in categories without sets.
  package var filmstrip: [FilmstripItem] = []
  /// Whether the keeper, which the reasons compare the card with, is marked.
  package var isWithoutKeeper = false
  /// "Exposure bracket of 3: keep all": the title of a set that is made to be kept whole; nil of any other.
  package var setTitle: String?
  /// The card that moves; nil while none does.
  package var motion: Motion?
  /// The drag of the top card; nil while the mouse does not move it.
  package var drag: Drag?
  /// All metadata of the top card, label and value; nil while the panel is closed.
  package var details: [Detail]?
  /// The lines of the details that are scrolled away at the top.
  package var detailsScroll: Int = 0
  /// The order of the cards.
  package var order: CardOrder = .certainty
  /// The progress of a deck with a goal; nil in the deck of a category.
  package var goal: GoalProgress?
  /// The state of accepting the rest; nil where nothing is offered.
  package var acceptance: Acceptance?
  /// The sentence about the last key: "Kept.", "Nothing to undo"; nil where there is none.
  package var message: String?
  /// Whether a scan is running, so that more cards may come.
  package var isProvisional: Bool = false
  /// Whether a filter leaves cards out.
  package var isFiltered: Bool = false
}

/// The state of accepting the rest as it is proposed.
package enum Acceptance: Hashable, Sendable {
  /// The rest can be accepted after samples of it; each photo has at least this margin.
  case offered(remaining: Int, margin: Double)
  /// The samples are being reviewed: those marked so far, of how many, and the photos that the question at the end is
  /// about.
  case sampling(agreed: Int, of: Int, remaining: Int)
}

/// "with a margin of 0.80 or more": the text about how clear the cases are that would be accepted together.
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
  /// The picture has been loading since this time, on the shell's clock; a shimmer is shown only after 150 ms.
  case loading(since: Duration)
  /// The picture as cells, fitted into the area of the request.
  case ready(Surface)
  /// The reason why the picture cannot be shown. The card can still be decided.
  case unavailable(String)
  /// The reason why the file that was found is not there any more: nothing can be decided.
  case gone(String)

  /// The reason why the picture cannot be shown; nil where it can be, or that is not known.
  package var reason: String? {
    switch self {
    case .unavailable(let reason), .gone(let reason): reason
    case .loading, .ready: nil
    }
  }
}
