import PhotoModel
import Review
import SystemPackage

/// Decisions about the top card: each is on the disk before the next card comes.
extension DeckModel {
  func decide(_ decision: UserDecision) -> KeyOutcome {
    guard let key = current else {
      showNoCard()
      return .stay
    }
    if let obstacle = obstacle(to: decision) {
      showMessage(obstacle)
      return .stay
    }
    if decision == .delete, cards.parts(of: key.path) != .raw,
      let group = library.review.groupEmptied(by: key.path)
    {
      return ask(.ask(questions.emptying(group), about: [key.path]))
    }
    return record(decision)
  }

  /// The reason why nothing can be decided about the top card; nil where there is none.
  private func obstacle(to decision: UserDecision) -> String? {
    if let reason = library.readOnlyReason { return reason }
    guard let key = current, let card = state.card, card.isShown else { return "The picture is not there yet" }
    if case .gone = card.picture { return "It is not as it was found, so nothing can be decided; skip it" }
    return decision == .delete && library.review.photos[key.path]?.isProtected == true
      ? "It lies in a protected folder and stays" : nil
  }

  /// `t`: asks for the folder that the photo moves to.
  func moveToFolderPressed() -> KeyOutcome {
    guard let obstacle = obstacle(to: .delete) else { return .go(.folders) }
    showMessage(obstacle)
    return .stay
  }

  /// Marks the photo of the top card for a move to a folder.
  func move(to folder: FilePath, _ title: String) {
    if let obstacle = obstacle(to: .delete) { return showMessage(obstacle) }
    let name = state.card?.name
    guard record(.delete, to: folder) == .stay, let name, state.message == nil else { return }
    showMessage("\(name) moves to \(title) with the next move; u takes it back")
  }

  /// Records a decision about the top card and goes on to the next.
  ///
  /// - Parameters:
  ///   - start: The distance at which a drag left the card, in widths of it.
  ///   - destination: The folder that a marked photo moves to; nil for the trash.
  @discardableResult
  func record(_ decision: UserDecision, from start: Double = 0, to destination: FilePath? = nil) -> KeyOutcome {
    guard let key = current, let card = state.card else { return .stay }
    // The card was made from the file that was shown; a scan may have seen another one since.
    guard card.identity == library.review.photos[key.path]?.identity else {
      refresh()
      showMessage("The file has changed; look at it again")
      return .stay
    }
    agreements.mark(key.path)
    let isViewing = key.category == .browse && decision == .keep
    let wasInBin = library.review.isInBin(key.path)
    let made =
      isViewing
      ? library.review.action(viewing: key.path)
      : library.review.action(decision, for: [key.path], in: key.category, parts: cards.parts, to: destination)
    guard let action = made else {
      if isViewing { return viewedAgain(key, card, from: start) }
      refresh()
      showMessage("It lies in a protected folder and stays")
      return .stay
    }
    // A row of samples is no way through the deck.
    let next = agreements.sampling == nil ? bookmark(after: key, action) : nil
    if let problem = library.decide(action, bookmark: next) {
      showMessage(problem)
      return .stay
    }
    pace.decided(at: library.dependencies.environment.now())
    // A move to a folder says neither that the photo is a surplus copy nor that it is none.
    if destination != nil {
      agreements.endSampling(in: rowCategory)
      goOn(after: key)
      return .stay
    }
    agreements.decided(card.issue, decision, in: rowCategory)
    var leaving = card
    leaving.decision = decision
    defer { slide(.leaving(decision), leaving, from: start) }
    if agreements.sampling != nil { return sampled(key.path, decision) }
    goOn(after: key)
    if isViewing, wasInBin {
      showMessage("Out of the bin: \(card.name); \(keys.title(of: .undo, in: .deck)) puts it back")
    }
    if let text = marksEndedText(by: action) { showMessage(text) }
    return .stay
  }

  /// Goes on from a photo without a new record: it was viewed before, or has no digest to recognise it by.
  private func viewedAgain(_ key: IssueKey, _ card: DeckState.Card, from start: Double) -> KeyOutcome {
    let isKnown = library.review.photos[key.path]?.digest != nil
    goOn(after: key)
    slide(.leaving(.keep), card, from: start)
    if !isKnown { showMessage("\(card.name) could not be read to its end, so it will come again") }
    return .stay
  }

  /// The bookmark of the card that comes when an action is taken back; nil in a quick pass or for another deck.
  private func bookmark(undoing action: DecisionAction) -> Bookmark? {
    guard isOfCategory else { return nil }
    return action.items.first.flatMap(card(of:)).map { Bookmark($0.category, $0.path) }
  }

  private func bookmark(redoing action: DecisionAction) -> Bookmark? {
    action.lastItem.flatMap(card(of:)).flatMap { bookmark(after: $0, action) }
  }

