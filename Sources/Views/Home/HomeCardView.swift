import PhotoModel
import TextSurface
import ViewModels

/// A card of Home: of a category, of all photos, or of those that could be smaller.
struct HomeCardView {
  private let title: String
  /// The key that opens the card from anywhere on Home; empty for none.
  private var key = ""
  private let photos: Int
  private var sets = 0
  private let bytes: ByteCount
  /// The state of the review: "new", "26 %", "done ✓", "12 kept before".
  private let review: String
  /// The same in fewer columns, where the whole would displace the size or be cut; empty for none.
  private var shortReview = ""
  /// The state of the review in at most six columns.
  private let label: String
  /// The part for a meter; nil where there is none.
  private var fraction: Double?
  private var isDone = false
  private var isNew = false
  private var pictures: [CardPicture] = []
  private var isFocused = false

  /// The card of a target of Home; nil where Home has no such card.
  init?(_ target: HomeState.Focus, in state: HomeState, keys: KeyTable) {
    switch target {
    case .card(let category):
      guard let card = state.cards.first(where: { $0.category == category }) else { return nil }
      self.init(card)
    case .allPhotos:
      guard let card = state.allPhotos else { return nil }
      self.init(card)
      key = keys.title(of: .showAllPhotos, in: .home)
    case .large:
      guard let card = state.large else { return nil }
      self.init(card)
      key = keys.title(of: .showLarge, in: .home)
    case .scan, .bin: return nil
    }
    pictures = (state.pictures[target] ?? []).filter { $0.reason == nil }
    isFocused = state.focus == target
  }

  private init(_ card: HomeState.Card) {
    (title, photos, sets) = (card.category.title, card.photos, card.sets)
    (isDone, isNew) = (card.isDone, card.isNew)
    bytes = card.bytes
    fraction = card.isBegun ? card.fractionReviewed : nil
    review = Self.review(of: card)
    label = card.isBegun || card.isDone || card.isNew ? review : "begun"
  }

  private static func review(of card: HomeState.Card) -> String {
    if card.photos == 0, card.keptBefore == 0 { return card.emptyText }
    if card.isDone { return "done ✓" }
    if card.isBegun { return percentTitle(card.fractionReviewed) }
    if card.isNew { return "new" }
    return card.keptBefore > 0 ? "\(groupedDigits(card.keptBefore)) kept before" : "\(groupedDigits(card.photos)) left"
  }

  private init(_ card: HomeState.AllPhotos) {
    (title, photos, bytes) = ("All photos", card.photos, card.bytes)
    (isDone, isNew) = (card.viewed >= card.photos, card.viewed == 0)
    fraction = isDone || isNew ? nil : card.fractionViewed
    label = isDone ? "done ✓" : isNew ? "new" : percentTitle(card.fractionViewed)
    review = isDone ? "looked at ✓" : label
  }

  private init(_ card: HomeState.Large) {
    title = "Large"
    guard let gain = card.gain else {
      (photos, bytes, review, label, isNew) = (card.photos, card.bytes, "not measured", "", true)
      return
    }
    (photos, bytes) = (gain.photos, gain.gain)
    review = gain.photos == 0 ? "nothing to gain ✓" : gain.isPartial ? "can be gained so far" : "can be gained"
    shortReview = gain.isPartial ? "so far" : ""
    label = "gain"
  }

  /// The space for pictures at the left of a tall card: the area of all of them, that of each, and the step from one
  /// to the next behind it; 0 × 0 on a narrow card.
  static func fan(in rect: Rect) -> (area: Rect, picture: Size, step: Size) {
    let inner = inner(of: rect, isTall: true)
    let steps = HomeModel.Layout.pictures - 1
    let down = inner.height >= 6 ? 1 : 0
    // A picture may be lower than the card is: its width has to leave space for the text.
    let heights = stride(from: inner.height - steps * down, through: 3, by: -1)
    func columns(_ rows: Int) -> Int { rows * 2 + 1 }
    func width(_ rows: Int) -> Int { columns(rows) + steps * (columns(rows) / 3) }
    guard let rows = heights.first(where: { inner.width >= width($0) + 16 }) else {
      return (Rect(x: inner.x, y: inner.y, width: 0, height: 0), .none, .none)
    }
    let height = rows + steps * down
    let area = Rect(x: inner.x, y: inner.y + (inner.height - height) / 2, width: width(rows), height: height)
    return (area, Size(columns: columns(rows), rows: rows), Size(columns: columns(rows) / 3, rows: down))
  }

