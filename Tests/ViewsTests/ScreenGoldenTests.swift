import PhotoModel
import Removal
import Review
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

@testable import Views

/// Every screen as text, at a small, a usual and a large size.
@Suite struct ScreenGoldenTests {
  static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
    Size(columns: 40, rows: 12),
  ]

  static let screens: [(name: String, state: AppState)] = [
    ("home", Sample.app(.home)),
    (
      "home-first",
      Sample.app(.home) {
        $0.home = HomeState()
        $0.home.notice = Notice(
          glyph: .folder, title: "Choose a photo folder", lines: ["Deckle looks at the photos in a folder of yours."],
          actions: [Hint(key: "o", title: "Choose a folder")])
      }
    ),
    (
      "home-denied",
      Sample.app(.home) {
        $0.home.notice = Notice(
          glyph: .lock, title: "Photo access required",
          lines: ["~/Pictures belongs to root, mode 0700.", "sudo chmod o+rx ~/Pictures would let Deckle read it."],
          actions: [Hint(key: "o", title: "Choose another folder"), Hint(key: "t", title: "Try again")])
        $0.home.unread = SkippedCount(files: 214, parentFolders: 3)
        $0.isReadOnly = true
      }
    ),
    (
      "home-remark",
      Sample.app(.home) {
        $0.home.unread = SkippedCount(files: 2)
        $0.home.remark = "Nothing to review"
      }
    ),
    (
      "home-scanning",
      Sample.app(.home) {
        $0.home.isScanning = true
        $0.home.lastScanLine = nil
        $0.home.unread = SkippedCount(files: 1, folders: 2)
      }
    ),
    (
      "home-stopped",
      Sample.app(.home) {
        $0.home.lastScanLine = nil
        $0.home.stoppedScanLine = "3 204 photos looked at · 9 204 not yet"
        $0.home.cards[3] = HomeState.Card(
          category: .screenshot, photos: 0, sets: 0, bytes: .zero, decided: 0, isUnfinished: true)
      }
    ),
    (
      "home-news",
      Sample.app(.home) {
        $0.home.news = "3 files here wait for a scan"
        $0.home.unread = SkippedCount(files: 2)
      }
    ),
    (
      "home-forgotten",
      Sample.app(.home) {
        $0.home.isForgotten = true
        $0.home.cards = []
        ($0.home.allPhotos, $0.home.large) = (nil, nil)
        $0.home.binCount = 0
        $0.home.marksWaiting = 4
      }
    ),
    (
      "home-absent",
      Sample.app(.home) {
        $0.home.missing = MissingPhotosNotice(marked: 12, kept: 30, folder: "~/Pictures/Card/DCIM")
        $0.home.unread = SkippedCount(files: 0, folders: 1)
      }
    ),
    (
      "bin-absent",
      Sample.app(.bin) {
        $0.bin = BinState()
        $0.bin.missing = MissingPhotosNotice(marked: 12, folder: "~/Pictures/Card/DCIM")
      }
    ),
    ("scanning", Sample.app(.scanning)),
    (
      "scanning-pairs",
      Sample.app(.scanning) {
        ($0.scanning.progress.stage, $0.scanning.progress.processed) = (.comparing, 12_408)
        ($0.scanning.progress.searched, $0.scanning.progress.compared) = (1, 1200)
        ($0.scanning.progress.toCompare, $0.scanning.secondsLeft) = (5000, 20)
      }
    ),
    ("deck", Sample.app(.deck(.similar))),
    (
      "deck-details",
      Sample.app(.deck(.similar)) {
        $0.deck.details = [
          Detail("Camera", "Apple iPhone 13"), Detail("Taken", "12 May 2024 18:03:21"),
          Detail("Path", "~/Pictures/2024/05 Harbour/IMG_0413.JPG"),
        ]
      }
    ),
    (
      "deck-same-name",
      Sample.app(.deck(.similar)) {
        $0.deck.card?.folder = "/media/me/Backup of the old computer/Pictures/2024/05 Harbour"
        $0.deck.card?.distinguishingFolder = "…/2024/05 Harbour"
      }
    ),
    (
      "compare-same-name",
      Sample.app(.compare) {
        $0.compare.left?.name = "20240512_180321_HDR.JPG"
        $0.compare.left?.distinguishingFolder = "…/Pictures"
        $0.compare.right?.name = "20240512_180321_HDR.JPG"
        $0.compare.right?.distinguishingFolder = "…/Copies"
      }
    ),
    (
      "scanning-remark",
      Sample.app(.scanning) { $0.scanning.remark = "Nothing to review is found yet" }
    ),
    (
      "deck-drag",
      Sample.app(.deck(.similar)) {
        $0.deck.drag = DeckState.Drag(offset: -0.2, below: Sample.card("IMG_0414.JPG"))
        $0.deck.message = nil
      }
    ),
    (
      "loupe-fit",
      Sample.app(.loupe) {
        ($0.loupe.zoom, $0.loupe.scale, $0.loupe.positionTitle) = (.fit, .pixels(.fit), "the whole photo")
      }
    ),
    (
      "compare-details",
      Sample.app(.compare) {
        $0.compare.details = (0..<14).map { Detail("Fact \($0)", "value \($0)") }
      }
    ),
    ("deck-goal", Sample.app(.goalDeck)), ("compare", Sample.app(.compare)), ("loupe", Sample.app(.loupe)),
    (
      "compare-map",
      Sample.app(.compare) {
        $0.compare.view = .map
        $0.compare.map = Sample.map
      }
    ),
    (
      "goals",
      Sample.app(.home) {
        $0.overlay = .goals(
          GoalChooser(
            options: DeckGoal.offered.map { .init($0, cards: 144, bytes: ByteCount(2_100_000_000), pace: .seconds(4)) },
            selection: 1))
      }
    ),
    (
      "deck-offer",
      Sample.app(.deck(.similar)) {
        $0.deck.message = nil
        $0.deck.acceptance = .offered(remaining: 312, margin: 0.8)
      }
    ),
    (
      "deck-sampling",
      Sample.app(.deck(.duplicate)) {
        $0.deck.message = nil
        $0.deck.acceptance = .sampling(agreed: 3, of: 10, remaining: 1204)
      }
    ),
    (
      "deck-details-long",
      Sample.app(.deck(.similar)) {
        $0.deck.details = (1...40).map { Detail("Fact \($0)", "value \($0)") }
        $0.deck.detailsScroll = 10
      }
    ),
    (
      "deck-pictures",
      Sample.app(.deck(.similar)) {
        for index in $0.deck.filmstrip.indices { $0.deck.filmstrip[index].picture = .ready(Sample.stripThumbnail) }
      }
    ),
    (
      "deck-unavailable",
      Sample.app(.deck(.similar)) {
        $0.deck.card?.picture = .unavailable("The file ends in the middle of the picture.")
        $0.deck.card?.decision = .delete
      }
    ),
    (
      "deck-raw",
      Sample.app(.deck(.similar)) {
        $0.deck.card?.facts = ["4032×3024", "31.2 MB", "JPEG + RAW · movie · 2 sidecars", "12 May 2024 18:03:21"]
        $0.deck.card?.badge = "JPEG only · proposed"
        $0.deck.card?.hasParts = true
        $0.deck.message = "Delete takes the JPEG only, 3.1 MB; the RAW stays"
        $0.hints = KeyTable().hints(in: .deck, without: [.moveToFolder, .showSet, .search])
      }
    ),
    (
      "confirmation-companions",
      Sample.app(.confirmation) {
        $0.confirmation.inPart = 2
        $0.confirmation.losing = 1
        $0.confirmation.companions = [.raw: 4, .movie: 1, .sidecar: 12]
      }
    ),
    (
      "deck-end",
      Sample.app(.deck(.similar)) {
        $0.deck.card = nil
        $0.deck.filmstrip = []
        $0.deck.position = 531
        $0.deck.decided = 531
        $0.deck.message = nil
      }
    ),
    ("home-bin", Sample.app(.home) { $0.home.focus = .bin }),
    (
      "home-settled",
      Sample.app(.home) {
        $0.home.gained = HistoryState.Gained(bytes: .zero)
        ($0.home.photosToGain, $0.home.reclaimable, $0.home.keptCount) = (0, .zero, 1166)
        for index in $0.home.cards.indices { $0.home.cards[index].decided = $0.home.cards[index].photos }
        $0.home.allPhotos?.viewed = 12_408
      }
    ),
    ("browse", Sample.app(.browse)),
    (
      "browse-grid",
      Sample.app(.browse) {
        $0.browse.isGridFocused = true
        $0.browse.grid.select(4)
        $0.browse.grid.choose([1, 4])
      }
    ),
    (
      "browse-filter",
      Sample.app(.browse) {
        $0.browse.filter = "march >5mb"
        var dialog = EntryDialog(.filter, title: "Filter", explanation: "Like march, <2019, heic; empty shows all.")
        dialog.entry = TextEntry("march >5mb")
        dialog.note = "12 of 12 408 photos · 76.1 MB"
        $0.overlay = .entry(dialog)
      }
    ),
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
      "confirmation-insisted",
      Sample.app(.confirmation) {
        $0.confirmation.blocked = "Read-only: you can look, but not decide."
        ($0.confirmation.isInsisted, $0.confirmation.isMoveFocused) = (true, true)
        $0.confirmation.refused = []
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
      for place in crossings.indices { crossings[place].pictures = Array(crossings[place].pictures.prefix(space)) }
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
