package import PhotoModel
package import Review
package import SystemPackage
import TextSurface

/// The review deck: one picture at a time, ← delete, → keep.
///
/// A decision is about the file whose picture stands on the screen; until that picture stands, keys that decide do
/// nothing.
@MainActor
package final class DeckModel {
  /// The state that the deck is drawn from.
  package internal(set) var state: DeckState
  let library: LibraryModel
  let keys: KeyTable
  var cards: DeckCards
  /// The photo of the top card: an issue, or the keeper while the user looks at it.
  private(set) var current: IssueKey?
  /// The cards of a short deck; nil in the deck of a category.
  private(set) var goal: GoalDeck?
  /// What the open question is about: a yes is for these and for no others, whatever a scan brings meanwhile.
  var asked: [FilePath] = []
  var pace = DeckPace()
  /// Of each category: who leaves a deck for a moment goes on with the row.
  private var streaks: [IssueCategory: AgreementStreak] = [:]
  /// What of `LibraryModel.agreementsEnded` has been heeded.
  private var agreementsEnded = 0
  private var isTakingBack = false
  /// Of the open deck; a short one has none.
  var streak: AgreementStreak {
    get { goal == nil ? streaks[state.category, default: AgreementStreak()] : AgreementStreak() }
    set { if goal == nil { streaks[state.category] = newValue } }
  }
  /// What the rest is that could be accepted now.
  var offer: Offer?
  var sampling: Sampling?
  /// Samples that were all agreed to, and about whose rest was asked.
  var looked: Sampling?
  /// The card that the mouse took hold of.
  var grip: Grip?
  private var isOpen = false
  /// The change of the review that is on the screen (`LibraryModel.reviewChanges`).
  private var shownChange = 0
  /// How often the deck was made anew.
  private(set) var refreshCount = 0
  /// The goal was reached and the user went on.
  private var goesOnBeyondGoal = false

  /// Creates the model with no deck open.
  package init(library: LibraryModel, pictures: PictureLoader, keys: KeyTable = KeyTable()) {
    self.library = library
    self.keys = keys
    cards = DeckCards(library: library, pictures: pictures)
    state = DeckState(category: .duplicate)
  }

  /// Cells for the pictures; see `DeckCards`.
  package func setAreas(_ areas: PictureAreas) {
    let before = (cards.pictureArea, cards.pictureAreaWithFilmstrip, cards.columnsForDetails, cards.thumbnailArea)
    cards.pictureArea = areas.card
    cards.pictureAreaWithFilmstrip = areas.cardWithFilmstrip
    cards.columnsForDetails = areas.columnsForDetails
    cards.thumbnailArea = areas.thumbnail
    if before != (areas.card, areas.cardWithFilmstrip, areas.columnsForDetails, areas.thumbnail) { refresh() }
  }

  // MARK: Opening

  /// Opens the deck of a category on the card that was there the last time, or on the first that is not decided.
  package func open(_ category: IssueCategory, at path: FilePath? = nil) {
    begin(DeckState(category: category), goal: nil)
    let order = self.order
    let bookmark = library.bookmarks[category].map { IssueKey($0, category) }
    if let key = path.map({ IssueKey($0, category) }), order.holds(key) {
      current = key
    } else if let first = firstBack(in: order) {
      current = first
    } else if let bookmark, order.index(of: bookmark) != nil, order.isOpen(bookmark) {
      current = bookmark
    } else {
      current = order.firstOpen()
    }
    refresh()
  }

  /// The first card of a photo that was put back: it is a question again, and may stand before the card where the deck
  /// was left.
  private func firstBack(in order: DeckOrder) -> IssueKey? {
    let back = library.cameBack.filter { $0.category == state.category && order.isOpen($0) }
      .compactMap { key in order.index(of: key).map { (key, $0) } }
    library.cameBack.subtract(back.map(\.0))
    return back.min { $0.1 < $1.1 }?.0
  }

  /// Opens a short deck, out of all categories.
  package func open(_ goal: DeckGoal) {
    begin(DeckState(category: state.category), goal: GoalDeck(goal, review: library.review, pace: pace.perCard))
    current = order.firstOpen()
    refresh()
  }

  private func begin(_ state: DeckState, goal: GoalDeck?) {
    self.state = state
    self.goal = goal
    isOpen = true
    current = nil
    goesOnBeyondGoal = false
    cards.showsDetails = false
    sampling = nil
    looked = nil
    offer = nil
  }

  /// Draws everything anew from the review: after a decision, a snapshot of the scan, a moved slider.
  package func refresh() {
    shownChange = library.changes.review
    refreshCount += 1
    endRows()
    if let key = current, library.review.photos[key.path] == nil { current = order.firstOpen() }
    let order = self.order
    // A deck that was empty when it was opened, because the scan had found nothing for it yet.
    if current == nil, isOpen, state.total == 0 { current = order.firstOpen() }
    if let current { state.category = current.category }
    let open = order.openCount
    state.total = order.count
    state.decided = order.count - open
    state.binCount = library.review.binCount
    state.binBytes = library.review.binBytes
    state.canUndo = library.canUndo
    state.canRedo = library.review.nextRedo != nil
    state.isProvisional = library.isScanning
    state.order = library.review.cardOrder
    state.goal = goal?.progress(library.review, pace: pace.perCard)
    renewOffer()
    state.acceptance = acceptance
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

  /// The same where the review has changed since.
  func refreshIfChanged() { if shownChange != library.changes.review { refresh() } }

  /// Elsewhere a mark was taken back, or what is proposed has changed: no row goes on behind that.
  private func endRows() {
    guard !isTakingBack, agreementsEnded != library.changes.agreements else { return }
    agreementsEnded = library.changes.agreements
    (streaks, offer, sampling, looked) = ([:], nil, nil, nil)
  }

  /// What is taken back here ends no row but where it says so.
  func takingBack<Result>(_ body: () -> Result) -> Result {
    isTakingBack = true
    defer {
      isTakingBack = false
      agreementsEnded = library.changes.agreements
    }
    return body()
  }

  /// In a short deck nothing is accepted, but what is said there ends the row of the category.
  func noteInShortDeck(_ issue: PhotoIssue, _ decision: UserDecision) {
    guard goal != nil, var row = streaks[issue.category] else { return }
    row.decided(issue, decision)
    streaks[issue.category] = row
  }

  /// The answer to a question of this deck was yes.
  package func confirmed(_ subject: Question.Subject) -> Outcome {
    switch subject {
    case .emptyGroup: if let current, asked == [current.path] { return record(.delete) }
    case .markGroup: mark(asked)
    case .markCategory:
      mark(asked)
      // What stayed out of it is looked at one by one, and what a scan has found meanwhile.
      if current == nil { show(order.firstOpen(), isRemembered: false) }
    case .acceptRemaining: acceptRemaining()
    case .leaveScan, .leave, .forget, .setAside, .moveUnsaved, .includeAgain, .preferFolder, .unprotect, .clearCache,
      .stopHistory,
      .removeApp,
      .trashLeftovers:
      break
    }
    return .stay
  }

  // MARK: What the rest is made of

  var order: DeckOrder { DeckOrder(review: library.review, category: state.category, goal: goal) }
  var questions: DeckQuestions {
    DeckQuestions(
      review: library.review, category: state.category, ledger: library.ledger,
      ratingsAreSacred: library.settings.ratingsAreSacred,
      home: library.dependencies.environment.home)
  }

  /// Shows a sentence until the next key; nil takes the last one away.
  package func showMessage(_ message: String?) { state.message = message }

  /// Where a key wants a card and the deck is at its end.
  func sayNoCard() {
    let order = self.order
    let (left, title) = (order.openCount, counted(order.openCount, "photo"))
    showMessage(
      left > 0
        ? "Enter shows the \(left == 1 ? "photo that is" : "\(title) that are") left"
        : order.count > 0 ? "Every photo here is decided" : "No photo is listed here")
  }

  /// The motion has run its time.
  package func motionEnded() { state.motion = nil }

  /// A card begins to move now.
  func slide(_ kind: DeckState.Motion.Kind, _ card: DeckState.Card, from start: Double = 0) {
    state.motion = DeckState.Motion(
      kind: kind, card: card, startedAt: library.dependencies.environment.now(), start: start)
  }

  func stopSliding() { state.motion = nil }

  func hold(_ drag: DeckState.Drag?) { state.drag = drag }

  /// Another card comes to the top; nil is the end of the deck.
  func show(_ key: IssueKey?, isRemembered: Bool = true) {
    current = key
    if isRemembered, goal == nil { library.set(Bookmark(state.category, key?.path)) }
    refresh()
  }

  /// The first open card behind a place, or the end where the goal of a short deck is reached.
  func goOn(afterIndex index: Int) {
    if let goal, !goesOnBeyondGoal, goal.isReached(library.review) {
      show(nil)
    } else {
      show(order.firstOpen(after: index))
    }
    if current == nil { state.message = undecidedMessage }
  }

  /// At the end of the deck: again from the first card that was skipped.
  func startOver() {
    guard current == nil, let first = order.firstOpen() else { return }
    goesOnBeyondGoal = true
    show(first)
  }

  private var undecidedMessage: String? {
    let left = order.openCount
    if let goal, !goesOnBeyondGoal, goal.isReached(library.review) { return "The goal is reached" }
    return left > 0 ? "\(counted(left, "photo")) still undecided; Enter shows \(left == 1 ? "it" : "them")" : nil
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
