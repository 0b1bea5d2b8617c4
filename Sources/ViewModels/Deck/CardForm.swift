package import PhotoModel
package import TextSurface

/// The arrangement of a card and of the texts about its photo.
package enum CardForm: Hashable, Sendable, CaseIterable {
  /// The texts in lines below the card, which has the whole width.
  case below
  /// The texts in a column beside the card, which has the whole height.
  case beside
}

/// The cells for the picture of a card, in each form.
package struct CardAreas: Hashable, Sendable {
  /// The cells above the texts.
  package var below: Size
  /// The cells beside the texts; none where the terminal is too narrow.
  package var beside: Size
  /// The cells above the texts and beside the details.
  package var belowWithDetails: Size
  /// The cells beside the details, which take the place of the texts.
  package var besideWithDetails: Size

  /// Creates the areas; with the details open they are as large as without where they are nil.
  package init(
    _ below: Size, beside: Size = .none, belowWithDetails: Size? = nil, besideWithDetails: Size? = nil
  ) {
    self.below = below
    self.beside = beside
    self.belowWithDetails = belowWithDetails ?? below
    self.besideWithDetails = besideWithDetails ?? beside
  }

  /// No space for pictures.
  package static let none = CardAreas(.none)

  /// The form in which a photo is larger; of two equal ones the texts are below.
  ///
  /// - Parameter photo: The size of the photo; nil counts as 4:3, as most cameras have it.
  package func form(of photo: PixelSize?, cell: CellPixels) -> CardForm {
    let shape = photo.flatMap { $0.width > 0 && $0.height > 0 ? Double($0.width) / Double($0.height) : nil } ?? 4.0 / 3
    func cells(_ area: Size) -> Int { area.fitting(columnsPerRow: shape / cell.aspect).cells }
    return cells(beside) > cells(below) ? .beside : .below
  }

  /// The cells for the picture in a form.
  package func area(_ form: CardForm, hasDetails: Bool) -> Size {
    switch form {
    case .below: hasDetails ? belowWithDetails : below
    case .beside: hasDetails ? besideWithDetails : beside
    }
  }
}
