import PhotoModel
import SystemPackage
import TextSurface
import ViewModels

/// The texts about the photo of a card: name, folder, facts, and why it is listed.
struct DeckFactsView {
  let card: DeckState.Card
  /// Whether the keeper, which the reasons compare the card with, is marked.
  var isWithoutKeeper = false
  /// The name of the key that opens the details.
  var detailsLabel = ""

  // MARK: Below the card

  /// Draws two rows: name, folder and facts; the reason.
  ///
  /// - Parameter lastColumns: The columns of the second row, which it shares with a message in categories without sets.
  func drawBelow(in rect: Rect, lastColumns: Int, theme: Theme, into surface: inout Surface) {
    let x = drawName(in: rect, theme: theme, into: &surface)
    var column = x
    // Half a date is worse than none.
    for fact in card.facts {
      guard displayWidth(fact) <= rect.right - column else { break }
      column =
        surface.put(fact, x: column, y: rect.y, style: theme.style(.text), columns: rect.right - column) + Self.gap
    }
    guard lastColumns >= 16, !card.issue.why.isEmpty else { return }
    let y = rect.y + 1
    let left = isReason ? surface.put(label, x: rect.x, y: y, style: theme.style(.faint), columns: 5) : rect.x
    let start = !isReason ? rect.x : isWithoutKeeper ? left + 1 : left + 2
    let space = rect.x + lastColumns - start
    let line = reasons(card.issue.whyText, columns: space, rows: 1).first ?? ""
    surface.put(line, x: start, y: y, style: theme.style(isWithoutKeeper ? .warning : .text), columns: space)
    if hasFigures, displayWidth(line) + displayWidth(figures) + 3 <= space {
      surface.putTrailing(
        figures, right: start + space, y: y, style: theme.style(.faint), columns: displayWidth(figures))
    }
  }

  /// Draws the name and the folder, on every card at the same position: the facts of the camera give way to them.
  ///
  /// - Returns: The column at which the next fact would begin.
  private func drawName(in rect: Rect, theme: Theme, into surface: inout Surface) -> Int {
    let columns = rect.width
    let measures = card.facts.prefix(2).map { displayWidth($0) + Self.gap }.reduce(0, +)
    // A name is cut so that its extension stays, and space for a folder is left.
    let nameColumns = min(displayWidth(card.name), columns / 2)
    let space = columns - nameColumns - Self.gap
    let title = card.distinguishingFolder.map { folderTitle(card.folder, from: $0, columns: columns / 2) }
    let widest = max(Self.leastFolder, space - measures)
    let folder = title.map { truncated($0, to: widest) } ?? folderEnd(card.folder, columns: widest)
    let end =
      surface.put(
        card.name, x: rect.x, y: rect.y, style: theme.style(.strong), columns: nameColumns, keepingEnd: true) + Self.gap
    guard !folder.isEmpty else { return end }
    let right = surface.put(
      folder, x: end, y: rect.y, style: theme.style(title == nil ? .faint : .text), columns: rect.right - end)
    surface.link(end..<right, y: rect.y, to: folderPath)
    return right + Self.gap
  }

  // MARK: Beside the card

  /// Draws a column: the name, the folder, the facts, and below them the reason in as many rows as there are.
  func drawBeside(in rect: Rect, theme: Theme, into surface: inout Surface) {
    let air = rect.height >= 13 ? 1 : 0
    var y = rect.y
    for line in nameLines(columns: rect.width, rows: 1 + air) {
      surface.put(line, x: rect.x, y: y, style: theme.style(.strong), columns: rect.width)
      y += 1
    }
    let title = card.distinguishingFolder.map { folderTitle(card.folder, from: $0, columns: rect.width) }
    let folder = title ?? folderEnd(card.folder, columns: rect.width)
    let right = surface.put(
      folder, x: rect.x, y: y, style: theme.style(title == nil ? .faint : .text), columns: rect.width)
    surface.link(rect.x..<right, y: y, to: folderPath)
    y += 1 + air
    let leastReason = card.issue.why.isEmpty ? 0 : Self.leastReason
    let rows = max(1, rect.bottom - y - air - leastReason)
    for line in factLines(columns: rect.width).prefix(rows) {
      surface.put(line, x: rect.x, y: y, style: theme.style(.text), columns: rect.width)
      y += 1
    }
    y += air
    drawReason(
      in: Rect(x: rect.x, y: y, width: rect.width, height: rect.bottom - y), theme: theme, into: &surface)
  }

  private func drawReason(in rect: Rect, theme: Theme, into surface: inout Surface) {
    guard !card.issue.why.isEmpty, rect.height > (isReason ? 1 : 0) else { return }
    if isReason {
      surface.put(
        label, x: rect.x, y: rect.y, style: theme.style(isWithoutKeeper ? .warning : .faint), columns: rect.width)
      if hasFigures {
        surface.putTrailing(
          figures, right: rect.right, y: rect.y, style: theme.style(.faint), columns: rect.width - 6)
      }
    }
    let lines = rect.split(top: isReason ? 1 : 0).rest
    for (row, line) in reasons(card.issue.whyText, columns: lines.width, rows: lines.height).enumerated() {
      surface.put(
        line, x: lines.x, y: lines.y + row, style: theme.style(isWithoutKeeper && row == 0 ? .warning : .text),
        columns: lines.width)
    }
  }

  /// The name in as many rows where it fits, else in one, cut so that its extension stays.
  private func nameLines(columns: Int, rows: Int) -> [String] {
    let lines = wrapped(card.name, columns: columns, limit: rows + 1)
    return lines.count <= rows ? lines : [truncated(card.name, to: columns, keepingEnd: true)]
  }

  /// The facts beside each other as far as they fit; one that is wider than the column has lines of its own.
  private func factLines(columns: Int) -> [String] {
    var lines: [String] = []
    // The end of a fact that was broken would read as one of its own.
    var isBroken = false
    for fact in card.facts {
      if !isBroken, let last = lines.last, displayWidth(last) + Self.gap + displayWidth(fact) <= columns {
        lines[lines.count - 1] = last + String(repeating: " ", count: Self.gap) + fact
      } else {
        let rows = wrapped(fact, columns: columns, limit: 2)
        isBroken = rows.count > 1
        lines += rows
      }
    }
    return lines
  }

  // MARK: In both

  private var folderPath: FilePath { card.issue.path.removingLastComponent() }
  private var isReason: Bool { card.issue.category != .browse }
  private var label: String { isWithoutKeeper ? "why ⚠" : "why" }
  private var figures: String { "figures: \(detailsLabel)" }
  private var hasFigures: Bool { card.issue.why != card.issue.whyText }

  /// The columns between two facts.
  private static let gap = 3
  /// The columns of a folder on the smallest card, as many as its last part mostly needs.
  private static let leastFolder = 14
  /// The rows of a reason that facts leave free, with its label.
  private static let leastReason = 4
}
