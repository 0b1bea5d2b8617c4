import TestSupport
import Testing
import TextSurface

@Suite struct SurfaceTests {
  private func surface(_ columns: Int, _ rows: Int = 1) -> Surface { Surface(Size(columns: columns, rows: rows)) }

  @Test func `text is clipped at both edges`() {
    var grid = surface(4)
    grid.write("abcdef", x: -1, y: 0)
    #expect(grid.text == "bcde")
    grid.write("xyz", x: 2, y: 0)
    #expect(grid.text == "bcxy")
  }

  @Test func `text outside the grid draws nothing`() {
    var grid = surface(4, 2)
    let before = grid
    for (x, y) in [(0, -1), (0, 2), (4, 0), (-9, 1), (Int.max / 2, 0)] { grid.write("abc", x: x, y: y) }
    #expect(grid == before)
  }

  @Test func `a link is where it was put, until something is drawn over it`() {
    var grid = surface(6)
    grid.write("folder", x: 0, y: 0)
    let plain = grid
    grid.link(0..<9, y: 0, to: "/a")
    grid.link(2..<4, y: 0, to: "/b")
    #expect((0..<6).map { grid.link(x: $0, y: 0) } == ["/a", "/a", "/b", "/b", "/a", "/a"])
    #expect(grid != plain && grid.text == plain.text)
    grid.write("ol", x: 1, y: 0)
    #expect((0..<6).map { grid.link(x: $0, y: 0) } == ["/a", nil, nil, "/b", "/a", "/a"])
    var other = surface(6)
    other.blend(grid, x: 0, y: 0)
    #expect(other.text == grid.text && (0..<6).allSatisfy { other.link(x: $0, y: 0) == nil })
  }

  @Test func `the column after the last one drawn is returned`() {
    var grid = surface(10)
    #expect(grid.write("日a", x: 1, y: 0) == 4)
    #expect(grid.write("abc", x: 0, y: 0, limit: 2) == 2)
  }

  @Test func `changes are the cells that differ inside the area`() {
    var old = surface(4, 2)
    old.write("abcd", x: 0, y: 0)
    var new = old
    new.write("aXcY", x: 0, y: 0)
    new.write("Z", x: 1, y: 1)
    func changes(since old: Surface?, in area: Rect, atMost most: Int = .max) -> [String] {
      var found: [String] = []
      let ended = new.forEachChange(since: old, in: area) { x, y, cell in
        found.append("\(x) \(y) \(cell.scalar.map(String.init) ?? "")")
        return found.count < most
      }
      #expect(ended == (found.count < most))
      return found
    }

    #expect(changes(since: old, in: new.bounds) == ["1 0 X", "3 0 Y", "1 1 Z"])
    #expect(changes(since: old, in: Rect(x: 0, y: 0, width: 3, height: 9)) == ["1 0 X", "1 1 Z"])
    #expect(changes(since: old, in: new.bounds, atMost: 2) == ["1 0 X", "3 0 Y"])
    #expect(changes(since: new, in: new.bounds).isEmpty)
    #expect(changes(since: nil, in: new.bounds).count == 8)
    #expect(changes(since: surface(8, 1), in: new.bounds).count == 8)
  }

  @Test func `a wide scalar at the right edge is left out`() {
    var grid = surface(3)
    grid.write("ab日", x: 0, y: 0)
    #expect(grid.text == "ab")
    grid[2, 0] = Cell("日")
    #expect(grid[2, 0].scalar == " ")
  }

  @Test func `a wide scalar that the left edge cuts leaves a blank`() {
    var grid = surface(3)
    grid.write("abc", x: 0, y: 0)
    grid.write("日x", x: -1, y: 0)
    #expect(grid.text == " xc")
  }

