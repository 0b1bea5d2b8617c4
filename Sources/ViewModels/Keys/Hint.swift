/// A key and what it does here, for hint lines, notices and the help.
package struct Hint: Hashable, Sendable {
  /// The name of the key, or of several: "← h"; empty where the action has none.
  package var key: String
  /// The name of the action: "delete".
  package var title: String
  /// What a click on it does; nil where it is only words.
  package var action: Action?
  /// Why it would do nothing now: "the bin is empty".
  package var obstacle: String?
  /// How well what is looked for in the help fits: 0 is its own words, then what people call it, the nearest first; nil
  /// where it is not in it.
  package var foundAt: Int?
  /// Whether the search of the help has found the key.
  package var isFound: Bool { foundAt != nil }

  /// Creates a hint that nothing stands against.
  package init(key: String, title: String, action: Action? = nil) {
    self.key = key
    self.title = title
    self.action = action
  }
}
