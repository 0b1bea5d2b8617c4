import TestSupport
import Testing
import TextSurface

@Suite struct RingArtTests {
  private let size = Size(columns: 24, rows: 12)
  private let ground = RGB(hex: 0x101018)
  private let gray = RGB(hex: 0x808080)

  private func ring(_ part: Double) -> Ring { Ring(segments: [.init(part: part)]) }

  @Test func `a ring in 24-bit colours`() {
    expectGolden(ringArt([ring(0.35)], size: size).text, named: "ring-blended")
  }

  @Test func `a ring of dots`() {
    expectGolden(ringArt([ring(0.35)], size: size, depth: .none).text, named: "ring-dotted")
  }

  @Test func `three rings within one another`() {
    let parts = [1, 0.6, 0.1]
    let rings = parts.indices.map {
      Ring(segments: [.init(part: parts[$0])], radius: 1 - 0.3 * Double($0), thickness: 0.16)
    }
    let canvas = Size(columns: 40, rows: 20)
    expectGolden(ringArt(rings, size: canvas, depth: .indexed256).text, named: "rings-dotted")
  }

  @Test func `the gradient runs clockwise from purple to blue`() {
    let grid = ringArt([ring(1)], size: size, background: ground)
    let colors = [(13, 0), (22, 6), (12, 11), (1, 6), (10, 0)].map { grid[$0.0, $0.1].style.foreground ?? ground }
    let redness = colors.map { Int($0.red) - Int($0.green) }
    #expect(redness == redness.sorted(by: >), "\(colors)")
    #expect(Set(colors).count == colors.count)
  }

  private func colors(of grid: Surface) -> [RGB] {
    grid.cells.flatMap { [$0.style.foreground, $0.style.background] }.compactMap { $0 }
  }

  @Test func `an empty ring is all track and a full one has none`() {
    let track = RGB(hex: 0x00FF00)
    let empty = ringArt([Ring(segments: [], track: track)], size: size, background: RGB(hex: 0))
    let full = ringArt([Ring(segments: [.init(part: 1)], track: track)], size: size, background: RGB(hex: 0))
    for color in colors(of: empty) { #expect(color.green >= color.blue) }
    for color in colors(of: full) { #expect(color.green <= color.blue) }
  }

  @Test func `parts in order, and more than the whole is cut`() {
    let over = Ring(segments: [.init(part: 0.75, color: gray), .init(part: 9)])
    let exact = Ring(segments: [.init(part: 0.75, color: gray), .init(part: 0.25)])
    #expect(ringArt([over], size: size) == ringArt([exact], size: size))
  }

  @Test func `without colours the filled part has more dots than the track`() {
    let dots: (Double) -> Int = { part in
      ringArt([self.ring(part)], size: size, depth: .none).cells.reduce(0) {
        $0 + Int(($1.scalar?.value ?? 0x2800) & 0xFF).nonzeroBitCount
      }
    }
    let counts = [0, 0.25, 0.5, 0.75, 1].map(dots)
    #expect(counts == counts.sorted() && Set(counts).count == counts.count)
    #expect(ringArt([ring(0.5)], size: size, depth: .none).cells.allSatisfy { $0.style.foreground == nil })
  }

  @Test func `the textures differ by their dots`() {
    let textures = [Ring.Segment.Texture.solid, .checker, .sparse]
    #expect(textures.map(\.cell) == ["⣿", "⢕", "⠅"])
    let dots = textures.map { texture in
      let ring = Ring(segments: [.init(part: 1, color: gray, texture: texture)])
      return ringArt([ring], size: size, depth: .none).text.unicodeScalars.reduce(0) {
        $0 + ($1.value >= 0x2800 ? Int($1.value & 0xFF).nonzeroBitCount : 0)
      }
    }
    #expect(dots[0] > dots[1] + dots[1] / 2 && dots[1] > dots[2] + dots[2] / 2, "\(dots)")
  }

  @Test func `the terminal's own background stays where no ring is`() {
    let grid = ringArt([ring(0.5)], size: size)
    #expect(grid[0, 0] == .blank && grid[12, 6] == .blank)
  }

  @Test(arguments: [Size(columns: 0, rows: 0), Size(columns: 1, rows: 1), Size(columns: 3, rows: 40)])
  func `any size is drawn`(size: Size) {
    for depth in [ColorDepth.direct24, .none] { #expect(ringArt([ring(0.5)], size: size, depth: depth).size == size) }
  }
}
