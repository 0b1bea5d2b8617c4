import Glibc

/// Rings drawn as a grid of cells, as large as fits, in the middle.
///
/// With 24-bit colours every cell is cut into two colours along the quarters that fit best, each blended from many
/// samples in linear light, so that edges look smooth. With fewer colours the rings are braille dots: the filled part
/// in full width and in the texture of each stretch, the rest as a thin line, so that they differ without colour.
/// - Parameters:
///   - background: The background of the rings; nil for the terminal's own, which is assumed to be dark.
///   - cellAspect: The width of a cell divided by its height.
/// - Complexity: O(cells); 24 × 12 cells take well under a millisecond.
package func ringArt(
  _ rings: [Ring], size: Size, background: RGB? = nil, depth: ColorDepth = .direct24, cellAspect: Double = 0.5
) -> Surface {
  let canvas = RingCanvas(rings: rings, size: size, cellAspect: cellAspect)
  return depth == .direct24 ? blendedRings(canvas, on: background) : dottedRings(canvas, on: background, depth)
}

/// The ring, and the position in it, of each point. The unit is half the shorter side of the surface.
private struct RingCanvas {
  let size: Size
  let halfSide: Double
  private let bands: [Band]
  private let cellAspect: Double

  init(rings: [Ring], size: Size, cellAspect: Double) {
    self.size = size
    self.cellAspect = cellAspect
    halfSide = max(0.5, min(Double(size.columns) * cellAspect, Double(size.rows)) / 2)
    bands = rings.map(Band.init)
  }

  /// The content of a point of the surface.
  enum Point {
    case nothing
    case track(RGB)
    case filled(RGB, Ring.Segment.Texture)
  }

  /// - Parameters:
  ///   - column: The column in cells, with a fraction.
  ///   - row: The row in cells, with a fraction.
  ///   - thinTrack: The width of the track where it is drawn as a line; nil draws it as wide as the ring.
  func point(column: Double, row: Double, thinTrack: Double? = nil) -> Point {
    let x = (column - Double(size.columns) / 2) * cellAspect / halfSide
    let y = (row - Double(size.rows) / 2) / halfSide
    let distance = (x * x + y * y).squareRoot()
    for band in bands {
      let offset = abs(distance - band.middle)
      guard offset <= band.halfWidth else { continue }
      if let (color, texture) = band.filling(x: x, y: y) { return .filled(color, texture) }
      if offset <= thinTrack.map({ $0 / 2 }) ?? band.halfWidth { return .track(band.track) }
    }
    return .nothing
  }

  /// Whether a ring may come near a cell: false for most cells, which then cost nothing.
  func mayTouch(column: Int, row: Int) -> Bool {
    let x = (Double(column) + 0.5 - Double(size.columns) / 2) * cellAspect / halfSide
    let y = (Double(row) + 0.5 - Double(size.rows) / 2) / halfSide
    let distance = (x * x + y * y).squareRoot()
    let reach = (cellAspect + 1) / 2 / halfSide
    return bands.contains { abs(distance - $0.middle) <= $0.halfWidth + reach }
  }
}

/// A ring made ready for many questions.
private struct Band {
  let middle: Double
  let halfWidth: Double
  let track: RGB
  /// The stretches with their starts and lengths, in turns.
  private var stretches: [(start: Double, part: Double, segment: Ring.Segment)] = []
  /// The middles of the round ends, before the first stretch and after the last.
  private var ends: [(x: Double, y: Double, color: RGB, texture: Ring.Segment.Texture)] = []

  init(_ ring: Ring) {
    middle = ring.radius - ring.thickness / 2
    halfWidth = ring.thickness / 2
    track = ring.track
    var start = 0.0
    for segment in ring.segments {
      let part = min(max(0, segment.part), 1 - start)
      guard part > 0 else { continue }
      stretches.append((start, part, segment))
      start += part
    }
    guard start < 1, let first = stretches.first, let last = stretches.last else { return }
    for (turn, color, segment) in [(start, last.segment.end, last.segment), (0, first.segment.start, first.segment)] {
      ends.append((middle * sin(turn * 2 * .pi), -middle * cos(turn * 2 * .pi), color, segment.texture))
    }
  }

  /// The colour and the texture of the stretch or of the round end at a point within the band; nil on the track.
  func filling(x: Double, y: Double) -> (RGB, Ring.Segment.Texture)? {
    guard !stretches.isEmpty else { return nil }
    let turn = atan2(x, -y) / (2 * .pi)
    let angle = turn < 0 ? turn + 1 : turn
    for (start, part, segment) in stretches where angle < start + part {
      return (segment.start.mixed(with: segment.end, (angle - start) / part), segment.texture)
    }
    for end in ends {
      let dx = x - end.x
      let dy = y - end.y
      if dx * dx + dy * dy <= halfWidth * halfWidth { return (end.color, end.texture) }
    }
    return nil
  }
}

