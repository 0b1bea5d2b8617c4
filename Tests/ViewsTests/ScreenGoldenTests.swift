import PhotoModel
import Removal
import Review
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels
@testable import Views

/// Every screen as text, at a small, a usual and a large size.
@Suite struct ScreenGoldenTests {
  static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
    Size(columns: 40, rows: 12),
  ]

  static let screens = reviewScreens + otherScreens

  private static let otherScreens: [(name: String, state: AppState)] = [
    ("contact-sheet", Sample.app(.contactSheet)),
    (
      "contact-sheet-unseen",
      Sample.app(.contactSheet) {
        $0.contactSheet.grid.choose([0])
        $0.contactSheet.message = "4 photos were not on the screen yet; look at them first"
      }
    ),
    (
      "home-large-measured",
      Sample.app(.home) {
        $0.home.large?.gain = Sample.large.listed
        $0.home.focus = .large
      }
    ),
    ("large", Sample.app(.large)),
    (
      "large-measuring",
      Sample.app(.large) {
        $0.large.progress = LargeState.Progress(done: 3204, total: 11_872)
        $0.large.isMeasuring = true
      }
    ),
    (
      "large-fit",
      Sample.app(.large) {
        $0.large.way = .fit(longSide: 3072, byteLimit: nil)
        for index in $0.large.rows.indices { $0.large.rows[index].mark = index == 1 ? .chosen : .otherWay }
        $0.large.filter = "harbour"
        $0.large.message = "Stopped; what was measured is kept"
      }
    ),
    (
      "large-photo",
      Sample.app(.largePhoto) {
        $0.large.way = .fit(longSide: 3072, byteLimit: nil)
        $0.large.photo = LargeState.Photo(
          original: LargeState.Side(facts: "4032×3024 · 9.7 MB", picture: .ready(Sample.picture)),
          smaller: LargeState.Side(facts: "3072×2304 · 7.2 MB", picture: .ready(Sample.picture)))
      }
    ),
    ("large-none", Sample.app(.large) { $0.large.rows = [] }),
    ("confirmation-shrink", Sample.app(.confirmation) { $0.confirmation = Sample.shrinking }),
    (
      "confirmation-shrink-number",
      Sample.app(.confirmation) {
        $0.confirmation = Sample.shrinking
        $0.confirmation.needsNumber = true
        $0.hints = Sample.hintsOfLargeMove
      }
    ),
    (
      "moving-shrink",
      Sample.app(.moving) {
        ($0.moving.isShrinking, $0.moving.bytes) = (true, ByteCount(120_000_000))
        $0.moving.bytesDone = ByteCount(41_000_000)
      }
    ),
    (
      "done-shrink",
      Sample.app(.done) {
        ($0.done.isShrinking, $0.done.bytesAfter) = (true, ByteCount(310_000_000))
        $0.done.refused = Sample.shrinking.refused
      }
    ),
    ("browse-none", Sample.app(.browse) { $0.browse.rows = [] }),
    (
      "deck-browse",
      Sample.app(.deck(.browse)) {
        $0.deck.category = .browse
        $0.deck.goal = GoalProgress(title: "July 2023", progress: "38 looked at", fraction: 0.1)
        $0.deck.card?.issue = PhotoIssue(
          path: "/photos/a", category: .browse, confidence: 1, score: 1, threshold: 1, size: ByteCount(3_100_000),
          why: "in a set of 3 in Similar, where the keeper is IMG_0412.JPG · Harbour, Evening")
        $0.deck.card?.badge = ""
        $0.deck.card?.decision = .keep
        ($0.deck.filmstrip, $0.deck.message) = ([], nil)
      }
    ),
    ("bin", Sample.app(.bin)),
    ("bin-empty", Sample.app(.bin) { $0.bin = BinState() }),
    (
      "bin-waiting",
      Sample.app(.bin) {
        $0.bin = BinState()
        $0.bin.waiting = 38
      }
    ),
    (
      "bin-folders",
      Sample.app(.bin) {
        for index in $0.bin.items.indices.suffix(2) {
          ($0.bin.items[index].destination, $0.bin.items[index].folder) = ("~/Family/2024", "to ~/Family/2024")
        }
      }
    ),
    (
      "folders",
      Sample.app(.bin) {
        $0.overlay = .folders(
          FolderChooser(
            options: ["~/Family/2024", "~/Pictures/Print", "/media/me/card/album"].map {
              .init(FilePath($0), title: $0)
            },
            photo: "IMG_0412.jpg", selection: 1))
      }
    ),
    (
      "confirmation-folders",
      Sample.app(.confirmation) { $0.confirmation.folders = [FolderCount("~/Family/2024", photos: 2)] }
    ),
    ("confirmation", Sample.app(.confirmation)),
    (
      "confirmation-number",
      Sample.app(.confirmation) {
        ($0.confirmation.photos, $0.confirmation.exactCopies, $0.confirmation.similar) = (1340, 1328, 11)
        $0.confirmation.needsNumber = true
        $0.hints = Sample.hintsOfLargeMove
      }
    ),
    (
      "confirmation-number-typed",
      Sample.app(.confirmation) {
        ($0.confirmation.needsNumber, $0.confirmation.isMoveFocused) = (true, true)
        $0.confirmation.typed = TextEntry("38")
        $0.confirmation.refused = []
        $0.hints = Sample.hintsOfLargeMove
      }
    ),
    (
      "confirmation-number-wrong",
      Sample.app(.confirmation) {
        ($0.confirmation.needsNumber, $0.confirmation.wrongNumber) = (true, "83")
        $0.confirmation.isMoveFocused = true
        $0.hints = Sample.hintsOfLargeMove
      }
    ),
    (
      "confirmation-pictures",
      Sample.app(.confirmation) {
        $0.confirmation.refused = []
        $0.confirmation.thumbnails = (0..<8).map { index in
          .init(name: "IMG_04\(index + 10).JPG", picture: .ready(Sample.smallPicture), needsCheck: index == 0)
        }
      }
    ),
    (
      "confirmation-blocked",
      Sample.app(.confirmation) {
        $0.confirmation.blocked = "Read-only: you can look, but not decide."
        $0.confirmation.refused = (1...6).map { Refusal(name: "IMG_000\($0).JPG", reason: "its copy is gone") }
      }
    ),
    (
      "confirmation-keeperless",
      Sample.app(.confirmation) {
        ($0.confirmation.similar, $0.confirmation.keepersLeaving, $0.confirmation.protected) = (8, 3, 2)
        $0.confirmation.refused = []
        $0.confirmation.backup = .known(present: 36, missing: 2, isHolding: false)
      }
    ),
    (
      "confirmation-looking",
      Sample.app(.confirmation) {
        $0.confirmation.refused = []
        $0.confirmation.isChecking = true
        $0.confirmation.backup = .checking(BackupProgress(files: 12_408, done: 12, total: 38))
      }
    ),
    (
      "confirmation-backup",
      Sample.app(.confirmation) {
        $0.confirmation.refused = []
        $0.confirmation.backup = .known(present: 38, missing: 2, isHolding: true)
        $0.overlay = .question(
          Question(
            subject: .moveUnsaved(2), title: "2 of 40 photos are not in the backup. Move them, too?",
            lines: [
              "38 are in /media/me/Backup/Pictures, byte for byte.", "Nothing is moved yet: Deckle asks once more.",
            ],
            safeButton: "Hold them back", actButton: "Include them"))
      }
    ),
    (
      "home-unread",
      Sample.app(.home) {
        $0.home.unread = SkippedCount(files: 214, parentFolders: 3)
        $0.home.warning =
          "Another Deckle is open (process 4711): you can look, but not decide. Close it, then start again."
      }
    ),
    ("unread", Sample.app(.unread)),
    ("moving", Sample.app(.moving)),
    ("done", Sample.app(.done)),
    ("done-pictures", Sample.app(.done) { $0.done = Sample.doneWell }),
    (
      "done-restored",
      Sample.app(.done) {
        $0.done.restored = 37
        $0.done.message = "One name was taken: IMG_0007 (restored).JPG"
      }
    ),
    ("history", Sample.app(.history)), ("ledger", Sample.app(.ledger)),
    ("settings", Sample.app(.settings)),
    ("settings-moved", Sample.app(.settings) { $0.settings.step = .counted(Sample.crossings) }),
    ("settings-pictures", Sample.app(.settings) { $0.settings.step = .counted(Sample.picturedCrossings) }),
    ("settings-two", Sample.app(.settings) { $0.settings.step = .counted(Sample.twoCrossings) }),
    ("settings-still", Sample.app(.settings) { $0.settings.step = .counted([]) }),
    ("batch", Sample.app(.batch)),
    ("batch-photo", Sample.app(.batchPhoto)),
    (
      "batch-gone",
      Sample.app(.batchPhoto) {
        $0.history.batch?.selection = 2
        $0.history.batch?.picture = .unavailable("no longer in the trash")
      }
    ),
    ("onboarding-folder", Sample.app(.onboarding) { $0.onboarding = Sample.onboarding(.folder) }),
    ("onboarding-trash", Sample.app(.onboarding) { $0.onboarding = Sample.onboarding(.trash) }),
    ("onboarding-apps", Sample.app(.onboarding) { $0.onboarding = Sample.onboarding(.apps) }),
    (
      "entry",
      Sample.app(.home) {
        var dialog = EntryDialog(
          .folder, title: "Which folder?", explanation: "Type the folder of your photos, like ~/Pictures.")
        dialog.entry = TextEntry("~/Pictues")
        dialog.problem = "There is no folder ~/Pictues. Check the name and try again."
        $0.overlay = .entry(dialog)
      }
    ),
    (
      "entry-folders",
      Sample.app(.home) {
        var dialog = EntryDialog(
          .folder, title: "Which folder?", explanation: "Type the folder of your photos, like ~/Pictures.")
        dialog.entry = TextEntry("~/Pictures/202")
        dialog.folders = (10...23).map { "~/Pictures/20\($0)" }
        dialog.choice = 2
        $0.overlay = .entry(dialog)
      }
    ),
    (
      "help-search",
      Sample.app(.deck(.similar)) {
        var search = HelpSearch()
        search.entry = TextEntry("keep")
        search.choice = 1
        $0.overlay = .help(search)
        $0.help = KeyTable().help(first: .deck).compactMap { section in
          var section = section
          section.hints = section.hints.filter { $0.title.contains("keep") }
          section.isHere = section.context == .deck
          return section.hints.isEmpty ? nil : section
        }
        $0.help[0].hints[1].isChosen = true
      }
    ),
    ("apps", Sample.app(.apps)),
    ("apps-details", Sample.app(.apps, open: Sample.appDetails)),
    ("apps-stays", Sample.app(.apps, open: Sample.protectedApp)),
    ("apps-advice", Sample.app(.apps, open: Sample.advice)),
    (
      "apps-loading",
      Sample.app(.apps) {
        $0.apps = AppsState()
        $0.apps.loadingSince = .zero
      }
    ),
    ("apps-empty", Sample.app(.apps) { $0.apps = Sample.noApps }),
    ("help", Sample.app(.home) { $0.overlay = .help() }),
    (
      "question",
      Sample.app(.deck(.similar)) {
        $0.overlay = .question(
          Question(
            subject: .leaveScan, title: "Mark the last photo of this set too?",
            lines: ["All 5 photos of this set would be in the bin.", "Nothing of it would be left."],
            safeButton: "Keep one", actButton: "Mark it too"))
      }
    ),
  ]

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
  func `the screen before the drives have answered`(_ size: Size) {
    var surface = Surface(size)
    OpeningView(waiting: "Waiting for ~/Pictures/card: no answer for 12 s").draw(
      theme: Theme(.dark, depth: .direct24), into: &surface)
    expectGolden(surface.text, named: "opening-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: 0..<screens.count) func `each screen looks as it did`(index: Int) {
    let screen = Self.screens[index]

    for size in Self.sizes {
      let surface = drawn(screen.state.laidOut(for: size), size: size)

      expectGolden(surface.text, named: "\(screen.name)-\(size.columns)x\(size.rows)")
    }
  }

  @Test(arguments: 0..<screens.count) func `the cursor of the terminal stands on what is looked at`(index: Int) throws {
    let screen = Self.screens[index]

    for size in Self.sizes {
      let surface = drawn(screen.state.laidOut(for: size), size: size)

      let cursor = try #require(surface.cursor, "\(screen.name), \(size)")
      let text = String(String.UnicodeScalarView((0..<size.columns).compactMap { surface[$0, cursor.y].scalar }))
      #expect(text.contains { $0.isLetter }, "\(screen.name), \(size): \(text)")
    }
  }

  @Test func `below the smallest size one line says what is there and what is needed`() {
    let surface = drawn(Sample.app(.home), size: Size(columns: 38, rows: 8))

    #expect(surface.text.contains("Deckle needs 40×12; this is 38×8"))
  }
}

