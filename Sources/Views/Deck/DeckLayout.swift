import TextSurface

/// The layout of the deck. It depends on the size, on whether the category has sets and on whether the details are
/// open, so that a picture prepared for one card fits the next.
struct DeckLayout {
  let size: Size
  /// The area in which cards slide: between the progress row and the facts, the whole width but for the details beside
  /// the card.
  let stage: Rect
  /// The top card with its border.
  let card: Rect
  /// Whether there is space for text beside the card.
  let hasSides: Bool
  /// The area of the details: beside the card, or over it on a narrow screen.
  let details: Rect
  /// Whether the edge of the second card is drawn behind the top one.
  let hasEdge: Bool
  let factsY: Int
  /// The rows for the name and the facts; where there are two, the second one has more facts.
  let factsRows: Int
  let whyY: Int
  /// The rows for the reason: a second one where there are enough.
  let whyRows: Int
  /// The row of the filmstrip at the left and the message at the right.
  let filmstripY: Int
  /// The area of the small pictures of the set, above the signs; empty where there is no space.
  let thumbnails: Rect
  let hintsY: Int

  /// The size of a small picture.
  static let thumbnail = Size(columns: 11, rows: 4)

  /// Creates the layout for a size of the terminal.
  ///
  /// - Parameters:
  ///   - hasSets: Whether the category has sets, which have a row of their own.
  ///   - hasDetails: Whether the details are open.
  init(_ size: Size, hasSets: Bool = false, hasDetails: Bool = false) {
    self.size = size
    let isNarrow = size.columns < 72
    let isShort = size.rows < 18
    let isTall = size.rows >= 30
    hintsY = size.rows - 1
    factsRows = isTall ? 2 : 1
    let below = isShort ? 3 : isTall ? 6 : 4
    let airAbove = isTall ? 1 : 0
    // Air above them, and their signs below.
    let thumbnailRows = hasSets && size.rows >= 38 && size.columns >= 60 ? Self.thumbnail.rows + 2 : 0
    let all = Rect(
      x: 0, y: 1 + airAbove, width: size.columns,
      height: size.rows - 2 - below - airAbove - (isTall ? 1 : 0) - thumbnailRows)
    let isBeside = hasDetails && !isNarrow
    let detailsColumns = isNarrow ? size.columns : min(48, max(36, size.columns * 2 / 5))
    details = Rect(
      x: isNarrow ? 0 : size.columns - 1 - detailsColumns, y: all.y, width: detailsColumns, height: all.height)
    stage = isBeside ? Rect(x: 0, y: all.y, width: details.x, height: all.height) : all
    hasEdge = !isShort && size.columns >= 60
    // Beside the details the picture needs the columns more than the words do, which the row of keys says as well.
    hasSides = !isNarrow && !(isBeside && size.columns < 110)
    let left = hasSides ? 11 : isBeside ? 1 : 0
    let right = isBeside ? 1 : left
    card = Rect(
      x: left, y: all.y, width: max(0, stage.width - left - right - (hasEdge ? 1 : 0)),
      height: all.height - (hasEdge ? 1 : 0))
    factsY = stage.bottom + (isTall ? 1 : 0)
    whyY = factsY + factsRows
    whyRows = isShort ? 1 : 2
    thumbnails = Rect(
      x: 2, y: whyY + whyRows + 1, width: thumbnailRows > 0 ? size.columns - 4 : 0, height: max(0, thumbnailRows - 1))
    filmstripY = whyY + whyRows + thumbnailRows
  }

  /// The area of the notice at the end of a deck: no facts are below it, but where there are few rows a message may
  /// take one.
  var end: Rect {
    Rect(x: 0, y: stage.y, width: size.columns, height: (size.rows < 18 ? stage.bottom : filmstripY) - stage.y)
  }

  /// The area inside the border.
  var picture: Rect { card.inset(columns: 1, rows: 1) }

  /// The area of "delete" at the left of the card, that of "keep" at its right; empty where there is no space.
  var deleteSide: Rect { side(x: 1, width: card.x - 2) }
  var keepSide: Rect { side(x: card.right + 2, width: size.columns - card.right - 3) }

  private func side(x: Int, width: Int) -> Rect {
    hasSides
      ? Rect(x: x, y: card.y + card.height / 2, width: width, height: 1) : Rect(x: 0, y: 0, width: 0, height: 0)
  }
}
