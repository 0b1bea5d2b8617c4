import PhotoModel
import Testing
import TextSurface
import ViewModels

@testable import Views

/// The share of the screen that a photo gets on its card: nothing on the deck is larger.
@Suite struct PictureShareTests {
  /// A size of the terminal, with the least per cent of its cells for a photo of 4:3, 3:2, 3:4 and 16:9.
  struct Case: Sendable, CustomTestStringConvertible {
    var size: Size
    var hasSets: Bool
    var least: [Int]
    var testDescription: String { "\(size.columns)×\(size.rows), sets \(hasSets)" }
  }

  static let shapes = [
    PixelSize(width: 4000, height: 3000), PixelSize(width: 3000, height: 2000), PixelSize(width: 3000, height: 4000),
    PixelSize(width: 1920, height: 1080),
  ]
  static let cases = [
    Case(size: Size(columns: 40, rows: 12), hasSets: true, least: [13, 15, 8, 18]),
    Case(size: Size(columns: 40, rows: 12), hasSets: false, least: [20, 22, 11, 26]),
    Case(size: Size(columns: 80, rows: 24), hasSets: true, least: [54, 46, 31, 53]),
    Case(size: Size(columns: 80, rows: 24), hasSets: false, least: [54, 50, 31, 60]),
    Case(size: Size(columns: 120, rows: 40), hasSets: true, least: [63, 56, 40, 62]),
    Case(size: Size(columns: 120, rows: 40), hasSets: false, least: [64, 72, 40, 81]),
    Case(size: Size(columns: 200, rows: 60), hasSets: true, least: [69, 72, 39, 71]),
    Case(size: Size(columns: 200, rows: 60), hasSets: false, least: [69, 72, 39, 86]),
  ]

  /// The per cent of all cells that a photo gets, in the form in which it is larger.
  private func share(_ photo: PixelSize, _ size: Size, hasSets: Bool, _ chosen: CardForm? = nil) -> Int {
    let areas = DeckLayout.areas(in: size, hasSets: hasSets)
    let form = chosen ?? areas.form(of: photo, cell: .standard)
    let shape = Double(photo.width) / Double(photo.height) / CellPixels.standard.aspect
    return areas.area(form, hasDetails: false).fitting(columnsPerRow: shape).cells * 100 / size.cells
  }

  @Test(arguments: cases) func `a photo gets most of the screen that its shape allows`(_ expected: Case) {
    let shares = Self.shapes.map { share($0, expected.size, hasSets: expected.hasSets) }

    #expect(zip(shares, expected.least).allSatisfy { $0 >= $1 }, "\(shares)")
  }

  @Test(arguments: cases, shapes) func `no other form would show a photo larger`(_ window: Case, photo: PixelSize) {
    let best = share(photo, window.size, hasSets: window.hasSets)

    for form in CardForm.allCases { #expect(share(photo, window.size, hasSets: window.hasSets, form) <= best) }
  }

  /// The size of a terminal, the shape of both photos, and the form in which they are largest.
  static let pairs: [(Size, PixelSize, CompareForm)] = [
    (Size(columns: 80, rows: 24), PixelSize(width: 4000, height: 3000), .beside),
    (Size(columns: 80, rows: 60), PixelSize(width: 4000, height: 3000), .stacked),
    (Size(columns: 80, rows: 24), PixelSize(width: 9000, height: 1500), .stacked),
    (Size(columns: 120, rows: 40), PixelSize(width: 3000, height: 4000), .beside),
    (Size(columns: 120, rows: 40), PixelSize(width: 9000, height: 3000), .stackedBesideTable),
    (Size(columns: 200, rows: 60), PixelSize(width: 3000, height: 4000), .besideWithMap),
    (Size(columns: 200, rows: 60), PixelSize(width: 4000, height: 3000), .beside),
    (Size(columns: 40, rows: 12), PixelSize(width: 4000, height: 3000), .alone),
    (Size(columns: 60, rows: 50), PixelSize(width: 4000, height: 3000), .stacked),
  ]

  @Test(arguments: pairs) func `two photos are compared in the form that shows them largest`(
    size: Size, photo: PixelSize, expected: CompareForm
  ) {
    #expect(CompareLayout.areas(in: size).form(of: [photo, photo], cell: .standard) == expected)
    for form in CompareLayout.forms(in: size) {
      let layout = CompareLayout(size, form: form)
      for rect in [layout.left, layout.right, layout.map, layout.table] where !rect.isEmpty {
        #expect(rect.intersection(Rect(x: 0, y: 1, width: size.columns, height: size.rows - 3)) == rect)
      }
      if form != .alone { #expect(layout.left.intersection(layout.right).isEmpty) }
      #expect(layout.right.intersection(layout.table).isEmpty && layout.left.intersection(layout.table).isEmpty)
    }
  }

  @Test func `a portrait in a wide window has its texts beside it, a panorama has them below`() {
    let areas = DeckLayout.areas(in: Size(columns: 120, rows: 40), hasSets: true)
    let narrow = DeckLayout.areas(in: Size(columns: 60, rows: 40), hasSets: true)

    #expect(areas.form(of: PixelSize(width: 3000, height: 4000), cell: .standard) == .beside)
    #expect(areas.form(of: PixelSize(width: 9000, height: 3000), cell: .standard) == .below)
    #expect(narrow.form(of: PixelSize(width: 3000, height: 4000), cell: .standard) == .below)
    #expect(areas.form(of: nil, cell: .standard) == areas.form(of: PixelSize(width: 4, height: 3), cell: .standard))
  }
}
