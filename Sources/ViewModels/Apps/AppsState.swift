/// What the Apps screen shows: a list of installed apps, and beside or over it what is known of one.
package struct AppsState: Hashable, Sendable {
  /// One app. All words are escaped.
  package struct Row: Hashable, Sendable {
    /// The name of the app.
    package var name: String
    /// "1.2 GB"; "?" where its source does not say.
    package var size: String
    /// "used 120 days ago", "use unknown".
    package var lastUse: String
    /// "0.84".
    package var score: String
    /// The score as a part of a bar, 0…1.
    package var fraction: Double
    /// It must stay, so that its score means nothing.
    package var isProtected: Bool
    /// What speaks for and against removing it, in one line.
    package var reason: String

    /// Creates a row from texts that are escaped already.
    package init(
      name: String, size: String, lastUse: String, score: String, fraction: Double, isProtected: Bool = false,
      reason: String
    ) {
      self.name = name
      self.size = size
      self.lastUse = lastUse
      self.score = score
      self.fraction = fraction
      self.isProtected = isProtected
      self.reason = reason
    }
  }

  /// The apps of the list, in `order`, protected ones last.
  package var rows: [Row] = []
  /// Index of the highlighted row; 0 where the list is empty.
  package var selection: Int = 0
  /// "24 apps, 6.1 GB".
  package var title: String = ""
  /// The order of the rows.
  package var order: AppOrder = .score
  /// Since when the list is being made; nil while nothing is under way.
  package var loadingSince: Duration?
  /// What became of a key, until the next one.
  package var message: String?
  /// Stands in place of the list.
  package var notice: Notice?
  /// The details or the advice that is open; nil where only the list is shown.
  package var panel: AppPanel?
  /// Lines of the panel above the screen; the view stops at its end.
  package var panelScroll: Int = 0

  /// Creates the state of an empty list.
  package init() {}
}

/// By what the apps are sorted.
package enum AppOrder: CaseIterable, Hashable, Sendable {
  case score, size, lastUse

  /// Behind the title of the list.
  package var title: String {
    switch self {
    case .score: "by cleanup score"
    case .size: "largest first"
    case .lastUse: "longest unused first"
    }
  }

  /// The one after it, round and round.
  package var next: AppOrder {
    switch self {
    case .score: .size
    case .size: .lastUse
    case .lastUse: .score
    }
  }
}

/// What lies beside the list, or over it where there is no room: the details of an app, or advice.
package struct AppPanel: Hashable, Sendable {
  /// The app that the panel is about, or the advice.
  package enum Subject: Hashable, Sendable {
    /// By `InstalledApp.id`.
    case app(String)
    case advice
  }

  /// Lines below one heading. All words are escaped.
  package struct Part: Hashable, Sendable {
    /// The kind of the lines: plain text, a warning, or a command that can be copied.
    package enum Kind: Hashable, Sendable {
      case text, warning, command
    }

    /// The heading; empty for lines that go on below the part before.
    package var heading: String
    /// The lines below the heading.
    package var lines: [String]
    /// The kind of all lines of the part.
    package var kind: Kind

    /// Creates a part from lines that are escaped already.
    package init(_ heading: String, _ lines: [String], kind: Kind = .text) {
      self.heading = heading
      self.lines = lines
      self.kind = kind
    }
  }

  /// The app that the panel is about, or the advice.
  package var subject: Subject
  /// The name of the app, or "Tips"; escaped.
  package var title: String
  /// The parts from top to bottom.
  package var parts: [Part]
  /// More is to come.
  package var isWaiting: Bool

  /// Creates a panel.
  package init(subject: Subject, title: String, parts: [Part], isWaiting: Bool = false) {
    self.subject = subject
    self.title = title
    self.parts = parts
    self.isWaiting = isWaiting
  }
}
