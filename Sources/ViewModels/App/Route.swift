package import PhotoModel
package import Review
package import SystemPackage

/// The screen that is shown. One value, so two screens can never be open at once.
package enum Route: Hashable, Sendable {
  case home
  case scanning
  case deck(IssueCategory)
  /// A deck across the categories, made to reach a goal.
  case goalDeck
  /// The top card at its own resolution.
  case loupe
  /// The top card beside the keeper of its set.
  case compare
  case bin
  /// All photos, by month or by folder.
  case browse
  /// The photos whose files could be smaller.
  case large
  /// A photo whose file could be smaller, beside its smaller version.
  case largePhoto
  /// The photos of a set beside each other.
  case contactSheet
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
  /// One photo of a batch, as large as the screen allows.
  case batchPhoto
  /// The files that could not be judged, opened from Home.
  case unread
  /// The first steps.
  case onboarding

  /// Whether the route is a deck, of a category or with a goal.
  package var isDeck: Bool {
    switch self {
    case .deck, .goalDeck: true
    default: false
    }
  }

  /// The tab that is highlighted.
  package var tab: Tab {
    switch self {
    case .apps: .apps
    case .settings, .ledger: .settings
    default: .photos
    }
  }
}

/// The screen or overlay in which a key counts. A screen's own keys come before those that count everywhere.
package enum KeyContext: String, CaseIterable, Hashable, Sendable {
  case question, help, goals, folders, entry, confirmation, moving, deck, compare, loupe, bin, done, scanning, home,
    history,
    batch, batchPhoto, unread, browse, contactSheet, large, largePhoto,
    settings, ledger, apps, onboarding, everywhere

  /// Whether the rows of the screen have numbers in plain mode: folders of the first steps, and rows of lists, where a key
  /// shows the whole row.
  package var isList: Bool {
    self == .onboarding || KeyTable.standard.contains { $0.context == self && $0.action == .showRow }
  }

  /// The heading in the help.
  package var title: String {
    switch self {
    case .question: "A question"
    case .help: "Help"
    case .goals: "A quick pass"
    case .folders: "Folders to move to"
    case .compare: "Compare"
    case .loupe: "Loupe"
    case .entry: "Typing"
    case .confirmation: "Before the move"
    case .moving: "During the move"
    case .deck: "Review"
    case .bin: "Bin"
    case .browse: "All photos"
    case .contactSheet: "Contact sheet"
    case .large: "Large"
    case .largePhoto: "A smaller picture"
    case .done: "After the move"
    case .scanning: "Scanning"
    case .home: "Home"
    case .history: "History"
    case .batch: "Photos of a batch"
    case .batchPhoto: "One photo of a batch"
    case .unread: "Files not read"
    case .settings: "Settings"
    case .ledger: "Remembered decisions"
    case .apps: "Apps"
    case .onboarding: "First steps"
    case .everywhere: "Everywhere"
    }
  }
}

/// The tabs at the top of the screen, from left to right.
package enum Tab: Int, CaseIterable, Hashable, Sendable {
  case photos, apps, settings

  /// The label of the tab.
  package var title: String {
    switch self {
    case .photos: "Photos"
    case .apps: "Apps"
    case .settings: "Settings"
    }
  }
}

/// The overlay over a screen; at most one is open.
package enum Overlay: Hashable, Sendable {
  case help(HelpSearch = HelpSearch())
  case entry(EntryDialog)
  /// The choice of a quick pass.
  case goals(GoalChooser)
  /// The choice of a folder to move a photo to.
  case folders(FolderChooser)
  /// A question with two answers; the safe one is highlighted first.
  case question(Question)

  /// The context of the keys while the overlay is open.
  package var context: KeyContext {
    switch self {
    case .help: .help
    case .entry: .entry
    case .goals: .goals
    case .folders: .folders
    case .question: .question
    }
  }
}

/// Short decks to choose from.
package struct GoalChooser: Hashable, Sendable {
  /// A quick pass that is offered.
  package struct Option: Hashable, Sendable {
    /// The goal of the deck: bytes or minutes.
    package var goal: DeckGoal
    /// "Free 2.0 GB".
    package var title: String
    /// "120 cards, 2.1 GB"; "only 3.8 MB in 52 cards", where all of it is less than the goal; "52 cards, about 4 min".
    package var remark: String
    /// "2.1 GB", "only 3.8 MB", "4 min": for a narrow screen.
    package var shortRemark: String

    /// Creates an option with its texts.
    ///
    /// - Parameter pace: The time for a card.
    package init(_ goal: DeckGoal, cards: Int, bytes: ByteCount, pace: Duration) {
      self.goal = goal
      title = goal.title
      switch goal {
      case .bytes(let wanted) where bytes < wanted:
        shortRemark = "only \(bytes.formatted)"
        remark = "\(shortRemark) in \(counted(cards, "photo"))"
      case .bytes:
        shortRemark = bytes.formatted
        remark = "\(counted(cards, "photo")), \(shortRemark)"
      case .minutes:
        shortRemark = DeckPace.title(of: cards, at: pace)
        remark = "\(counted(cards, "photo")), about \(shortRemark)"
      }
    }
  }

  /// The decks, each with other cards; empty where no card is open.
  package var options: [Option]
  /// Index of the highlighted option; 0 where there is none.
  package var selection = 0
  /// The sentence about the last key, which did nothing; nil where there is none.
  package var message: String?

  /// The line above the options.
  package var text: String {
    message ?? (options.isEmpty ? "Nothing is left to decide." : "The clearest cases come first.")
  }
}

/// A question that must be answered before anything else happens.
package struct Question: Hashable, Sendable {
  /// The action that a yes performs.
  package enum Subject: Hashable, Sendable {
    /// The last photo of this set would be marked too.
    case emptyGroup(PhotoGroup.ID)
    case markGroup(PhotoGroup.ID)
    /// Only the chosen photos of this set, which is made to be kept whole, would stay.
    case keepChosen(PhotoGroup.ID)
    case markCategory(IssueCategory)
    /// This many photos that are like the samples would be marked.
    case acceptRemaining(Int)
    case leaveScan
    /// The program would be left; the scan that was asked about has ended meanwhile.
    case leave
    case forget(LedgerSelection)
    /// A pattern of the settings would be left out no longer.
    case includeAgain(String)
    /// Photos in this folder would stay before others.
    case preferFolder(FilePath)
    /// A folder of the settings would lose its protection.
    case unprotect(String)
    case clearCache
    /// Batches would be forgotten once nothing of them can be put back.
    case stopHistory
    /// Photos without a trash would go to this folder instead.
    case setAside(FilePath)
    /// This many photos that are not in the backup would be removed.
    case moveUnsaved(Int)
    /// The package manager would be asked to remove an app, with this command.
    case removeApp([String])
    /// The folders that an app left behind would go to the trash.
    case trashLeftovers
  }

  /// The action that a yes performs.
  package var subject: Subject
  /// The question itself, one line.
  package var title: String
  /// The lines below the title, which explain the effect of a yes; escaped.
  package var lines: [String]
  /// The label of the button that changes nothing.
  package var safeButton: String
  /// The label of the button that acts.
  package var actButton: String
  /// Whether the button that acts is highlighted, and not the safe one.
  package var isActFocused: Bool = false
  /// The sentence about the last key, which did nothing; nil where there is none.
  package var message: String?
  /// Whether the question comes up without a key, over another one. A yes may then be meant for the one before: only
  /// the button, highlighted and pressed, acts.
  package var comesByItself: Bool {
    switch subject {
    case .moveUnsaved, .leave: true
    default: false
    }
  }
}
