import PhotoModel
import SystemPackage
import TextSurface
import Views

@testable import ViewModels

/// States as they stand in the middle of a real session: what goldens and mouse tests look at.
enum Sample {
  /// The actions that the hint line of a deck leaves out; that of a category has no columns left for more.
  private static func idleInDeck(_ route: Route) -> Set<Action> {
    let idle: Set<Action> = [.chooseParts, .acceptRemaining]
    return route == .deck(.browse) ? idle : idle.union([.moveToFolder, .showSet, .search])
  }

  /// Home after a scan, the first card highlighted.
  static func app(_ route: Route, change: (inout AppState) -> Void = { _ in }) -> AppState {
    let context = KeyContext(rawValue: "\(route)") ?? .deck
    let keys = KeyTable()
    var state = AppState(route: route, context: context)
    state.home = home
    state.scanning = scanning
    state.deck = deck
    state.bin = bin
    state.browse = browse
    state.large = large
    state.contactSheet = contactSheet
    state.confirmation = confirmation
    state.moving = moving
    state.done = done
    state.history = history
    state.settings = settings
    state.apps = apps
    state.ledger = ledger
    state.loupe = loupe
    state.compare = compare
    state.unread = unread
    state.hints = keys.hints(in: context, without: context == .deck ? idleInDeck(route) : [])
    state.help = keys.help(first: context)
    if route == .goalDeck {
      state.deck.goal = GoalProgress(title: "Free 2.0 GB", progress: "1.2 GB of 2.0 GB", fraction: 0.6)
    }
    change(&state)
    return state
  }

  static var home: HomeState {
    var home = HomeState()
    home.libraryTitle = "~/Pictures"
    home.trashLine = "trash ready"
    home.storage = StorageFigures(used: ByteCount(412_000_000_000), capacity: ByteCount(1_000_000_000_000))
    home.lastScanLine = "last scan today 14:02 · 41 s"
    home.photosToGain = 754
    home.reclaimable = ByteCount(3_800_000_000)
    home.keptCount = 412
    home.gained = HistoryState.Gained(bytes: ByteCount(172_000_000), gone: ByteCount(48_200_000))
    home.cards = [
      HomeState.Card(category: .duplicate, photos: 214, sets: 98, bytes: ByteCount(1_100_000_000), decided: 150),
      HomeState.Card(category: .similar, photos: 531, sets: 160, bytes: ByteCount(2_000_000_000), decided: 38),
      HomeState.Card(category: .blurry, photos: 187, sets: 0, bytes: ByteCount(512_000_000), decided: 0),
      HomeState.Card(category: .screenshot, photos: 272, sets: 0, bytes: ByteCount(201_000_000), decided: 272),
    ]
    home.allPhotos = HomeState.AllPhotos(photos: 12_408, bytes: ByteCount(41_300_000_000), viewed: 990)
    home.large = HomeState.Large(photos: 12_408, bytes: ByteCount(41_300_000_000))
    home.focus = .card(.duplicate)
    home.binCount = 38
    home.binBytes = ByteCount(124_000_000)
    return home
  }

  /// Home with the pictures that its cards have space for, of upright and of wide photos.
  static func pictured(_ home: HomeState, for size: Size) -> HomeState {
    let area = AppView.homeLayout(in: size).picture
    guard area.columns > 0 else { return home }
    var home = home
    let pictures = [0, 1, 2].map { number in
      let upright = number == 1
      var picture = Surface(
        Size(columns: upright ? area.rows : area.columns, rows: upright ? area.rows : area.rows - 1))
      let style = Style(foreground: RGB(hex: 0x6688AA), background: RGB(hex: 0x223344))
      picture.fill(picture.bounds, ["▚", "▞", "▒"][number], style: style)
      return CardPicture.ready(picture)
    }
    for target in home.cardTargets { home.pictures[target] = pictures }
    return home
  }

  static var scanning: ScanningState {
    var scanning = ScanningState()
    scanning.progress = ScanProgress(
      processed: 3204, total: 12_408, stage: .reading, skipped: 3)
    scanning.found = [.duplicate: 42, .similar: 118, .blurry: 31]
    scanning.currentName = "2024/05/IMG_0413.JPG"
    scanning.photosPerSecond = 310.4
    scanning.secondsLeft = 30
    scanning.libraryTitle = "~/Pictures"
    scanning.canReview = true
    scanning.picture = .ready(picture)
    return scanning
  }
}
