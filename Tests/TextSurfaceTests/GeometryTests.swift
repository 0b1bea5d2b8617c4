import TestSupport
import Testing
import TextSurface

@Suite struct GeometryTests {
  @Test func `no rectangle has a negative side`() {
    let small = Rect(x: 2, y: 2, width: 3, height: 3)
    #expect(small.inset(columns: 2, rows: 9) == Rect(x: 4, y: 11, width: 0, height: 0))
    #expect(Rect(x: 0, y: 0, width: -1, height: 5).isEmpty)
  }

  @Test func `an intersection holds exactly the cells of both`() {
    var random = SeededGenerator(seed: 4)
    func rect() -> Rect {
      Rect(
        x: Int.random(in: -3...6, using: &random), y: Int.random(in: -3...6, using: &random),
        width: Int.random(in: 0...6, using: &random), height: Int.random(in: 0...6, using: &random))
    }
    for _ in 0..<200 {
      let left = rect()
      let right = rect()
      let both = left.intersection(right)
      for y in -4...13 {
        for x in -4...13 {
          #expect(both.contains(x: x, y: y) == (left.contains(x: x, y: y) && right.contains(x: x, y: y)))
        }
      }
    }
  }

  @Test(arguments: -1...12)
  func `a split gives every row to one of the two parts`(rows: Int) {
    let whole = Rect(x: 3, y: 4, width: 20, height: 10)
    let (top, rest) = whole.split(top: rows)
    #expect(top.height + rest.height == 10 && rest.y == top.bottom && rest.bottom == whole.bottom)
    let (upper, bottom) = whole.split(bottom: rows)
    #expect(upper.height + bottom.height == 10 && bottom.bottom == whole.bottom && bottom.y == upper.bottom)
  }

  @Test func `a centered rectangle lies inside`() {
    let whole = Rect(x: 3, y: 4, width: 20, height: 10)
    #expect(whole.centered(width: 10, height: 4) == Rect(x: 8, y: 7, width: 10, height: 4))
    #expect(whole.centered(width: 99, height: 99) == whole)
  }
}
