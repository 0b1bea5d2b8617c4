/// The files that the last scan could not judge and the folders that it could not open, in the order of their paths.
package struct UnreadState: Equatable, Sendable {
  package struct Row: Hashable, Sendable {
    /// Escaped, as the folder and the reason. That of a folder ends with a slash.
    package var name: String
    package var folder: String
    /// What is wrong and, where known, what would help.
    package var reason: String

    package init(name: String, folder: String, reason: String) {
      self.name = name
      self.folder = folder
      self.reason = reason
    }
  }

  /// "214 files in 3 folders · 1 folder that could not be opened".
  package var title: String = ""
  package var rows: [Row] = []
  package var selection: Int = 0

  package init() {}
}
