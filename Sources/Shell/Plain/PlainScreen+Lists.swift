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

  static func deck(_ state: DeckState) -> [String] {
    let bin = state.binCount > 0 ? ", \(groupedDigits(state.binCount)) in the bin (\(state.binBytes.formatted))" : ""
    guard let card = state.card else { return ["\(state.goal?.title ?? state.category.title): \(end(of: state))\(bin)"] }
    let title = state.goal.map { "\($0.title), \($0.progress), \(state.category.title)" } ?? state.category.title
    var lines = [
      "\(title), photo \(groupedDigits(state.position)) of \(groupedDigits(state.total))\(bin)",
      "\(card.name) in \(card.folder)", card.facts.joined(separator: ", "),
      why(card),
    ]
    if let title = state.setTitle { lines.append(title) }
    if let set = set(state.strip) { lines.append(set) }
    switch card.decision {
    case .pending: break
    case .keep: lines.append("You kept it before")
    case .delete: lines.append("It is marked for the bin")
    }
    switch state.acceptance {
    case nil: break
    case .offered(let agreements):
      lines.append("You agreed \(agreements) times in a row; accept takes the rest like these")
    case .sampling(let agreed, let count, let remaining):
      lines.append("Sample \(agreed + 1) of \(count); then one answer for \(groupedDigits(remaining)) more")
    }
    return lines
  }

  private static func end(of state: DeckState) -> String {
    guard state.total > 0 else { return "Nothing to review here" }
    let left = state.total - state.decided
    guard left > 0 else { return "All reviewed" }
    let isReached = state.goal.map { $0.fraction >= 1 } ?? false
    return "\(isReached ? "The goal is reached" : "The end"), \(counted(left, "photo")) undecided"
  }

  /// "Proposed: same bytes as the keeper; …". The badge ends in a figure that the reason begins with.
  private static func why(_ card: DeckState.Card) -> String {
    let badge = card.badge.split(separator: " · ")
    guard !card.issue.why.isEmpty else { return badge.joined(separator: ", ") }
    let why = SafeText(card.issue.why).text
    return badge.count > 1 ? "\(badge.dropLast().joined(separator: ", ").sentence): \(why)" : why.sentence
  }

  /// What is known of the card and was not said with it.
  static func details(_ state: DeckState) -> [String] {
    guard let card = state.card, let details = state.details else { return ["No card is left"] }
    let said = card.facts + ["Name", "Folder", "Why"]
    return details.filter { !said.contains($0.label) && !said.contains($0.value) && !said.contains("\($0.label) \($0.value)") }
      .map { "\($0.label): \($0.value)" }
  }

  /// The two photos, what differs, the better value named.
  static func compare(_ state: CompareState) -> [String] {
    guard let left = state.left, let right = state.right else { return ["There is nothing to compare"] }
    var lines = [
      "Compare, \(state.category.title), \(state.position)", "First, the keeper: \(left.name) in \(left.folder)",
      "Second, to decide about: \(right.name) in \(right.folder)",
    ]
    for row in state.rows {
      let better =
        switch row.better {
        case .neither: ""
        case .left: "; the first is better: \(row.word)"
        case .right: "; the second is better: \(row.word)"
        }
      lines.append("\(row.label): first \(row.left), second \(row.right)\(better)")
    }
    if let same = state.sameLine { lines.append(same.prefix(1).uppercased() + same.dropFirst()) }
    lines.append(state.mapLine)
    switch right.decision {
    case .pending: break
    case .keep: lines.append("You kept the second before")
    case .delete: lines.append("The second is marked for the bin")
    }
    return lines
  }

  /// Nothing is shown at 1:1 here, so what it would tell is said.
  static func loupe(_ state: LoupeState) -> [String] {
    ["Loupe, \(state.isKeeper ? "the keeper, " : "")\(state.name)"] + state.words + (state.message.map { [$0] } ?? [])
  }

  static func goals(_ chooser: GoalChooser) -> [String] {
    ["A short deck. \(chooser.words)"]
      + zip(1..., chooser.options).map { "\($0) \($1.title): \($1.remark)" }
  }

  /// "Set of 3, this is number 2; the keeper is IMG_0410.JPG; 1 marked".
  private static func set(_ strip: [DeckState.StripItem]) -> String? {
    guard let place = strip.firstIndex(where: \.isCurrent) else { return nil }
    var parts = ["Set of \(strip.count), this is number \(place + 1)"]
    // Of the keeper the line above says that it is one.
    if let keeper = strip.first(where: \.isKeeper), !keeper.isCurrent {
      let name = SafeText(bytes: keeper.path.nameBytes).text
      // Copies often have one name.
      let isNamesake = keeper.path.nameBytes == strip[place].path.nameBytes
      let folder = isNamesake ? " in \(SafeText(bytes: keeper.path.removingLastComponent().nameBytes))" : ""
      parts.append("the keeper is \(name)\(folder)")
    }
    let marked = strip.count { $0.decision == .delete }
    if marked > 0 { parts.append("\(marked) marked") }
    let new = strip.count(where: \.isNew)
    if new > 0 { parts.append("\(new) new since you kept the others") }
    return parts.joined(separator: "; ")
  }

  static func bin(_ state: BinState) -> [String] {
    guard !state.items.isEmpty else { return ["Bin: empty"] }
    return ["Bin: \(counted(state.items.count, "photo")), \(state.bytes.formatted)"]
      + page(of: rows(of: state), selection: state.selection)
  }

  static func history(_ state: HistoryState) -> [String] {
    let message = state.message.map { [$0] } ?? []
    guard !state.rows.isEmpty else { return message + ["History: nothing moved yet"] }
    return message + ["History: \(state.summary)"]
      + page(of: rows(of: state), selection: state.selection)
  }

  static func batch(_ state: HistoryState) -> [String] {
    guard let batch = state.batch else { return ["This batch is empty"] }
    return (state.message.map { [$0] } ?? []) + ["Batch: \(batch.title)"]
      + page(of: rows(of: batch), selection: batch.selection)
  }

  static func onboarding(_ state: OnboardingState) -> [String] {
    let step = "Step \(state.step.rawValue + 1) of \(OnboardingState.Step.allCases.count): \(state.step.title)"
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
    switch state.place {
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
          + (item.isOnlyOne ? ", the only one of its kind" : "") + (item.problem.map { ", not moved: \($0)" } ?? "")
      })
  }

  private static func rows(of state: HistoryState) -> [String] {
    numbered(state.rows.map { "\($0.date), \($0.count), \($0.bytes.formatted), \($0.status)" })
  }

  private static func rows(of batch: HistoryState.Batch) -> [String] {
    numbered(batch.files.map { "\($0.name) in \($0.folder), \($0.size.formatted), \($0.status)" })
  }

  private static func rows(of state: OnboardingState) -> [String] {
    numbered(state.folders.map { "\($0.title), \($0.count?.words ?? "counting")" })
  }

  private static func rows(of state: LedgerState) -> [String] {
    numbered(state.rows.map { "\($0.name) in \($0.folder), \($0.words), \($0.date)" })
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
    return page.map { rows[$0] + ($0 == selection ? " (chosen)" : "") } + pageWords(page, total: rows.count)
  }

  /// Empty where the page holds all rows.
  static func pageWords(_ page: Range<Int>, total: Int) -> [String] {
    guard page.count < total else { return [] }
    return ["Rows \(page.lowerBound + 1) to \(page.upperBound) of \(total); n and p turn the page"]
  }
}
