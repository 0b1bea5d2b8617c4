import PhotoArt
import PhotoModel
import TestSupport
import Testing
import TextSurface

/// Pictures in the few colours that every terminal has.
@Suite struct AnsiCellsTests {
  private func flat(_ color: RGB) -> RGBPicture {
    RGBPicture(width: 8, height: 8, pixels: (0..<64).flatMap { _ in [color.red, color.green, color.blue] })
  }

  private var noise: RGBPicture {
    var random = SeededGenerator(seed: 7)
    return RGBPicture(width: 40, height: 30, pixels: random.bytes(40 * 30 * 3))
  }

  /// The part of a cell that has the colour of its character.
  private func part(_ cell: Cell) -> Double {
    switch cell.scalar {
    case " ": 0
    case "░": 0.25
    case "▘", "▝", "▖", "▗": 0.25
    case "▛", "▜", "▙", "▟", "▓": 0.75
    case "█": 1
    default: 0.5
    }
  }

  /// What a cell looks like from afar.
  private func color(_ cell: Cell) -> RGB? {
    guard let front = cell.style.foreground, let back = cell.style.background else { return nil }
    return back.mixed(with: front, part(cell))
  }

  private func isGray(_ color: RGB?) -> Bool {
    color.map { $0.red == $0.green && $0.green == $0.blue } ?? false
  }

  @Test(arguments: stride(from: 0, through: 255, by: 15).map { UInt8($0) })
  func `what is gray is shown in grays, and about as light`(gray: UInt8) throws {
    let cell = pictureCells(of: flat(RGB(gray: gray)), columns: 1, rows: 1, depth: .ansi16)[0, 0]

    #expect(part(cell) == 0 || isGray(cell.style.foreground))
    #expect(part(cell) == 1 || isGray(cell.style.background))
    #expect(abs(Int(try #require(color(cell)).red) - Int(gray)) <= 32)
  }

  /// A sky, skin, grass, brick and dusk: none of them is near to one of the sixteen.
  @Test(arguments: [0x8FB8DE, 0xD9A98A, 0x5A7D3A, 0x9A4B3C, 0x3C5A78] as [UInt32], [8, 16])
  func `colours that the terminal does not have are mixed from two`(hex: UInt32, count: Int) throws {
    let wanted = RGB(hex: hex)

    let cell = pictureCells(of: flat(wanted), columns: 1, rows: 1, depth: .ansi16, ansiColors: count)[0, 0]

    let shown = try #require(color(cell))
    #expect(["░", "▒"].contains(cell.scalar), "\(cell)")
    for (one, other) in [(shown.red, wanted.red), (shown.green, wanted.green), (shown.blue, wanted.blue)] {
      #expect(abs(Int(one) - Int(other)) <= 96, "\(shown) for \(wanted)")
    }
  }

  @Test func `an edge within a cell stays where it is`() {
    let pixels: [UInt8] = (0..<16).flatMap { y in
      (0..<16).flatMap { _ in [UInt8](repeating: y < 8 ? 255 : 0, count: 3) }
    }
    let picture = RGBPicture(width: 16, height: 16, pixels: pixels)

    let cell = pictureCells(of: picture, columns: 1, rows: 1, depth: .ansi16)[0, 0]

    let isUpright = cell.scalar == "▀"
    #expect(isUpright || cell.scalar == "▄")
    #expect((isUpright ? cell.style.foreground : cell.style.background) == RGB(gray: 255))
    #expect((isUpright ? cell.style.background : cell.style.foreground) == RGB(gray: 0))
  }

  @Test(arguments: [8, 16]) func `words on a picture stand on what most of it shows there`(count: Int) {
    let grid = pictureCells(of: noise, columns: 20, rows: 10, depth: .ansi16, ansiColors: count)

    #expect(grid.cells.allSatisfy { part($0) <= 0.5 })
  }

  @Test func `a terminal of eight colours is given these alone`() {
    let eight = Set((0..<8).map(paletteColor))

    let grid = pictureCells(of: noise, columns: 20, rows: 10, depth: .ansi16, ansiColors: 8)

    let shown = Set(grid.cells.flatMap { [$0.style.foreground, $0.style.background] })
    #expect(shown.isSubset(of: Set(eight.map(Optional.some))) && shown.count > 4)
  }
}
