import PhotoArt
import PhotoModel
import TestSupport
import Testing
import TextSurface

@Suite struct FittedCellsTests {
  @Test(arguments: [
    (4000, 3000, 60, 24, 60, 23), (3000, 4000, 60, 24, 36, 24), (100, 100, 60, 24, 48, 24), (10_000, 10, 60, 24, 60, 1),
    (10, 10_000, 60, 24, 1, 24),
  ])
  func `a picture fills one direction and keeps its proportions`(
    width: Int, height: Int, columns: Int, rows: Int, fittedColumns: Int, fittedRows: Int
  ) {
    let fitted = fittedCells(
      for: PixelSize(width: width, height: height), in: Size(columns: columns, rows: rows), cellAspect: 0.5)
    #expect(fitted == Size(columns: fittedColumns, rows: fittedRows))
  }

  @Test func `nothing fits into nothing`() {
    let picture = PixelSize(width: 4, height: 3)
    #expect(fittedCells(for: picture, in: Size(columns: 0, rows: 9)) == Size(columns: 0, rows: 0))
    #expect(fittedCells(for: PixelSize(width: 0, height: 3), in: Size(columns: 9, rows: 9)).rows == 0)
  }

  @Test func `the result is within the room and its proportions are within a cell of the picture's`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let picture = PixelSize(
        width: Int.random(in: 1...9000, using: &random), height: Int.random(in: 1...9000, using: &random))
      let available = Size(
        columns: Int.random(in: 1...200, using: &random), rows: Int.random(in: 1...80, using: &random))
      let aspect = Double.random(in: 0.3...1, using: &random)
      let fitted = fittedCells(for: picture, in: available, cellAspect: aspect)
      #expect((1...available.columns).contains(fitted.columns) && (1...available.rows).contains(fitted.rows))
      let exactColumns = Double(fitted.rows) * Double(picture.width) / Double(picture.height) / aspect
      let exactRows = Double(fitted.columns) * aspect * Double(picture.height) / Double(picture.width)
      let isWithinACell =
        abs(exactColumns - Double(fitted.columns)) <= 1 || abs(exactRows - Double(fitted.rows)) <= 1
      #expect(isWithinACell, "\(picture) in \(available)")
    }
  }
}
