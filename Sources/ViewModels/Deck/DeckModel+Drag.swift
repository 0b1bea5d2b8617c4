import PhotoModel
import Review

/// Dragging the card: let go past a third of its width it is decided, else it goes back.
extension DeckModel {
  /// The card that the mouse took hold of.
  struct Grip: Sendable {
    var key: IssueKey
    var identity: FileIdentity?
  }

  /// Takes hold of the card on which the mouse was pressed.
  package func grab() {
    guard let key = current, let card = state.card else { return }
    stopSliding()
    grip = Grip(key: key, identity: card.identity)
  }

  /// Moves the card along with the mouse. Does nothing without a grip on this very card.
  ///
  /// - Parameter offset: The distance from where the card was taken, in widths of the card; negative to the left.
  package func drag(to offset: Double) {
    guard let grip, grip.key == current, offset.isFinite else { return }
    let below = state.drag.map(\.below) ?? below(grip.key)
    if state.drag == nil { showMessage(nil) }
    hold(DeckState.Drag(offset: min(1, max(-1, offset)), below: below))
  }

  /// Ends the drag: decides where the card is past a third of its width, else lets it go back.
  ///
  /// - Parameter isSeen: Whether the last frame showed the card when it was let go.
  package func drop(isSeen: Bool) -> KeyOutcome {
    guard let drag = state.drag, let grip, let card = state.card else {
      dropGrip()
      return .stay
    }
    let isSame = current == grip.key && card.identity == grip.identity
    dropGrip()
    guard isSame, isSeen, drag.decision != .pending else {
      if isSame { slide(.springing(drag.offset < 0 ? .delete : .keep), card, from: abs(drag.offset)) }
      return .stay
    }
    let outcome = decide(drag.decision)
    if let motion = state.motion, case .leaving = motion.kind {
      // The motion goes on from where the drag ended.
      slide(motion.kind, motion.card, from: abs(drag.offset))
    } else {
      slide(.springing(drag.decision), card, from: abs(drag.offset))
    }
    return outcome
  }

  /// Ends the drag at once: the card is back at its position.
  func dropGrip() {
    grip = nil
    hold(nil)
  }

  func letGoOfAnotherCard() {
    guard let grip, current != grip.key || state.card?.identity != grip.identity else { return }
    dropGrip()
  }

  /// The card that comes to light while the top card is dragged away; nil at the end of the deck.
  private func below(_ key: IssueKey) -> DeckState.Card? {
    let order = self.order
    return order.nextOpen(after: order.indexToGoOn(after: key), count: 1).first.flatMap(cards.card)
  }
}
