import TextSurface
import ViewModels

/// The layout of Home, for drawing and for the mouse.
struct HomeLayout {
  /// The form of the cards.
  enum CardForm: Hashable {
    /// With pictures, with two rows of text, or with one line each.
    case tall, compact, list
  }

  /// A line of Home above the cards.
  enum Line: Hashable {
    /// A sentence in place of the space left to gain.
    case headline
    case figure(HomeState.Figure.Kind)
    /// The progress of the review, which is the label of the inner ring.
    case review
    case lastScan, storage, scan
    /// A free row.
    case gap(Int)
  }

  private(set) var form: CardForm
  /// The area of the ring; empty where there is no space for it.
  private(set) var ring = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The areas of the lines that there is space for.
  private(set) var lines: [Line: Rect] = [:]
  /// The rows of the digits of the numbers, which are beside each other then; 1 where each is text on its own line.
  private(set) var digitRows = 1
  private(set) var cards: [Rect]

  init(in body: Rect, state: HomeState) {
    let content = Self.content(of: body)
    form = Self.form(in: content)
    let (rest, _) = content.split(bottom: Self.warningLines(state, in: body).count)
    let count = state.cardTargets.count
    let airBelow = form == .list || rest.height < 21 ? 0 : rest.height >= 34 ? 2 : 1
    let rows = Self.rows(count: count, in: content)
    cards = Self.cards(
      count, in: Rect(x: content.x, y: rest.bottom - rows - airBelow, width: content.width, height: rows), of: content)
    let hero = Rect(x: content.x, y: rest.y, width: content.width, height: rest.height - rows - airBelow)
    var text = hero.inset(columns: 1, rows: 0)
    if state.storage != nil, hero.height >= 8, hero.width >= 70 {
      let ringRows = min(hero.height - (hero.height >= 14 ? 2 : hero.height >= 11 ? 1 : 0), 28, hero.width / 6)
      let indent = hero.width >= 100 ? 6 : 2
      ring = Rect(
        x: hero.x + indent, y: hero.y + (hero.height - ringRows) / 2, width: ringRows * 2, height: ringRows)
      let left = ring.right + (hero.width >= 100 ? 8 : 4)
      text = Rect(x: left, y: hero.y, width: hero.right - left, height: hero.height)
    }
    arrange(state, in: text)
  }

  /// Arranges the lines: those that matter less go where there is no space for all.
  private mutating func arrange(_ state: HomeState, in text: Rect) {
    let figures = state.figures.map { Line.figure($0.kind) }
    let before: [Line] = state.headlines.isEmpty ? [] : [.headline]
    var after: [Line] = [.gap(0), .review]
    if state.lastScanLine ?? state.stoppedScanLine != nil { after.append(.lastScan) }
    if state.storage != nil { after.append(.storage) }
    after += [.gap(1), .scan]
    // Two rows of labels come below the digits.
    let free = text.height - before.count - after.count - 2
    let column = min(text.width, 108) / max(2, figures.count)
    func fits(_ rows: Int) -> Bool { state.figures.allSatisfy { HomeFigureView.width(of: $0, rows: rows) < column } }
    digitRows = text.width >= 92 && free >= 7 && fits(5) ? 5 : text.width >= 46 && free >= 3 && fits(3) ? 3 : 1
    var shown = before + (digitRows > 1 ? [] : figures) + after
    let figureRows = digitRows > 1 ? digitRows + 2 : 0
    // A line that is highlighted is seen.
    let last: Line = state.focus == .bin ? .figure(.toGain) : .figure(.bin)
    for line in [.gap(0), .storage, .gap(1), .review, .figure(.gained), .lastScan, last, .headline] as [Line]
    where shown.count + figureRows > text.height { shown.removeAll { $0 == line } }
    var y = text.y + max(0, (text.height - shown.count - figureRows) / 2)
    for (number, line) in shown.enumerated() {
      if number == before.count, figureRows > 0 {
        for (number, figure) in figures.enumerated() {
          lines[figure] = Rect(x: text.x + number * column, y: y, width: column, height: figureRows)
        }
        y += figureRows
      }
      let isTarget = line == .scan || figures.contains(line)
      lines[line] = Rect(x: text.x, y: y, width: isTarget ? min(text.width, 52) : text.width, height: 1)
      y += 1
    }
  }

  /// A line at the bottom of Home, without its mark.
  struct WarningLine {
    var text: String
    /// Whether the mark is drawn before the line.
    var isFirst: Bool
    /// Whether a click opens the list of files that could not be read.
    var isUnread = false
    /// Whether the line is no warning.
    var isCalm = false
  }

