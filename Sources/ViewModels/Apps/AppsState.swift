/// The state of the Apps screen: a list of installed apps, and beside or over it the details of one.
package struct AppsState: Hashable, Sendable {
  /// One app. All texts are escaped.
  package struct Row: Hashable, Sendable {
    /// The name of the app.
    package var name: String
    /// The size, such as "1.2 GB"; "?" where the source does not tell.
    package var size: String
    /// "used 120 days ago", "use unknown".
    package var lastUse: String
    /// "0.84".
    package var score: String
    /// The score as a part of a bar, 0…1.
    package var fraction: Double
    /// Whether the app must stay, so that its score means nothing.
    package var isProtected = false
    /// The reasons for and against removing the app, in one line.
    package var reason: String
  }

  /// The apps of the list, in `order`, protected ones last.
  package var rows: [Row] = []
  /// Index of the highlighted row; 0 where the list is empty.
  package var selection: Int = 0
  /// "24 apps, 6.1 GB".
  package var title: String = ""
  /// The order of the rows.
  package var order: AppOrder = .score
  /// The time since which the list is being read, on the shell's clock; nil while it is not.
  package var loadingSince: Duration?
  /// The sentence about the last key; nil where there is none.
  package var message: String?
  /// The notice in place of an empty list; nil where apps are listed.
  package var notice: Notice?
  /// The details or the advice that is open; nil where only the list is shown.
  package var panel: AppPanel?
  /// The lines of the panel that are scrolled away at the top; the view stops at the end.
  package var panelScroll: Int = 0
}

/// The order of the apps.
package enum AppOrder: CaseIterable, Hashable, Sendable {
  case score, size, lastUse

  /// The text behind the title of the list.
  package var title: String {
    switch self {
    case .score: "by cleanup score"
    case .size: "largest first"
    case .lastUse: "longest unused first"
    }
  }

  /// The order that the next key brings; after the last the first.
  package var next: AppOrder {
    switch self {
    case .score: .size
    case .size: .lastUse
    case .lastUse: .score
    }
  }
}

/// The panel beside the list, or over it on a narrow screen: the details of an app, or advice.
package struct AppPanel: Hashable, Sendable {
  /// The app that the panel is about, or the advice.
  package enum Subject: Hashable, Sendable {
    /// The details of an app, by `InstalledApp.id`.
    case app(String)
    case advice
  }

  /// Lines below one heading. All texts are escaped.
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
  /// Whether more lines are to come.
  package var isWaiting = false
}

extension AppsState: ListState {
  /// The lines of the open panel; without one the notice, or the order and the title of the list.
  package var listLines: [String] {
    if loadingSince != nil { return ["Apps: looking at what is installed ..."] }
    if let notice { return [notice.title] + notice.lines }
    return panel?.lines ?? ["Apps, \(order.title): \(title); Deckle removes none"]
  }

  /// The number of apps.
  package var rowCount: Int { rows.count }
  /// An app: name, size, cleanup score and reason; no score for an app that has to stay.
  package func rowText(_ index: Int) -> String {
    let row = rows[index]
    return "\(row.name), \(row.size == "?" ? "size unknown" : row.size), "
      + (row.isProtected ? row.reason : "score \(row.score), \(row.reason)")
  }
}

extension AppPanel {
  /// The panel in lines: its title, and each part under its heading.
  fileprivate var lines: [String] {
    [title]
      + parts.flatMap { part in
        if part.heading.isEmpty { return part.lines }
        return part.lines.count == 1 ? ["\(part.heading): \(part.lines[0])"] : ["\(part.heading):"] + part.lines
      }
  }
}
