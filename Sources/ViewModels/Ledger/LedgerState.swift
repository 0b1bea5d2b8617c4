/// What is remembered from one review to the next, newest first.
package struct LedgerState: Equatable, Sendable {
  package struct Row: Hashable, Sendable {
    /// Escaped, as the folder.
    package var name: String
    package var folder: String
    /// "kept among similar photos", "not the same as IMG_0410.JPG".
    package var text: String
    /// "today 14:02".
    package var date: String

    package init(name: String, folder: String, text: String, date: String) {
      self.name = name
      self.folder = folder
      self.text = text
      self.date = date
    }
  }

  /// "12 kept, 3 not the same".
  package var title: String = ""
  package var rows: [Row] = []
  package var selection: Int = 0
  package var message: String?

  package init() {}
}
