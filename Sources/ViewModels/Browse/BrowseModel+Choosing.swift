import Foundation
import PhotoModel
import Review
import SystemPackage

/// Photos chosen in the grid, and decks of them.
extension BrowseModel {
  /// Space: chooses the photo under the cursor, and goes on to the next.
  func choosePressed() {
    guard state.isGridFocused else { return }
    state.grid.toggleChosen()
    if let path = cursorKey?.path {
      let isChosen = state.grid.chosen.contains(state.grid.cursor)
      showMessage("\(isChosen ? "Chosen" : "No longer chosen"): \(nameTitle(path))")
    }
    // Lines name the next photo by its number.
    if !isPlain { state.grid.move(by: 1) }
    refreshPictures()
  }

  /// The photo under the cursor; nil where the grid has none.
  var cursorKey: IssueKey? {
    guard shown.indices.contains(state.grid.cursor) else { return nil }
    return library.review.photos[index: Int(shown[state.grid.cursor])].map { IssueKey($0.path, .browse) }
  }

  /// The chosen photos, or the one under the cursor; none while the groups have the keys.
  var photosToMove: [FilePath] {
    guard state.isGridFocused else { return [] }
    let numbers = state.grid.chosen.isEmpty ? [state.grid.cursor] : state.grid.chosen.sorted()
    let photos = library.review.photos
    return numbers.filter(shown.indices.contains).compactMap { photos[index: Int(shown[$0])]?.path }
  }

  /// Marks the chosen photos, or the one under the cursor, for a move to a folder: one action.
  func move(to folder: FilePath, _ title: String) {
    let (review, paths) = (library.review, photosToMove)
    guard
      let action = review.action(.delete, for: paths, in: .browse, parts: { review.parts(of: $0) }, to: folder)
    else {
      return showMessage(paths.count == 1 ? "It lies in a protected folder and stays" : "All of them are protected")
    }
    if let problem = library.decide(action) { return showMessage(problem) }
    state.grid.choose([])
    let subject = paths.count == 1 ? nameTitle(paths[0]) : counted(action.photoCount, "photo")
    let left = paths.count - action.photoCount
    let rest =
      left == 0
      ? "" : "; \(counted(left, "photo")) \(left == 1 ? "is" : "are") protected and \(left == 1 ? "stays" : "stay")"
    showMessage(
      "\(subject) \(action.photoCount == 1 ? "moves" : "move") to \(title) with the next move; u takes it back\(rest)")
  }

  /// `u`: takes the last decision back, wherever it was made.
  func undoPressed() { showMessage(library.undoAnywhere().text) }

  /// Ctrl-R: makes the decision that was taken back again.
  func redoPressed() { showMessage(library.redoAnywhere().text) }

  /// The deck of the chosen photos, or of the highlighted group: from the photo under the cursor, where that was moved
  /// to it.
  var chosenDeck: (deck: PhotoDeck, start: Int?) {
    let chosen = state.grid.chosen.sorted()
    let title = state.selected?.heading ?? ""
    guard chosen.isEmpty else {
      let deck = PhotoDeck("\(chosen.count) chosen", chosen.map { shown[$0] }, of: library.review)
      return (deck, chosen.firstIndex(of: state.grid.cursor))
    }
    return (PhotoDeck(title, shown, of: library.review), state.isGridFocused ? state.grid.cursor : nil)
  }

  /// The most photos of a deck at random.
  static let mostRandom = 50

  /// A deck of random photos of the highlighted group, those not viewed yet first.
  func randomDeck() -> PhotoDeck {
    let now = library.dependencies.environment.now()
    var random = SplitMix64(seed: UInt64(bitPattern: now.components.seconds ^ now.components.attoseconds))
    let review = library.review
    let new = shown.filter { !review.isGoneThrough(Int($0)) }.shuffled(using: &random)
    let old = shown.filter { review.isGoneThrough(Int($0)) }.shuffled(using: &random)
    let photos = Array((new + old).prefix(Self.mostRandom))
    return PhotoDeck("\(photos.count) at random", photos, of: review)
  }
}
