package import PhotoModel
package import TextSurface

/// The arrangement of the pictures of a comparison.
package enum CompareForm: Hashable, Sendable, CaseIterable {
  /// One picture at a time, where there is space for no more.
  case alone
  /// The two pictures side by side above the table.
  case beside
  /// The two pictures and the map of their differences side by side above the table.
  case besideWithMap
  /// One picture above the other, and the table below.
  case stacked
  /// One picture above the other, and the table in a column beside them.
  case stackedBesideTable
}

/// The cells for each picture of a comparison, in the forms that a terminal has space for.
package struct CompareAreas: Hashable, Sendable {
  private var areas: [CompareForm: Size]

  /// Creates the areas from the cells of each form.
  package init(_ areas: [CompareForm: Size]) { self.areas = areas }

  /// Creates areas with one form.
  package init(_ area: Size, form: CompareForm = .beside) { areas = [form: area] }

  /// No space for pictures.
  package static let none = CompareAreas(.none)

  /// The cells for each picture; none in a form that there is no space for.
  package func area(_ form: CompareForm) -> Size { areas[form] ?? .none }

  /// The form in which the smaller of two photos is largest. The map beside them may cost a fifth of that, and to see
  /// both at once a fourth; without that a key shows what is missing.
  ///
  /// - Parameter photos: The sizes of the photos; 4:3 where one is not known.
  package func form(of photos: [PixelSize?], cell: CellPixels) -> CompareForm {
    func worth(_ form: CompareForm) -> Int {
      let cells = photos.map { photo in
        let shape = photo.flatMap { $0.width > 0 && $0.height > 0 ? Double($0.width) / Double($0.height) : nil }
        return area(form).fitting(columnsPerRow: (shape ?? 4.0 / 3) / cell.aspect).cells
      }
      return (cells.min() ?? 0) * (form == .alone ? 3 : form == .besideWithMap ? 5 : 4)
    }
    let forms = CompareForm.allCases.filter { areas[$0] != nil }
    return forms.reduce(forms.first ?? .alone) { worth($1) > worth($0) ? $1 : $0 }
  }
}
