import PhotoModel
import Removal
import SystemPackage
import TestSupport
import TextSurface

@testable import ViewModels

/// States with hostile contents: very long and very wide words, marks, absurd numbers, empty lists and long ones.
struct RandomStates {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Without the generic function of the library, which takes most of the time of a debug build.
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(generator.next() % UInt64(range.upperBound - range.lowerBound + 1))
  }
  mutating func flag() -> Bool { Bool.random(using: &generator) }

  private static let pieces = [
    "a", "IMG", "写真", "한글", "e\u{301}", "\u{301}", " ", "…", "ﷺ", "\\x1b", "👩", "́̂̃", "/",
  ]

  mutating func text() -> String {
    let count = [0, 1, 3, 12, 60, 300][number(0...5)]
    var text = ""
    for _ in 0..<count { text += Self.pieces[number(0...(Self.pieces.count - 1))] }
    return text
  }

  mutating func texts(_ most: Int) -> [String] { (0..<number(0...most)).map { _ in text() } }
  mutating func bytes() -> ByteCount {
    ByteCount([0, 1, 999, 3_100_000, 412_000_000_000, Int64.max / 8, -5][number(0...6)])
  }
  mutating func count() -> Int { [0, 1, 2, 38, 12_408, 1_000_000_000, -3][number(0...6)] }
  mutating func decision() -> UserDecision { [.pending, .keep, .delete][number(0...2)] }
  mutating func category() -> IssueCategory { IssueCategory.allCases[number(0...3)] }
  mutating func time() -> Duration { .milliseconds(number(-500...2000)) }

  mutating func picture() -> CardPicture {
    switch number(0...2) {
    case 0: return .loading(since: time())
    case 1: return .unavailable(text())
    default:
      var cells = Surface(Size(columns: number(0...300), rows: number(0...80)))
      for y in 0..<cells.size.rows { cells.write("写写写写写写写写写写写写", x: 0, y: y) }
      return .ready(cells)
    }
  }

  mutating func card() -> DeckState.Card {
    let issue = PhotoIssue(
      path: FilePath("/x"), category: category(), confidence: 1, score: 1, threshold: 1, size: bytes(), why: text())
    return DeckState.Card(
      issue: issue, name: text(), folder: text(), facts: texts(8), picture: picture(),
      form: CardForm.allCases[number(0...1)], badge: text(), decision: decision())
  }

  mutating func notice() -> Notice {
    let glyphs: [Notice.Glyph] = [.check, .folder, .lock, .warning, .apps, .photo]
    return Notice(glyph: glyphs[number(0...5)], title: text(), lines: texts(6), actions: hints(3))
  }

  mutating func hints(_ most: Int) -> [Hint] { (0..<number(0...most)).map { _ in Hint(key: text(), title: text()) } }
  mutating func refusals() -> [Refusal] {
    (0..<number(0...9)).map { _ in Refusal(name: text(), reason: text()) }
  }

  mutating func deck() -> DeckState {
    var deck = DeckState(category: category())
    deck.position = count()
    deck.total = count()
    deck.decided = count()
    deck.binCount = count()
    deck.binBytes = bytes()
    if flag() { deck.card = card() }
    deck.filmstrip = (0..<number(0...90)).map { index in
      DeckState.FilmstripItem(
        path: FilePath("/\(index)"), isKeeper: flag(), isCurrent: flag(), decision: decision(),
        picture: flag() ? picture() : nil)
    }
    if flag() {
      let kind: DeckState.Motion.Kind = flag() ? .leaving(decision()) : .returning(decision())
      deck.motion = DeckState.Motion(kind: kind, card: card(), startedAt: time())
    }
    if flag() { deck.drag = DeckState.Drag(offset: Double(number(-100...100)) / 100, below: flag() ? card() : nil) }
    deck.detailsScroll = number(0...90)
    if flag() { deck.goal = GoalProgress(title: text(), progress: text(), fraction: [.nan, 0, 0.3, 9][number(0...3)]) }
    if flag() { deck.acceptance = .offered(remaining: count(), margin: Double(number(-1...2))) }
    if flag() { deck.acceptance = .sampling(agreed: number(0...9), of: 10, remaining: count()) }
    if flag() { deck.details = (0..<number(0...40)).map { _ in Detail(text(), text()) } }
    if flag() { deck.message = text() }
    deck.isProvisional = flag()
    return deck
  }

  mutating func home() -> HomeState {
    var home = HomeState()
    home.libraryTitle = text()
    home.trashLine = text()
    if flag() { home.storage = StorageFigures(used: bytes(), capacity: bytes()) }
    if flag() { home.lastScanLine = text() }
    if flag() { home.stoppedScanLine = text() }
    home.photosToGain = count()
    home.reclaimable = bytes()
    home.cards = (0..<number(0...6)).map { _ in
      HomeState.Card(category: category(), photos: count(), sets: count(), bytes: bytes(), decided: count())
    }
    if flag() { home.allPhotos = HomeState.AllPhotos(photos: count(), bytes: bytes(), viewed: count()) }
    if flag() { home.large = HomeState.Large(photos: count(), bytes: bytes()) }
    home.focus = [.scan, .bin, .card(category()), .allPhotos, .large][number(0...4)]
    home.binCount = count()
    home.binBytes = bytes()
    home.keptCount = count()
    if flag() { home.gained = HistoryState.Gained(bytes: bytes(), gone: bytes()) }
    if flag() { home.missing = MissingPhotosNotice(marked: number(0...9999), kept: number(0...9999), folder: text()) }
    if flag() {
      home.unread = SkippedCount(files: number(0...9999), parentFolders: number(1...99), folders: number(0...99))
    }
    if flag() { home.notice = notice() }
    if flag() { home.warning = text() }
    return home
  }

  mutating func scanning() -> ScanningState {
    var scanning = ScanningState()
    scanning.progress = ScanProgress(
      processed: count(), total: count(), stage: ScanProgress.Stage.allCases[number(0...2)],
      skipped: count(), fromCache: count())
    scanning.found = [category(): count()]
    scanning.currentName = text()
    scanning.photosPerSecond = [nil, 0, .nan, .infinity, 0.2, 310][number(0...5)]
    scanning.secondsLeft = [nil, 0, 59, 3601, Int.max][number(0...4)]
    scanning.canReview = flag()
    scanning.isStopping = flag()
    return scanning
  }

  mutating func bin() -> BinState {
    var bin = BinState()
    bin.items = (0..<[0, 1, 5, 70][number(0...3)]).map { _ in
      BinState.Item(
        path: FilePath("/x"), name: text(), folder: text(), category: category(), size: bytes(),
        problem: flag() ? text() : nil)
    }
    bin.selection = number(0...80)
    if flag() { bin.picture = picture() }
    if flag() { bin.message = text() }
    return bin
  }

  mutating func loupe() -> LoupeState {
    var loupe = LoupeState()
    loupe.name = text()
    loupe.picture = picture()
    if flag() { loupe.earlier = picture() }
    loupe.zoom = LoupeZoom.allCases[number(0...3)]
    loupe.scale = flag() ? .pixels(loupe.zoom) : .characters(PixelSize(width: number(1...99), height: number(1...99)))
    if flag() { loupe.sharpness = LoupeSharpness(value: flag() ? text() : nil, other: text(), limit: text()) }
    loupe.positionTitle = text()
    loupe.isKeeper = flag()
    loupe.canFlip = flag()
    if flag() { loupe.message = text() }
    return loupe
  }

  mutating func side() -> CompareState.Side {
    CompareState.Side(name: text(), folder: text(), picture: picture(), decision: decision())
  }

  mutating func compare() -> CompareState {
    var compare = CompareState()
    if flag() { compare.left = side() }
    if flag() { compare.right = side() }
    compare.rows = (0..<number(0...14)).map { _ in
      CompareState.Row(
        text(), text(), text(), better: [.neither, .left, .right][number(0...2)], advantage: text())
    }
    compare.same = (0..<number(0...8)).map { _ in Detail(text(), text()) }
    compare.mapLine = text()
    compare.form = CompareForm.allCases[number(0...4)]
    if flag() { compare.details = (0..<number(0...40)).map { _ in Detail(text(), text()) } }
    compare.detailsScroll = number(0...90)
    compare.view = CompareState.View.allCases[number(0...2)]
    compare.position = text()
    if flag() { compare.message = text() }
    let bytes = (0..<256).map { _ in UInt8(number(0...255)) }
    let one = PhotoFeatures(format: .jpeg, pixelSize: PixelSize(width: 4, height: 3), lumaThumbnail: bytes)
    var other = one
    other.lumaThumbnail.reverse()
    compare.map = flag() ? try? DifferenceMap(one, other, relation: nil) : nil
    return compare
  }

  mutating func app(_ route: Route) -> AppState {
    var moving = MovingState()
    moving.done = count()
    moving.total = count()
    moving.currentName = text()
    var overlay: Overlay?
    switch number(0...5) {
    case 0:
      var search = HelpSearch()
      search.entry = TextEntry(flag() ? text() : "")
      overlay = .help(search)
    case 2:
      let options = (0..<number(0...6)).map { _ in
        var option = GoalChooser.Option(
          .minutes(count()), cards: count(), bytes: ByteCount(Int64(count())), pace: .seconds(count()))
        (option.title, option.remark, option.shortRemark) = (text(), text(), text())
        return option
      }
      overlay = .goals(GoalChooser(options: options, selection: number(0...8)))
    case 3:
      let options = (0..<number(0...9)).map { _ in FolderChooser.Option("/", title: text()) }
      overlay = .folders(FolderChooser(options: options, photo: text(), selection: number(0...8)))
    case 1:
      var question = Question(
        subject: .leaveScan, title: text(), lines: texts(6), safeButton: text(), actButton: text())
      question.isActFocused = flag()
      overlay = .question(question)
    default: break
    }
    let help = (0..<number(0...6)).map { _ in HelpSection(title: text(), hints: hints(12)) }
    var state = AppState(route: route)
    state.overlay = overlay
    state.home = home()
    state.scanning = scanning()
    state.deck = deck()
    state.bin = bin()
    state.confirmation = confirmation()
    state.moving = moving
    state.done = done()
    state.history = history()
    state.settings = settings()
    state.apps = apps()
    state.hints = hints(12)
    state.help = help
    state.isReadOnly = flag()
    state.ledger = ledger()
    state.loupe = loupe()
    state.compare = compare()
    state.onboarding = onboarding()
    state.unread = unread()
    state.large = large()
    return state
  }
}
