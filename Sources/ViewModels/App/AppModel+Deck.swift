import PhotoModel
package import Review
package import TextSurface

/// The loupe, the comparison, the mouse on the card and short decks: all that is opened from a deck or leads to one.
extension AppModel {
  /// The route of the deck that is open.
  var deckIndex: Route { deck.goal == nil ? .deck(deck.state.category) : .goalDeck }

  // MARK: Loupe

  func openLoupe() {
    guard let key = deck.current else { return deck.showNoCard() }
    deck.motionEnded()
    deck.dropGrip()
    returnRoutes.loupe = route
    route = .loupe
    loupe.open(key)
  }

  func closeLoupe() {
    loupe.close()
    route = returnRoutes.loupe == .compare ? .compare : deckIndex
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

  /// Refreshes the comparison after a key: nothing slides there, and another pair may be compared now.
  func comparePerformed() {
    guard route == .compare else { return }
    deck.motionEnded()
    refreshCompare()
  }

  /// Refreshes the comparison, or goes back to the deck where the top card has no keeper beside it any more.
  func refreshCompare() {
    guard route == .compare, !compare.isPerforming else { return }
    if compare.isOpen {
      compare.refresh()
    } else if deck.current == nil || overlay == nil {
      route = deckIndex
      lastFrame.closeByItself()
      if deck.current != nil {
        deck.showMessage(deck.state.message ?? "There is no keeper to stand it beside any more")
      }
    }
  }

  // MARK: The mouse on the card

  /// Takes hold of the card: the mouse was pressed on the card that the last frame showed.
  package func takeCard() {
    if route.isDeck, overlay == nil, isSeen { deck.take() }
  }

  /// Moves the card along with the mouse.
  ///
  /// - Parameter offset: The distance from where the card was taken, in widths of the card; negative to the left.
  package func dragCard(to offset: Double) {
    if route.isDeck, overlay == nil { deck.drag(to: offset) }
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

  /// Opens the short deck that was clicked, by its index in the chooser.
  package func chooseGoal(_ index: Int) {
    guard case .goals(let chooser) = overlay, chooser.options.indices.contains(index) else { return }
    overlay = nil
    openDeck(chooser.options[index].goal)
  }

  /// Opens a short deck.
  package func openDeck(_ goal: DeckGoal) {
    returnRoutes.isDeckOfBin = false
    deck.open(goal)
    route = .goalDeck
  }
}

/// The space for pictures on the screens, in cells; 0 × 0 where no picture is shown.
package struct PictureAreas: Hashable, Sendable {
  /// The picture of a card in categories without sets.
  package var card: Size
  /// The picture of a card in categories with sets, above the filmstrip.
  package var cardWithFilmstrip: Size
  /// The columns by which the pictures of cards are narrower beside the details.
  package var columnsForDetails: Int
  /// A picture in the filmstrip.
  package var thumbnail: Size
  /// The picture of the selected photo, beside the list of the bin.
  package var bin: Size
  /// The picture of the selected file, beside the list of a batch of the history.
  package var batch: Size
  /// The picture of one photo of a batch, alone on the screen.
  package var batchPhoto: Size
  /// The small pictures below the question before a move.
  package var confirmation: PictureRow
  /// The small pictures on the screen about a finished batch.
  package var done: PictureRow
  /// The small pictures of photos that crossed the threshold of a slider.
  package var crossings: CrossingCapacity
  /// Each of the two pictures of the comparison; the only one where `isNarrow`.
  package var compare: Size
  /// Whether Compare has space for one picture only.
  package var isNarrow: Bool
  /// The picture in the loupe.
  package var loupe: Size
  /// The size of a cell of the terminal, in pixels.
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

/// The space for small pictures in one row.
package struct PictureRow: Hashable, Sendable {
  /// The number of pictures that fit.
  package var count: Int
  /// The size of each picture, in cells.
  package var size: Size

  /// Creates the space for `count` pictures of one size.
  package init(count: Int, size: Size) {
    self.count = count
    self.size = size
  }

  /// No space for pictures.
  package static let none = PictureRow(count: 0, size: .none)
}

/// The space for small pictures of photos that crossed the threshold of a slider.
package struct CrossingCapacity: Hashable, Sendable {
  /// The size of each picture, in cells.
  package var size: Size
  /// The number of pictures of each list that fit: with one list on the screen, with two, and so on.
  package var counts: [Int]

  /// Creates the space for pictures of one size.
  package init(size: Size, counts: [Int]) {
    self.size = size
    self.counts = counts
  }

  /// No space for pictures.
  package static let none = CrossingCapacity(size: .none, counts: [])
}
