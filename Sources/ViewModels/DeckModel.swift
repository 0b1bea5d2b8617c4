package import PhotoModel
package import SystemPackage
package import TextSurface

/// The review deck: one picture at a time, ← delete, → keep.
///
/// A decision is about the file whose picture stands on the screen; until that picture stands, keys that decide do
/// nothing.
@MainActor
package final class DeckModel {
  package private(set) var state: DeckState
  private let library: LibraryModel
  private let pictures: PictureLoader
  /// The photo of the top card: an issue, or the keeper while the user looks at it.
  private var current: FilePath?
  private var showsDetails = false
  /// What the open question is about: a yes is for these and for no others, whatever a scan brings meanwhile.
  private var asked: [FilePath] = []
  /// What of a photo its next deletion takes, where the user chose.
  private var chosenParts: [FilePath: PhotoParts] = [:]

  package init(library: LibraryModel, pictures: PictureLoader) {
    self.library = library
    self.pictures = pictures
    state = DeckState(category: .duplicate)
  }

  /// What a key led to, beyond the new state.
  package enum Outcome: Hashable, Sendable {
    case none
    /// Something must be answered first.
    case ask(Question)
    /// The photo of an undone decision is in another deck.
    case show(IssueCategory, FilePath)
  }

  /// Cells for the picture.
  package var pictureArea = Size(columns: 0, rows: 0) {
    didSet { if pictureArea != oldValue { refresh() } }
  }

  // MARK: Opening

  /// Opens the deck of a category on the card that was there the last time, or on the first that is not decided.
  package func open(_ category: IssueCategory, at path: FilePath? = nil) {
    state = DeckState(category: category)
    showsDetails = false
    let order = self.order
    if let path, order.holds(path) {
      current = path
    } else if let bookmark = library.bookmarks[category], order.place(of: bookmark) != nil, order.isOpen(bookmark) {
      current = bookmark
    } else {
      current = order.firstOpen()
    }
    refresh()
  }

  /// Draws everything anew from the review: after a decision, a snapshot of the scan, a moved slider.
  package func refresh() {
    let order = self.order
    if let path = current, library.review.photos[path] == nil { current = order.firstOpen() }
    state.total = order.count
    state.decided = order.count - order.openCount
    state.binCount = library.review.binCount
    state.binBytes = library.review.binBytes
    state.canUndo = library.review.nextUndo != nil
    state.canRedo = library.review.nextRedo != nil
    state.isProvisional = library.isScanning
    state.card = current.flatMap(card)
    state.strip = strip
    let group = current.flatMap { library.review.group(of: $0, in: state.category) }
    state.setTitle = group.flatMap { group in group.keepWhole?.title(of: group.members.count) }
    state.position = current.map(order.position) ?? order.count
    state.details = showsDetails ? current.map(details) : nil
    decodeAhead(order)
  }

  // MARK: Keys

  package func perform(_ action: Action) -> Outcome {
    state.motion = nil
    state.message = nil
    switch action {
    case .delete: return decide(.delete)
    case .keep: return decide(.keep)
    case .skip: skip()
    case .undo: return undo()
    case .redo: return redo()
    case .chooseParts: chooseParts()
    case .previousInGroup: browse(by: -1)
    case .nextInGroup: browse(by: 1)
    case .makeKeeper: makeKeeper()
    case .notSame: refuse()
    case .toggleDetails:
      showsDetails.toggle()
      refresh()
    case .deleteGroup: return ask(questions.markingGroup(of: current))
    case .deleteCategory: return ask(questions.markingCategory())
    case .open: startOver()
    default: break
    }
    return .none
  }

  /// The answer to a question of this deck was yes.
  package func confirmed(_ subject: Question.Subject) {
    switch subject {
    case .emptyGroup: if let current, asked == [current] { record(.delete) }
    case .markGroup, .markCategory: mark(asked)
    case .leaveScan, .forget: break
    }
  }

  package func say(_ message: String) { state.message = message }

  /// The motion has run its time.
  package func motionEnded() { state.motion = nil }

  // MARK: Deciding

  private func decide(_ decision: UserDecision) -> Outcome {
    guard let path = current, let card = state.card else {
      state.message = "Nothing is left here"
      return .none
    }
    if case .loading = card.picture {
      state.message = "The picture is not there yet"
      return .none
    }
    if decision == .delete, library.review.photos[path]?.isProtected == true {
      state.message = "It lies in a protected folder and stays"
      return .none
    }
    if decision == .delete, parts(of: path) != .raw, let group = library.review.groupEmptied(by: path) {
      return ask(.ask(questions.emptying(group), about: [path]))
    }
    record(decision)
    return .none
  }

  private func record(_ decision: UserDecision) {
    guard let path = current, let card = state.card else { return }
    if let action = library.review.action(decision, for: [path], in: state.category, parts: parts) {
      if let problem = library.decide(action) {
        state.message = problem
        return
      }
    }
    var leaving = card
    leaving.decision = decision
    state.motion = DeckState.Motion(
      kind: .leaving(decision), card: leaving, startedAt: library.effects.surroundings.now())
    goOn(after: path)
  }

  private func skip() {
    guard let path = current else { return }
    goOn(after: path)
    if current == nil { state.message = skippedMessage } else { state.message = "Skipped; it stays undecided" }
  }

  private func undo() -> Outcome {
    let (action, problem) = library.undo()
    guard let action, let item = action.items.first else {
      state.message = problem ?? "Nothing to undo"
      return .none
    }
    if item.category != state.category { return .show(item.category, item.path) }
    showAgain(item, count: action.items.count)
    if action.keeperMove != nil { sayStill("Undone: the set has the keeper it had before") }
    if action.refusal != nil { sayStill("Undone: \(nameTitle(item.path)) may be the same again") }
    return .none
  }

  /// The card of an undone decision comes back from the side it left by.
  package func showAgain(_ item: DecisionAction.Item, count: Int) {
    current = item.path
    library.setBookmark(item.path, in: state.category)
    refresh()
    if let card = state.card, card.issue.path == item.path {
      state.motion = DeckState.Motion(
        kind: .returning(item.decision), card: card, startedAt: library.effects.surroundings.now())
    }
    state.message = count > 1 ? "Undone: \(counted(count, "photo"))" : "Undone: \(nameTitle(item.path)) is open again"
  }

  private func redo() -> Outcome {
    let place = library.review.nextRedo?.items.last.flatMap { order.place(of: $0.path) }
    let (action, problem) = library.redo()
    guard let action, let item = action.items.first else {
      state.message = problem ?? "Nothing to redo"
      return .none
    }
    if item.category != state.category { return .show(item.category, item.path) }
    guard action.keeperMove == nil else {
      current = item.path
      refresh()
      state.message = "This is the keeper again"
      return .none
    }
    if action.refusal != nil, let place {
      // It has left its set: its place is that of the one that followed it.
      goOn(afterPlace: place - 1)
    } else {
      goOn(after: action.items.last?.path ?? item.path)
    }
    state.message =
      action.refusal != nil ? "Not the same again" : item.decision == .delete ? "Marked again" : "Kept again"
    return .none
  }

  private func mark(_ paths: [FilePath]) {
    // Looked at again: a scan may have changed the sets since the question was asked.
    let open = library.review.markable(paths.filter(order.isOpen))
    guard let action = library.review.action(.delete, for: open, in: state.category, parts: parts) else {
      state.message = "Nothing is left to mark"
      return
    }
    if let problem = library.decide(action) {
      state.message = problem
      return
    }
    goOn(after: paths.last ?? action.items[0].path)
    state.message = "\(counted(action.items.count, "photo")) marked; u takes it back"
  }

  private func ask(_ asking: DeckQuestions.Asking) -> Outcome {
    switch asking {
    case .ask(let question, let paths):
      asked = paths
      return .ask(question)
    case .say(let message):
      state.message = message
      return .none
    }
  }

  private func makeKeeper() {
    guard let path = current, let group = library.review.group(of: path, in: state.category) else {
      state.message = "This photo belongs to no set"
      return
    }
    guard let action = library.review.action(choosing: path, of: group) else {
      state.message = "It is the keeper already"
      return
    }
    if let problem = library.decide(action) {
      state.message = problem
      return
    }
    refresh()
    state.message = "This is the keeper now; u takes it back"
  }

  /// `n`: the photo does not belong with its keeper, now and at every later scan.
  private func refuse() {
    guard let path = current, let card = state.card else {
      state.message = "Nothing is left here"
      return
    }
    if case .loading = card.picture {
      state.message = "The picture is not there yet"
      return
    }
    if let obstacle = library.review.obstacleToRefusing(path, in: state.category) {
      state.message = obstacle
      return
    }
    guard let action = library.review.refusal(of: path, in: state.category) else { return }
    let place = order.place(of: path)
    if let problem = library.decide(action) {
      state.message = problem
      return
    }
    goOn(afterPlace: (place ?? order.count) - 1)
    state.message = "Not the same, and remembered: \(card.name); u takes it back"
  }

  private func sayStill(_ message: String) {
    state.motion = nil
    state.message = message
  }

  // MARK: Moving about

  private func goOn(after path: FilePath) {
    // After a keeper come the photos of its own set.
    goOn(afterPlace: order.place(of: path) ?? order.position(of: path) - 2)
  }

  private func goOn(afterPlace place: Int) {
    current = order.firstOpen(after: place)
    library.setBookmark(current, in: state.category)
    refresh()
    if current == nil { state.message = skippedMessage }
  }

  /// At the end of the deck: again from the first card that was skipped.
  private func startOver() {
    guard current == nil, let first = order.firstOpen() else { return }
    current = first
    library.setBookmark(first, in: state.category)
    refresh()
  }

  private var skippedMessage: String? {
    let skipped = order.openCount
    return skipped > 0 ? "\(counted(skipped, "photo")) skipped; Enter shows \(skipped == 1 ? "it" : "them")" : nil
  }

  private func browse(by step: Int) {
    guard let path = current, let group = library.review.group(of: path, in: state.category),
      let place = group.members.firstIndex(where: { $0.path == path })
    else {
      state.message = "This photo belongs to no set"
      return
    }
    let count = group.members.count
    current = group.members[(place + step + count) % count].path
    refresh()
  }

  // MARK: What is shown

  private var order: DeckOrder { DeckOrder(review: library.review, category: state.category) }
  private var questions: DeckQuestions { DeckQuestions(review: library.review, category: state.category) }

  private func card(_ path: FilePath) -> DeckState.Card? {
    guard let photo = library.review.photos[path] else { return nil }
    let group = library.review.group(of: path, in: state.category)
    let issue =
      order.issue(of: path)
      ?? PhotoIssue(
        path: path, category: state.category, confidence: 1, score: 1, threshold: 1, size: photo.size,
        group: group?.id, why: group.map { words(of: path, in: $0) } ?? "")
    return DeckState.Card(
      issue: issue, name: nameTitle(path), folder: library.title(path.removingLastComponent()), facts: facts(of: photo),
      picture: pictures.picture(of: photo, in: pictureArea),
      badge: partsBadge(of: photo) + badge(of: issue, isKeeper: group?.keeper == path),
      decision: library.review.decision(path, in: state.category), hasParts: photo.raw != nil)
  }

  /// Of a member that is no question.
  private func words(of path: FilePath, in group: PhotoGroup) -> String {
    let member = group.members.first { $0.path == path }
    let isNew = member?.isNew == true ? "; new since you kept the others of this set" : ""
    if path == group.keeper { return "the keeper of this set: \(group.reason)\(isNew)" }
    return member?.isKept == true ? "you kept it in an earlier review" : "protected: it stays"
  }

  private var strip: [DeckState.StripItem] {
    guard let path = current, let group = library.review.group(of: path, in: state.category) else { return [] }
    return group.members.map { member in
      DeckState.StripItem(
        path: member.path, isKeeper: member.path == group.keeper, isCurrent: member.path == path,
        decision: decision(of: member), isNew: member.isNew)
    }
  }

  private func decision(of member: PhotoGroup.Member) -> UserDecision {
    if library.review.isInBin(member.path) { return .delete }
    let decision = library.review.decision(member.path, in: state.category)
    return decision == .pending && member.isKept ? .keep : decision
  }

  /// The next three and the one before are decoded while the user looks.
  private func decodeAhead(_ order: DeckOrder) {
    guard let path = current, pictureArea.columns > 0 else { return }
    let place = order.place(of: path) ?? order.position(of: path) - 1
    var wanted = Array(order.nextOpen(after: place, count: 3))
    if let group = library.review.group(of: path, in: state.category) { wanted.append(group.keeper) }
    if let previous = order[place - 1] { wanted.append(previous) }
    // Of those that are equally urgent the one asked for last comes first.
    for path in wanted.reversed() {
      if let photo = library.review.photos[path] { pictures.prepare(photo, in: pictureArea) }
    }
    // The card on top was asked for first and must not be the first to be forgotten.
    if let photo = library.review.photos[path] { _ = pictures.picture(of: photo, in: pictureArea) }
  }
}

extension DeckModel {
  /// What of a photo goes when it is deleted now: what the user chose last, else what is marked already.
  func parts(of path: FilePath) -> PhotoParts { chosenParts[path] ?? library.review.parts(of: path) }

  /// `p`: everything, the JPEG alone, the RAW alone, and around again. It counts from the next deletion on.
  private func chooseParts() {
    guard let path = current, let photo = library.review.photos[path], photo.raw != nil else {
      state.message = "No RAW stands beside this photo, so it goes as a whole"
      return
    }
    let next: PhotoParts =
      switch parts(of: path) {
      case .all: .shown
      case .shown: .raw
      case .raw: .all
      }
    chosenParts[path] = next
    refresh()
    state.message = partsMessage(of: photo, next)
  }

  func scannedPhoto(_ path: FilePath) -> ScannedPhoto? { library.review.photos[path] }
}
