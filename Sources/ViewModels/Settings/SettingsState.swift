package import PhotoModel
package import SystemPackage

/// The state of the Settings screen: a list of rows, one highlighted.
package struct SettingsState: Equatable, Sendable {
  /// A row of the list.
  package struct Row: Hashable, Sendable {
    /// The control at the right of the row, by which its value is changed.
    package enum Control: Hashable, Sendable {
      /// The position of the knob, 0…1, and the value as text.
      case slider(position: Double, value: String)
      case choice(String)
      case text(String)
    }

    /// The setting, or the fact, that the row is about.
    package enum ID: Hashable, Sendable {
      case keeperRule(KeeperRule)
      /// The rule that comes before all others.
      case keeperFirst
      /// A pattern or a folder on the list of those that scans leave out.
      case excludedFolder(String)
      case protectedFolder(String)
      /// A folder that photos can be moved to.
      case moveFolder(String)
      /// A folder whose photos stay before others.
      case preferredFolder(FilePath)
      case blurThreshold, similarThreshold, duplicateThreshold, theme, reducedMotion, excludedFolders,
        protectedFolders, ledger, cache, privacy, noDataSent, noAccount, about, bell, flash, tabProgress, notifications,
        onboarding, pictures,
        mouse, history, forgetHistory, ratings, moveFolders
    }

    /// The effect of a key on the row.
    package struct Way: Hashable, Sendable {
      /// The action of the key.
      package var action: Action
      /// The effect as text: "adds one".
      package var text: String

      /// Creates a way.
      package init(_ action: Action, _ text: String) {
        self.action = action
        self.text = text
      }
    }

    /// The setting, or the fact, that the row is about.
    package var id: ID
    /// The name of the setting; escaped.
    package var title: String
    /// The position in an order that the user makes, from 1; 0 for a rule that is switched off, nil for other rows.
    package var rank: Int?
    /// The control with its present value.
    package var control: Control
    /// The photos that the slider lists now: "187 photos · 512 MB"; nil for other rows.
    package var figures: String?
    /// The explanation of the setting; empty where there is none.
    package var facts: String
    /// The keys that do something to the row, without those that move a slider.
    package var ways: [Way] = []

    /// Whether the control of the row is a slider.
    package var isSlider: Bool { if case .slider = control { true } else { false } }

    /// "Blurry: 0.30"; "the sharper one: on, second in the order".
    package var text: String {
      var value =
        switch control {
        case .slider(_, let value), .choice(let value), .text(let value): value
        }
      if let rank, rank > 0 { value += ", \(Self.ordinal(rank)) in the order" }
      let title = String(title.drop { $0 == " " })
      return value.isEmpty ? title : "\(title): \(value)"
    }

    private static func ordinal(_ rank: Int) -> String {
      let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
      return ordinals.indices.contains(rank - 1) ? ordinals[rank - 1] : "number \(rank)"
    }

    /// The figures, the explanation and the effects of keys, in a line or two.
    ///
    /// - Parameter name: Gives the name of the key for an action.
    package func explanation(naming name: (Action) -> String) -> String {
      let about = [figures, facts.isEmpty ? nil : facts].compactMap(\.self).joined(separator: " · ")
      let keys = ways.map { "\(name($0.action)) \($0.text)" }.joined(separator: ", ")
      return about.isEmpty || keys.isEmpty ? about + keys : "\(about); \(keys)"
    }
  }

  /// Rows under one heading.
  package struct Section: Hashable, Sendable {
    /// The heading.
    package var title: String
    /// The rows below the heading.
    package var rows: [Row]
  }

  /// Photos that the last step of a slider brought or took away.
  package struct Crossing: Equatable, Sendable {
    /// "+ 12 photos now under Blurry".
    package var title: String
    /// Photos that crossed the line, those without a name in `photos` included.
    package var count: Int
    /// The first of the photos: the name, escaped, and the reason.
    package var photos: [Detail]
    /// The small pictures of the first of them; empty where there is no space for pictures.
    package var pictures: [CardPicture] = []
  }

  /// The effect of the last step of a slider.
  package enum Step: Equatable, Sendable {
    /// The effect is not known yet.
    case open
    /// The photos that crossed the line, by category and direction; empty where none did.
    case counted([Crossing])
  }

  /// The sections from top to bottom.
  package var sections: [Section] = []
  /// The last step of the slider under the highlight; nil where it was not moved, and on every other row.
  package var step: Step?
  /// Index into `rows`.
  package var selection: Int = 0
  /// The sentence about the last key; nil where there is none.
  package var message: String?

  /// The rows of all sections.
  package var rows: [Row] { sections.flatMap(\.rows) }
  /// The row under the highlight; nil where there is none.
  package var selectedRow: Row? { rows.indices.contains(selection) ? rows[selection] : nil }
  /// The photos that crossed the line at the last step; empty while that is not known, and where none did.
  package var crossings: [Crossing] { if case .counted(let crossings)? = step { crossings } else { [] } }
}

extension SettingsState: ListState {
  /// The message, if any, and the title.
  package var listLines: [String] { [message, "Settings; the number of a row says all about it"].compactMap(\.self) }
  /// The number of rows in all sections.
  package var rowCount: Int { rows.count }
  /// A setting with its value.
  package func rowText(_ index: Int) -> String { rows[index].text }
}