  @Test func `writing over one half of a wide scalar blanks the other`() {
    var grid = surface(4)
    grid.write("日本", x: 0, y: 0)
    grid.write("x", x: 1, y: 0)
    #expect(grid.text == " x本")
    grid.write("y", x: 2, y: 0)
    #expect(grid.text == " xy")
  }

  @Test func `a mark joins the scalar before it, also a wide one`() {
    var grid = surface(5)
    grid.write("e\u{301}日\u{3099}x", x: 0, y: 0)
    #expect(grid[0, 0].mark == "\u{301}")
    #expect(grid[1, 0].mark == "\u{3099}")
    #expect(grid.text.unicodeScalars.elementsEqual("e\u{301}日\u{3099}x".unicodeScalars))
  }

  @Test func `a mark without a scalar before it draws nothing`() {
    var grid = surface(3)
    grid.write("a", x: 0, y: 0)
    grid.write("\u{301}b", x: 1, y: 0)
    #expect(grid[0, 0].mark == nil)
    #expect(grid.text == "ab")
  }

  @Test func `a nil background lets what is there shine through`() {
    let red = RGB(hex: 0xFF0000)
    var grid = Surface(Size(columns: 2, rows: 1), background: red)
    grid.write("a", x: 0, y: 0)
    grid.write("b", x: 1, y: 0, style: .plain.on(RGB(hex: 1)))
    #expect(grid[0, 0].style.background == red)
    #expect(grid[1, 0].style.background == RGB(hex: 1))
  }

  @Test func `a grid blended in is clipped, and a wide scalar cut by the clip leaves a blank`() {
    var small = surface(4)
    small.write("日本", x: 0, y: 0)
    var grid = surface(6)
    grid.write("......", x: 0, y: 0)
    grid.blend(small, x: 1, y: 0, clip: Rect(x: 2, y: 0, width: 2, height: 1))
    #expect(grid.text == "..  ..")
    grid.blend(small, x: 4, y: 0)
    #expect(grid.text == "..  日")
  }

  @Test func `right halves stand after wide scalars and nowhere else, whatever is drawn`() {
    var random = SeededGenerator(seed: 3)
    let samples = ["日本語", "a", "e\u{301}", "🙂x", "\u{301}", "한", "ab\u{200B}", " "]
    for _ in 0..<500 {
      var grid = surface(Int.random(in: 0...9, using: &random), 2)
      for _ in 0..<12 {
        let x = Int.random(in: -3...10, using: &random)
        let y = Int.random(in: -1...2, using: &random)
        let sample = samples.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<5, using: &random) {
        case 0: grid[x, y] = Cell(sample.unicodeScalars.first)
        case 1: grid[x, y] = Cell(nil)
        case 2: grid.fill(Rect(x: x, y: y, width: 4, height: 1), sample.unicodeScalars.first ?? " ", style: .plain)
        case 3:
          var other = surface(5, 1)
          other.write(sample, x: 1, y: 0)
          grid.blend(other, x: x, y: y, clip: Rect(x: x + 1, y: y, width: 3, height: 1))
        default: grid.write(sample, x: x, y: y)
        }
        expectWholeScalars(grid)
      }
    }
  }

  @Test func `the text has no trailing spaces and a line for each row`() {
    var grid = surface(5, 3)
    grid.write("ab", x: 1, y: 1)
    #expect(grid.text == "\n ab\n")
  }

  @Test func `a size below zero is an empty grid`() {
    #expect(Surface(Size(columns: -2, rows: 4)).cells.isEmpty)
  }

  private func expectWholeScalars(_ grid: Surface) {
    for y in 0..<grid.size.rows {
      for x in 0..<grid.size.columns {
        let isWide = grid[x, y].scalar.map { displayWidth($0) == 2 } ?? false
        let isFollowedByHalf = x + 1 < grid.size.columns && grid[x + 1, y].scalar == nil
        #expect(isWide == isFollowedByHalf)
        if x == 0 { #expect(grid[x, y].scalar != nil) }
      }
    }
  }
}