  /// The bookmark of the card that will come after a decision, where nothing else changes by it. Short decks have none.
  private func bookmark(after key: IssueKey, _ action: DecisionAction) -> Bookmark? {
    guard isOfCategory else { return nil }
    let decided = Set(action.items.map(\.path))
    let open = order.nextOpen(after: order.indexToGoOn(after: key), count: decided.count + 1)
    let next = open.first { !decided.contains($0.path) }
    return next == nil && isFiltered ? nil : Bookmark(state.category, next?.path)
  }

  /// The sentence where a "keep" took the photo out of the bin, in which it was for another category; else nil.
  private func marksEndedText(by action: DecisionAction) -> String? {
    let ended = action.items.filter { $0.decision == .pending && $0.previous == .delete }.map(\.category.title)
    guard let item = action.items.first, item.decision == .keep, !ended.isEmpty else { return nil }
    return "Out of the bin: \(nameTitle(item.path)) was marked in \(ended.joined(separator: " and ")); u puts it back"
  }

  func skip() {
    guard let key = current else { return }
    if agreements.sampling != nil { return stopSampling("A sample was skipped, so nothing more is accepted") }
    goOn(after: key)
    if current != nil { showMessage("Skipped; it stays undecided") }
  }

  /// Takes the last decision back. Among the samples the last one is then the next to review; before the first of them
  /// the samples are left.
  func undo() -> KeyOutcome {
    guard agreements.sampling?.agreedTo.isEmpty != true else {
      leaveSampling()
      return .stay
    }
    let isSample = agreements.isLastSample(library.review.nextUndo)
    if !isSample { agreements.endSampling(in: rowCategory) }
    let undone = takingBack { library.undo(bookmark: bookmark(undoing:)) }
    guard let action = undone.action, let item = action.items.first else {
      showMessage(undone.problem ?? library.nothingToUndo)
      return .stay
    }
    if isSample { agreements.withdrawSample() }
    let card = card(of: item)
    let text = library.review.undoneText(action, undone, isElsewhere: card?.category != item.category)
    guard let card else { return elsewhere(item, text) }
    showAgain(card, item.decision, text, isRemembered: !isSample)
    if action.isKeeperChoice || action.refusal != nil { stopSliding() }
    return .stay
  }

  /// Goes to the card of a decision in another deck; a quick pass stays open, and only a sentence is shown.
  private func elsewhere(_ item: DecisionAction.Item, _ text: String) -> KeyOutcome {
    guard chosen != nil else { return .go(.photo(item.category, item.path, text)) }
    refresh()
    showMessage(text)
    return .stay
  }

  /// The category of the deck that undo would lead to; nil where that is this deck.
  var undoElsewhere: IssueCategory? {
    if library.pathChanges.returned != nil { return nil }
    return library.review.nextUndo?.items.first.flatMap { card(of: $0) == nil ? $0.category : nil }
  }

  /// The card of this deck for a photo of a decision, or for a keeper: also where another deck asked about it. Nil
  /// where it has none.
  private func card(of item: DecisionAction.Item) -> IssueKey? {
    let (key, own) = (IssueKey(item.path, item.category), IssueKey(item.path, state.category))
    guard chosen != nil else { return key == own || order.holds(own) ? own : nil }
    if order.holds(key) { return key }
    return IssueCategory.decidable.map { IssueKey(item.path, $0) }.first { order.index(of: $0) != nil }
  }

  /// Brings the card of an undone decision back from the side it left by.
  private func showAgain(_ key: IssueKey, _ decision: UserDecision, _ text: String, isRemembered: Bool) {
    show(key, isRemembered: isRemembered)
    if let card = state.card, card.issue.path == key.path { slide(.returning(decision), card) }
    showMessage(text)
  }

  func redo() -> KeyOutcome {
    let isSample = agreements.isNextSample(library.review.nextRedo)
    if !isSample, library.review.nextRedo != nil { leaveSampling() }
    let index = library.review.nextRedo?.lastItem.flatMap(card(of:)).flatMap(order.index(of:))
    let (action, problem) = library.redo(bookmark: bookmark(redoing:))
    guard let action, let item = action.items.first, let last = action.lastItem else {
      showMessage(problem ?? library.nothingToRedo)
      return .stay
    }
    if isSample { return sampled(item.path, .delete) }
    guard let card = card(of: item) else { return elsewhere(item, library.review.redoneText(action)) }
    guard !action.isKeeperChoice else {
      show(card, isRemembered: false)
      showMessage("This is the keeper again")
      return .stay
    }
    if action.refusal != nil, let index {
      // The photo has left its set: its index is that of the one that followed it.
      goOn(afterIndex: index - 1)
    } else {
      goOn(after: self.card(of: last) ?? card)
    }
    // Some photos of a set are kept and the others marked.
    let text =
      switch action.items.contains(where: { $0.decision == .delete }) ? .delete : item.decision {
      case .pending where action.isViewing: "Looked at again"
      case .delete: item.destination.map { "To \(library.title($0)) again" } ?? "Marked again"
      case .keep: "Kept again"
      case .pending: "Undecided again"
      }
    showMessage(action.refusal != nil ? "Not the same again" : text)
    return .stay
  }

