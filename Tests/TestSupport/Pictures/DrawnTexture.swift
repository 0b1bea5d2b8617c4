package import PhotoModel

/// Surfaces with fine detail all over, and no edge that stands out.
package enum DrawnTexture {
  /// Each kind of surface with its name, 480 × 360.
  package static func all(seed: UInt64) -> [(String, LumaPlane)] {
    [
      ("pebbles", clouds(seed: seed, octaves: [(1, 26), (2, 34), (4, 44), (8, 56)])),
      ("carpet", clouds(seed: seed, octaves: [(1, 40), (2, 40), (4, 30)])),
      ("bark", clouds(seed: seed, octaves: [(1, 22), (2, 30), (5, 50), (11, 60)], stretch: 4)),
      ("field", clouds(seed: seed, octaves: [(1, 14), (2, 18), (4, 26), (16, 40)])),
      ("weave", weave(seed: seed)), ("straws", straws(seed: seed)),
    ]
  }

  /// Random levels in cells of several sizes, one over the other, each with its range; cells may be taller than wide.
  private static func clouds(seed: UInt64, octaves: [(cell: Int, range: Double)], stretch: Int = 1) -> LumaPlane {
    var random = SpreadGenerator(seed: seed)
    let (width, height) = (480, 360)
    let grids = octaves.map { octave in
      (0..<(width / octave.cell + 2) * (height / octave.cell + 2)).map { _ in
        Double.random(in: -octave.range...octave.range, using: &random)
      }
    }
    return Drawn.plane(width, height) { x, y in
      zip(octaves, grids).reduce(125) { sum, layer in
        let columns = width / layer.0.cell + 2
        return sum + layer.1[y / (layer.0.cell * stretch) * columns + x / layer.0.cell]
      }
    }
  }

  private static func weave(seed: UInt64) -> LumaPlane {
    var random = SpreadGenerator(seed: seed)
    return Drawn.plane(480, 360) { x, y in
      let isOver = (x / 3 + y / 3) % 2 == 0
      return (isOver ? 150 : 85) + Double((isOver ? x : y) % 3) * 22 + Double.random(in: -18...18, using: &random)
    }
  }

  /// Short strokes of all directions, thousands of them.
  private static func straws(seed: UInt64) -> LumaPlane {
    var random = SpreadGenerator(seed: seed)
    var pixels = [UInt8](repeating: 110, count: 480 * 360)
    for _ in 0..<14_000 {
      let level = UInt8.random(in: 40...220, using: &random)
      var (x, y) = (Double.random(in: 0..<480, using: &random), Double.random(in: 0..<360, using: &random))
      let (across, down) = (Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
      for _ in 0..<14 {
        if x >= 0, y >= 0, x < 480, y < 360 { pixels[Int(y) * 480 + Int(x)] = level }
        (x, y) = (x + across, y + down)
      }
    }
    return LumaPlane(width: 480, height: 360, pixels: pixels)
  }
}