  private static func inner(of rect: Rect, isTall: Bool) -> Rect { rect.inset(columns: isTall ? 3 : 2, rows: 1) }

  func draw(in rect: Rect, form: HomeLayout.CardForm, theme: Theme, now: Duration, into surface: inout Surface) {
    switch form {
    case .list: drawLine(in: rect, theme: theme, into: &surface)
    case .compact:
      drawBox(in: rect, theme: theme, into: &surface)
      drawFacts(in: Self.inner(of: rect, isTall: false), isTall: false, theme: theme, into: &surface)
    case .tall:
      drawBox(in: rect, theme: theme, into: &surface)
      var inner = Self.inner(of: rect, isTall: true)
      if photos > 0, drawPictures(in: rect, theme: theme, now: now, into: &surface) {
        let left = Self.fan(in: rect).area.right + 2
        inner = Rect(x: left, y: inner.y, width: inner.right - left, height: inner.height)
      }
      drawFacts(in: inner, isTall: true, theme: theme, into: &surface)
    }
  }

  private func drawBox(in rect: Rect, theme: Theme, into surface: inout Surface) {
    surface.panel(rect, theme: theme) { isFocused ? theme.accent(at: $0) : theme.style(.border) }
    surface.legend(title, in: rect, y: rect.y, style: theme.style(isFocused ? .strong : .text))
    if !key.isEmpty {
      surface.trailingLegend(key, in: rect, y: rect.y, style: theme.style(.faint), columns: displayWidth(key) + 2)
    }
    // The pointer is in the border, so that the title stays in place and whole.
    if isFocused { drawPointer(x: rect.x + 1, y: rect.y, theme: theme, into: &surface) }
  }

  private func drawPointer(x: Int, y: Int, theme: Theme, into surface: inout Surface) {
    surface.write("❯", x: x, y: y, style: theme.accent(at: 0).with(.bold))
    surface.cursor = Surface.Cursor(x: x, y: y)
  }

  private func drawFacts(in inner: Rect, isTall: Bool, theme: Theme, into surface: inout Surface) {
    let faint = theme.style(.faint)
    guard photos > 0 else {
      surface.put(review, x: inner.x, y: inner.y, style: faint, columns: inner.width)
      return
    }
    let number = groupedDigits(photos)
    let noun = photos == 1 ? " photo" : " photos"
    let setsText = sets > 0 ? " in \(counted(sets, "set"))" : ""
    let isWide = displayWidth(number + noun + setsText) <= inner.width
    let bytesText = bytes > .zero ? bytes.formatted : "nothing to gain"
    // With two rows, the number of sets is more important than the word "photos".
    let rest = isWide ? noun + setsText : isTall || setsText.isEmpty ? noun : setsText
    surface.put(
      [Span(number, theme.style(isDone ? .faint : .strong)), Span(rest, faint)], x: inner.x, y: inner.y,
      columns: inner.width)
    guard isTall else {
      let columns = inner.width - displayWidth(bytesText) - 1
      let area = Rect(x: inner.x, y: inner.y + 1, width: columns, height: 1)
      guard fraction != nil || displayWidth(reviewText(columns: columns)) <= columns else {
        return drawReview(in: inner, y: area.y, theme: theme, into: &surface)
      }
      drawReview(in: area, y: area.y, theme: theme, into: &surface)
      surface.putTrailing(
        bytesText, right: inner.right, y: area.y, style: theme.style(.text), columns: inner.width)
      return
    }
    let y = inner.y + (isWide ? 1 : 2)
    if !isWide { surface.put(String(setsText.dropFirst()), x: inner.x, y: y - 1, style: faint, columns: inner.width) }
    surface.put(bytesText, x: inner.x, y: y, style: theme.style(.text), columns: inner.width)
    drawReview(in: inner, y: inner.bottom - 1, theme: theme, into: &surface)
  }

