import PhotoModel
import Review

/// The mouse on the card of a deck, and the choice of a quick pass.
extension AppModel {
  // MARK: The mouse on the card

  /// Takes hold of the card: the mouse was pressed on the card that the last frame showed.
  package func grabCard() {
    if route.isDeck, overlay == nil, isSeen { deck.grab() }
  }

  /// Moves the card along with the mouse.
  ///
  /// - Parameter offset: The distance from where the card was taken, in widths of the card; negative to the left.
  package func dragCard(to offset: Double) {
    if route.isDeck, overlay == nil { deck.drag(to: offset) }
  }

  /// Shows the member of the set whose small picture was clicked, by its index in the filmstrip.
  package func showMember(_ index: Int) {
    guard route.isDeck, overlay == nil else { return }
    acting {
      deck.keyPressed()
      deck.showMember(index)
    }
  }

  /// Ends a drag without a decision: the card is back at its position.
  package func letCardGo() { deck.dropGrip() }

  /// Ends a drag: decides about the card where the drag went far enough, else the card goes back.
  package func dropCard() {
    guard route.isDeck, overlay == nil, deck.state.drag != nil else { return deck.dropGrip() }
    acting { _ = follow(deck.drop(isSeen: isSeen)) }
  }

  // MARK: Short decks

  func chooseGoal() {
    let review = library.review
    let ranking = GoalRanking(review)
    let pace = deck.pace.perCard
    let options = GoalDeck.different(DeckGoal.offered, out: ranking, pace: pace).map { deck in
      GoalChooser.Option(
        deck.goal, cards: deck.keys.count, bytes: deck.keys.compactMap { review.photos[$0.path]?.size }.total,
        pace: pace)
    }
    overlay = .goals(GoalChooser(options: options))
  }

  func choose(_ action: Action, from chooser: GoalChooser) -> Request {
    var chooser = chooser
    chooser.message = nil
    switch action {
    case .up: chooser.selection = chooser.options.nearestIndex(to: chooser.selection - 1)
    case .down: chooser.selection = chooser.options.nearestIndex(to: chooser.selection + 1)
    case .open:
      chooseGoal(chooser.selection)
      return .none
    case .back:
      overlay = nil
      return .none
    default: break
    }
    overlay = .goals(chooser)
    return .none
  }

  /// Opens the quick pass that was clicked, by its index in the chooser.
  package func chooseGoal(_ index: Int) {
    guard case .goals(let chooser) = overlay, chooser.options.indices.contains(index) else { return }
    overlay = nil
    openDeck(chooser.options[index].goal)
  }
}
