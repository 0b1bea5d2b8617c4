package import PhotoModel

/// Where the user is. One value, so two screens or two dialogs can never be open at once.
package enum Place: Hashable, Sendable {
  case home
  case scanning
  case deck(IssueCategory)
  case bin
  /// "Move 38 photos to the trash?"
  case confirmation
  /// The move is running; nothing else can be started.
  case moving
  case done
  case history
  case apps
  case settings
  /// The remembered decisions, opened from the settings.
  case ledger
  /// The photos of a batch, opened from the history.
  case batch
  /// The first steps.
  case onboarding

  /// The tab that is highlighted.
  package var tab: Tab {
    switch self {
    case .apps: .apps
    case .settings, .ledger: .settings
    default: .photos
    }
  }
}

extension Place {
  /// Whose keys count here, as long as nothing lies over it.
  package var keyContext: KeyContext {
    switch self {
    case .home: .home
    case .scanning: .scanning
    case .deck: .deck
    case .bin: .bin
    case .confirmation: .confirmation
    case .moving: .moving
    case .done: .done
    case .history: .history
    case .batch: .batch
    case .apps: .apps
    case .settings: .settings
    case .ledger: .ledger
    case .onboarding: .onboarding
    }
  }
}

package enum Tab: Int, CaseIterable, Hashable, Sendable {
  case photos, apps, settings

  package var title: String {
    switch self {
    case .photos: "Photos"
    case .apps: "Apps"
    case .settings: "Settings"
    }
  }
}

/// What lies over a screen, at most one thing.
package enum Overlay: Hashable, Sendable {
  case help(scroll: Int, search: HelpSearch? = nil)
  case entry(EntryDialog)
  /// A question with two answers; the safe one is highlighted first.
  case question(Question)
}

/// A question that must be answered before anything else happens.
package struct Question: Hashable, Sendable {
  /// What is done on "yes".
  package enum Subject: Hashable, Sendable {
    /// The last photo of this set would be marked too.
    case emptyGroup(PhotoGroup.ID)
    case markGroup(PhotoGroup.ID)
    case markCategory(IssueCategory)
    case leaveScan
    case forget(LedgerSelection)
  }

  package var subject: Subject
  package var title: String
  package var lines: [String]
  package var safeButton: String
  package var actButton: String
  /// Which button is highlighted.
  package var isActFocused: Bool = false

  package init(subject: Subject, title: String, lines: [String], safeButton: String, actButton: String) {
    self.subject = subject
    self.title = title
    self.lines = lines
    self.safeButton = safeButton
    self.actButton = actButton
  }
}
