import PhotoModel
import Review
package import SystemPackage
package import TextSurface

/// The bin: the photos that are marked and not yet moved.
@MainActor
package final class BinModel {
  /// The state that the bin is drawn from.
  package private(set) var state = BinState()
  let library: LibraryModel
  private let pictures: PictureLoader
  /// The reasons why the last move left photos in the bin, by photo.
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

  /// The space for the grid, set whenever the terminal's size changes.
  package var capacity = GridCapacity.list {
    didSet { if capacity != oldValue { refresh() } }
  }

  /// Makes the list anew without the message of an earlier visit.
  func open() {
    state.message = nil
    state.filter = ""
    refresh()
  }

  /// Makes the list anew from the review; the highlight stays with its photo, and at its row where that is gone.
  package func refresh() {
    let review = library.review
    let highlighted = selected?.path
    let filter = PhotoFilter(state.filter, below: library.roots)
    let whole = review.bin
    state.total = whole.count
    let bin = filter.isEmpty ? whole : whole.filter { review.photos[$0.path].map(filter.matches) == true }
    let lastCopies = review.lastCopies
    let items = bin.map { issue in
      let destination = review.destination(of: issue.path).map(library.title)
      return BinState.Item(
        path: issue.path, name: nameTitle(issue.path),
        folder: destination.map { "to \($0)" } ?? library.folderTitle(of: issue.path),
        category: issue.category, size: issue.size, isOnlyOne: review.isOnlyOne(issue.path, lastCopies: lastCopies),
        caution: caution(of: issue.path, lastCopies: lastCopies), problem: problems[issue.path],
        destination: destination)
    }
    // Photos for the trash come first, then those for each folder.
    let folders = Set(items.compactMap(\.destination)).sorted()
    state.items =
      items.filter { $0.destination == nil }
      + folders.flatMap { folder in
        items.filter { $0.destination == folder }
      }
    state.waiting = library.marksWaiting
    state.missing = library.missingNotice(ofBin: true)
    state.changed = review.changedSinceMarked.count
    state.bytes = bin.map(\.size).total
    state.selection =
      state.items.firstIndex { $0.path == highlighted } ?? state.items.nearestIndex(to: state.selection)
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

  /// ← and →, and each step of a list: moves the highlight by items.
  package func move(by items: Int) { select(state.selection + items) }

  /// ↑ and ↓, and the pages: moves the highlight by rows of the grid, or of the list.
  package func moveRows(by rows: Int) {
    select(capacity.columns > 0 ? state.grid.neighbour(of: state.selection, by: rows) : state.selection + rows)
  }

  /// Highlights a row, clamped to the list, and takes the message away.
  package func select(_ row: Int) {
    state.selection = state.items.nearestIndex(to: row)
    state.message = nil
    refreshPicture()
  }

  /// Highlights the first photo that is marked "look first".
  func selectFirstCaution() {
    if let first = state.items.firstIndex(where: \.needsCheck) { select(first) }
  }

  /// `x`: takes the highlighted photo out of the bin; it is open again.
  package func takeOutPressed() {
    guard let item = selected, let action = library.review.takingOut(item.path) else { return }
    problems[item.path] = nil
    state.message = library.decide(action) ?? "Out of the bin: \(item.name)"
    refresh()
  }

  /// Marks the highlighted photo for a move to a folder, in place of the trash or another one.
  func move(to folder: FilePath, _ title: String) {
    guard let item = selected,
      let action = library.review.action(
        .delete, for: [item.path], in: item.category, parts: { library.review.parts(of: $0) }, to: folder)
    else { return }
    problems[item.path] = nil
    let problem = library.decide(action)
    refresh()
    state.message = problem ?? "\(item.name) moves to \(title); u takes it back"
  }

  /// `u`: takes the last decision back, in whichever deck it was made.
  func undoPressed() { show(library.undoAnywhere()) }

  /// Ctrl-R: makes the decision that was taken back again.
  func redoPressed() { show(library.redoAnywhere()) }

  /// Highlights the first photo of an action, where there is one and the bin has it, and shows a sentence.
  private func show(_ step: (action: DecisionAction?, text: String)) {
    if let action = step.action {
      refresh()
      if let index = state.items.firstIndex(where: { $0.path == action.items.first?.path }) { select(index) }
    }
    state.message = step.text
  }

  /// Lists only the photos that match a line; all stay in the bin. The highlight goes to the first where it is on none
  /// of them.
  func filter(_ line: String) {
    let highlighted = selected?.path
    state.filter = line
    refresh()
    if selected?.path != highlighted { select(0) }
  }

  func showMessage(_ message: String?) { state.message = message }

  /// Sets the reasons why photos stay here after a move.
  package func setProblems(_ refused: [FilePath: String]) {
    problems = refused
    refresh()
  }

  /// Removes the reasons of the last move: a scan has checked every file since.
  package func forgetProblems() {
    guard !problems.isEmpty else { return }
    setProblems([:])
  }
}
