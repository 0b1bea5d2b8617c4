import FileSafety
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// The whole of the view models over fakes, and short ways to press keys.
@MainActor
final class Bench {
  let app: AppModel
  let library: LibraryModel
  let work = WorkCounter()
  let session: FakeSession
  let trash = FakeTrash()
  let shrinking = FakeShrinking()
  let disk: FakeDisk

  /// - Parameters:
  ///   - saved: What an earlier session left.
  ///   - change: Overrides effects.
  init(
    saved: SavedSession = SavedSession(lastScan: Sample.lastScan, lastScanElapsed: .seconds(3)),
    photos: [ScannedPhoto] = Sample.photos, readOnly: String? = nil, roots: [FilePath] = [Sample.folder],
    startupMessage: String? = nil, firstStep: FirstStep? = nil, change: (inout Dependencies) -> Void = { _ in }
  ) throws {
    session = FakeSession(saved)
    disk = FakeDisk(photos)
    var dependencies = Dependencies.untouched
    dependencies.scan = disk.dependencies
    dependencies.session = session.dependencies
    dependencies.removal = trash.dependencies
    dependencies.shrinking = shrinking.dependencies
    dependencies.preferences = session.preferencesDependencies
    dependencies.pictures.preview = { .ready(Surface($0.area)) }
    change(&dependencies)
    library = LibraryModel(
      roots: roots, settings: ScanSettings(), readOnlyReason: readOnly, dependencies: dependencies, work: work)
    app = AppModel(library: library, startupMessage: startupMessage, firstStep: firstStep)
    app.setPictureAreas(PictureAreas(card: CardAreas(Size(columns: 40, rows: 20)), bin: Size(columns: 20, rows: 10)))
    try library.open()
  }

  /// Opened, with everything that opening starts come back.
  static func opened(
    saved: SavedSession = SavedSession(lastScan: Sample.lastScan, lastScanElapsed: .seconds(3)),
    photos: [ScannedPhoto] = Sample.photos, readOnly: String? = nil, change: (inout Dependencies) -> Void = { _ in }
  ) async throws -> Bench {
    let bench = try Bench(saved: saved, photos: photos, readOnly: readOnly, change: change)
    await bench.work.idle()
    return bench
  }

  /// Before the first scan.
  static func fresh(_ change: (inout Dependencies) -> Void = { _ in }) async throws -> Bench {
    try await opened(saved: SavedSession(), change: change)
  }

  /// a2, a3 (copies), s2 (similar), b1 (only one) in the bin.
  static func marked() async throws -> Bench {
    let bench = try await opened()
    await bench.open(.duplicate)
    await bench.play("hhl")
    bench.press(Key(.escape))
    await bench.open(.similar)
    await bench.play("lhl")
    bench.press(Key(.escape))
    await bench.open(.blurry)
    await bench.play("h")
    bench.press(Key(.escape))
    return bench
  }

  /// At s2 in the deck of similar photos. Pictures of 4032 × 3024; the keeper of its set is sharpest at the upper right.
  static func openedAtSimilar() async throws -> Bench {
    var photos = Sample.photos
    for index in photos.indices where photos[index].path == Sample.path("s1") {
      photos[index].features?.sharpestRegion = RelativePoint(x: 0.8, y: 0.2)
      photos[index].features?.sharpness = 0.95
    }
    let bench = try await Bench.opened(photos: photos)
    await bench.open(.similar)
    while bench.card != "s2" { await bench.play("s") }
    return bench
  }

  var state: AppState { app.state }
  var deck: DeckState { app.state.deck }
  var card: String? { app.state.deck.card?.name }
  var bin: [String] { app.state.bin.items.map(\.name) }
  /// Names of the photos in the bin, whatever screen is open.
  var marked: [String] { library.review.bin.map { String(decoding: $0.path.nameBytes, as: UTF8.self) } }

  func press(_ keys: Key...) { for key in keys { _ = app.press(key) } }

  /// Types letters, one key each.
  func type(_ letters: String) { for scalar in letters.unicodeScalars { _ = app.press(Key(scalar)) } }

  /// Presses a key for each letter and waits for the next picture after each.
  func play(_ letters: String) async {
    for scalar in letters.unicodeScalars {
      _ = app.press(Key(scalar))
      await work.idle()
    }
  }

  func open(_ category: IssueCategory) async {
    app.focusHome(.card(category))
    // Where nothing is found there is no card, and Enter would scan again.
    guard state.home.focus == .card(category) else { return }
    press(Key(.enter))
    await work.idle()
  }

  /// Lets the work under way go on until something is so; a scan that has not ended is no reason to wait for ever.
  func until(_ comment: Comment, _ condition: () -> Bool) async {
    for _ in 0..<100_000 {
      if condition() { return }
      await Task.yield()
    }
    Issue.record("it never came to pass: \(comment)")
  }
}
