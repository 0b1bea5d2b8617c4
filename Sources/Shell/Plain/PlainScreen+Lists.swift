import PhotoModel
import ViewModels

extension PlainScreen {
  static func goals(_ chooser: GoalChooser) -> [String] {
    ["A quick pass. \(chooser.text)"]
      + zip(1..., chooser.options).map { "\($0) \($1.title): \($1.remark)" }
  }

  static func folders(_ chooser: FolderChooser) -> [String] {
    ["Move to a folder. \(chooser.text)"] + zip(1..., chooser.options).map { "\($0) \($1.title)" }
  }

  /// A list: the lines about it, and the page with the chosen row.
  static func list(_ state: any ListState, showsRows: Bool = true) -> [String] {
    guard showsRows else { return state.listLines }
    return state.listLines + state.page.map { row($0, of: state) } + pageText(of: state)
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

  /// A row with its number; the highlighted one is marked by a text.
  static func row(_ index: Int, of list: any ListState) -> String {
    "\(index + 1) \(list.rowText(index))" + (index == list.selection ? " (chosen)" : "")
  }

  /// The line about further pages; empty where the page has all rows.
  static func pageText(of list: any ListState) -> [String] {
    let (page, total) = (list.page, list.rowCount)
    guard page.count < total else { return [] }
    return ["Rows \(page.lowerBound + 1) to \(page.upperBound) of \(total); next and previous turn the page"]
  }
}
