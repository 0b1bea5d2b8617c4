import TextSurface
import ViewModels

/// The layout of Home, for drawing and for the mouse.
struct HomeLayout {
  /// The form of the cards.
  enum CardForm: Hashable {
    case row, grid, list
  }

  private(set) var form: CardForm
  /// The area of the ring; empty where there is no space for it.
  private(set) var ring = Rect(x: 0, y: 0, width: 0, height: 0)
  private(set) var headline: Rect
  private(set) var scan: Rect
  private(set) var bin: Rect?
  /// The line of all photos; nil where there is no space for it.
  private(set) var allPhotos: Rect?
  /// The line of photos that could be smaller; nil where there is no space for it.
  private(set) var large: Rect?
  private(set) var cards: [Rect]

  init(in body: Rect, state: HomeState) {
    let margin = body.width >= 60 ? 2 : 1
    // On very wide terminals the content stays together in the middle.
    let content = body.centered(width: min(body.width - 2 * margin, 164), height: body.height)
    let count = state.cards.count
    form =
      content.width >= 74 && content.height >= 19 ? .row : content.height >= 17 && content.width >= 46 ? .grid : .list
    let cardRows = Self.rows(of: form, count: count, in: content)
    let (rest, _) = content.split(bottom: Self.warningLines(state, in: body).count)
    let airBelow = form == .list || rest.height < 21 ? 0 : rest.height >= 34 ? 2 : 1
    let cardsArea = Rect(
      x: content.x, y: rest.bottom - cardRows - airBelow, width: content.width, height: cardRows)
    cards = Self.cards(form, count: count, in: cardsArea)
    let hero = Rect(
      x: content.x, y: rest.y, width: content.width, height: rest.height - cardRows - airBelow)

    var text = hero.inset(columns: 1, rows: 0)
    if state.storage != nil, hero.height >= 8, hero.width >= 70 {
      let ringRows = min(hero.height - (hero.height >= 11 ? 2 : 0), 26, hero.width / 6)
      let indent = hero.width >= 100 ? 6 : 2
      ring = Rect(
        x: hero.x + indent, y: hero.y + (hero.height - ringRows) / 2, width: ringRows * 2, height: ringRows)
      let left = ring.right + (hero.width >= 100 ? 8 : 4)
      text = Rect(x: left, y: hero.y, width: hero.right - left, height: hero.height)
    }
    let isRoomy = text.height >= 7
    let lines = 2 + (state.allPhotos == nil ? 0 : 1) + (state.large == nil ? 0 : 1)
    let headlineRows = text.height >= lines + 2 ? 2 : 1
    let binRows = text.height >= headlineRows + 2 ? 1 : 0
    let allRows = state.allPhotos != nil && text.height >= headlineRows + 3 ? 1 : 0
    let largeRows = state.large != nil && text.height >= headlineRows + 3 + allRows ? 1 : 0
    let used = headlineRows + (isRoomy ? 2 : 0) + 1 + binRows + allRows + largeRows
    let top = text.y + max(0, (text.height - used) / 2)
    headline = Rect(x: text.x, y: top, width: text.width, height: headlineRows)
    let scanY = top + headlineRows + (isRoomy ? 2 : 0)
    let actionWidth = min(text.width, 52)
    scan = Rect(x: text.x, y: scanY, width: actionWidth, height: 1)
    bin = binRows > 0 ? Rect(x: text.x, y: scanY + 1, width: actionWidth, height: 1) : nil
    allPhotos = allRows > 0 ? Rect(x: text.x, y: scanY + 2, width: actionWidth, height: 1) : nil
    large = largeRows > 0 ? Rect(x: text.x, y: scanY + 2 + allRows, width: actionWidth, height: 1) : nil
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
      // The key comes last and must not be what a narrow screen cuts off.
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
    // Nothing is to be done about it, so it comes where there is room.
    if !state.leftOut.isEmpty, isRoomy, lines.count < 4 {
      let fitting = firstFitting(state.leftOut, columns: body.width - 6, rows: 1)
      lines += fitting.map { WarningLine(text: $0, isFirst: true, isCalm: true) }
    }
    return lines
  }

  private static func rows(of form: CardForm, count: Int, in content: Rect) -> Int {
    guard count > 0 else { return 0 }
    return switch form {
    case .row: content.height >= 32 ? 9 : content.height >= 25 && content.width >= 110 ? 7 : 6
    case .grid: 4 * ((count + 1) / 2)
    case .list: min(count, content.height - 2)
    }
  }

  private static func cards(_ form: CardForm, count: Int, in area: Rect) -> [Rect] {
    guard count > 0 else { return [] }
    switch form {
    case .row: return columns(count, in: area)
    case .grid:
      return (0..<count).map { index in
        let pair = Rect(x: area.x, y: area.y + index / 2 * 4, width: area.width, height: 4)
        return columns(2, in: pair)[index % 2]
      }
    case .list:
      return (0..<count).map { Rect(x: area.x, y: area.y + $0, width: area.width, height: 1) }
    }
  }

  /// The areas of cards side by side with one column between; the first ones are a column wider where the width cannot
  /// be divided evenly.
  private static func columns(_ count: Int, in area: Rect) -> [Rect] {
    let gap = area.width >= 110 ? 2 : 1
    let free = max(0, area.width - gap * (count - 1))
    var x = area.x
    return (0..<count).map { index in
      let width = free / count + (index < free % count ? 1 : 0)
      defer { x += width + gap }
      return Rect(x: x, y: area.y, width: width, height: area.height)
    }
  }
}