  /// The lines at the bottom: at most five, and one where rows are scarce.
  static func warningLines(_ state: HomeState, in body: Rect, keys: KeyTable = KeyTable()) -> [WarningLine] {
    let isRoomy = body.height >= 14
    let warning = state.warning.map { wrapped($0, columns: body.width - 6, limit: isRoomy ? 2 : 1) } ?? []
    var lines = warning.enumerated().map { WarningLine(text: $1, isFirst: $0 == 0) }
    if let missing = state.missing, isRoomy || lines.isEmpty {
      let ways = (isRoomy ? [missing.sentence] : []) + missing.shorter
      let fitting = firstFitting(ways, columns: body.width - 6, rows: isRoomy && lines.count < 2 ? 2 : 1)
      lines += fitting.enumerated().map { WarningLine(text: $1, isFirst: $0 == 0, isCalm: true) }
    }
    if let news = state.news, isRoomy || lines.isEmpty {
      let ways = ["\(news): \(keys.scanLabel) scans again", "\(news): \(keys.scanLabel)"]
      let whole = ways.first { displayWidth($0) <= body.width - 6 }
      lines.append(
        WarningLine(text: whole ?? "Files wait for a scan: \(keys.scanLabel)", isFirst: true, isCalm: true))
    }
    if let unread = state.unread, isRoomy || lines.isEmpty {
      // The key comes last and must not be cut off on a narrow screen.
      let key = " · \(keys.title(of: .showUnread, in: .home))"
      let space = body.width - 6
      let lists = unread.total == 1 ? "lists it" : "lists them"
      let ways = [
        "\(unread.sentence())\(key) \(lists)", "\(unread.text)\(key) \(lists)", "\(unread.shortText) unread\(key)",
      ]
      let whole = ways.first { displayWidth($0) <= space }
      let cut = wrapped(unread.shortText, columns: space - displayWidth(key), limit: 1).first ?? ""
      lines.append(WarningLine(text: whole ?? cut + key, isFirst: true, isUnread: true))
    }
    // This line needs no action, so it is shown only where there is space.
    if !state.leftOut.isEmpty, isRoomy, lines.count < 4 {
      let fitting = firstFitting(state.leftOut, columns: body.width - 6, rows: 1)
      lines += fitting.map { WarningLine(text: $0, isFirst: true, isCalm: true) }
    }
    return lines
  }

  // MARK: Cards

  /// The arrangement of the cards in a body of this size.
  static func cards(in body: Rect) -> HomeModel.Layout {
    let content = content(of: body)
    // With pictures there are always six cards.
    let card = cards(6, in: content, of: content).last
    let hasPictures = form(in: content) == .tall
    return HomeModel.Layout(
      columns: columns(in: content),
      picture: hasPictures ? card.map { HomeCardView.fan(in: $0).picture } ?? .none : .none)
  }

  /// The area of all but the margins. On very wide terminals the content stays together in the middle.
  private static func content(of body: Rect) -> Rect {
    body.centered(width: min(body.width - (body.width >= 60 ? 4 : 2), 164), height: body.height)
  }

  private static func form(in content: Rect) -> CardForm {
    guard content.height >= 17, content.width >= 46 else { return .list }
    return content.width >= 96 && content.height >= 28 ? .tall : .compact
  }

  private static func columns(in content: Rect) -> Int {
    form(in: content) == .list ? 1 : content.width >= 74 ? 3 : 2
  }

  private static func cardRows(in content: Rect) -> Int {
    switch form(in: content) {
    case .tall: content.height >= 50 ? 11 : content.height >= 34 ? 8 : 6
    case .compact: 4
    case .list: 1
    }
  }

  /// The rows of all cards.
  private static func rows(count: Int, in content: Rect) -> Int {
    let rows = (count + columns(in: content) - 1) / columns(in: content)
    return form(in: content) == .list ? min(count, content.height - 2) : rows * cardRows(in: content)
  }

  private static func cards(_ count: Int, in area: Rect, of content: Rect) -> [Rect] {
    let (columns, rows) = (columns(in: content), cardRows(in: content))
    let gap = area.width >= 110 ? 2 : 1
    let free = max(0, area.width - gap * (columns - 1))
    return (0..<count).map { index in
      // The first ones are a column wider where the width cannot be divided evenly.
      let column = index % columns
      let x = area.x + column * (free / columns + gap) + min(column, free % columns)
      return Rect(
        x: x, y: area.y + index / columns * rows, width: free / columns + (column < free % columns ? 1 : 0),
        height: rows)
    }
  }
}
