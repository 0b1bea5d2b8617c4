/// The models of all screens, and which of them a route shows: a new screen is registered here.
@MainActor
struct Screens {
  let home: HomeModel
  let scanning: ScanningModel
  let deck: DeckModel
  let loupe: LoupeModel
  let compare: CompareModel
  let bin: BinModel
  let browse: BrowseModel
  let large: LargeModel
  let contactSheet: ContactSheetModel
  let removal: RemovalModel
  let history: HistoryModel
  let settings: SettingsModel
  let ledger: LedgerModel
  let unread: UnreadModel
  let apps: AppsModel
  let onboarding: OnboardingModel

  init(library: LibraryModel, pictures: PictureLoader, keys: KeyTable, appearance: Appearance) {
    history = HistoryModel(library: library, pictures: pictures)
    home = HomeModel(library: library, keys: keys, history: history, pictures: pictures)
    scanning = ScanningModel(library: library)
    deck = DeckModel(library: library, pictures: pictures, keys: keys)
    loupe = LoupeModel(library: library, pictures: pictures)
    compare = CompareModel(library: library, pictures: pictures, deck: deck)
    bin = BinModel(library: library, pictures: pictures)
    browse = BrowseModel(library: library, pictures: pictures)
    large = LargeModel(library: library, pictures: pictures)
    contactSheet = ContactSheetModel(library: library, pictures: pictures, deck: deck)
    removal = RemovalModel(library: library, pictures: pictures)
    settings = SettingsModel(library: library, pictures: pictures, appearance: appearance)
    ledger = LedgerModel(library: library)
    unread = UnreadModel(library: library)
    apps = AppsModel(library: library, keys: keys)
    onboarding = OnboardingModel(library: library)
  }

  /// The screen of a route.
  subscript(route: Route) -> any Screen {
    switch route {
    case .home: home
    case .scanning: scanning
    case .deck, .goalDeck: deck
    case .loupe: loupe
    case .compare: compare
    case .bin: bin
    case .browse: browse
    case .large: large
    case .largePhoto: LargePhotoScreen(large: large)
    case .contactSheet: contactSheet
    case .confirmation: ConfirmationScreen(removal: removal)
    case .moving: MovingScreen(removal: removal)
    case .done: DoneScreen(removal: removal)
    case .history: history
    case .batch: BatchScreen(history: history)
    case .batchPhoto: BatchPhotoScreen(history: history)
    case .apps: apps
    case .settings: settings
    case .ledger: ledger
    case .unread: unread
    case .onboarding: onboarding
    }
  }

  /// Puts the state of each screen into that of the program.
  func fill(_ state: inout AppState) {
    state.home = home.state
    state.scanning = scanning.state
    state.deck = deck.state
    state.loupe = loupe.state
    state.compare = compare.state
    state.bin = bin.state
    state.browse = browse.state
    state.large = large.state
    state.contactSheet = contactSheet.state
    state.confirmation = removal.confirmation
    state.moving = removal.moving
    state.done = removal.done
    state.history = history.state
    state.settings = settings.state
    state.ledger = ledger.state
    state.unread = unread.state
    state.apps = apps.state
    state.onboarding = onboarding.state
    state.appearance = settings.appearance
  }

  /// The keys of all screens, in the order of the table of keys.
  nonisolated static let bindings: [KeyBinding] = [
    HomeModel.bindings, ScanningModel.bindings, DeckModel.bindings, CompareModel.bindings, LoupeModel.bindings,
    BinModel.bindings, BrowseModel.bindings, LargeModel.bindings, LargePhotoScreen.bindings, ContactSheetModel.bindings,
    ConfirmationScreen.bindings,
    MovingScreen.bindings, DoneScreen.bindings, HistoryModel.bindings,
    BatchScreen.bindings, BatchPhotoScreen.bindings, UnreadModel.bindings, AppsModel.bindings, SettingsModel.bindings,
    LedgerModel.bindings, OnboardingModel.bindings,
  ].flatMap(\.self)
}
