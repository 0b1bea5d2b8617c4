import PhotoArt
import PhotoModel
import TestSupport
import Testing
import TextSurface

@Suite struct PictureCellsTests {
  /// Left half one colour, right half another.
  private func halves(_ left: RGB, _ right: RGB, width: Int = 64, height: Int = 48) -> RGBPicture {
    var pixels: [UInt8] = []
    for _ in 0..<height {
      for x in 0..<width {
        let color = x < width / 2 ? left : right
        pixels += [color.red, color.green, color.blue]
      }
    }
    return RGBPicture(width: width, height: height, pixels: pixels)
  }

  private func noise(seed: UInt64) -> RGBPicture {
    var random = SeededGenerator(seed: seed)
    return RGBPicture(width: 40, height: 30, pixels: random.bytes(40 * 30 * 3))
  }

  /// What colour a cell mostly has: of a blank its background, else its foreground.
  private func color(_ cell: Cell) -> RGB? {
    cell.scalar == " " ? cell.style.background : cell.style.foreground
  }

  @Test(arguments: SymbolSet.allCases, [ColorDepth.direct24, .indexed256, .ansi16, .none])
  func `any picture fills exactly the cells asked for`(symbols: SymbolSet, depth: ColorDepth) {
    let grid = pictureCells(of: noise(seed: 1), columns: 17, rows: 9, depth: depth, symbols: symbols)
    #expect(grid.size == Size(columns: 17, rows: 9))
    #expect(grid.cells.allSatisfy { $0.scalar.map { displayWidth($0) == 1 } ?? false })
  }

  @Test func `two colours stay where they are`() {
    let red = RGB(hex: 0xE01010)
    let blue = RGB(hex: 0x1020D0)
    let grid = pictureCells(of: halves(red, blue), columns: 16, rows: 8)
    for row in 0..<8 {
      #expect(color(grid[1, row]).map { isNear($0, red) } == true)
      #expect(color(grid[14, row]).map { isNear($0, blue) } == true)
    }
  }

  @Test func `with 256 colours every colour is one of the palette, and not one that users change`() {
    let grid = pictureCells(of: noise(seed: 2), columns: 20, rows: 10, depth: .indexed256)
    for color in grid.cells.flatMap({ [$0.style.foreground, $0.style.background] }).compactMap({ $0 }) {
      #expect(paletteColor(paletteIndex(nearest: color)) == color)
    }
  }

  @Test(arguments: [(false, true), (true, false)])
  func `without colours the brighter half has the more dots, unless they are dark`(onLight: Bool, rightHasMore: Bool) {
    let picture = halves(RGB(gray: 40), RGB(gray: 215))
    let grid = pictureCells(of: picture, columns: 16, rows: 8, depth: .none, onLight: onLight)
    func dots(_ columns: Range<Int>) -> Int {
      columns.reduce(0) { sum, x in
        (0..<8).reduce(sum) {
          let value = grid[x, $1].scalar?.value ?? 0
          return $0 + (value >= 0x2800 ? Int(value & 0xFF).nonzeroBitCount : 0)
        }
      }
    }
    #expect((dots(8..<16) > dots(0..<8)) == rightHasMore)
    #expect(grid.cells.allSatisfy { $0.style == .plain })
  }

  @Test func `ASCII art is ASCII`() {
    let grid = pictureCells(of: noise(seed: 3), columns: 20, rows: 10, depth: .none, symbols: .ascii)
    #expect(grid.cells.allSatisfy { $0.scalar?.isASCII == true })
  }

  @Test func `the same picture gives the same cells, also on many threads at once`() async {
    let picture = noise(seed: 4)
    let expected = pictureCells(of: picture, columns: 30, rows: 15)
    let results = await withTaskGroup(of: Surface.self) { group in
      for _ in 0..<8 { group.addTask { pictureCells(of: picture, columns: 30, rows: 15) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.allSatisfy { $0 == expected })
  }

  @Test(arguments: [(0, 5), (5, 0), (-1, 5), (5, 5000)])
  func `a size out of range gives an empty grid`(columns: Int, rows: Int) {
    #expect(pictureCells(of: noise(seed: 5), columns: columns, rows: rows).cells.isEmpty)
  }

  @Test func `a picture of one pixel fills the room`() {
    let green = RGBPicture(width: 1, height: 1, pixels: [0, 200, 0])
    let grid = pictureCells(of: green, columns: 3, rows: 2)
    #expect(grid.cells.allSatisfy { color($0).map { isNear($0, RGB(0, 200, 0)) } == true })
  }

  private func isNear(_ left: RGB, _ right: RGB) -> Bool {
    abs(Int(left.red) - Int(right.red)) < 12 && abs(Int(left.green) - Int(right.green)) < 12
      && abs(Int(left.blue) - Int(right.blue)) < 12
  }

  // MARK: Sizes

  /// Red grows to the right, green downwards: where a colour stands says where it comes from.
  private func slopes(_ width: Int, _ height: Int) -> RGBPicture {
    func step(_ index: Int, _ count: Int) -> UInt8 { UInt8((2 * index + 1) * 255 / (2 * count)) }
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { pixels += [step(x, width), step(y, height), 128] }
    }
    return RGBPicture(width: width, height: height, pixels: pixels)
  }

  /// Whether each cell has the colours of its place, within a pixel and what the colours of the terminal round away.
  private func isAligned(_ grid: Surface, of picture: RGBPicture, tolerance: Double) -> Bool {
    let allowed = (x: 128 / Double(picture.width) + tolerance, y: 128 / Double(picture.height) + tolerance)
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns {
        let colors = [grid[column, row].style.foreground, grid[column, row].style.background].compactMap(\.self)
        let red = 255 * (Double(column) + 0.5) / Double(grid.size.columns)
        let green = 255 * (Double(row) + 0.5) / Double(grid.size.rows)
        let (reds, greens) = (colors.map { Double($0.red) }, colors.map { Double($0.green) })
        guard let left = reds.min(), let right = reds.max(), let top = greens.min(), let bottom = greens.max(),
          (left - allowed.x...right + allowed.x).contains(red), (top - allowed.y...bottom + allowed.y).contains(green)
        else { return false }
      }
    }
    return true
  }

  @Test(arguments: [ColorDepth.direct24, .indexed256], [SymbolSet.halfBlocks, .sextants])
  func `pictures of any size stand in their cells unsheared`(depth: ColorDepth, symbols: SymbolSet) {
    var random = SeededGenerator(seed: 35)
    // The sizes that came out sheared first, then each small one, then any.
    var sizes = [(481, 320), (499, 333), (251, 251), (600, 1), (1, 600)]
    sizes += (1...8).flatMap { width in (1...8).map { (width, $0) } }
    sizes += (0..<60).map { _ in (Int.random(in: 1...600, using: &random), Int.random(in: 1...600, using: &random)) }
    for (width, height) in sizes {
      let picture = slopes(width, height)
      let grid = pictureCells(of: picture, columns: 24, rows: 11, depth: depth, symbols: symbols)
      #expect(isAligned(grid, of: picture, tolerance: depth == .direct24 ? 16 : 48), "\(width) × \(height)")
    }
  }
}
