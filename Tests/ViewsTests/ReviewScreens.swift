import PhotoModel
import Removal
import Review
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels
@testable import Views

extension ScreenGoldenTests {
  /// Home, the scan, the decks with their views, and all photos.
  static let reviewScreens: [(name: String, state: AppState)] = [
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
        ($0.scanning.progress.toCompare, $0.scanning.progress.verified) = (5000, 0.24)
        $0.scanning.secondsLeft = 20
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
        for index in $0.deck.filmstrip.indices { $0.deck.filmstrip[index].picture = .ready(Sample.filmstripThumbnail) }
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
  ]
}
