package import PhotoModel

/// What the Settings screen shows: a list of rows, one highlighted.
package struct SettingsState: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package enum Control: Hashable, Sendable {
      /// Position 0…1 of the knob and the value in words.
      case slider(position: Double, value: String)
      case choice(String)
      case text(String)
    }

    package enum ID: Hashable, Sendable {
      case keeperRule(KeeperRule)
      /// A pattern or a folder on its list.
      case excludedFolder(String)
      case protectedFolder(String)
      case blurThreshold, similarThreshold, duplicateThreshold, theme, reducedMotion, excludedFolders,
        protectedFolders, ledger, cache, privacy, about, bell, flash, onboarding, pictures, mouse
    }

    package var id: ID
    package var title: String
    package var control: Control
    /// One line below it: what moving it does, and the counts now.
    package var explanation: String

    package init(id: ID, title: String, control: Control, explanation: String) {
      self.id = id
      self.title = title
      self.control = control
      self.explanation = explanation
    }
  }

  /// Rows under one heading.
  package struct Section: Hashable, Sendable {
    package var title: String
    package var rows: [Row]

    package init(title: String, rows: [Row]) {
      self.title = title
      self.rows = rows
    }
  }

  /// Photos that the last step of a slider brought or took away.
  package struct Crossing: Hashable, Sendable {
    /// "+ 12 photos now under Blurry".
    package var title: String
    package var count: Int
    /// The first of them: the name, escaped, and why.
    package var photos: [Detail]

    package init(title: String, count: Int, photos: [Detail]) {
      self.title = title
      self.count = count
      self.photos = photos
    }
  }

  package var sections: [Section] = []
  /// Empty until a slider has moved.
  package var crossings: [Crossing] = []
  /// A slider was moved, and what crossed its line was looked for.
  package var wasSliderMoved = false
  /// Counted over all rows.
  package var selection: Int = 0
  package var message: String?

  package init() {}

  package var rows: [Row] { sections.flatMap(\.rows) }
}
