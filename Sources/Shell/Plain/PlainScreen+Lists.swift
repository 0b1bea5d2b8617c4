import PhotoModel
import TextSurface
import ViewModels

extension PlainScreen {
  /// Rows said at a time: more than a listener can hold in mind are no help.
  static let pageLength = 20

  /// The rows of the page that a row lies on.
  static func page(of row: Int, total: Int) -> Range<Int> {
    let first = max(0, min(row, total - 1)) / pageLength * pageLength
    return first..<min(total, first + pageLength)
  }

  static func goals(_ chooser: GoalChooser) -> [String] {
    ["A short deck. \(chooser.text)"]
      + zip(1..., chooser.options).map { "\($0) \($1.title): \($1.remark)" }
  }

  static func bin(_ state: BinState) -> [String] {
    let changed = [state.changedText, state.absent?.sentence].compactMap(\.self)
    guard !state.items.isEmpty else {
      guard state.waiting > 0 else { return ["Bin: empty"] + changed }
      return ["Bin: \(counted(state.waiting, "photo")) marked", BinState.waitingText]
    }
    return ["Bin: \(counted(state.items.count, "photo")), \(state.bytes.formatted)"] + changed
      + page(of: rows(of: state), selection: state.selection)
  }

  static func history(_ state: HistoryState) -> [String] {
    let message = state.message.map { [$0] } ?? []
    guard !state.rows.isEmpty else {
      return message + [state.isReading ? "History: reading ..." : "History: nothing moved yet"]
    }
    return message + ["History: \(state.summary)"]
      + page(of: rows(of: state), selection: state.selection)
  }

  static func batch(_ state: HistoryState) -> [String] {
    guard let batch = state.batch else { return ["This batch is empty"] }
    return (state.message.map { [$0] } ?? []) + ["Batch: \(batch.title)"]
      + page(of: rows(of: batch), selection: batch.selection)
  }

  static func batchPhoto(_ state: HistoryState) -> [String] {
    (state.message.map { [$0] } ?? []) + (state.batch?.selected.map { [text(of: $0)] } ?? [])
  }

  static func onboarding(_ state: OnboardingState) -> [String] {
    let step = "Step \(state.step.number) of \(OnboardingState.Step.allCases.count): \(state.step.title)"
    let folders = state.step == .folder ? page(of: rows(of: state), selection: state.selection) : []
    let results = (state.results ?? []).map { $0.isGood ? $0.text : "Note: \($0.text)" }
    return (state.note.map { [$0] } ?? []) + [step] + state.step.promises + folders + results
      + [state.isChecking ? "Looking ..." : "Enter: \(state.button)"]
  }

  static func ledger(_ state: LedgerState) -> [String] {
    let message = state.message.map { [$0] } ?? []
    guard !state.rows.isEmpty else { return message + ["Remembered decisions: none"] }
    return message + ["Remembered decisions: \(state.title)"]
      + page(of: rows(of: state), selection: state.selection)
  }

  static func unread(_ state: UnreadState) -> [String] {
    guard !state.rows.isEmpty else { return ["Every file could be read"] }
    return ["Not read: \(state.title)"] + page(of: rows(of: state), selection: state.selection)
  }

  /// What is open, else the list.
  static func apps(_ state: AppsState) -> [String] {
    if state.loadingSince != nil { return ["Apps: looking at what is installed ..."] }
    if let notice = state.notice { return [notice.title] + notice.lines }
    if let panel = state.panel { return apps(panel) }
    return ["Apps, \(state.order.title): \(state.title); Deckle removes none"]
      + page(of: rows(of: state), selection: state.selection)
  }

  private static func apps(_ panel: AppPanel) -> [String] {
    var lines = [panel.title]
    for part in panel.parts {
      if part.lines.count == 1, !part.heading.isEmpty {
        lines.append("\(part.heading): \(part.lines[0])")
      } else {
        lines += (part.heading.isEmpty ? [] : ["\(part.heading):"]) + part.lines
      }
    }
    return lines
  }

  /// The numbered list of a place, from its first row to its last; empty where the place has none.
  static func rows(of state: AppState) -> [String] {
    switch state.route {
    case .bin: rows(of: state.bin)
    case .history: rows(of: state.history)
    case .settings: rows(of: state.settings)
    case .ledger: rows(of: state.ledger)
    case .unread: rows(of: state.unread)
    case .apps: rows(of: state.apps)
    case .batch: state.history.batch.map { rows(of: $0) } ?? []
    case .onboarding: state.onboarding.step == .folder ? rows(of: state.onboarding) : []
    default: []
    }
  }

  // MARK: Private

  private static func rows(of state: BinState) -> [String] {
    numbered(
      state.items.map { item in
        "\(item.name) in \(item.folder), \(item.category.title), \(item.size.formatted)"
          + (item.isOnlyOne ? ", the only one of its kind" : item.caution.map { ", \($0)" } ?? "")
          + (item.problem.map { ", not moved: \($0)" } ?? "")
      })
  }

  private static func rows(of state: HistoryState) -> [String] {
    numbered(state.rows.map { "\($0.date), \($0.count), \($0.bytes.formatted), \($0.status)" })
  }

  private static func rows(of batch: HistoryState.Batch) -> [String] {
    numbered(batch.files.map(text))
  }

  private static func text(of file: HistoryState.Batch.File) -> String {
    "\(file.name) in \(file.folder), \(file.size.formatted), \(file.status)"
  }

  private static func rows(of state: OnboardingState) -> [String] {
    numbered(state.folders.map { "\($0.title), \($0.count?.text ?? "counting")" })
  }

  private static func rows(of state: LedgerState) -> [String] {
    numbered(state.rows.map { "\($0.name) in \($0.folder), \($0.text), \($0.date)" })
  }

  private static func rows(of state: UnreadState) -> [String] {
    numbered(state.rows.map { "\($0.name) in \($0.folder): \($0.reason)" })
  }

  private static func rows(of state: AppsState) -> [String] {
    numbered(
      state.rows.map { row in
        "\(row.name), \(row.size == "?" ? "size unknown" : row.size), "
          + (row.isProtected ? row.reason : "score \(row.score), \(row.reason)")
      })
  }

  static func numbered(_ rows: [String]) -> [String] { zip(1..., rows).map { "\($0) \($1)" } }

  /// The page with the chosen row, which is marked in words.
  private static func page(of rows: [String], selection: Int) -> [String] {
    let page = page(of: selection, total: rows.count)
    return page.map { rows[$0] + ($0 == selection ? " (chosen)" : "") } + pageText(page, total: rows.count)
  }

  /// Empty where the page holds all rows.
  static func pageText(_ page: Range<Int>, total: Int) -> [String] {
    guard page.count < total else { return [] }
    return ["Rows \(page.lowerBound + 1) to \(page.upperBound) of \(total); next and previous turn the page"]
  }
}
