import FileSafety
import PhotoModel
import PhotoScan
import Removal
import Review
import SystemPackage
package import TextSurface

/// The photos whose files could be smaller: with nothing lost, or as smaller pictures. They are measured while the
/// screen is open.
@MainActor
package final class LargeModel {
  /// The state that the screen is drawn from.
  package internal(set) var state = LargeState()
  let library: LibraryModel
  let pictures: PictureLoader
  /// The photos of the rows.
  private(set) var shown: [ScannedPhoto] = []
  /// The photos that may be made smaller by each method, as far as that is known without opening a file.
  private var selections: [ShrinkWay: ShrinkSelection] = [:]
  private var listKey: ListKey?
  /// Whether a lossless photo is chosen without a decision of the user, also one that is measured later.
  private var choosesAll = true
  /// The photos for which the user decided the opposite.
  private var exceptions: Set<FilePath> = []
  /// The photos that the user wants as smaller pictures, each in its way.
  private var fitted: [FilePath: ShrinkWay] = [:]
  private var measurement = Measurement()
  /// Whether one photo is shown beside its smaller version.
  var isShowingPhoto = false {
    didSet { refreshPhoto() }
  }
  /// Whether the list is on the screen.
  private var isOpen = false

  /// The properties that selections are made of.
  private struct ListKey: Equatable {
    var photos: LibraryPhotos.Scan
    var change: Int
    var review: Int
  }

  /// The measurement of the photos of the way on the screen.
  private struct Measurement {
    /// The flag that stops it; nil while it is not running.
    var stop: CancellationFlag?
    /// Whether the measurement should run.
    var isWanted = false
    /// Whether the user has stopped it.
    var isPaused = false
    /// The time of the list on the screen, by the clock of the environment.
    var shownAt: Duration = .zero
  }

  /// Creates the model; nothing is measured before the screen is opened.
  package init(library: LibraryModel, pictures: PictureLoader) {
    (self.library, self.pictures) = (library, pictures)
  }

  /// The cells for each of the two pictures of a photo; nothing is decoded while they are empty.
  package var pictureArea = Size.none {
    didSet { if pictureArea != oldValue { refreshPhoto() } }
  }
  /// Whether both pictures of the photo are on the screen.
  package var hasBothPictures = false

  /// The rows of a page.
  let page = 10

  // MARK: The state

  /// Notes that the list comes to the screen, or leaves it.
  func setOpen(_ isOpen: Bool) {
    self.isOpen = isOpen
    if isOpen { open() } else { stop() }
  }

  /// Shows the list, and goes on with the measurement, unless the user has stopped it.
  private func open() {
    state.message = nil
    readShrunkContents()
    library.measurements.forgetFiles()
    refresh()
    guard library.measurements.hasEarlier else { return readEarlier() }
    if !measurement.isPaused { measure() }
  }

  /// Waits for the measurements of earlier sessions, then measures the rest.
  private func readEarlier() {
    state.isMeasuring = true
    let roots = library.changeCounts.roots
    library.work.run { [self] in
      await library.readEarlierMeasurements()
      guard roots == library.changeCounts.roots else { return }
      state.isMeasuring = false
      refresh()
      if isOpen { measure() }
      library.onChange(.screen)
    }
  }

  /// Makes the list anew from the measurements so far.
  func refresh() {
    let photos = library.review.photos
    let chosenPhoto = shown.indices.contains(state.selection) ? shown[state.selection].path : nil
    (state.hasPhotos, state.isReading) = (!photos.isEmpty, library.lastScan.isBeingRead)
    select(of: photos)
    let selection = selection(by: state.way)
    let filter = PhotoFilter(state.filter, below: library.roots)
    var entries: [(photo: ScannedPhoto, after: ByteCount)] = []
    var (missing, failure) = (0, String?.none)
    for item in selection.items {
      guard let photo = photos[item.path] else { continue }
      switch library.measurements.outcome(of: photo, by: state.way) {
      case .smaller(let after): if filter.matches(photo) { entries.append((photo, after)) }
      case .left: break
      case .failed(let reason): failure = failure ?? reason
      case nil: missing += 1
      }
    }
    let total = selection.items.count
    state.progress = missing > 0 ? LargeState.Progress(done: total - missing, total: total) : nil
    state.failure = failure
    entries.sort { first, second in
      let gains = (first.photo.fileSize - first.after, second.photo.fileSize - second.after)
      return gains.0 == gains.1 ? precedesInByteOrder(first.photo.path, second.photo.path) : gains.0 > gains.1
    }
    show(entries)
    // Without a choice of the user the highlight stays at the largest gain.
    if state.selection > 0 {
      state.selection = shown.firstIndex { $0.path == chosenPhoto } ?? shown.nearestIndex(to: state.selection)
    }
    refreshPhoto()
    measurement.shownAt = library.dependencies.environment.now()
  }

  private func select(of photos: LibraryPhotos) {
    let now = ListKey(photos: photos.scan, change: photos.changeCount, review: library.changeCounts.review)
    guard listKey != now else { return }
    listKey = now
    selections = [:]
  }

  private func selection(by way: ShrinkWay) -> ShrinkSelection {
    if let known = selections[way] { return known }
    let review = library.review
    let selection = ShrinkSelection(review, by: way, shrunk: library.measurements.shrunk)
    selections[way] = selection
    return selection
  }

  private func readShrunkContents() {
    if let shrunk = try? library.dependencies.shrinking.shrunkContents() { library.measurements.shrunk = shrunk }
    listKey = nil
  }

  private func show(_ entries: [(photo: ScannedPhoto, after: ByteCount)]) {
    shown = entries.map(\.photo)
    state.listed = ShrinkGain()
    for entry in entries { state.listed.add(entry.photo.fileSize, entry.after) }
    state.rows = entries.map { entry in
      let path = entry.photo.path
      let isOfLibrary = library.roots == [path.removingLastComponent()]
      return LargeState.Row(
        name: nameTitle(path), folder: isOfLibrary ? "" : library.folderTitle(of: path),
        before: entry.photo.fileSize, after: entry.after)
    }
    markRows()
  }

  /// Marks the rows, and counts the chosen photos.
  private func markRows() {
    for (index, photo) in shown.enumerated() { state.rows[index].mark = mark(of: photo) }
    (state.lossless, state.fitted) = (ShrinkGain(), ShrinkGain())
    for (photo, shrink) in planned {
      if shrink.way == .lossless {
        state.lossless.add(photo.fileSize, shrink.bytesAfter)
      } else {
        state.fitted.add(photo.fileSize, shrink.bytesAfter)
      }
    }
  }

  private func mark(of photo: ScannedPhoto) -> LargeState.Row.Mark {
    guard let way = plan(for: photo)?.way else { return .none }
    return way == state.way ? .chosen : .otherWay
  }

  // MARK: What is chosen

  /// The photos that are to be made smaller, each in its way.
  private var planned: [(ScannedPhoto, PlannedShrink)] {
    library.review.photos.list.compactMap { photo in plan(for: photo).map { (photo, $0) } }
  }

  /// The way in which a photo is to be made smaller; nil where it stays as it is. A smaller picture comes before the
  /// way that loses nothing.
  private func plan(for photo: ScannedPhoto) -> PlannedShrink? {
    let measurements = library.measurements
    if let way = fitted[photo.path], selection(by: way).left[photo.path] == nil,
      case .smaller(let after) = measurements.outcome(of: photo, by: way)
    {
      return PlannedShrink(way, bytesAfter: after)
    }
    guard choosesAll != exceptions.contains(photo.path),
      case .smaller(let after) = measurements.outcome(of: photo, by: .lossless),
      selection(by: .lossless).left[photo.path] == nil
    else { return nil }
    return PlannedShrink(.lossless, bytesAfter: after)
  }

  /// Space: chooses the photo under the highlight, or no longer, and goes on to the next.
  func choosePressed() {
    guard shown.indices.contains(state.selection) else { return }
    chooseShown()
    let row = state.rows[state.selection]
    state.message = "\(row.mark == .chosen ? "Chosen" : "No longer chosen"): \(row.name)"
    select(state.selection + 1)
  }

  /// Chooses the photo under the highlight, or no longer.
  func chooseShown() {
    guard shown.indices.contains(state.selection) else { return }
    choose([shown[state.selection]], state.rows[state.selection].mark != .chosen)
  }

  /// Chooses all photos of the list; none of them where all are chosen.
  func chooseAllPressed() {
    let isChosen = state.rows.contains { $0.mark != .chosen }
    if state.way == .lossless, state.filter.isEmpty { (choosesAll, exceptions) = (isChosen, []) }
    choose(shown, isChosen)
  }

  private func choose(_ photos: [ScannedPhoto], _ isChosen: Bool) {
    for photo in photos {
      if state.way == .lossless {
        fitted[photo.path] = nil
        if isChosen == choosesAll { exceptions.remove(photo.path) } else { exceptions.insert(photo.path) }
      } else {
        fitted[photo.path] = isChosen ? state.way : nil
      }
    }
    markRows()
  }

  /// The photos that are to be made smaller, and the reason why each of the others is left as it is.
  func request() -> (request: RemovalRequest, left: [FilePath: String]) {
    var request = RemovalRequest(items: [], protectedFolders: library.folders.protected)
    request.roots = library.roots
    var left: [FilePath: String] = [:]
    for photo in library.review.photos.list {
      if let shrink = plan(for: photo) {
        request.items.append(
          RemovalItem(path: photo.path, identity: photo.identity, digest: photo.digest, safeguard: .onlyOne))
        request.shrinks[photo.path] = shrink
      } else {
        left[photo.path] = reason(for: photo)
      }
    }
    return (request, left)
  }

  private func reason(for photo: ScannedPhoto) -> String {
    let way = fitted[photo.path] ?? state.way
    if let refusal = selection(by: way).left[photo.path] { return refusal.sentence }
    return switch library.measurements.outcome(of: photo, by: way) {
    case .left(let reason), .failed(let reason): reason
    case .smaller: "You did not choose it."
    case nil: "It is not measured yet."
    }
  }

  /// Notes a batch that has ended: of what became smaller nothing more is to gain in the same way.
  func ended(_ receipt: RemovalReceipt) {
    for (path, file) in receipt.replaced {
      exceptions.remove(path)
      fitted[path] = nil
      library.measurements.add(
        ShrinkMeasurement(file.digest, .lossless, .left(ShrinkRefusal.shrunkBefore.sentence)))
    }
    readShrunkContents()
    refresh()
  }

  // MARK: The list

  /// Highlights a row, clamped to the list.
  func select(_ row: Int) {
    state.selection = state.rows.nearestIndex(to: row)
    refreshPhoto()
  }

  /// Lists only the photos that match a line; chosen photos stay chosen.
  func filter(_ line: String) {
    state.filter = line
    state.selection = 0
    refresh()
  }

  /// The way that the key leads to.
  var nextWay: ShrinkWay {
    let ways = ShrinkWay.offered
    return ways[((ways.firstIndex(of: state.way) ?? 0) + 1) % ways.count]
  }

  /// Lists the photos in the next way, and measures them.
  func changeWay() {
    stop()
    state.way = nextWay
    state.selection = 0
    refresh()
    measure()
  }

  // MARK: The measurement

  /// Measures the remaining photos; each outcome is stored as it comes.
  func measure() {
    (measurement.isWanted, measurement.isPaused) = (true, false)
    let (photos, way) = (library.review.photos, state.way)
    let items = selection(by: way).items.filter { item in
      photos[item.path].map { library.measurements.outcome(of: $0, by: way) == nil } ?? false
    }
    state.isMeasuring = !items.isEmpty
    guard measurement.stop == nil, !items.isEmpty else { return }
    let flag = CancellationFlag()
    measurement.stop = flag
    let asked = Dictionary(items.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    library.work.run { [self] in
      for await outcome in library.dependencies.shrinking.measure(items, way, { flag.isRaised }) {
        guard let item = asked[outcome.path] else { continue }
        library.measurements.add(outcome, of: item, by: way)
        if way == state.way { showProgress() }
      }
      measurement.stop = nil
      state.isMeasuring = false
      refresh()
      // Another method was chosen meanwhile, or the measurement was resumed before it had stopped.
      if flag.isRaised, measurement.isWanted { measure() }
      library.onChange(.screen)
    }
  }

  /// Counts on, and makes the list anew from time to time: in a large library that costs more than a measurement.
  private func showProgress() {
    if let progress = state.progress {
      state.progress = LargeState.Progress(done: min(progress.total, progress.done + 1), total: progress.total)
    }
    if library.dependencies.environment.now() - measurement.shownAt >= Self.refreshTime { refresh() }
    library.onChange(.screen)
  }

  private static let refreshTime: Duration = .milliseconds(300)

  /// Stops the measurement for the user, until it is to go on; or until the screen is left for Home.
  func pause(_ isPaused: Bool = true) {
    stop()
    measurement.isPaused = isPaused
  }

  /// Stops the measurement after the photos that are being measured.
  func stop() {
    measurement.isWanted = false
    measurement.stop?.raise()
    state.isMeasuring = false
  }
}
