/// The files that the last scan could not judge and the folders that it could not open, in the order of their paths.
package struct UnreadState: Equatable, Sendable {
  /// A file that was not read, or a folder that could not be opened.
  package struct Row: Hashable, Sendable {
    /// The name, escaped; that of a folder ends with a slash.
    package var name: String
    /// The folder around the file, from that of the library on; escaped.
    package var folder: String
    /// The reason and, where known, the remedy; escaped.
    package var reason: String
  }

  /// "214 files in 3 folders · 1 folder that could not be opened".
  package var title: String = ""
  /// The files and folders in byte order of their paths.
  package var rows: [Row] = []
  /// Index into `rows`; 0 when empty.
  package var selection: Int = 0
  /// The sentence about the last key; nil where there is none.
  package var message: String?
}

extension UnreadState: ListState {
  /// The number of files that could not be read, or that there are none.
  package var listLines: [String] { [rows.isEmpty ? "Every file could be read" : "Not read: \(title)"] }
  /// The number of files.
  package var rowCount: Int { rows.count }
  /// A file: name, folder and reason.
  package func rowText(_ index: Int) -> String { "\(rows[index].name) in \(rows[index].folder): \(rows[index].reason)" }
}
