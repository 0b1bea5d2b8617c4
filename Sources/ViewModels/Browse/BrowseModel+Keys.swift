import Review
import TextSurface

extension BrowseModel: Screen {
  nonisolated static var context: KeyContext { .browse }

  nonisolated static let keys: [KeyRecord<BrowseModel>] = ofGroups + ofPhotos

  private nonisolated static let ofGroups: [KeyRecord<BrowseModel>] =
    [
      KeyRecord(
        [Key(.enter)], .open, "go through them", hint: 1, as: "go through",
        plain: .offered(1, "look"), unless: { $0.noPhotos },
        leads: { $0.openPressed() }),
      KeyRecord(
        [Key(" ")], .choosePhoto, "choose the photo", hint: 3, as: "choose",
        plain: .offered(3, "choose", as: "choose a photo, or no longer"), unless: { $0.notInGrid },
        does: { $0.choosePressed() }),
      KeyRecord([Key(.left), Key("h")], .left, "to the left", hint: 2, as: "groups", does: { $0.moveLeft() }),
      KeyRecord(
        [Key(.right), Key("l")], .right, "to the right", hint: 2, as: "photos",
        plain: .offered(2, "list", as: "the photos of a group"),
        unless: { $0.noPhotos ?? ($0.listsPhotos ? "the photos are listed" : nil) },
        does: { $0.moveRight() }),
    ] + .list(page: { $0.page }, rows: { $0.moveRows(by: $1) }, move: { $0.move(by: $1) })

  private nonisolated static let ofPhotos: [KeyRecord<BrowseModel>] = [
    KeyRecord(
      [Key("v")], .changeArrangement, "months or folders", hint: 5, plain: .offered(7, "groups"),
      unless: { $0.noPhotos },
      does: { if $0.noPhotos == nil { $0.changeArrangement() } }),
    KeyRecord(
      [Key("/")], .search, "filter", hint: 4, plain: .offered(6, "filter"),
      unless: { $0.state.hasPhotos ? nil : "no photo is known" },
      leads: { _ in .go(.filter) }),
    KeyRecord(
      [Key("r")], .random, "50 at random", hint: 6, as: "random", plain: .offered(5, "random"), unless: { $0.noPhotos },
      leads: { $0.randomPressed() }),
    KeyRecord(
      [Key("g")], .showSet, "the set as a grid", plain: .unoffered("set", as: "the whole set"), unless: { $0.noSet },
      leads: { $0.state.isGridFocused ? $0.library.setShown(of: $0.cursorKey) : .stay }),
    KeyRecord(
      [Key("t")], .moveToFolder, "move to a folder", plain: .offered(4, "move to folder"),
      unless: { $0.notInGrid ?? $0.noPhotos },
      leads: { $0.photosToMove.isEmpty ? .stay : .go(.folders) }),
    KeyRecord([Key("u")], .undo, "undo", plain: .unoffered("undo"), does: { $0.undoPressed() }),
    KeyRecord([.control("r")], .redo, "redo", plain: .unoffered("redo"), does: { $0.redoPressed() }),
    KeyRecord(
      [Key("m")], .moveToTrash, "move to trash", plain: .unoffered("move"),
      unless: { $0.library.review.binCount == 0 ? "the bin is empty" : nil }, leads: { _ in .go(.confirmation) }),
    KeyRecord([Key("b")], .showBin, "bin", hint: 7, plain: .offered(8, "bin"), leads: { _ in .go(.bin) }),
    KeyRecord([Key(.escape)], .back, "back", hint: 8, leads: { $0.backPressed() }),
  ]

  var message: String? { state.message }
  var rowText: String? { state.isGridFocused ? photoText : state.selectedText }
  func showMessage(_ text: String?) { state.message = text }
  func libraryChanged() { refresh() }
  func appeared() { refresh() }
  var filterLine: String { state.filter }

  var hintTitles: [Action: String] {
    var titles: [Action: String] = [.changeArrangement: state.arrangement == .months ? "folders" : "months"]
    if !state.grid.chosen.isEmpty { titles[.open] = "go through \(state.grid.chosen.count)" }
    return titles
  }
  /// The hint for the half that has the focus already is useless.
  var hiddenHints: Set<Action> { state.isGridFocused ? [.right] : [.left, .choosePhoto] }

  private var noPhotos: String? { state.grid.count == 0 ? "no photo is here" : nil }
  private var noSet: String? { notInGrid ?? library.obstacleToShowingSet(of: cursorKey) }
  private var notInGrid: String? {
    state.isGridFocused ? nil : isPlain ? "list the photos of a group first" : "photos are chosen at the right"
  }

  private func openPressed() -> KeyOutcome {
    refresh()
    guard state.grid.count > 0 else { return .stay }
    openedDeck = chosenDeck
    return .go(.photoDeck)
  }

  private func randomPressed() -> KeyOutcome {
    refresh()
    guard state.grid.count > 0 else { return .stay }
    openedDeck = (randomDeck(), nil)
    return .go(.photoDeck)
  }

  /// Clears the chosen photos, then the filter, then the grid; else leads back.
  private func backPressed() -> KeyOutcome {
    if !state.grid.chosen.isEmpty {
      state.grid.choose([])
    } else if !state.filter.isEmpty {
      filter("")
    } else if state.isGridFocused {
      state.isGridFocused = false
    } else {
      return .go(.back)
    }
    return .stay
  }
}
