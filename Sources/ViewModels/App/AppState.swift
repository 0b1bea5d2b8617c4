/// All that a frame is drawn from, besides the theme and the clock.
package struct AppState: Equatable, Sendable {
  package var route: Route
  package var overlay: Overlay?
  package var home: HomeState
  package var scanning: ScanningState
  package var deck: DeckState
  package var loupe: LoupeState
  package var compare: CompareState
  package var bin: BinState
  package var confirmation: ConfirmationState
  package var moving: MovingState
  package var done: DoneState
  package var history: HistoryState
  package var settings: SettingsState
  package var ledger: LedgerState
  package var unread: UnreadState
  package var apps: AppsState
  /// The keys that work here, most useful first; the last ones go when the row is full.
  package var hints: [Hint]
  /// Everything the help overlay lists: heading and its keys.
  package var help: [HelpSection]
  /// The session cannot be written: looking works, deciding does not.
  package var isReadOnly: Bool
  /// The keys as the user has them: for words that name one.
  package var keys: KeyTable
  package var onboarding: OnboardingState
  package var appearance: Appearance

  package init(
    route: Route, overlay: Overlay?, home: HomeState, scanning: ScanningState, deck: DeckState, bin: BinState,
    confirmation: ConfirmationState, moving: MovingState, done: DoneState, history: HistoryState,
    settings: SettingsState, apps: AppsState, hints: [Hint], help: [HelpSection], isReadOnly: Bool,
    ledger: LedgerState = LedgerState(), loupe: LoupeState = LoupeState(), compare: CompareState = CompareState(),
    keys: KeyTable = KeyTable(), onboarding: OnboardingState = OnboardingState(), appearance: Appearance = Appearance(),
    unread: UnreadState = UnreadState()
  ) {
    self.route = route
    self.overlay = overlay
    self.home = home
    self.scanning = scanning
    self.deck = deck
    self.bin = bin
    self.confirmation = confirmation
    self.moving = moving
    self.done = done
    self.history = history
    self.settings = settings
    self.ledger = ledger
    self.loupe = loupe
    self.compare = compare
    self.keys = keys
    self.onboarding = onboarding
    self.appearance = appearance
    self.unread = unread
    self.apps = apps
    self.hints = hints
    self.help = help
    self.isReadOnly = isReadOnly
  }
}

extension AppState {
  /// The notice that stands on the screen, if any.
  package var visibleNotice: Notice? {
    switch route {
    case .home: home.notice
    case .apps: apps.notice
    default: nil
    }
  }

  /// The notice whose actions can be clicked: also that at the end of a deck.
  package var clickableNotice: Notice? {
    route.isDeck && deck.card == nil ? deck.endNotice(keys) : visibleNotice
  }
}

/// A heading of the help overlay and its keys.
package struct HelpSection: Hashable, Sendable {
  package var title: String
  /// Where its keys count; nil where they are only words.
  package var context: KeyContext?
  package var hints: [Hint]

  package init(title: String, context: KeyContext? = nil, hints: [Hint]) {
    self.title = title
    self.context = context
    self.hints = hints
  }
}
