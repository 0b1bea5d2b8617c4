import PhotoModel
import ViewModels

extension PlainScreen {
  /// The number of rows of a page: more than a listener can remember are no help.
  static let pageLength = 20

  /// The rows of the page with a row.
  static func page(of row: Int, total: Int) -> Range<Int> {
    let first = max(0, min(row, total - 1)) / pageLength * pageLength
    return first..<min(total, first + pageLength)
  }

  static func goals(_ chooser: GoalChooser) -> [String] {
    ["A quick pass. \(chooser.text)"]
      + zip(1..., chooser.options).map { "\($0) \($1.title): \($1.remark)" }
  }

  static func folders(_ chooser: FolderChooser) -> [String] {
    ["Move to a folder. \(chooser.text)"] + zip(1..., chooser.options).map { "\($0) \($1.title)" }
  }

  /// A list: the lines about it, and the page with the chosen row.
  static func list(_ state: any ListState, showsRows: Bool = true) -> [String] {
    let rows = showsRows ? numbered(state.rowTexts) : []
    return state.listLines + (rows.isEmpty ? [] : page(of: rows, selection: state.selection))
  }

  static func batch(_ state: HistoryState) -> [String] {
    [state.message].compactMap(\.self) + (state.batch.map { list($0) } ?? ["This batch is empty"])
  }

  static func batchPhoto(_ state: HistoryState) -> [String] {
    (state.message.map { [$0] } ?? []) + (state.batch?.selected.map { [$0.text] } ?? [])
  }

  static func onboarding(_ state: OnboardingState) -> [String] {
    let results = (state.results ?? []).map { $0.isGood ? $0.text : "Note: \($0.text)" }
    return list(state) + results + [state.isChecking ? "Looking ..." : "Enter: \(state.button)"]
  }

  // MARK: Private

  static func numbered(_ rows: [String]) -> [String] { zip(1..., rows).map { "\($0) \($1)" } }

  /// The page with the highlighted row, which is marked by a text.
  private static func page(of rows: [String], selection: Int) -> [String] {
    let page = page(of: selection, total: rows.count)
    return page.map { rows[$0] + ($0 == selection ? " (chosen)" : "") } + pageText(page, total: rows.count)
  }

  /// The line about further pages; empty where the page has all rows.
  static func pageText(_ page: Range<Int>, total: Int) -> [String] {
    guard page.count < total else { return [] }
    return ["Rows \(page.lowerBound + 1) to \(page.upperBound) of \(total); next and previous turn the page"]
  }
}
