/// A key and what it does here, for hint lines, notices and the help.
package struct Hint: Hashable, Sendable {
  package var key: String
  package var title: String
  /// What a click on it does; nil where it is only words.
  package var action: Action?
  /// Why it would do nothing now: "the bin is empty".
  package var obstacle: String?
  /// What is looked for in the help is in it.
  package var isFound = false

  package init(key: String, title: String, action: Action? = nil) {
    self.key = key
    self.title = title
    self.action = action
  }
}
