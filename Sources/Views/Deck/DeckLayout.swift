import TextSurface
import ViewModels

/// The layout of the deck. It depends on the size, on the form of the card, on whether the category has sets and on
/// whether the details are open, so that a picture prepared for one card fits the next of its form.
struct DeckLayout {
  let size: Size
  let form: CardForm
  /// The area in which cards slide: all of the width, or all that is left beside a column.
  let stage: Rect
  /// The top card with its border.
  let card: Rect
  /// The area of the details: beside the card, or over it on a narrow screen.
  let details: Rect
  /// The area of the texts about the photo: two rows below the card, or a column beside it.
  let facts: Rect
  /// The area of the small pictures of the set with their signs; empty where there is no space.
  let thumbnails: Rect
  /// The area of the signs of the set without pictures, and of their explanation; empty without sets.
  let signs: Rect
  /// The area of the message; in the form below it shares its row with other text.
  let message: Rect
  let hintsY: Int

  /// The size of a small picture.
  static let thumbnail = Size(columns: 11, rows: 4)

  /// Creates the layout for a size of the terminal.
  ///
  /// - Parameters:
  ///   - hasSets: Whether the category has sets, whose signs or small pictures need space.
  ///   - hasDetails: Whether the details are open.
  init(_ size: Size, form: CardForm = .below, hasSets: Bool = false, hasDetails: Bool = false) {
    self.size = size
    hintsY = size.rows - 1
    let all = Rect(x: 0, y: 1, width: size.columns, height: size.rows - 2)
    let isNarrow = size.columns < Self.leastColumnsBeside
    let detailsColumns = isNarrow ? size.columns : min(48, max(36, size.columns * 2 / 5))
    if form == .beside, Self.hasSpaceBeside(size) {
      self.form = .beside
      let width = hasDetails ? detailsColumns : min(37, max(26, size.columns * 24 / 100))
      stage = Rect(x: 0, y: all.y, width: size.columns - width, height: all.height)
      card = stage
      let isTall = all.height >= 20
      let column = Rect(
        x: stage.right + 1, y: all.y + (isTall ? 1 : 0), width: width - 2, height: all.height - (isTall ? 1 : 0))
      let rowsOfPictures = hasSets ? min(4, max(0, (all.height - 22) / Self.filmstripRows)) : 0
      let thumbnailRows = rowsOfPictures * Self.filmstripRows
      let (upper, foot) = column.split(bottom: isTall ? 3 : 2)
      let (middle, signs) = upper.split(bottom: !hasSets ? 0 : (isTall ? 3 : 1) + (rowsOfPictures > 0 ? 0 : 1))
      let (facts, thumbnails) = middle.split(bottom: thumbnailRows)
      (message, self.signs, self.thumbnails) = (foot, signs, thumbnails)
      // A row of air, which has the numbers of further pictures as well.
      self.facts = Rect(x: facts.x, y: facts.y, width: facts.width, height: facts.height - 1)
      details = Rect(x: stage.right + 1, y: all.y, width: width - 1, height: self.facts.bottom - all.y)
      return
    }
    self.form = .below
    let hasPictures = hasSets && size.rows >= 38 && size.columns >= 60
    let (upper, lines) = all.split(bottom: 2 + (!hasSets ? 0 : hasPictures ? Self.filmstripRows : 1))
    let isBeside = hasDetails && !isNarrow
    details = Rect(
      x: isNarrow ? 0 : size.columns - detailsColumns, y: all.y, width: detailsColumns, height: upper.height)
    stage = isBeside ? Rect(x: 0, y: all.y, width: details.x, height: upper.height) : upper
    card = isBeside ? Rect(x: 0, y: all.y, width: stage.width - 1, height: upper.height) : upper
    facts = Rect(x: 2, y: lines.y, width: size.columns - 4, height: 2)
    thumbnails = Rect(x: 2, y: facts.bottom, width: facts.width, height: hasPictures ? Self.filmstripRows : 0)
    message = Rect(x: 2, y: lines.bottom - 1, width: facts.width, height: 1)
    signs = Rect(x: 2, y: message.y, width: facts.width, height: hasSets ? 1 : 0)
  }

  /// The rows of a small picture and its sign.
  static let filmstripRows = thumbnail.rows + 1
  private static let leastColumnsBeside = 72

  private static func hasSpaceBeside(_ size: Size) -> Bool { size.columns >= leastColumnsBeside && size.rows >= 16 }

  /// The cells for the picture of a card, in each form.
  static func areas(in size: Size, hasSets: Bool) -> CardAreas {
    func area(_ form: CardForm, hasDetails: Bool = false) -> Size {
      let layout = DeckLayout(size, form: form, hasSets: hasSets, hasDetails: hasDetails)
      return layout.form == form ? Size(columns: layout.picture.width, rows: layout.picture.height) : .none
    }
    return CardAreas(
      area(.below), beside: area(.beside), belowWithDetails: area(.below, hasDetails: true),
      besideWithDetails: area(.beside, hasDetails: true))
  }

  /// Whether a card in either form may have small pictures of its set.
  static func hasThumbnails(in size: Size) -> Bool {
    CardForm.allCases.contains { !DeckLayout(size, form: $0, hasSets: true).thumbnails.isEmpty }
  }

  /// The area of the notice at the end of a deck: no facts are below it, but where there are few rows a message may
  /// take three.
  var end: Rect {
    Rect(x: 0, y: stage.y, width: size.columns, height: size.rows - (size.rows < 18 ? 5 : 3))
  }

  /// The area inside the border.
  var picture: Rect { card.inset(columns: 1, rows: 1) }

  /// The areas of "delete" and, at the other end, of "keep" in the upper border of the card; nil where both are too
  /// wide for it.
  func sides(delete: Int, keep: Int) -> (delete: Rect, keep: Rect)? {
    guard card.width >= delete + keep + 20 else { return nil }
    return (
      Rect(x: card.x + 2, y: card.y, width: delete, height: 1),
      Rect(x: card.right - 2 - keep, y: card.y, width: keep, height: 1)
    )
  }
}
