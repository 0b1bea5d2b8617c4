import PhotoModel
import ViewModels

/// Where a moving card is at a moment.
struct DeckMotion {
  let card: DeckState.Card
  /// Which side it goes to or comes from.
  let decision: UserDecision
  let isLeaving: Bool
  /// 0 at the start, 1 when it is over.
  let fraction: Double

  init(_ motion: DeckState.Motion, now: Duration) {
    card = motion.card
    switch motion.kind {
    case .leaving(let decision):
      self.decision = decision
      isLeaving = true
    case .returning(let decision):
      self.decision = decision
      isLeaving = false
    }
    fraction = part(of: DeckState.Motion.duration, since: motion.startedAt, now: now)
  }

  /// How far from its place, 0…1 of the way out: f² when leaving, so that it starts softly and is gone fast;
  /// the same backwards when it comes in.
  var offset: Double { isLeaving ? fraction * fraction : (1 - fraction) * (1 - fraction) }

  /// Of the coloured edge, 0…1: quick at first, so that the answer is seen at once.
  var growth: Double { 1 - (1 - fraction) * (1 - fraction) }
}

/// How much of a stretch of time has passed, 0…1. A clock that ran backwards counts as the beginning.
func part(of duration: Duration, since start: Duration, now: Duration) -> Double {
  min(1, max(0, (now - start) / duration))
}
