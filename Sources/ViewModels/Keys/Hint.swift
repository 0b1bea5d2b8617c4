/// A key and what it does here, for hint lines, notices and the help.
package struct Hint: Hashable, Sendable {
  /// The name of the key, or of several: "← h"; empty where the action has none.
  package var key: String
  /// The name of the action: "delete".
  package var title: String
  /// The title for a line that has no space for all hints: "undo …" for "undo in Duplicates"; nil where there is none.
  package var shortTitle: String?
  /// The action of a click on the hint; nil where it is only text.
  package var action: Action?
  /// The reason why the key would do nothing now: "the bin is empty"; nil where it does something.
  package var obstacle: String?
  /// The rank of the hint in the search of the help: 0 for its own title or key, then the synonyms, the nearest first;
  /// nil where nothing is searched for.
  package var foundAt: Int?
  /// Whether Enter in the help does what the key does.
  package var isChosen = false

  /// Creates a hint without an obstacle.
  package init(key: String, title: String, action: Action? = nil) {
    self.key = key
    self.title = title
    self.action = action
  }
}