// MARK: Pixels

/// Rings as pixels: those that lie on one colour take it, those on an edge the mean of sixteen points in linear light.
func ringRaster(_ rings: [Ring], size: Size, cell: CellPixels, on background: RGB) -> Raster {
  let canvas = RingCanvas(rings: rings, size: size, cellAspect: cell.aspect)
  var raster = Raster(width: size.columns * cell.width, height: size.rows * cell.height, color: background)
  func color(_ x: Double, _ y: Double) -> RGB {
    switch canvas.point(column: x / Double(cell.width), row: y / Double(cell.height)) {
    case .nothing: background
    case .track(let color), .filled(let color, _): color
    }
  }
  for row in 0..<size.rows {
    for column in 0..<size.columns where canvas.mayTouch(column: column, row: row) {
      for y in (row * cell.height)..<((row + 1) * cell.height) {
        for x in (column * cell.width)..<((column + 1) * cell.width) {
          let (left, top) = (Double(x), Double(y))
          let corners = [color(left, top), color(left + 1, top), color(left, top + 1), color(left + 1, top + 1)]
          let isEdge = corners.dropFirst().contains { squaredDistance($0, corners[0]) > 48 }
          raster[x, y] = isEdge ? mean(ofPixelAt: left, top, color) : corners[0]
        }
      }
    }
  }
  return raster
}

private func mean(ofPixelAt left: Double, _ top: Double, _ color: (Double, Double) -> RGB) -> RGB {
  var (red, green, blue) = (0.0, 0.0, 0.0)
  for down in 0..<4 {
    for across in 0..<4 {
      let seen = color(left + (Double(across) + 0.5) / 4, top + (Double(down) + 0.5) / 4)
      red += linearLight[Int(seen.red)]
      green += linearLight[Int(seen.green)]
      blue += linearLight[Int(seen.blue)]
    }
  }
  return RGB(encoded(red / 16), encoded(green / 16), encoded(blue / 16))
}

// MARK: 24-bit colours

private func blendedRings(_ canvas: RingCanvas, on background: RGB?) -> Surface {
  var surface = Surface(canvas.size, background: background)
  for row in 0..<surface.size.rows {
    for column in 0..<surface.size.columns where canvas.mayTouch(column: column, row: row) {
      let quarters = (0..<4).map { quarter in
        Quarter(
          canvas, left: Double(column) + Double(quarter % 2) / 2, top: Double(row) + Double(quarter / 2) / 2, background
        )
      }
      if let cell = cell(of: quarters, on: background) { surface[column, row] = cell }
    }
  }
  return surface
}

/// A quarter of a cell.
private struct Quarter {
  var isTouched = false
  var red = 0.0
  var green = 0.0
  var blue = 0.0

  init(_ canvas: RingCanvas, left: Double, top: Double, _ background: RGB?) {
    let samples = 3
    let light = linearLight
    let ground = background ?? RGB(hex: 0x0C0C12)
    for down in 0..<samples {
      for across in 0..<samples {
        let point = canvas.point(
          column: left + (Double(across) + 0.5) / Double(2 * samples),
          row: top + (Double(down) + 0.5) / Double(2 * samples))
        let color: RGB
        switch point {
        case .nothing: color = ground
        case .track(let seen), .filled(let seen, _):
          color = seen
          isTouched = true
        }
        red += light[Int(color.red)]
        green += light[Int(color.green)]
        blue += light[Int(color.blue)]
      }
    }
    let count = Double(samples * samples)
    red /= count
    green /= count
    blue /= count
  }
}

/// The block and the two colours that come nearest to four quarters; nil when no ring touches them.
private func cell(of quarters: [Quarter], on background: RGB?) -> Cell? {
  guard quarters.contains(where: \.isTouched) else { return nil }
  let colors = quarters.map { mean(of: [$0]) }
  // Two equal colours leave no seam, whatever the font's block looks like.
  if Set(colors).count == 1 { return Cell("█", style: Style(foreground: colors[0], background: colors[0])) }
  var best = (error: Double.infinity, cell: Cell.blank)
  for (mask, scalar) in quarterBlocks {
    let inked = quarters.indices.filter { mask & 1 << $0 != 0 }
    let rest = quarters.indices.filter { mask & 1 << $0 == 0 }
    // The terminal's own background can only show where nothing is inked.
    if background == nil, !inked.contains(where: { quarters[$0].isTouched }) { continue }
    let ink = mean(of: inked.map { quarters[$0] })
    let ground = mean(of: rest.map { quarters[$0] })
    let error =
      inked.reduce(0) { $0 + squaredDistance(colors[$1], ink) }
      + rest.reduce(0) { $0 + squaredDistance(colors[$1], ground) }
    if error < best.error {
      let isBare = !rest.contains { quarters[$0].isTouched }
      best = (error, Cell(scalar, style: Style(foreground: ink, background: isBare ? background : ground)))
    }
  }
  return best.cell
}

