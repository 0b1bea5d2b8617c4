/// The state that a frame is drawn from, together with the theme and the clock.
package struct AppState: Equatable, Sendable {
  /// The screen that is shown, below any overlay.
  package var route: Route
  /// The context of the keys of the screen, below any overlay.
  package var context: KeyContext = .home
  /// The overlay above the screen; nil where there is none.
  package var overlay: Overlay?
  /// The sentence that stands on the screen because of the last key; nil where there is none.
  package var message: String?
  /// The state of the Home screen.
  package var home = HomeState()
  /// The state of the Scanning screen.
  package var scanning = ScanningState()
  /// The state of the review deck, also while the loupe or Compare lies over it.
  package var deck = DeckState(category: .duplicate)
  /// The state of the loupe.
  package var loupe = LoupeState()
  /// The state of the Compare screen.
  package var compare = CompareState()
  /// The state of the bin.
  package var bin = BinState()
  /// The state of the screen of all photos.
  package var browse = BrowseState()
  /// The state of the list of photos whose files could be smaller.
  package var large = LargeState()
  /// The state of the contact sheet.
  package var contactSheet = ContactSheetState()
  /// The state of the question before a move.
  package var confirmation = ConfirmationState()
  /// The state of the move, or the restore, under way.
  package var moving = MovingState()
  /// The state of the screen about a finished batch.
  package var done = DoneState()
  /// The state of the history, with the batch that is open in it.
  package var history = HistoryState()
  /// The state of the Settings screen.
  package var settings = SettingsState()
  /// The state of the list of remembered decisions.
  package var ledger = LedgerState()
  /// The state of the list of files that were not read.
  package var unread = UnreadState()
  /// The state of the Apps screen.
  package var apps = AppsState()
  /// The keys that work here, most useful first; the last ones go when the row is full.
  package var hints: [Hint] = []
  /// The actions of the screen, below any overlay, that would do nothing now, each with the reason.
  package var unavailable: [Action: String] = [:]
  /// The sections of the help overlay; empty while the help is closed.
  package var help: [HelpSection] = []
  /// Whether the session cannot be written: viewing works, deciding does not.
  package var isReadOnly: Bool = false
  /// The key table of the user, for texts that name a key.
  package var keys = KeyTable()
  /// The state of the first steps.
  package var onboarding = OnboardingState()
  /// The present theme and other settings of the appearance.
  package var appearance = Appearance()
}

extension AppState {
  /// The list on the screen, if there is one.
  package var list: (any ListState)? {
    switch route {
    case .bin: bin
    case .browse: browse.isGridFocused ? browse.photoList : browse
    case .large: large
    case .contactSheet: contactSheet
    case .history: history
    case .batch: history.batch
    case .ledger: ledger
    case .unread: unread
    case .apps: apps
    case .settings: settings
    case .onboarding: onboarding
    default: nil
    }
  }

  /// The notice that stands on the screen, if any.
  package var visibleNotice: Notice? {
    switch route {
    case .home: home.notice
    case .browse: browse.notice
    case .large: large.notice
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
  /// The heading.
  package var title: String
  /// The context in which the keys count; nil where they are only text.
  package var context: KeyContext?
  /// The keys below the heading, in the order of the key table.
  package var hints: [Hint]
  /// Whether the keys count on the screen below the help.
  package var isHere = true
}
