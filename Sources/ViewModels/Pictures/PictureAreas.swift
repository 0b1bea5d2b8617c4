package import TextSurface

/// The space for pictures on the screens, in cells; 0 × 0 where no picture is shown.
package struct PictureAreas: Hashable, Sendable {
  /// The picture of a card in categories without sets.
  package var card: CardAreas
  /// The picture of a card in categories with sets, which have a filmstrip.
  package var cardWithFilmstrip: CardAreas
  /// A picture in the filmstrip.
  package var thumbnail: Size
  /// The picture of the selected photo, beside the list of the bin.
  package var bin: Size
  /// The picture of the selected file, beside the list of a batch of the history.
  package var batch: Size
  /// The picture of one photo of a batch, alone on the screen.
  package var batchPhoto: Size
  /// The small pictures below the question before a move.
  package var confirmation: PictureRow
  /// The small pictures on the screen about a finished batch.
  package var done: PictureRow
  /// The small pictures of photos that crossed the threshold of a slider.
  package var crossings: CrossingCapacity
  /// Each of the two pictures of the comparison, in each form that there is space for.
  package var compare: CompareAreas
  /// The picture in the loupe.
  package var loupe: Size
  /// Each of the two pictures of a photo that could be smaller.
  package var largePhoto = Size.none
  /// Whether there is space for both of them.
  package var hasBothLargePhotos = false
  /// The size of a cell of the terminal, in pixels.
  package var cell: CellPixels

  /// Creates the areas; `cardWithFilmstrip`, `compare` and `loupe` are as large as `card` where they are nil.
  package init(
    card: CardAreas, cardWithFilmstrip: CardAreas? = nil, thumbnail: Size = .none, bin: Size,
    batch: Size = .none, batchPhoto: Size = .none, confirmation: PictureRow = .none, done: PictureRow = .none,
    crossings: CrossingCapacity = .none, compare: CompareAreas? = nil, loupe: Size? = nil,
    cell: CellPixels = .standard
  ) {
    self.card = card
    self.cardWithFilmstrip = cardWithFilmstrip ?? card
    self.thumbnail = thumbnail
    self.bin = bin
    self.batch = batch
    self.batchPhoto = batchPhoto
    self.confirmation = confirmation
    self.done = done
    self.crossings = crossings
    self.compare = compare ?? CompareAreas(card.below)
    self.loupe = loupe ?? card.below
    self.cell = cell
  }
}

/// The space for small pictures in one row.
package struct PictureRow: Hashable, Sendable {
  /// The number of pictures that fit.
  package var count: Int
  /// The size of each picture, in cells.
  package var size: Size

  /// Creates the space for `count` pictures of one size.
  package init(count: Int, size: Size) {
    self.count = count
    self.size = size
  }

  /// No space for pictures.
  package static let none = PictureRow(count: 0, size: .none)
}

/// The space for small pictures of photos that crossed the threshold of a slider.
package struct CrossingCapacity: Hashable, Sendable {
  /// The size of each picture, in cells.
  package var size: Size
  /// The number of pictures of each list that fit: with one list on the screen, with two, and so on.
  package var counts: [Int]

  /// Creates the space for pictures of one size.
  package init(size: Size, counts: [Int]) {
    self.size = size
    self.counts = counts
  }

  /// No space for pictures.
  package static let none = CrossingCapacity(size: .none, counts: [])
}
