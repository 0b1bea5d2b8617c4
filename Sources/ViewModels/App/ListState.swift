/// The state of a screen that is a list, as text: for plain mode, and for a row that the screen cuts.
package protocol ListState {
  /// The lines above the rows: the title of the list, and remarks on it.
  var listLines: [String] { get }
  /// The number of rows.
  var rowCount: Int { get }
  /// A row as one line, without its number and with nothing cut.
  func rowText(_ index: Int) -> String
  /// The index of the highlighted row.
  var selection: Int { get }
}

extension ListState {
  /// The texts of all rows, by `rowText`.
  package var rowTexts: [String] { (0..<rowCount).map(rowText) }
  /// The highlighted row as one line; nil where there is none.
  package var selectedText: String? { selection >= 0 && selection < rowCount ? rowText(selection) : nil }
}
