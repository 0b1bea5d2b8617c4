/// All that a frame is drawn from, besides the theme and the clock.
package struct AppState: Equatable, Sendable {
  package var route: Route
  package var overlay: Overlay?
  package var home = HomeState()
  package var scanning = ScanningState()
  package var deck = DeckState(category: .duplicate)
  package var loupe = LoupeState()
  package var compare = CompareState()
  package var bin = BinState()
  package var confirmation = ConfirmationState()
  package var moving = MovingState()
  package var done = DoneState()
  package var history = HistoryState()
  package var settings = SettingsState()
  package var ledger = LedgerState()
  package var unread = UnreadState()
  package var apps = AppsState()
  /// The keys that work here, most useful first; the last ones go when the row is full.
  package var hints: [Hint] = []
  /// Everything the help overlay lists: heading and its keys.
  package var help: [HelpSection] = []
  /// The session cannot be written: looking works, deciding does not.
  package var isReadOnly: Bool = false
  /// The keys as the user has them: for words that name one.
  package var keys = KeyTable()
  package var onboarding = OnboardingState()
  package var appearance = Appearance()

  /// Creates the state of a route with nothing on its screen yet.
  package init(route: Route) { self.route = route }
}

extension AppState {
  /// The list on the screen, if there is one.
  package var list: (any ListState)? {
    switch route {
    case .bin: bin
    case .history: history
    case .batch: history.batch
    case .ledger: ledger
    case .unread: unread
    case .apps: apps
    default: nil
    }
  }

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
