import Foundation
package import PhotoModel
import Review
package import TextSurface

/// Home: the numbers of the review, the cards, what to do next.
@MainActor
package final class HomeModel {
  /// The state that Home is drawn from.
  package private(set) var state = HomeState()
  let library: LibraryModel
  private let keys: KeyTable
  private let pictures: PictureLoader?
  private let history: HistoryModel
  /// The figures of all photos.
  private var figures: PhotoFigures?
  /// The photos that each card shows pictures of.
  private var pictured: [HomeState.Focus: [ScannedPhoto]] = [:]
  /// The sentence about the start: batches that an earlier run left unfinished, settings without effect. Shown until
  /// the first scan begins; nil where there is none.
  package var startupMessage: String?

  /// Creates the model and makes its state from the library; without a loader there are no pictures.
  package init(library: LibraryModel, keys: KeyTable, history: HistoryModel, pictures: PictureLoader? = nil) {
    self.library = library
    self.keys = keys
    self.history = history
    self.pictures = pictures
    refresh()
  }

  /// The action of Enter.
  package enum Choice: Hashable, Sendable {
    case scan
    /// The choice of a folder: no folder is chosen that could be scanned.
    case chooseFolder
    case review(IssueCategory)
    case bin
    case allPhotos
    case large
  }

  /// The thing that Enter would do, by the highlight.
  package var choice: Choice {
    switch state.focus {
    case .scan: library.roots.isEmpty ? .chooseFolder : .scan
    case .card(let category): .review(category)
    case .bin: .bin
    case .allPhotos: .allPhotos
    case .large: .large
    }
  }

  /// Highlights the first card with open photos, so that Enter reviews it; else the bin or the scan.
  package func focusFirstWork() {
    if state.notice == nil, let card = state.cards.first(where: { $0.photos > $0.decided }) {
      state.focus = .card(card.category)
    } else {
      state.focus = state.binCount > 0 ? .bin : .scan
    }
  }

  /// Moves the highlight; to the scan where Home does not show the target.
  package func focus(_ focus: HomeState.Focus) {
    state.focus = (lines + state.cardTargets).contains(focus) ? focus : .scan
  }

  /// The lines of Home that can be highlighted, from the top: a notice has the bin below its actions.
  private var lines: [HomeState.Focus] {
    let bin: [HomeState.Focus] = state.binCount > 0 ? [.bin] : []
    guard let notice = state.notice else { return bin + [.scan] }
    let targets: [HomeState.Focus] = notice.actions.compactMap { HomeState.target(of: $0) }
    return [.scan] + targets.filter { $0 != .scan } + bin
  }

  /// Moves the highlight by an arrow: `.left`, `.right`, `.up` or `.down`; any other action does nothing.
  package func move(_ action: Action) {
    let lines = lines
    let order = lines + state.cardTargets
    guard let index = order.firstIndex(of: state.focus) else {
      state.focus = .scan
      return
    }
    let last = order.count - 1
    // The number of the card; below 0 for a line.
    let card = index - lines.count
    let columns = card < 0 ? 1 : layout.columns
    switch action {
    // ← and → stay among the cards.
    case .left where card != 0: state.focus = order[max(0, index - 1)]
    case .right: state.focus = order[min(last, index + 1)]
    case .up: state.focus = order[card < columns ? max(0, min(index, lines.count) - 1) : index - columns]
    case .down where card < 0 || card / columns < (last - lines.count) / columns:
      state.focus = order[min(last, index + columns)]
    default: break
    }
  }

  /// The arrangement of the cards on the screen.
  package struct Layout: Hashable, Sendable {
    /// The number of cards beside each other.
    package var columns: Int
    /// The cells of each small picture on a card; 0 × 0 where cards have no space for any.
    package var picture: Size

    /// Creates an arrangement.
    package init(columns: Int = 3, picture: Size = .none) {
      self.columns = max(1, columns)
      self.picture = picture
    }

    /// The most pictures on a card.
    package static let pictures = 3
  }

  /// The arrangement of the cards, set whenever the terminal's size changes.
  package var layout = Layout() {
    didSet { if layout != oldValue { refreshPictures() } }
  }

  /// Takes over the pictures on the cards as far as they have come, and asks for the others.
  package func refreshPictures() {
    guard let pictures, layout.picture.columns > 0 else {
      state.pictures = [:]
      return
    }
    state.pictures = pictured.mapValues { photos in
      photos.map { pictures.picture(of: $0, in: layout.picture, urgency: .beside) }
    }
  }

  /// Shows why a key did nothing; nil takes the last sentence away.
  func showMessage(_ remark: String?) { state.remark = remark }

  /// Adds a sentence to those that are shown until the next scan: some come only once.
  func addStartupMessage(_ sentence: String) {
    startupMessage = [startupMessage, sentence].compactMap { $0 }.joined(separator: " ")
  }

  /// Makes the state anew from the library; the highlight moves on where its target is gone.
  package func refresh() {
    let review = library.review
    state.libraryTitle = library.libraryTitle
    state.libraryFolder = library.roots.count == 1 ? library.roots[0] : nil
    state.trashLine = trashLine
    state.photosToGain = review.toGain.photos
    state.reclaimable = review.toGain.reclaimable
    state.keptCount = review.settled.kept.photos + review.settled.keptUnlisted
    state.keptInPart = review.settled.keptInPart
    state.movedCount = library.pathChanges.movedCount(review)
    state.gained = history.state.gained
    state.storage = library.folders.storage
    state.binCount = review.binCount
    state.binBytes = review.binBytes
    state.folderBytes = review.folderBytes
    state.unread = library.skipped.isEmpty ? nil : SkippedCount(of: library.skipped)
    state.leftOut =
      library.lastScan.leftOut.sentence(naming: library.title).map { [$0, library.lastScan.leftOut.shortText] } ?? []
    // The counts of the last scan are not shown beside those of a running scan that begins from nothing.
    state.lastScanLine = library.isKnownInPart ? nil : lastScanLine
    state.isFirstScan = library.lastScan.result == nil
    state.isScanning = library.isScanning
    state.isReadingKnown = library.lastScan.isBeingRead && !library.hasResults
    state.stoppedScanLine = library.isScanning ? nil : stoppedScanLine
    state.isForgotten =
      !library.isKnown && !library.lastScan.isBeingRead && !library.isScanning && library.lastScan.stopped == nil
    state.marksWaiting = library.marksWaiting
    state.news = library.isScanning || state.isReadingKnown || state.isForgotten ? nil : news
    state.missing = library.isScanning || state.isReadingKnown ? nil : library.missingNotice()
    let hadWork = state.notice == nil && state.cards.contains { $0.photos > $0.decided }
    state.cards = library.hasResults ? cards : []
    showAllPhotos()
    refreshPictures()
    state.warning = warning
    state.notice = notice
    // Lines in place of the cards get the highlight: Enter opens no card that is not visible.
    focus(state.focus)
    // The cards of the last session have come: Enter goes on with the first that has work.
    let hasWork = state.notice == nil && state.cards.contains { $0.photos > $0.decided }
    if !hadWork, hasWork, state.focus == .scan { focusFirstWork() }
  }

  private var cards: [HomeState.Card] {
    IssueCategory.allCases.map { category in
      let deck = library.review.deck(category) ?? IssueDeck([])
      return HomeState.Card(
        category: category, photos: deck.count, sets: deck.setCount, bytes: deck.bytes,
        decided: deck.count - deck.openCount, finished: library.pathChanges.finishedCount(in: category, library.review),
        keptBefore: library.lastScan.keptBefore[category] ?? 0,
        hasLost: library.pathChanges.hasLost(in: category), wasOpened: library.bookmarks[category] != nil,
        isChecking: library.isScanning && deck.count == 0, isUnfinished: library.lastScan.stopped != nil)
    }
  }

  /// The first open photos of a category; where none is open, the last one.
  private func firstOpen(_ category: IssueCategory) -> [ScannedPhoto] {
    guard let deck = library.review.deck(category) else { return [] }
    var cards: [PhotoIssue] = []
    var index = deck.nextOpen(after: -1)
    while let next = index, cards.count < Layout.pictures {
      if let card = deck[next] { cards.append(card) }
      index = deck.nextOpen(after: next)
    }
    if cards.isEmpty, let last = deck.previous(before: deck.end) { cards = [last] }
    return cards.compactMap { library.review.photos[$0.path] }
  }

  /// Shows the cards of all photos and of those that could be smaller, and chooses the photos on all cards.
  private func showAllPhotos() {
    let review = library.review
    pictured = Dictionary(
      uniqueKeysWithValues: state.cards.map { (.card($0.category), firstOpen($0.category)) })
    guard library.hasResults, !review.photos.isEmpty else {
      (state.allPhotos, state.large) = (nil, nil)
      return
    }
    let subject = PhotoFigures.Subject(review, library.measurements)
    let known =
      figures.flatMap { $0.subject == subject ? $0 : nil } ?? PhotoFigures(subject, review, library.measurements)
    figures = known
    state.allPhotos = HomeState.AllPhotos(
      photos: review.photos.count, bytes: known.bytes, viewed: review.goneThroughCount)
    state.large = HomeState.Large(photos: review.photos.count, bytes: known.bytes, gain: known.gain)
    let unviewed = (0..<review.photos.end).lazy.filter { !review.isGoneThrough($0) }
      .compactMap { review.photos[index: $0] }.prefix(Layout.pictures)
    (pictured[.allPhotos], pictured[.large]) = (Array(unviewed), known.largest)
  }

  private var trashLine: String {
    guard !library.folders.states.isEmpty else { return "" }
    if library.folders.states.allSatisfy({ $0.access == .denied }) { return "no access" }
    if library.readOnlyReason != nil { return "read only" }
    if library.folders.states.allSatisfy({ $0.trash != .none }) { return "trash ready" }
    return library.folders.states.allSatisfy(\.acceptsRemoved) ? "set-aside folder ready" : "no trash here"
  }

  private var lastScanLine: String? {
    guard let scan = library.lastScan.result else { return nil }
    var parts = ["last scan \(library.dependencies.environment.formatDate(scan.date))"]
    if let elapsed = library.lastScan.elapsed { parts.append(durationTitle(elapsed)) }
    return parts.joined(separator: " · ")
  }

  private var stoppedScanLine: String? {
    guard let scan = library.lastScan.stopped else { return nil }
    var parts = ["\(counted(scan.known, "photo")) looked at"]
    if let left = scan.left, left > 0 {
      let returning = library.lastScan.result == nil ? "" : ", found again by the scan"
      parts.append("\(groupedDigits(left)) not yet\(returning)")
    }
    return parts.joined(separator: " · ")
  }

  private var warning: String? {
    if let startupMessage { return startupMessage }
    if let reason = library.readOnlyReason { return reason }
    // The content of the notice is not repeated.
    let states = library.folders.states.filter { $0.path != denied?.path }
    if let root = states.first(where: { $0.access == .restricted || !$0.acceptsRemoved }) {
      return SafeText(root.message).text
    }
    if let root = states.first(where: { !$0.message.isEmpty && ($0.access != .limited || state.unread == nil) }) {
      return SafeText(root.message).text
    }
    return nil
  }

  private var news: String? {
    let count = library.pathChanges.unseen.count
    guard library.lastScan.result != nil, library.lastScan.stopped == nil, count > 0 else { return nil }
    return "\(counted(count, "file")) here \(count == 1 ? "waits" : "wait") for a scan"
  }

  private var denied: LibraryRoot? { library.folders.states.first { $0.access == .denied } }

  private var notice: Notice? {
    let quit = keys.hint(.quit, in: .home, "Quit")
    if library.roots.isEmpty {
      return Notice(
        glyph: .folder, title: "Choose a photo folder",
        lines: ["Deckle looks at the photos in a folder of yours. Nothing in it changes until you confirm."],
        actions: [keys.hint(.chooseFolder, in: .home, "Choose a folder"), quit])
    }
    if let denied {
      return Notice(
        glyph: denied.isAway ? .warning : .lock,
        title: denied.isAway ? "The photo folder is away" : "Photo access required",
        // A command gets a line of its own where there is space.
        lines: SafeText(denied.message).text.replacing(". ", with: ".\n").split(separator: "\n").map(String.init),
        actions: [
          keys.hint(.scan, in: .home, "Try again"), keys.hint(.chooseFolder, in: .home, "Choose another folder"),
        ])
    }
    // The last scan of a folder that was empty is obsolete once photos are in it.
    guard let scan = library.lastScan.result, scan.photosScanned > 0 || state.news == nil else {
      // A first scan that is still running, or was stopped, has something to show already, or did when it was reviewed.
      if library.lastScan.result == nil, library.hasResults || library.isBegun { return nil }
      return Notice(
        glyph: .photo, title: "Ready when you are",
        lines: [
          "Deckle looks for copies, similar shots, blurry pictures and screenshots.",
          "Nothing is changed until you confirm.",
        ], actions: [keys.hint(.scan, in: .home, "Scan photos")])
    }
    let hasCards = state.cards.contains { $0.photos > 0 }
    if scan.photosScanned == 0, !library.isScanning, !hasCards {
      return Notice(
        glyph: .photo, title: "No photos here",
        lines: ["\(library.libraryTitle) holds no picture that Deckle can read."],
        actions: [
          keys.hint(.scan, in: .home, "Scan again"), keys.hint(.chooseFolder, in: .home, "Choose another folder"),
        ])
    }
    let kept = library.lastScan.keptBefore.values.reduce(0, +)
    let other: [Hint] =
      state.allPhotos == nil
      ? []
      : [
        keys.hint(.showAllPhotos, in: .home, "Look through all photos"),
        keys.hint(.showLarge, in: .home, "Make photos smaller"),
      ]
    if library.hasResults, !library.isScanning, !hasCards, state.binCount == 0, kept > 0 {
      return Notice(
        glyph: .check, title: "Nothing is left to review",
        lines: [
          "\(counted(kept, "photo")) that you kept before \(kept == 1 ? "is" : "are") not asked about again.",
          "Settings lists what is remembered, and forgets it.",
        ], actions: [keys.hint(.scan, in: .home, "Scan again")] + other)
    }
    if library.hasResults, !library.isScanning, !hasCards, state.binCount == 0 {
      return Notice(
        glyph: .check, title: "No duplicates found",
        lines: ["Your photo library looks clean!", "All your photos appear to be unique."],
        actions: [keys.hint(.scan, in: .home, "Scan again")] + other)
    }
    return nil
  }
}

/// A part as text: "26 %"; never 100 before the end, never 0 after the beginning.
package func percentTitle(_ fraction: Double) -> String {
  guard fraction.isFinite, fraction > 0 else { return "0 %" }
  guard fraction < 1 else { return "100 %" }
  return "\(min(99, max(1, Int((fraction * 100).rounded())))) %"
}

/// A time as text: "41 s", "3 min 20 s".
func durationTitle(_ duration: Duration) -> String {
  let seconds = Int(duration.components.seconds)
  if seconds < 1 { return "under 1 s" }
  if seconds < 60 { return "\(seconds) s" }
  return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
}
