/// The files that the last scan could not judge and the folders that it could not open, in the order of their paths.
package struct UnreadState: Equatable, Sendable {
  /// A file that was not read, or a folder that could not be opened.
  package struct Row: Hashable, Sendable {
    /// Escaped, as the folder and the reason. That of a folder ends with a slash.
    package var name: String
    /// The folder around the file, shortened and escaped.
    package var folder: String
    /// What is wrong and, where known, what would help.
    package var reason: String

    /// Creates a row from texts that are escaped already.
    package init(name: String, folder: String, reason: String) {
      self.name = name
      self.folder = folder
      self.reason = reason
    }
  }

  /// "214 files in 3 folders · 1 folder that could not be opened".
  package var title: String = ""
  /// The files and folders in byte order of their paths.
  package var rows: [Row] = []
  /// Index into `rows`; 0 when empty.
  package var selection: Int = 0

  /// Creates the state of an empty list.
  package init() {}
}
