/// What the Apps screen shows: a list of installed apps, and beside or over it what is known of one.
package struct AppsState: Hashable, Sendable {
  /// One app. All words are escaped.
  package struct Row: Hashable, Sendable {
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

  package var rows: [Row] = []
  package var selection: Int = 0
  /// "24 apps, 6.1 GB".
  package var title: String = ""
  package var order: AppOrder = .score
  /// Since when the list is being made; nil while nothing is under way.
  package var loadingSince: Duration?
  /// What became of a key, until the next one.
  package var message: String?
  /// Stands in place of the list.
  package var notice: Notice?
  package var panel: AppPanel?
  /// Lines of the panel above the screen; the view stops at its end.
  package var panelScroll: Int = 0

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
  package enum Subject: Hashable, Sendable {
    /// By `InstalledApp.id`.
    case app(String)
    case advice
  }

  /// Lines below one heading. All words are escaped.
  package struct Part: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case text, warning, command
    }

    package var heading: String
    package var lines: [String]
    package var kind: Kind

    package init(_ heading: String, _ lines: [String], kind: Kind = .text) {
      self.heading = heading
      self.lines = lines
      self.kind = kind
    }
  }

  package var subject: Subject
  package var title: String
  package var parts: [Part]
  /// More is to come.
  package var isWaiting: Bool

  package init(subject: Subject, title: String, parts: [Part], isWaiting: Bool = false) {
    self.subject = subject
    self.title = title
    self.parts = parts
    self.isWaiting = isWaiting
  }
}
