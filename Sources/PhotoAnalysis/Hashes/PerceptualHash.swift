import Foundation
package import PhotoModel

/// The 64-bit DCT hash of a picture: 32 × 32 gray without margins, the 8 × 8 lowest frequencies, a bit for each above
/// their median.
///
/// Compared by the number of differing bits: resized or recompressed copies differ in a few, unrelated pictures in
/// about 32. Nil where the picture is too flat for any hash to be trusted. Source: Zauner 2010; ImageHash's `phash`.
package func perceptualHash(of luma: LumaPlane) -> UInt64? {
  let trimmed = luma.trimmed
  return isFlat(trimmed) ? nil : frequencyHash(of: trimmed)
}

/// The number of bits that differ.
package func bitDistance(_ left: UInt64, _ right: UInt64) -> Int { (left ^ right).nonzeroBitCount }

/// Whether the picture has too little structure to be compared: black frames, clear sky, fog, one smooth gradient.
///
/// A 32 × 32 copy less its best quadratic surface then has a deviation under 2.5 gray levels. A gradient is taken off
/// because every evening sky has the same one.
func isFlat(_ trimmed: LumaPlane) -> Bool {
  let side = 32
  let small = trimmed.squared(to: side)
  let centre = Double(side - 1) / 2
  let meanSquare = Double(side * side - 1) / 12
  // Orthogonal on the grid, so each share of the variance can be taken off by itself.
  let surfaces: [(Double, Double) -> Double] = [
    { _, _ in 1 }, { x, _ in x }, { _, y in y }, { x, y in x * y }, { x, _ in x * x - meanSquare },
    { _, y in y * y - meanSquare },
  ]
  var total = 0.0
  var products = [Double](repeating: 0, count: surfaces.count)
  var squares = products
  for (index, pixel) in small.pixels.enumerated() {
    let x = Double(index % side) - centre
    let y = Double(index / side) - centre
    total += Double(pixel) * Double(pixel)
    for (number, surface) in surfaces.enumerated() {
      let value = surface(x, y)
      products[number] += Double(pixel) * value
      squares[number] += value * value
    }
  }
  let explained = zip(products, squares).reduce(0) { $0 + $1.0 * $1.0 / $1.1 }
  return (max(0, total - explained) / Double(side * side)).squareRoot() < 2.5
}

func frequencyHash(of trimmed: LumaPlane) -> UInt64 {
  let side = 32
  let kept = 8
  let small = trimmed.squared(to: side)
  let waves = (0..<kept).map { frequency in
    (0..<side).map { cos(Double.pi * Double(frequency) * (Double($0) + 0.5) / Double(side)) }
  }
  // Rows first: rowwise[y][u].
  let rowwise = (0..<side).map { y in
    waves.map { wave in (0..<side).reduce(0.0) { $0 + wave[$1] * Double(small.pixels[y * side + $1]) } }
  }
  var coefficients: [Double] = []
  for vertical in waves {
    for horizontal in 0..<kept {
      coefficients.append((0..<side).reduce(0.0) { $0 + vertical[$1] * rowwise[$1][horizontal] })
    }
  }
  let sorted = coefficients.dropFirst().sorted()
  let median = sorted[sorted.count / 2]
  var hash: UInt64 = 0
  for (index, coefficient) in coefficients.enumerated() where coefficient > median { hash |= 1 << UInt64(index) }
  return hash
}