  /// Draws the pictures one behind the other, the first in front of the others.
  ///
  /// - Returns: Whether there was one.
  private func drawPictures(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) -> Bool {
    let fan = Self.fan(in: rect)
    guard !fan.area.isEmpty, !pictures.isEmpty else { return false }
    // Some terminals cannot cut pixels at the edge of another picture: then only the first is shown, in the middle.
    let havePixels = pictures.contains { if case .ready(let cells) = $0 { !cells.images.isEmpty } else { false } }
    let isAlone = havePixels && theme.drawings?.cutsPictures != true
    for (number, picture) in pictures.prefix(isAlone ? 1 : pictures.count).enumerated().reversed() {
      let area =
        isAlone
        ? fan.area.centered(width: fan.picture.columns, height: fan.picture.rows)
        : Rect(
          x: fan.area.x + number * fan.step.columns, y: fan.area.y + number * fan.step.rows, width: fan.picture.columns,
          height: fan.picture.rows)
      guard case .ready(let cells) = picture else {
        PictureView(picture: picture).draw(in: area, theme: theme, now: now, into: &surface)
        continue
      }
      // The first at the left and above, the last at the right and below, so that something of each is seen.
      let last = max(1, pictures.count - 1)
      let x = area.x + (area.width - cells.size.columns) * number / last
      let y = area.y + (area.height - cells.size.rows) * number / last
      // An edge parts the pictures.
      let edge = Rect(x: x, y: y, width: cells.size.columns + 1, height: cells.size.rows)
      surface.fill(edge.intersection(fan.area), style: theme.style(.card))
      surface.blend(cells, x: x, y: y, clip: area)
    }
    return true
  }

  private func reviewText(columns: Int) -> String {
    displayWidth(review) > columns && !shortReview.isEmpty ? shortReview : review
  }

  private func drawReview(in inner: Rect, y: Int, theme: Theme, into surface: inout Surface) {
    let style = theme.style(isDone ? .text : isNew ? .accent : .faint)
    guard let fraction else {
      surface.put(reviewText(columns: inner.width), x: inner.x, y: y, style: style, columns: inner.width)
      return
    }
    let columns = max(0, min(inner.width - 6, 24))
    surface.meter(fraction, x: inner.x, y: y, columns: columns, theme: theme)
    surface.put(review, x: inner.x + columns + 1, y: y, style: style, columns: inner.width - columns - 1)
  }

  private func drawLine(in rect: Rect, theme: Theme, into surface: inout Surface) {
    if isFocused {
      drawPointer(x: rect.x + 1, y: rect.y, theme: theme, into: &surface)
      surface.putGradient(title, x: rect.x + 3, y: rect.y, theme: theme, columns: 12)
    } else {
      surface.put(title, x: rect.x + 3, y: rect.y, style: theme.style(.text), columns: 12)
    }
    let right = rect.right - 1
    guard photos > 0 else {
      surface.putTrailing(review, right: right, y: rect.y, style: theme.style(.faint), columns: 18)
      return
    }
    surface.putTrailing(label, right: right, y: rect.y, style: theme.style(isDone ? .text : .faint), columns: 6)
    surface.putTrailing(bytes.formatted, right: right - 7, y: rect.y, style: theme.style(.faint), columns: 7)
    surface.putTrailing(
      groupedDigits(photos), right: right - 15, y: rect.y, style: theme.style(.strong),
      columns: max(0, right - 15 - rect.x - 16))
  }
}
