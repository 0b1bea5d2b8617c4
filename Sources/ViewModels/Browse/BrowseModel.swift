import Foundation
import PhotoAnalysis
import PhotoModel
import Review
import SystemPackage

/// All photos of the library, by month or by folder, with or without a finding.
@MainActor
package final class BrowseModel {
  /// The state that the screen is drawn from.
  package internal(set) var state = BrowseState()
  let library: LibraryModel
  private let pictures: PictureLoader
  private var tree = PhotoTree()
  /// The groups of `state.rows`, with the photos of those that are no group of the tree.
  private var groups: [Group] = []
  /// The photos in the grid, as indices of `LibraryPhotos`.
  private(set) var shown: [Int32] = []
  private var listKey: ListKey?
  /// The trees of all photos, as far as they were made.
  private var trees: [PhotoTree.Arrangement: PhotoTree] = [:]
  /// The columns for filters; nil until they are made.
  private var filterIndex: PhotoFilterIndex?
  /// The basis of the work under way; nil while there is none.
  private var preparing: ListKey?
  /// The arrangement and the filter of `tree`; nil before it is made.
  private var made: (arrangement: PhotoTree.Arrangement, filter: String)?
  /// The value of `ChangeCounts.review` for which the rows were made.
  private var shownChange = -1
  /// The deck that a key asked for, with the index of its first card.
  var openedDeck: (deck: PhotoDeck, start: Int?)?

  fileprivate enum Group: Hashable {
    case tree(Int, PhotoTree.Group.Kind)
    case unviewed
    case thisDay
  }

  /// The properties that trees and columns are made of.
  private struct ListKey: Equatable {
    var photos: LibraryPhotos.Scan
    var change: Int
    var roots: [FilePath]
    var day: Int
  }

  /// Creates the model; the photos are arranged when the screen is opened.
  package init(library: LibraryModel, pictures: PictureLoader) {
    (self.library, self.pictures) = (library, pictures)
  }

  /// The space for the grid, set whenever the terminal's size changes.
  package var capacity = GridCapacity.list {
    didSet {
      state.grid.capacity = capacity
      refreshPictures()
    }
  }

  // MARK: The state

  /// Makes the state anew where the library or its review has changed.
  func refresh() {
    let review = library.review
    state.hasPhotos = !review.photos.isEmpty
    state.isReading = library.lastScan.isBeingRead
    let before = groups.indices.contains(state.selection) ? groups[state.selection] : nil
    let isOther = arrange()
    prepare()
    if isOther || shownChange != library.changeCounts.review { makeRows() }
    shownChange = library.changeCounts.review
    let selection = before.flatMap { group in groups.firstIndex { $0.isSame(as: group) } }
    if let selection, !isOther, before != .unviewed {
      state.selection = selection
      refreshPictures()
    } else {
      showGroup(selection ?? 0, keepsCursor: selection != nil)
    }
  }

  /// Makes the tree anew where it is out of date.
  ///
  /// - Returns: Whether it was.
  private func arrange() -> Bool {
    let (photos, day) = (library.review.photos, today)
    let listKey = ListKey(
      photos: photos.scan, change: photos.changeCount, roots: library.roots, day: day.month * 31 + day.day)
    if listKey != self.listKey {
      self.listKey = listKey
      (trees, filterIndex, made) = ([:], nil, nil)
    }
    guard made?.arrangement != state.arrangement || made?.filter != state.filter else { return false }
    made = (state.arrangement, state.filter)
    let whole =
      trees[state.arrangement] ?? PhotoTree(photos, by: state.arrangement, below: library.roots, on: day)
    trees[state.arrangement] = whole
    tree = matching(state.filter, photos).map(whole.narrowed) ?? whole
    state.matches.photos = tree.indices.count
    state.matches.bytes = tree.groups[0].bytes
    return true
  }

  /// Whether each photo matches the filter, by index; nil where all do.
  private func matching(_ line: String, _ photos: LibraryPhotos) -> [Bool]? {
    let filter = PhotoFilter(line, below: library.roots)
    guard !filter.isEmpty else { return nil }
    if let matches = filterIndex?.matching(filter) { return matches }
    return concurrentBlocks(of: photos.end, size: 2048) { range in
      range.map { photos[index: $0].map(filter.matches) ?? false }
    }.flatMap(\.self)
  }

  /// Prepares for filters and for the other arrangement in advance, so that a key reads columns only.
  private func prepare() {
    guard let listKey, filterIndex == nil, preparing != listKey else { return }
    preparing = listKey
    let (photos, day) = (library.review.photos, today)
    let other: PhotoTree.Arrangement = state.arrangement == .months ? .folders : .months
    library.work.run { [self] in
      let (index, tree) = await Self.prepared(photos, other, below: listKey.roots, on: day)
      if preparing == listKey { preparing = nil }
      guard self.listKey == listKey else { return }
      filterIndex = index
      if trees[other] == nil { trees[other] = tree }
    }
  }

  @concurrent private nonisolated static func prepared(
    _ photos: LibraryPhotos, _ arrangement: PhotoTree.Arrangement, below roots: [FilePath],
    on day: (month: Int, day: Int)
  ) async -> (PhotoFilterIndex, PhotoTree) {
    (
      PhotoFilterIndex(count: photos.end, below: roots) { photos[index: $0] },
      PhotoTree(photos, by: arrangement, below: roots, on: day)
    )
  }

  /// The month of today, 1…12, and its day: the first before which another month was.
  private var today: (month: Int, day: Int) {
    let environment = library.dependencies.environment
    let today = environment.today()
    let month = environment.month(today)
    let day = (1...31).first { environment.month(today.addingTimeInterval(-86_400 * Double($0))) != month }
    return (month % 12 + 1, day ?? 1)
  }

  private func makeRows() {
    let review = library.review
    let gone = tree.countsGoneThrough(review)
    groups = []
    state.rows = []
    func add(_ group: Group, _ row: BrowseState.Row) {
      groups.append(group)
      state.rows.append(row)
    }
    func addOthers() {
      let (all, done) = (tree.indices.count, gone.first ?? 0)
      if done > 0, done < all {
        add(.unviewed, BrowseState.Row(title: "Not looked at", heading: "Not looked at yet", photos: all - done))
      }
      if !tree.onThisDay.isEmpty {
        let done = tree.onThisDay.count { review.isGoneThrough(Int($0)) }
        let title = "On this day"
        add(.thisDay, BrowseState.Row(title: title, heading: title, photos: tree.onThisDay.count, goneThrough: done))
      }
    }
    for (number, group) in tree.groups.enumerated() where !group.range.isEmpty {
      let title = title(of: group.kind)
      add(
        .tree(number, group.kind),
        BrowseState.Row(
          title: title.short, heading: title.whole, depth: group.depth, photos: group.range.count,
          goneThrough: gone[number], bytes: group.bytes))
      if number == 0 { addOthers() }
    }
  }

  private func title(of kind: PhotoTree.Group.Kind) -> (short: String, whole: String) {
    switch kind {
    case .all: return ("All photos", "All photos")
    case .year(let year): return ("\(year)", "\(year)")
    case .month(let year, let month):
      let name = CaptureTime.monthNames[month - 1]
      return (name, "\(name) \(year)")
    case .undated: return ("Without a date", "Without a date")
    case .folder(let path): return (nameTitle(path), library.title(path))
    }
  }

  // MARK: Groups and photos

  /// Whether there is no space for a grid: in plain mode, where lines are printed.
  var isPlain: Bool { capacity == .list }
  /// Whether the lines of plain mode list the photos of the group.
  var listsPhotos: Bool { isPlain && state.isGridFocused }

  /// Chooses a group by its row, clamped to the list; a photo where lines list the photos.
  func select(_ row: Int) {
    if listsPhotos { return selectPhoto(row) }
    let row = state.rows.nearestIndex(to: row)
    if row != state.selection { showGroup(row, keepsCursor: false) }
  }

  /// Chooses a photo of the grid.
  package func selectPhoto(_ photo: Int) {
    state.isGridFocused = true
    state.grid.select(photo)
    refreshPictures()
  }

  private func showGroup(_ row: Int, keepsCursor: Bool) {
    state.selection = state.rows.nearestIndex(to: row)
    let cursor = keepsCursor && shown.indices.contains(state.grid.cursor) ? shown[state.grid.cursor] : nil
    shown = groups.indices.contains(state.selection) ? photos(of: groups[state.selection]) : []
    state.grid.replace(count: shown.count, cursor: cursor.flatMap(shown.firstIndex) ?? 0)
    if shown.isEmpty { state.isGridFocused = false }
    refreshPictures()
  }

  private func photos(of group: Group) -> [Int32] {
    let review = library.review
    return switch group {
    case .tree(let number, _): Array(tree.indices[tree.groups[number].range])
    case .unviewed: tree.indices.filter { !review.isGoneThrough(Int($0)) }
    case .thisDay: tree.onThisDay
    }
  }

  /// Makes the tiles on the screen anew, with their pictures as far as they have come, and asks for the others.
  func refreshPictures() {
    let review = library.review
    // Indices of an earlier scan stand for other photos.
    guard listKey?.photos == review.photos.scan else { return }
    state.grid.tiles = pictures.tiles(
      of: state.grid, isFocused: state.isGridFocused, photo: { review.photos[index: Int(shown[$0])] },
      tile: { _, photo in
        PhotoGrid.Tile(
          name: nameTitle(photo.path), facts: facts(of: photo, review), size: photo.size.formatted,
          mark: mark(of: photo, review))
      })
    let page = listsPhotos ? state.photoList.page : 0..<0
    state.photoTexts = Dictionary(
      uniqueKeysWithValues: page.map {
        ($0, review.photos[index: Int(shown[$0])].map(text(about:)) ?? "not there any more")
      })
  }

  private func facts(of photo: ScannedPhoto, _ review: Review) -> [String] {
    let stars = photo.contents?.metadata.rating ?? 0
    let isInSet = IssueCategory.allCases.contains { review.group(of: photo.path, in: $0) != nil }
    return [
      photo.size.formatted, stars > 0 ? String(repeating: "★", count: stars) : nil, isInSet ? "set" : nil,
    ].compactMap(\.self)
  }

  /// The photo under the cursor in a line: its name, folder and facts; nil where the grid has none.
  var photoText: String? {
    cursorKey.flatMap { library.review.photos[$0.path] }.map(text(about:))
  }

  private func text(about photo: ScannedPhoto) -> String {
    let review = library.review
    let mark = isPlain ? mark(of: photo, review).text : nil
    return "\(nameTitle(photo.path)) in \(library.folderTitle(of: photo.path)), "
      + (facts(of: photo, review) + [mark].compactMap(\.self)).joined(separator: " · ")
  }

  private func mark(of photo: ScannedPhoto, _ review: Review) -> PhotoGrid.Mark {
    if review.isInBin(photo.path) { return review.destination(of: photo.path) == nil ? .inBin : .moving }
    if review.isKept(photo.path) { return .kept }
    return review.isSettled(photo.path, in: .browse) ? .viewed : .none
  }

  // MARK: Keys

  /// The rows of a page, in the half that has the keys.
  var page: Int { state.isGridFocused ? state.grid.page : 10 }

  func moveLeft() {
    if state.isGridFocused, state.grid.isAtLeftEdge {
      state.isGridFocused = false
    } else if state.isGridFocused {
      state.grid.move(by: -1)
    }
    refreshPictures()
  }

  func moveRight() {
    if listsPhotos { return }
    if state.isGridFocused {
      state.grid.move(by: 1)
    } else if state.grid.count > 0 {
      state.isGridFocused = true
    }
    refreshPictures()
  }

  /// Moves the highlight by photos, or among the groups, and no further than there are any.
  func move(by steps: Int) {
    guard state.isGridFocused else { return select(state.selection + steps) }
    state.grid.move(by: steps)
    refreshPictures()
  }

  func moveRows(by rows: Int) {
    guard state.isGridFocused else { return select(state.selection + rows) }
    state.grid.moveRows(by: rows)
    refreshPictures()
  }

  /// `v`: months or folders.
  func changeArrangement() {
    showUnchosen()
    state.arrangement = state.arrangement == .months ? .folders : .months
    state.isGridFocused = false
    state.selection = 0
    groups = []
    refresh()
  }

  /// Shows only the photos that match a line.
  func filter(_ line: String) {
    guard line != state.filter else { return }
    showUnchosen()
    state.filter = line
    refresh()
  }

  /// Shows that the photos that were chosen in the grid are chosen no longer, because another list takes its place.
  private func showUnchosen() {
    let count = state.grid.chosen.count
    if count > 0 { showMessage("\(counted(count, "photo")) \(count == 1 ? "is" : "are") no longer chosen") }
  }

  /// "12 of 4 031 photos · 48 MB": the figures of the filter.
  var filterText: String? {
    "\(groupedDigits(state.matches.photos)) of \(counted(library.review.photos.count, "photo"))"
      + " · \(state.matches.bytes.formatted)"
  }
}

extension BrowseModel.Group {
  /// Whether both stand for the same photos, wherever they are in the tree.
  fileprivate func isSame(as other: BrowseModel.Group) -> Bool {
    switch (self, other) {
    case (.tree(_, let mine), .tree(_, let theirs)): mine == theirs
    default: self == other
    }
  }
}
