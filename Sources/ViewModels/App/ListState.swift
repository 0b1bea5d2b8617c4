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
  /// The rows of the page with the highlighted one.
  package var page: Range<Int> { ListPage.rows(with: selection, of: rowCount) }
  /// The highlighted row as one line; nil where there is none.
  package var selectedText: String? { selection >= 0 && selection < rowCount ? rowText(selection) : nil }
}

/// A page of a list in plain mode: more rows than a listener can remember are no help.
package enum ListPage {
  /// The most rows of a page.
  package static let length = 20

  /// The rows of the page with a row.
  package static func rows(with row: Int, of total: Int) -> Range<Int> {
    let first = max(0, min(row, total - 1)) / length * length
    return first..<min(total, first + length)
  }
}
