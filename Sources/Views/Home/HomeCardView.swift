import PhotoModel
import TextSurface
import ViewModels

/// One of the four cards of Home.
struct HomeCardView {
  let card: HomeState.Card
  var picture: CardPicture?
  let isFocused: Bool

  /// The cells of the small picture on a tall card: beside the text, above the review; 0 × 0 on a narrow one.
  static func pictureArea(in rect: Rect) -> Size {
    let inner = Self.inner(of: rect, isTall: true)
    guard inner.width >= 20, inner.height >= 4 else { return Size(columns: 0, rows: 0) }
    let rows = inner.width >= 30 ? 4 : 3
    return Size(columns: rows * 2 + (inner.width >= 30 ? 3 : 1), rows: rows)
  }

  private static func inner(of rect: Rect, isTall: Bool) -> Rect {
    rect.inset(columns: rect.width >= 24 ? 3 : 2, rows: isTall && rect.height >= 9 ? 2 : 1)
  }

  func draw(in rect: Rect, form: HomeLayout.CardForm, theme: Theme, now: Duration, into surface: inout Surface) {
    if form == .list {
      drawLine(in: rect, theme: theme, into: &surface)
    } else {
      drawBox(in: rect, isTall: form == .row, theme: theme, now: now, into: &surface)
    }
  }

  /// The state of the review: "new", "26 %", "done ✓", "12 kept before".
  private var review: String {
    if card.photos == 0, card.keptBefore == 0 { return card.emptyText }
    if card.isDone { return "done ✓" }
    if card.decided > 0 { return percentTitle(card.fractionReviewed) }
    if card.isNew { return "new" }
    return card.keptBefore > 0 ? "\(groupedDigits(card.keptBefore)) kept before" : "\(groupedDigits(card.photos)) left"
  }

  private var bytes: String { card.bytes > .zero ? card.bytes.formatted : "nothing to gain" }

  private func drawBox(in rect: Rect, isTall: Bool, theme: Theme, now: Duration, into surface: inout Surface) {
    surface.panel(rect, theme: theme) { isFocused ? theme.accent(at: $0) : theme.style(.border) }
    surface.legend(card.category.title, in: rect, y: rect.y, style: theme.style(isFocused ? .strong : .text))
    if isFocused {
      // In the border, so that the title stays where it is and whole.
      surface.write("❯", x: rect.x + 1, y: rect.y, style: theme.accent(at: 0).with(.bold))
      surface.cursor = Surface.Cursor(x: rect.x + 1, y: rect.y)
    }
    let whole = Self.inner(of: rect, isTall: isTall)
    guard !whole.isEmpty else { return }
    let inner = drawPicture(in: whole, isTall: isTall, of: rect, theme: theme, now: now, into: &surface)
    let quiet = card.photos == 0
    let number = theme.style(quiet || card.isDone ? .faint : .strong)
    let faint = theme.style(.faint)
    var count = [
      Span(groupedDigits(card.photos), number), Span(card.photos == 1 ? " photo" : " photos", faint),
    ]
    let sets = card.sets > 0 ? "in \(counted(card.sets, "set"))" : ""
    if !isTall {
      count.append(Span(" · \(bytes)", faint))
      surface.put(quiet ? [Span(review, faint)] : count, x: inner.x, y: inner.y, columns: inner.width)
      if !quiet { drawReview(in: inner, y: inner.y + 1, theme: theme, into: &surface) }
      return
    }
    let isWide = displayWidth(sets) + displayWidth(groupedDigits(card.photos)) + 8 <= inner.width
    if isWide, !sets.isEmpty { count.append(Span(" \(sets)", faint)) }
    surface.put(quiet ? [Span(review, faint)] : count, x: inner.x, y: inner.y, columns: inner.width)
    guard !quiet else { return }
    if isWide || sets.isEmpty {
      surface.put(bytes, x: inner.x, y: inner.y + 1, style: theme.style(.text), columns: inner.width)
    } else {
      surface.put(sets, x: inner.x, y: inner.y + 1, style: faint, columns: inner.width)
      surface.put(bytes, x: inner.x, y: inner.y + 2, style: theme.style(.text), columns: inner.width)
    }
    drawReview(in: whole, y: whole.bottom - 1, theme: theme, into: &surface)
  }

  /// Draws the small picture. Returns the area that is left for text.
  private func drawPicture(
    in inner: Rect, isTall: Bool, of rect: Rect, theme: Theme, now: Duration, into surface: inout Surface
  ) -> Rect {
    let area = Self.pictureArea(in: rect)
    guard isTall, area.columns > 0, card.photos > 0, let picture else { return inner }
    if picture.reason != nil { return inner }
    PictureView(picture: picture).draw(
      in: Rect(x: inner.x, y: inner.y, width: area.columns, height: area.rows), theme: theme, now: now, into: &surface)
    let taken = area.columns + 2
    return Rect(x: inner.x + taken, y: inner.y, width: inner.width - taken, height: inner.height)
  }

  private func drawReview(in inner: Rect, y: Int, theme: Theme, into surface: inout Surface) {
    let text = review
    let style = theme.style(card.isDone ? .text : card.isNew ? .accent : .faint)
    guard card.decided > 0, !card.isDone else {
      surface.put(text, x: inner.x, y: y, style: style, columns: inner.width)
      return
    }
    let columns = max(0, min(inner.width - 6, 24))
    surface.meter(card.fractionReviewed, x: inner.x, y: y, columns: columns, theme: theme)
    surface.put(text, x: inner.x + columns + 1, y: y, style: style, columns: inner.width - columns - 1)
  }

  private func drawLine(in rect: Rect, theme: Theme, into surface: inout Surface) {
    let title = card.category.title
    if isFocused {
      surface.write("❯", x: rect.x + 1, y: rect.y, style: theme.accent(at: 0).with(.bold))
      surface.putGradient(title, x: rect.x + 3, y: rect.y, theme: theme, columns: 12)
      surface.cursor = Surface.Cursor(x: rect.x + 1, y: rect.y)
    } else {
      surface.put(title, x: rect.x + 3, y: rect.y, style: theme.style(.text), columns: 12)
    }
    let right = rect.right - 1
    guard card.photos > 0 else {
      surface.putTrailing(review, right: right, y: rect.y, style: theme.style(.faint), columns: 18)
      return
    }
    let state = theme.style(card.isDone ? .text : .faint)
    let label = card.decided > 0 || card.isNew ? review : "begun"
    surface.putTrailing(label, right: right, y: rect.y, style: state, columns: 6)
    surface.putTrailing(
      card.bytes.formatted, right: right - 7, y: rect.y, style: theme.style(.faint), columns: 7)
    surface.putTrailing(
      groupedDigits(card.photos), right: right - 15, y: rect.y, style: theme.style(.strong),
      columns: max(0, right - 15 - rect.x - 16))
  }
}
