package import PhotoModel
package import Review
package import SystemPackage
import TextSurface

/// The review deck: one picture at a time, ← delete, → keep.
///
/// A decision is about the file whose picture is on the screen; until that picture is shown, keys that decide do
/// nothing.
@MainActor
package final class DeckModel {
  /// The state that the deck is drawn from.
  package internal(set) var state: DeckState
  let library: LibraryModel
  let keys: KeyTable
  var cards: DeckCards
  /// The photo of the top card: an issue, or the keeper while that is shown.
  private(set) var current: IssueKey?
  /// The cards of a quick pass; nil in the deck of a category.
  private(set) var goal: GoalDeck?
  /// Photos that were chosen among all photos; nil in any other deck.
  private var photos: PhotoDeck?
  private var filter = CardFilter()
  /// The photos of the open question: a yes is for these and for no others, whatever a scan brings meanwhile.
  var asked: [FilePath] = []
  var pace = DeckPace()
  var agreements = Agreements()
  /// The category whose row of agreements decisions count for; nil in a quick pass.
  var rowCategory: IssueCategory? { chosen == nil ? state.category : nil }
  /// The card that the mouse took hold of.
  var grip: Grip?
  private var isOpen = false
  /// The value of `ChangeCounts.review` for which the state was made.
  private var shownChange = 0
  /// The number of times that the state was made anew, for tests.
  private(set) var refreshCount = 0

  /// A filter over the cards of the deck.
  private struct CardFilter {
    /// The line that the user typed; empty shows all cards.
    var line = ""
    /// The cards that match; nil without a filter.
    var deck: FilteredDeck?
    /// The photos among which the cards were chosen.
    var scan: LibraryPhotos.Scan?
  }

  /// Creates the model with no deck open.
  package init(library: LibraryModel, pictures: PictureLoader, keys: KeyTable = KeyTable()) {
    self.library = library
    self.keys = keys
    cards = DeckCards(library: library, pictures: pictures)
    state = DeckState(category: .duplicate)
  }

  /// Sets the cells for pictures; see `DeckCards`.
  package func setAreas(_ areas: PictureAreas) {
    let before = (cards.areas, cards.areasWithFilmstrip, cards.thumbnailArea)
    cards.areas = areas.card
    cards.areasWithFilmstrip = areas.cardWithFilmstrip
    cards.thumbnailArea = areas.thumbnail
    if before != (areas.card, areas.cardWithFilmstrip, areas.thumbnail) { refresh() }
  }

  // MARK: Opening

  /// Opens the deck of a category on the card that was there the last time, or on the first that is not decided.
  package func open(_ category: IssueCategory, at path: FilePath? = nil) {
    begin(DeckState(category: category))
    if category == .browse {
      let index = path.flatMap { library.review.photos.index(of: $0) }.map { Int32($0) }
      return open(PhotoDeck(category.title, index.map { [$0] } ?? [], of: library.review), at: 0)
    }
    let order = self.order
    let bookmark = library.bookmarks[category].map { IssueKey($0, category) }
    if let key = path.map({ IssueKey($0, category) }), order.holds(key) {
      current = key
    } else if !hasBack(in: order), let bookmark, order.index(of: bookmark) != nil, order.isOpen(bookmark) {
      current = bookmark
    } else {
      current = order.firstOpen()
    }
    refresh()
  }

  /// Whether photos came back from the trash since the deck was open: they may come before the card where it was left.
  private func hasBack(in order: DeckOrder) -> Bool {
    library.pathChanges.takeBack { $0.category == state.category && order.isOpen($0) && order.index(of: $0) != nil }
  }

  /// Opens a quick pass, out of all categories.
  package func open(_ goal: DeckGoal) {
    begin(DeckState(category: state.category), goal: GoalDeck(goal, review: library.review, pace: pace.perCard))
    current = order.firstOpen()
    refresh()
  }

  /// Opens a deck of photos out of all of the library.
  ///
  /// - Parameter start: The index of the first card; nil begins with the first that was not viewed.
  func open(_ photos: PhotoDeck, at start: Int? = nil) {
    begin(DeckState(category: .browse), photos: photos)
    current = start.flatMap { $0 < photos.count ? photos.key(at: $0) : nil } ?? order.firstOpen()
    refresh()
  }

  private func begin(_ state: DeckState, goal: GoalDeck? = nil, photos: PhotoDeck? = nil) {
    self.state = state
    (self.goal, self.photos) = (goal, photos)
    filter = CardFilter()
    isOpen = true
    current = nil
    cards.showsDetails = false
    agreements.close()
  }

  /// Makes the state anew from the review: after a decision, a snapshot of the scan, a moved slider.
  package func refresh() {
    shownChange = library.changeCounts.review
    refreshCount += 1
    agreements.follow(library.changeCounts.agreements)
    photos = photos?.following(library.review.photos)
    if filter.deck != nil, filter.scan != library.review.photos.scan { chooseMatches() }
    if let key = current, library.review.photos[key.path] == nil { current = order.firstOpen() }
    let order = self.order
    // A deck that was empty when it was opened, because the scan had found nothing for it yet.
    if current == nil, isOpen, state.total == 0 { current = order.firstOpen() }
    if let current { state.category = current.category }
    let open = order.openCount
    state.total = order.count
    state.isFiltered = isFiltered
    state.decided = order.count - open
    state.binCount = library.review.binCount
    state.binBytes = library.review.binBytes
    state.isProvisional = library.isScanning
    state.order = library.review.cardOrder
    state.goal =
      filter.deck.map { $0.progress(filterLine, in: state.category, decided: state.decided) }
      ?? goal?.progress(library.review, pace: pace.perCard) ?? photos?.progress(decided: state.decided)
    agreements.renewOffer(of: state, in: rowCategory, library.review)
    state.acceptance = agreements.acceptance(hasCard: current != nil, in: rowCategory)
    state.card = current.flatMap(cards.card)
    state.filmstrip = current.map(cards.filmstrip) ?? []
    let group = current.flatMap { library.review.group(of: $0.path, in: $0.category) }
    state.isWithoutKeeper =
      group.map { $0.keeper != current?.path && library.review.isShownFileLeaving($0.keeper) } ?? false
    state.setTitle = group.flatMap { group in group.keepWhole?.title(of: group.members.count) }
    state.position = current.map(order.position) ?? order.count
    state.details = cards.showsDetails ? current.map(cards.details) : nil
    letGoOfAnotherCard()
    if let current { cards.decodeAhead(of: current, order) }
  }

  /// Makes the state anew where the review has changed since the last time.
  func refreshIfChanged() { if shownChange != library.changeCounts.review { refresh() } }

  /// Takes something back in this deck, without ending rows of agreements by that alone.
  func takingBack<Result>(_ body: () -> Result) -> Result {
    agreements.beginWithdrawal()
    defer { agreements.endWithdrawal(at: library.changeCounts.agreements) }
    return body()
  }

  /// Performs the action of a question of this deck, which was answered with yes.
  package func confirmed(_ subject: Question.Subject) -> KeyOutcome {
    switch subject {
    case .emptyGroup: if let current, asked == [current.path] { return record(.delete) }
    case .markGroup: mark(asked)
    case .markCategory:
      mark(asked)
      // Photos left out of the step are reviewed one by one, and so are those that a scan has found meanwhile.
      if current == nil { show(order.firstOpen(), isRemembered: false) }
    case .acceptRemaining: acceptRemaining()
    case .keepChosen, .leaveScan, .leave, .forget, .setAside, .moveUnsaved, .includeAgain, .preferFolder, .unprotect,
      .clearCache,
      .stopHistory,
      .removeApp,
      .trashLeftovers:
      break
    }
    return .stay
  }

  // MARK: What the rest is made of

  var order: DeckOrder { DeckOrder(review: library.review, category: state.category, chosen: chosen) }
  /// The cards of a deck that was chosen; nil in the deck of a category.
  var chosen: (any CardList)? { filter.deck ?? goal ?? photos }
  /// Whether the cards are those of a category, all of them or those that match the filter.
  var isOfCategory: Bool { goal == nil && photos == nil }
  /// Whether a filter leaves cards out.
  var isFiltered: Bool { filter.deck != nil }
  /// The line by which the deck is filtered; empty shows all cards.
  var filterLine: String { filter.line }
  var questions: DeckQuestions {
    DeckQuestions(
      review: library.review, category: state.category, ledger: library.ledger,
      ratingsAreSacred: library.settings.ratingsAreSacred,
      home: library.dependencies.environment.home)
  }

  /// Shows only the cards that match a line, and the first of them that is open; all for an empty one.
  func filter(_ line: String) {
    guard line != filterLine else { return }
    filter.line = line
    agreements.close()
    chooseMatches()
    let order = self.order
    if current.map({ order.isOpen($0) }) != true { current = order.firstOpen() }
    refresh()
  }

  private func chooseMatches() {
    let photoFilter = PhotoFilter(filterLine, below: library.roots)
    filter.scan = library.review.photos.scan
    filter.deck =
      photoFilter.isEmpty
      ? nil : FilteredDeck(photoFilter, category: state.category, deck: goal ?? photos, of: library.review)
  }

  /// "12 cards · 48 MB": the figures of the filter.
  var filterText: String? {
    filter.deck.map { "\(counted($0.count, "photo")) · \($0.bytes.formatted)" } ?? counted(order.count, "photo")
  }

  /// Shows a sentence until the next key; nil takes the last one away.
  package func showMessage(_ message: String?) { state.message = message }

  /// Shows why a key that needs a card does nothing at the end of the deck.
  func showNoCard() {
    let order = self.order
    let (left, title) = (order.openCount, counted(order.openCount, "photo"))
    showMessage(
      left > 0
        ? "Enter shows the \(left == 1 ? "photo that is" : "\(title) that are") left"
        : order.count > 0 ? "Every photo here is decided" : "No photo is listed here")
  }

  /// Ends the motion, which has run its time.
  package func motionEnded() { state.motion = nil }

  /// Starts the motion of a card.
  func slide(_ kind: DeckState.Motion.Kind, _ card: DeckState.Card, from start: Double = 0) {
    state.motion = DeckState.Motion(
      kind: kind, card: card, startedAt: library.dependencies.environment.now(), start: start)
  }

  func stopSliding() { state.motion = nil }

  func hold(_ drag: DeckState.Drag?) { state.drag = drag }

  /// Brings a card to the top; nil is the end of the deck.
  func show(_ key: IssueKey?, isRemembered: Bool = true) {
    current = key
    // Where no card that matches is left, the position among all cards stays.
    if isRemembered, isOfCategory, key != nil || !isFiltered { library.set(Bookmark(state.category, key?.path)) }
    refresh()
  }

  /// Goes on to the first open card behind an index, or to the end where the goal of a quick pass is reached.
  func goOn(afterIndex index: Int) {
    if let goal, goal.isReached(library.review) {
      show(nil)
    } else {
      show(order.firstOpen(after: index))
    }
    if current == nil { state.message = undecidedMessage }
  }

  /// Starts over at the end of the deck, from the first card that was skipped.
  func startOver() {
    guard current == nil, let first = order.firstOpen() else { return }
    goal?.goesOn = true
    show(first)
  }

  private var undecidedMessage: String? {
    let left = order.openCount
    if let goal, goal.isReached(library.review) { return "The goal is reached" }
    let remark = state.category == .browse ? "not looked at yet" : "still undecided"
    return left > 0 ? "\(counted(left, "photo")) \(remark); Enter shows \(left == 1 ? "it" : "them")" : nil
  }

  func toggleDetails() {
    cards.showsDetails.toggle()
    state.detailsScroll = 0
    refresh()
  }

  func scrollDetails(by rows: Int) {
    guard let details = state.details else { return showMessage("i opens the details; they scroll with this key") }
    // Rows that wrap are more than entries; the view stops at the last one.
    state.detailsScroll = min(max(0, state.detailsScroll + rows), details.count * 3)
  }
}
