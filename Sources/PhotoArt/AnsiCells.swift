import PhotoModel
import TextSurface

/// A picture in the 8 or 16 colours that every terminal has.
///
/// A photo has few of them. So each cell is a mixture of two, by a character that is a shade (░▒), or shows its
/// quarters in two of them (▀▌▚▙…), whichever comes nearer; both are in the plainest fonts, which have no smaller
/// blocks. Nothing is passed on from cell to cell: at this size the grain of an error diffusion hides more than it
/// adds.
///
/// - Parameters:
///   - colors: 8 or 16.
///   - hasQuarters: Else there are shades alone.
/// - Complexity: 60 × 24 cells take about 6 ms.
func ansiCells(of picture: RGBPicture, columns: Int, rows: Int, colors: Int, hasQuarters: Bool) -> Surface {
  let mixtures = colors < 16 ? AnsiMixtures.eight : .sixteen
  let quarters = strengthened(picture.stretched(to: PixelSize(width: columns * 2, height: rows * 2)))
  var surface = Surface(Size(columns: columns, rows: rows))
  var distances = [SIMD4<Float>](repeating: .zero, count: mixtures.colors.count)
  for row in 0..<rows {
    for column in 0..<columns {
      let upper = (row * columns * 2 + column) * 2
      let lower = upper + columns * 2
      let cell = AnsiCell(quarters[upper], quarters[upper + 1], quarters[lower], quarters[lower + 1])
      surface[column, row] = hasQuarters ? cell.character(among: mixtures, &distances) : cell.shade(among: mixtures)
    }
  }
  return surface
}

/// The colours of a picture, apart as far as so few colours need it: or a brown animal in the grass would be gray in
/// gray.
private func strengthened(_ picture: RGBPicture) -> [Oklab] {
  let (contrast, saturation): (Float, Float) = (1.2, 1.4)
  let colors = (0..<picture.size.pixels).map { pixel in
    oklab(picture.pixels[pixel * 3], picture.pixels[pixel * 3 + 1], picture.pixels[pixel * 3 + 2])
  }
  let mean = colors.reduce(0) { $0 + $1.x } / Float(max(1, colors.count))
  return colors.map { color in
    let lumaThumbnail = min(1, max(0, mean + (color.x - mean) * contrast))
    return Oklab(lumaThumbnail, color.y * saturation, color.z * saturation)
  }
}

/// The colours of the quarters of a cell, from left to right, the upper ones first.
private struct AnsiCell {
  private let quarters: (Oklab, Oklab, Oklab, Oklab)
  private let mean: Oklab
  private let chroma: Float
  /// The mean square of the distances of the quarters from their mean, which a shade cannot show.
  private let variance: Float

  init(_ first: Oklab, _ second: Oklab, _ third: Oklab, _ fourth: Oklab) {
    quarters = (first, second, third, fourth)
    mean = (first + second + third + fourth) / 4
    chroma = mean.chroma
    variance =
      ((first - mean).square + (second - mean).square + (third - mean).square + (fourth - mean).square) / 4
  }

  /// The weight of the mean of a cell, beside each quarter: from further away the eye sees the mean.
  private static let weightOfMean: Float = 0.6

  private func gaudiness(_ other: Float) -> Float {
    let more = max(0, other - chroma)
    return more * more
  }

  /// The cell with the nearest colours. The colour of most of the cell is its background, which text over the picture
  /// keeps.
  ///
  /// - Parameter distances: A buffer for the distance of each colour.
  func character(among mixtures: AnsiMixtures, _ distances: inout [SIMD4<Float>]) -> Cell {
    for (index, color) in mixtures.colors.enumerated() {
      let gaudiness = mixtures.weightOfGaudiness * gaudiness(mixtures.chroma[index])
      distances[index] =
        SIMD4(
          (quarters.0 - color).square, (quarters.1 - color).square, (quarters.2 - color).square,
          (quarters.3 - color).square) + gaudiness
    }
    let (shade, leastOfShades) = bestShade(mixtures)
    if let (first, second) = bestPair(mixtures, distances, below: leastOfShades) {
      let shown = distances[first] .<= distances[second]
      let mask = (0..<4).reduce(0) { $0 | (shown[$1] ? 1 << $1 : 0) }
      return mask.nonzeroBitCount > 2
        ? Self.cell(quarterBlocks[mask ^ 15], second, first) : Self.cell(quarterBlocks[mask], first, second)
    }
    return Self.cell(shade)
  }

