import TestSupport
import Testing
import TextSurface

@Suite struct PaletteTests {
  @Test func `every colour of the cube and of the greys is nearest to itself`() {
    for index in 16...255 { #expect(paletteIndex(nearest: paletteColor(index)) == index) }
  }

  @Test func `the nearest colour is the one that a search of all would find`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<3_000 {
      let color = RGB(hex: UInt32.random(in: 0...0xFFFFFF, using: &random))
      let found = distance(paletteColor(paletteIndex(nearest: color)), color)
      let best = (16...255).map { distance(paletteColor($0), color) }.min() ?? 0
      // Greys are found by the mean, which may miss the best one by a little.
      #expect(found <= best + 75, "\(color)")
    }
  }

  @Test func `the first sixteen, which users change, are never taken`() {
    for index in 0..<16 { #expect(paletteIndex(nearest: paletteColor(index)) >= 16) }
  }

  @Test(arguments: [8, 16])
  func `an ANSI colour is nearest to itself`(count: Int) {
    for index in 0..<count { #expect(ansiIndex(nearest: paletteColor(index), of: count) == index) }
  }

  @Test(arguments: [(0xA855F7, 135), (0x3B82F6, 69), (0x000000, 16), (0xFFFFFF, 231), (0x808080, 244)])
  func `the accent and the ends of grey have the expected numbers`(hex: UInt32, index: Int) {
    #expect(paletteIndex(nearest: RGB(hex: hex)) == index)
  }

  @Test func `a mixture begins at one colour and ends at the other`() {
    #expect(gradientStart.mixed(with: gradientEnd, 0) == gradientStart)
    #expect(gradientStart.mixed(with: gradientEnd, 1) == gradientEnd)
    #expect(gradientStart.mixed(with: gradientEnd, 7) == gradientEnd)
    #expect(RGB(gray: 0).mixed(with: RGB(gray: 255), 0.5) == RGB(gray: 128))
  }

  private func distance(_ left: RGB, _ right: RGB) -> Int {
    let red = Int(left.red) - Int(right.red)
    let green = Int(left.green) - Int(right.green)
    let blue = Int(left.blue) - Int(right.blue)
    return red * red + green * green + blue * blue
  }
}
