import PhotoModel
import ViewModels

/// The position of a moving card at a time.
struct DeckMotion {
  let card: DeckState.Card
  /// The decision, which gives the side that the card goes to or comes from.
  let decision: UserDecision
  let kind: DeckState.Motion.Kind
  /// The part of the motion that is over, 0…1.
  let fraction: Double
  /// The distance at which a drag left the card, in widths of it.
  let start: Double

  init(_ motion: DeckState.Motion, now: Duration) {
    card = motion.card
    kind = motion.kind
    start = motion.start
    decision =
      switch motion.kind {
      case .leaving(let decision), .returning(let decision), .springing(let decision): decision
      }
    fraction = part(of: DeckState.Motion.duration, since: motion.startedAt, now: now)
  }

  var isLeaving: Bool { if case .leaving = kind { true } else { false } }

  /// The distance from the card's position, 0…1 of the way out: f² when leaving, so that it starts softly and is gone
  /// fast; the reverse when it comes in or goes back.
  var offset: Double { isLeaving ? fraction * fraction : (1 - fraction) * (1 - fraction) }

  /// The growth of the coloured edge, 0…1: quick at first, so that the answer is seen at once.
  var growth: Double { 1 - (1 - fraction) * (1 - fraction) }
}

/// A card away from its position: sliding by itself, or dragged by the mouse.
struct CardFlight {
  let card: DeckState.Card
  let side: UserDecision
  /// The columns from its position, 0 or more; the side gives the direction.
  let columns: Int
  /// The part of the side's colour in the card's, 0…1.
  let tint: Double
  /// The growth of the coloured edge, 0…1; 0 is none.
  let glow: Double
  /// Whether letting go, or the motion itself, decides.
  let isDeciding: Bool
  /// The part of the card below that is visible, 0…1.
  let reveal: Double

  /// Creates the flight of a card that slides by itself.
  ///
  /// - Parameters:
  ///   - travel: Columns until the card is out of sight.
  ///   - width: The columns of the card.
  init(_ motion: DeckMotion, travel: (UserDecision) -> Int, width: Int) {
    card = motion.card
    side = motion.decision
    let way = Double(travel(motion.decision))
    let start = min(way, motion.start * Double(width))
    let pull = min(1, motion.start / DeckState.Drag.decidingOffset)
    switch motion.kind {
    case .leaving:
      // After a drag the motion goes on at once; from rest it starts slowly.
      let eased = motion.start > 0 ? motion.growth : motion.offset
      columns = Int((start + (way - start) * eased).rounded())
      tint = max(pull, motion.growth)
      glow = max(pull, motion.growth)
      isDeciding = true
    case .returning:
      columns = Int((way * motion.offset).rounded())
      tint = motion.offset
      glow = 0
      isDeciding = false
    case .springing:
      columns = Int((start * motion.offset).rounded())
      tint = pull * motion.offset
      glow = pull * motion.offset
      isDeciding = false
    }
    reveal = way > 0 ? min(1, Double(columns) / way) : 1
  }

  /// Creates the flight of a card that the mouse drags.
  init(_ drag: DeckState.Drag, card: DeckState.Card, width: Int) {
    self.card = card
    side = drag.offset < 0 ? .delete : .keep
    columns = Int((abs(drag.offset) * Double(width)).rounded())
    let part = min(1, abs(drag.offset) / DeckState.Drag.decidingOffset)
    tint = part
    glow = part
    isDeciding = drag.decision != .pending
    reveal = min(1, abs(drag.offset))
  }

  /// The columns by which the top of the card is ahead of its bottom: it leans the way it goes.
  func lean(rows: Int) -> Int { min(max(0, rows / 7), 3, columns / 5) }
}

/// The part of a duration that has passed, 0…1. A clock that ran backwards counts as the beginning.
func part(of duration: Duration, since start: Duration, now: Duration) -> Double {
  min(1, max(0, (now - start) / duration))
}