  func mark(_ paths: [FilePath]) {
    // Looked at again: a scan may have changed the sets since the question was asked.
    let category = state.category
    let open = library.review.markable(paths.filter { order.isOpen(IssueKey($0, category)) })
    guard let action = library.review.action(.delete, for: open, in: category, parts: cards.parts) else {
      return showMessage("Nothing is left to mark")
    }
    let last = IssueKey(paths.last ?? action.items[0].path, category)
    if let problem = library.decide(action, bookmark: bookmark(after: last, action)) { return showMessage(problem) }
    agreements.leaveSampling()
    goOn(after: last)
    showMessage("\(counted(action.photoCount, "photo")) marked; u takes it back")
  }

  /// Records the choice in the contact sheet of the top card's set, and goes on to the next open card.
  ///
  /// - Returns: Nil, or the reason, as a sentence, why nothing was recorded.
  func record(ofSet action: DecisionAction) -> String? {
    guard let key = current else { return "No photo is on the screen" }
    let bookmark = action.items.first.flatMap(card(of:)) == nil ? nil : bookmark(after: key, action)
    if let problem = library.decide(action, bookmark: bookmark) { return problem }
    agreements.endSampling(in: rowCategory)
    if order.isOpen(key) { refresh() } else { goOn(after: key) }
    return nil
  }

  func ask(_ asking: DeckQuestions.Asking) -> KeyOutcome {
    switch asking {
    case .ask(let question, let paths):
      asked = paths
      return .ask(question)
    case .showMessage(let message):
      showMessage(message)
      return .stay
    }
  }

  func makeKeeper() {
    guard let key = current, let group = library.review.group(of: key.path, in: key.category) else {
      return showMessage(noSetText)
    }
    guard state.card?.isShown == true else { return showMessage("The picture is not there yet") }
    guard let action = library.review.action(choosing: key.path, of: group) else {
      return showMessage("It is the keeper already")
    }
    let wasInBin = library.review.isInBin(key.path)
    if let problem = library.decide(action) { return showMessage(problem) }
    agreements.endSampling(in: rowCategory)
    refresh()
    showMessage("This is the keeper now\(wasInBin ? " and out of the bin" : ""); u takes it back")
  }

  /// `n`: separates the photo from its keeper, now and at every later scan.
  func refuse() {
    guard let key = current, let card = state.card else { return showNoCard() }
    guard card.isShown else { return showMessage("The picture is not there yet") }
    if let obstacle = library.review.obstacleToRefusing(key.path, in: key.category) { return showMessage(obstacle) }
    guard let action = library.review.refusal(of: key.path, in: key.category) else { return }
    let index = order.index(of: key)
    if let problem = library.decide(action, bookmark: bookmark(after: key, action)) { return showMessage(problem) }
    agreements.endSampling(in: rowCategory)
    goOn(afterIndex: (index ?? order.end) - 1)
    showMessage("\(card.name) is taken out of this set; u puts it back")
  }

  /// `p`: chooses the parts that the next deletion takes: all, the JPEG alone, the RAW alone, and around again.
  func chooseParts() {
    guard let key = current, let photo = library.review.photos[key.path], photo.raw != nil else {
      return showMessage("No RAW stands beside this photo, so it goes as a whole")
    }
    let next: PhotoParts =
      switch cards.parts(of: key.path) {
      case .all: .shown
      case .shown: .raw
      case .raw: .all
      }
    cards.chosenParts[key.path] = next
    refresh()
    showMessage(cards.partsMessage(of: photo, next))
  }

  // MARK: Moving about

  private var noSetText: String {
    current.map { library.review.noSetText($0.path, in: $0.category) } ?? "No photo is on the screen"
  }

  func goOn(after key: IssueKey) {
    goOn(afterIndex: order.indexToGoOn(after: key))
  }

  func browse(by step: Int) {
    guard let key = current, let group = library.review.group(of: key.path, in: key.category),
      let index = group.members.firstIndex(where: { $0.path == key.path })
    else { return showMessage(noSetText) }
    let count = group.members.count
    show(IssueKey(group.members[(index + step + count) % count].path, key.category), isRemembered: false)
  }

  /// Shows a member of the set, by its index in the filmstrip.
  func showMember(_ index: Int) {
    guard let key = current, let group = library.review.group(of: key.path, in: key.category),
      group.members.indices.contains(index)
    else { return }
    show(IssueKey(group.members[index].path, key.category), isRemembered: false)
  }

  /// `o`: changes the order of the cards, which is remembered for the library.
  func changeOrder() {
    guard chosen == nil else { return showMessage("Photos that were chosen keep their order") }
    agreements.endSampling(in: rowCategory)
    library.arrange(by: library.review.cardOrder.next)
    show(order.firstOpen())
    showMessage("Cards come \(library.review.cardOrder.title)")
  }
}
