import TextSurface

/// Where the parts of the deck stand. It depends on the size, on whether the category has sets and on whether the details
/// are open, so that a picture prepared for one card fits the next.
struct DeckLayout {
  let size: Size
  /// Between the progress row and the facts, the whole width but for the details beside the card: where cards slide.
  let stage: Rect
  /// The top card with its border.
  let card: Rect
  /// There is room for words beside the card.
  let hasSides: Bool
  /// Room for the details: beside the card, or in its place where it is narrow.
  let details: Rect
  /// The edge of the second card shows behind the top one.
  let hasEdge: Bool
  let factsY: Int
  /// A row for the facts below the one for the name.
  let factsRows: Int
  let whyY: Int
  /// The reason may take a second row where there are enough.
  let whyRows: Int
  /// The strip of the group on the left, the message on the right.
  let filmstripY: Int
  /// Small pictures of the set, above the signs; empty where there is no room.
  let thumbnails: Rect
  let hintsY: Int

  /// Of a small picture.
  static let thumbnail = Size(columns: 11, rows: 4)

  /// - Parameters:
  ///   - hasSets: The category has sets, which have a row of their own.
  ///   - hasDetails: The details are open.
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

  /// Where the end of a deck is said: no facts stand below it, but where there are few rows a message may take theirs.
  var end: Rect {
    Rect(x: 0, y: stage.y, width: size.columns, height: (size.rows < 18 ? stage.bottom : filmstripY) - stage.y)
  }

  /// Inside the border.
  var picture: Rect { card.inset(columns: 1, rows: 1) }

  /// The words at the sides; empty where there is no room.
  var deleteSide: Rect { side(x: 1, width: card.x - 2) }
  var keepSide: Rect { side(x: card.right + 2, width: size.columns - card.right - 3) }

  private func side(x: Int, width: Int) -> Rect {
    hasSides
      ? Rect(x: x, y: card.y + card.height / 2, width: width, height: 1) : Rect(x: 0, y: 0, width: 0, height: 0)
  }
}
