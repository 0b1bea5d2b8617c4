import PhotoModel
package import Review
package import TextSurface

/// Looking closely from the deck: the loupe, the comparison, the mouse on the card, short decks.
extension AppModel {
  /// The deck that is open, as a place.
  var deckIndex: Route { deck.goal == nil ? .deck(deck.state.category) : .goalDeck }

  // MARK: Loupe

  func openLoupe() {
    guard let key = deck.current else { return deck.sayNoCard() }
    deck.motionEnded()
    deck.dropGrip()
    routeBeforeLoupe = route
    route = .loupe
    loupe.open(key)
  }

  func closeLoupe() {
    loupe.close()
    route = routeBeforeLoupe == .compare ? .compare : deckIndex
    deck.refresh()
    refreshCompare()
  }

  // MARK: Compare

  func openCompare() {
    deck.showMessage(nil)
    if let reason = compare.open() { return deck.showMessage(reason) }
    deck.motionEnded()
    deck.dropGrip()
    route = .compare
    refreshCompare()
  }

  /// A key of the comparison is done: nothing slides there, and another pair may stand there now.
  func comparePerformed() {
    guard route == .compare else { return }
    deck.motionEnded()
    refreshCompare()
  }

  /// The next card may belong to no set: then the deck has it.
  func refreshCompare() {
    guard route == .compare, !compare.isPerforming else { return }
    if compare.isOpen {
      compare.refresh()
    } else if deck.current == nil || overlay == nil {
      route = deckIndex
      hasClosedItself = true
      if deck.current != nil {
        deck.showMessage(deck.state.message ?? "There is no keeper to stand it beside any more")
      }
    }
  }

  // MARK: The mouse on the card

  /// The mouse was pressed on the card that stands on the screen.
  package func takeCard() {
    if route.isDeck, overlay == nil, isSeen { deck.take() }
  }

  /// The card follows the mouse.
  ///
  /// - Parameter offset: From where it was taken, in widths of the card; negative to the left.
  package func dragCard(to offset: Double) {
    if route.isDeck, overlay == nil { deck.drag(to: offset) }
  }

  /// The hand holds nothing any more, whatever became of the mouse: the card is in its place.
  package func letCardGo() { deck.dropGrip() }

  /// The mouse let the card go.
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
    let last = chooser.options.count - 1
    switch action {
    case .up: chooser.selection = max(0, chooser.selection - 1)
    case .down: chooser.selection = max(0, min(last, chooser.selection + 1))
    case .open:
      chooseGoal(min(last, max(0, chooser.selection)))
      return .none
    case .back:
      overlay = nil
      return .none
    default: break
    }
    overlay = .goals(chooser)
    return .none
  }

  /// A click on one of the short decks.
  package func chooseGoal(_ index: Int) {
    guard case .goals(let chooser) = overlay, chooser.options.indices.contains(index) else { return }
    overlay = nil
    openDeck(chooser.options[index].goal)
  }

  /// Opens a short deck.
  package func openDeck(_ goal: DeckGoal) {
    deckWasOpenedFromBin = false
    deck.open(goal)
    route = .goalDeck
  }
}

/// Room for pictures on the screens, in cells; 0 × 0 where nothing is shown.
package struct PictureAreas: Hashable, Sendable {
  /// A card of the deck, in categories without sets and with a row for the set.
  package var card: Size
  /// The picture of a card in categories with sets, above the filmstrip.
  package var cardWithFilmstrip: Size
  /// How much narrower both are beside the details.
  package var columnsForDetails: Int
  /// A picture in the row of the set.
  package var thumbnail: Size
  /// The picture of the selected photo, beside the list of the bin.
  package var bin: Size
  /// Of a file in a batch of the history, beside their list, and alone.
  package var batch: Size
  /// The picture of one photo of a batch, alone on the screen.
  package var batchPhoto: Size
  /// Of what a move would take, beside its question, and of what it took.
  package var confirmation: PictureRow
  /// The small pictures on the screen about a finished batch.
  package var done: PictureRow
  /// Of photos that crossed the line of a slider.
  package var crossings: CrossingCapacity
  /// Each of two pictures side by side; or the only one, where there is room for no more.
  package var compare: Size
  /// Whether Compare has space for one picture only.
  package var isNarrow: Bool
  /// The picture in the loupe.
  package var loupe: Size
  /// Of a cell of the terminal.
  package var cell: CellPixels

  /// Creates the areas; `cardWithFilmstrip`, `compare` and `loupe` are as large as `card` where they are nil.
  package init(
    card: Size, cardWithFilmstrip: Size? = nil, columnsForDetails: Int = 0, thumbnail: Size = .none, bin: Size,
    batch: Size = .none, batchPhoto: Size = .none, confirmation: PictureRow = .none, done: PictureRow = .none,
    crossings: CrossingCapacity = .none, compare: Size? = nil, isNarrow: Bool = false, loupe: Size? = nil,
    cell: CellPixels = .standard
  ) {
    self.card = card
    self.cardWithFilmstrip = cardWithFilmstrip ?? card
    self.columnsForDetails = columnsForDetails
    self.thumbnail = thumbnail
    self.bin = bin
    self.batch = batch
    self.batchPhoto = batchPhoto
    self.confirmation = confirmation
    self.done = done
    self.crossings = crossings
    self.compare = compare ?? card
    self.isNarrow = isNarrow
    self.loupe = loupe ?? card
    self.cell = cell
  }
}

/// Room for small pictures beside each other.
package struct PictureRow: Hashable, Sendable {
  /// How many there is room for.
  package var count: Int
  /// Of each, in cells.
  package var size: Size

  /// Creates the space for `count` pictures of one size.
  package init(count: Int, size: Size) {
    self.count = count
    self.size = size
  }

  /// No space for pictures.
  package static let none = PictureRow(count: 0, size: .none)
}

/// Room for small pictures of photos that crossed the line of a slider.
package struct CrossingCapacity: Hashable, Sendable {
  /// Of each, in cells.
  package var size: Size
  /// How many of each list there is room for: with one list on the screen, with two, and so on.
  package var counts: [Int]

  /// Creates the space for pictures of one size.
  package init(size: Size, counts: [Int]) {
    self.size = size
    self.counts = counts
  }

  /// No space for pictures.
  package static let none = CrossingCapacity(size: .none, counts: [])
}