/// The blocks by the quarters that they ink (bit 0 upper left, 1 upper right, 2 lower left, 3 lower right); halves come
/// first, because they win where another block is as good.
private let quarterBlocks: [(mask: Int, scalar: Unicode.Scalar)] = [
  (0b0011, "▀"), (0b1100, "▄"), (0b0101, "▌"), (0b1010, "▐"), (0b0001, "▘"), (0b0010, "▝"), (0b0100, "▖"),
  (0b1000, "▗"), (0b1110, "▟"), (0b1101, "▙"), (0b1011, "▜"), (0b0111, "▛"), (0b1001, "▚"), (0b0110, "▞"),
]

private func mean(of quarters: [Quarter]) -> RGB {
  let count = Double(quarters.count)
  return RGB(
    encoded(quarters.reduce(0) { $0 + $1.red } / count), encoded(quarters.reduce(0) { $0 + $1.green } / count),
    encoded(quarters.reduce(0) { $0 + $1.blue } / count))
}

private func squaredDistance(_ left: RGB, _ right: RGB) -> Double {
  let red = Double(left.red) - Double(right.red)
  let green = Double(left.green) - Double(right.green)
  let blue = Double(left.blue) - Double(right.blue)
  return red * red + green * green + blue * blue
}

/// Light for each 8-bit sRGB value (IEC 61966-2-1). Means of the values themselves would make edges too dark.
private let linearLight: [Double] = (0...255).map { value in
  let part = Double(value) / 255
  return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
}

private func encoded(_ light: Double) -> UInt8 {
  let part = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  return UInt8(min(255, max(0, (part * 255).rounded())))
}

// MARK: Fewer colours

private func dottedRings(_ canvas: RingCanvas, on background: RGB?, _ depth: ColorDepth) -> Surface {
  var surface = Surface(canvas.size, background: background)
  // A dot is a quarter of a cell high; a line of that width is one dot wide nearly everywhere.
  let line = 0.25 / canvas.halfSide
  for row in 0..<surface.size.rows {
    for column in 0..<surface.size.columns where canvas.mayTouch(column: column, row: row) {
      var dots: UInt32 = 0
      var filled: RGB?
      var track: RGB?
      for (index, bit) in brailleBits.enumerated() {
        let point = canvas.point(
          column: Double(column) + (Double(index % 2) + 0.5) / 2, row: Double(row) + (Double(index / 2) + 0.5) / 4,
          thinTrack: line)
        switch point {
        case .nothing: continue
        case .track(let color): track = color
        case .filled(let color, let texture):
          guard texture.hasDot(column: index % 2, row: index / 2) else { continue }
          filled = filled ?? color
        }
        dots |= bit
      }
      guard dots != 0, let scalar = Unicode.Scalar(0x2800 + dots) else { continue }
      // There is one colour for all dots of a cell, and the filled part counts more.
      let color = shown(filled, track, depth, column, row)
      surface[column, row] = Cell(scalar, style: Style(foreground: color, background: background))
    }
  }
  return surface
}

extension Ring.Segment.Texture {
  /// Whether a dot of a cell is drawn; a cell has two columns and four rows of dots.
  fileprivate func hasDot(column: Int, row: Int) -> Bool {
    switch self {
    case .solid: true
    case .checker: (column + row) % 2 == 0
    case .sparse: column == 0 && row % 2 == 0
    }
  }

  /// A cell with all dots of the texture: "⣿", "⢕" or "⠅".
  package var cell: Character {
    let dots = brailleBits.enumerated().reduce(UInt32(0)) { dots, bit in
      hasDot(column: bit.offset % 2, row: bit.offset / 2) ? dots | bit.element : dots
    }
    return Unicode.Scalar(0x2800 + dots).map(Character.init) ?? " "
  }
}

/// The colour of a cell of dots. With 16 colours a grey is the terminal's own: the nearest of eight may be cyan.
private func shown(_ filled: RGB?, _ track: RGB?, _ depth: ColorDepth, _ column: Int, _ row: Int) -> RGB? {
  guard let color = filled ?? track else { return nil }
  switch depth {
  case .none: return nil
  case .ansi16: return color.red == color.green && color.green == color.blue ? nil : color
  case .indexed256: return filled == nil ? color : dithered(color, column, row)
  case .direct24: return color
  }
}

/// The bit of each dot of a braille cell, row by row (Unicode block 2800).
private let brailleBits: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