extension AppState {
  /// With the room that the shell measures on a terminal of this size.
  func laidOut(for size: Size) -> AppState {
    var state = self
    let areas = AppView.pictureAreas(in: size)
    let form = (deck.category.isGrouped ? areas.cardWithFilmstrip : areas.card).form(of: nil, cell: areas.cell)
    state.deck.card?.form = form
    state.deck.drag?.below?.form = form
    state.home = Sample.pictured(home, for: size)
    state.compare.form = areas.compare.form(of: [nil, nil], cell: areas.cell)
    state.contactSheet.grid.capacity = AppView.contactSheetCapacity(in: size, of: state.contactSheet.grid.count)
    state.bin.capacity = AppView.gridCapacity(in: size)
    state.bin.grid = PictureGrid(folders: bin.items.map(\.folder), columns: state.bin.capacity.columns)
    if state.bin.capacity.columns > 0 {
      state.bin.pictures = Dictionary(uniqueKeysWithValues: bin.items.indices.map { ($0, .ready(Sample.picture)) })
      state.bin.picture = nil
    }
    if case .counted(var crossings)? = settings.step, !crossings.isEmpty {
      let space = AppView.pictureAreas(in: size).crossings.counts.dropFirst(crossings.count - 1).first ?? 0
      for crossingIndex in crossings.indices {
        crossings[crossingIndex].pictures = Array(crossings[crossingIndex].pictures.prefix(space))
      }
      state.settings.step = .counted(crossings)
    }
    guard var batch = history.batch else { return state }
    batch.capacity = state.bin.capacity
    batch.grid = PictureGrid(folders: batch.files.map(\.folder), columns: batch.capacity.columns)
    if batch.capacity.columns > 0, route == .batch {
      batch.pictures = Dictionary(uniqueKeysWithValues: batch.files.indices.map { ($0, .ready(Sample.picture)) })
      batch.picture = nil
    }
    state.history.batch = batch
    if DoneView.thumbnails(in: ScreenFrame(size).body).count == 0 { state.done.thumbnails = [] }
    return state
  }
}

/// A frame long after everything began, so that nothing moves.
func drawn(
  _ state: AppState, size: Size, theme: Theme = Theme(.dark), now: Duration = .seconds(1000)
) -> Surface {
  var surface = Surface(size)
  AppView.draw(state, theme: theme, now: now, into: &surface)
  return surface
}