  func shade(among mixtures: AnsiMixtures) -> Cell { Self.cell(bestShade(mixtures).0) }

  private func bestShade(_ mixtures: AnsiMixtures) -> (AnsiMixtures.Shade, Float) {
    var least = Float.infinity
    var best = 0
    for (index, shade) in mixtures.shades.enumerated() {
      var cost = variance + shade.grain + (1 + Self.weightOfMean) * (shade.color - mean).square
      guard cost < least else { continue }
      cost += mixtures.weightOfGaudiness * (gaudiness(shade.chroma) + gaudiness(shade.grainChroma))
      if cost < least { (least, best) = (cost, index) }
    }
    return (mixtures.shades[best], least)
  }

  /// The two colours, each quarter in the nearer one; nil where none come nearer than a shade.
  private func bestPair(
    _ mixtures: AnsiMixtures, _ distances: [SIMD4<Float>], below limit: Float
  ) -> (Int, Int)? {
    var least = limit
    var best: (Int, Int)?
    for first in mixtures.colors.indices {
      for second in first + 1..<mixtures.colors.count {
        let nearer = pointwiseMin(distances[first], distances[second]).sum() / 4
        guard nearer < least else { continue }
        let isFirst = distances[first] .<= distances[second]
        let part = SIMD4<Float>.zero.replacing(with: 1, where: isFirst).sum() / 4
        let shown = mixtures.colors[first] * part + mixtures.colors[second] * (1 - part)
        let cost = nearer + Self.weightOfMean * (shown - mean).square
        if cost < least { (least, best) = (cost, (first, second)) }
      }
    }
    return best
  }

  private static func cell(_ shade: AnsiMixtures.Shade) -> Cell { cell(shade.character, shade.front, shade.back) }

  private static func cell(_ character: Unicode.Scalar, _ foreground: Int, _ background: Int) -> Cell {
    Cell(
      character, style: Style(foreground: paletteColor(foreground), background: paletteColor(background)))
  }
}

/// The blocks by the quarters that have the colour of the character, at most two: bits from left to right, the upper
/// ones first.
private let quarterBlocks: [Unicode.Scalar] = [
  " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄",
]

/// The colours of a terminal, and what shades make of each two.
struct AnsiMixtures: Sendable {
  /// Two colours mixed by a character.
  struct Shade: Sendable {
    var character: Unicode.Scalar
    var front: Int
    var back: Int
    var color: Oklab
    var chroma: Float
    /// Mean of the two.
    var grainChroma: Float
    /// The cost of the pattern where it is seen as such.
    var grain: Float
  }

  let colors: [Oklab]
  let chroma: [Float]
  let shades: [Shade]
  /// The cost of more colour than the photo has, in a cell or in the two colours that a shade mixes: a few gaudy cells
  /// spoil a picture more than gray ones.
  let weightOfGaudiness: Float

  static let eight = AnsiMixtures(8)
  static let sixteen = AnsiMixtures(16)

  private static let weightOfGrain: Float = 0.04

  private init(_ count: Int) {
    // Eight have no gray, which would else be mixed from colours.
    weightOfGaudiness = count < 16 ? 3 : 1
    let palette = (0..<count).map(paletteColor)
    let colors = palette.map { oklab($0.red, $0.green, $0.blue) }
    self.colors = colors
    chroma = colors.map(\.chroma)
    shades = (0..<count).flatMap { first in
      (first + 1..<count).flatMap { second in
        [(first, second, 0.25), (first, second, 0.5), (second, first, 0.25)].map { front, back, part in
          // Terminals draw shades as dots that they soften, or as one colour: both mix the numbers, not the light.
          let mixed = palette[back].mixed(with: palette[front], part)
          let color = oklab(mixed.red, mixed.green, mixed.blue)
          let share = Float(part)
          return Shade(
            character: part < 0.5 ? "░" : "▒", front: front, back: back, color: color, chroma: color.chroma,
            grainChroma: colors[front].chroma * share + colors[back].chroma * (1 - share),
            grain: Self.weightOfGrain * (colors[front] - colors[back]).square * share * (1 - share))
        }
      }
    }
  }
}
