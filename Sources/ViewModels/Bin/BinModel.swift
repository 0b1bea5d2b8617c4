import PhotoModel
import Review
package import SystemPackage
package import TextSurface

/// The bin: what is marked and not yet moved.
@MainActor
package final class BinModel {
  /// The state that the bin is drawn from.
  package private(set) var state = BinState()
  let library: LibraryModel
  private let pictures: PictureLoader
  /// Why the last try did not move them, by photo.
  private var problems: [FilePath: String] = [:]

  /// Creates the model with an empty state; `refresh()` fills it from the review.
  package init(library: LibraryModel, pictures: PictureLoader) {
    self.library = library
    self.pictures = pictures
  }

  /// Cells for the picture of the highlighted photo; nothing is decoded while it is empty.
  package var pictureArea = Size(columns: 0, rows: 0) {
    didSet { if pictureArea != oldValue { refreshPicture() } }
  }

  /// The room for the grid, whenever the terminal's size changes.
  package var capacity = GridCapacity.list {
    didSet { if capacity != oldValue { refresh() } }
  }

  /// Opened: what was said of an earlier one is old.
  func open() {
    state.message = nil
    refresh()
  }

  /// Makes the list anew from the review; the selection keeps its index.
  package func refresh() {
    let review = library.review
    let bin = review.bin
    let lastCopies = review.lastCopies
    state.items = bin.map { issue in
      BinState.Item(
        path: issue.path, name: nameTitle(issue.path), folder: library.title(issue.path.removingLastComponent()),
        category: issue.category, size: issue.size, isOnlyOne: review.isOnlyOne(issue.path, lastCopies: lastCopies),
        caution: caution(of: issue.path, lastCopies: lastCopies), problem: problems[issue.path])
    }
    state.waiting = library.marksWaiting
    state.absent = library.absentText(ofBin: true)
    state.changed = review.changedSinceMarked.count
    state.bytes = bin.map(\.size).total
    state.selection = min(state.selection, max(0, state.items.count - 1))
    state.capacity = capacity
    state.grid = PictureGrid(folders: state.items.map(\.folder), columns: capacity.columns)
    refreshPicture()
  }

  private func caution(of path: FilePath, lastCopies: Set<FilePath>) -> String? {
    let review = library.review
    guard !lastCopies.contains(path), !review.isKeptByProtection(path), let photo = review.photos[path] else {
      return nil
    }
    return review.removalItem(of: photo, lastCopies: lastCopies).flatMap(review.caution)
  }

  /// Takes over the pictures of the grid and of the selected photo as far as they have come, and asks for the others.
  package func refreshPicture() {
    state.pictures = pictures.pictures(of: state.grid, around: state.selection, in: capacity) { item in
      library.review.photos[state.items[item].path]
    }
    guard let item = selected, let photo = library.review.photos[item.path], pictureArea.columns > 0 else {
      state.picture = nil
      return
    }
    state.picture = pictures.picture(of: photo, in: pictureArea)
  }

  /// The highlighted photo; nil where the bin is empty.
  package var selected: BinState.Item? {
    state.items.indices.contains(state.selection) ? state.items[state.selection] : nil
  }

  /// ← and →, and every step of a list.
  package func move(by items: Int) { select(state.selection + items) }

  /// ↑ and ↓, and the pages.
  package func moveRows(by rows: Int) {
    select(capacity.columns > 0 ? state.grid.neighbour(of: state.selection, by: rows) : state.selection + rows)
  }

  /// Highlights a row, clamped to the list, and takes the message away.
  package func select(_ row: Int) {
    state.selection = min(max(0, row), max(0, state.items.count - 1))
    state.message = nil
    refreshPicture()
  }

  /// To the first that the question warns of.
  func selectFirstCaution() {
    if let first = state.items.firstIndex(where: \.needsCheck) { select(first) }
  }

  /// `x`: the photo under the highlight is a question again.
  package func takeOutPressed() {
    guard let item = selected, let action = library.review.takingOut(item.path) else { return }
    problems[item.path] = nil
    state.message = library.decide(action) ?? "Out of the bin: \(item.name)"
    refresh()
  }

  /// `u`: the last word is taken back, whichever deck it was said in.
  func undoPressed() {
    let undone = library.undo()
    guard let action = undone.action else {
      state.message = undone.problem ?? library.nothingToUndo
      return
    }
    show(action, library.review.undoneText(action, wasInBin: undone.wasInBin, isElsewhere: true))
  }

  /// Ctrl-R: it is said again.
  func redoPressed() {
    let (action, problem) = library.redo()
    guard let action else {
      state.message = problem ?? "Nothing to redo"
      return
    }
    show(action, library.review.redoneText(action))
  }

  /// The photo of an action, where the bin has it.
  private func show(_ action: DecisionAction, _ text: String) {
    refresh()
    if let place = state.items.firstIndex(where: { $0.path == action.items.first?.path }) { select(place) }
    state.message = text
  }

  func showMessage(_ message: String?) { state.message = message }

  /// What a batch refused stays here, with the reason.
  package func setProblems(_ refused: [FilePath: String]) {
    problems = refused
    refresh()
  }

  /// A scan has looked at every file since: what a batch found wrong with some need not be true any more.
  package func forgetProblems() {
    guard !problems.isEmpty else { return }
    setProblems([:])
  }
}
