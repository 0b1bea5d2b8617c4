import TextSurface

#if canImport(Glibc)
import Glibc
#endif

/// A picture made of strokes of one thickness, in a unit square; the ends are round.
///
/// The art is drawn as half blocks blended with the cells behind where there are 24-bit colours, else as braille; where
/// the terminal shows pixels these stand over the characters.
struct StrokeArt {
  struct Point: Hashable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }

    func distance(to other: Point) -> Double {
      ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }
  }

  /// The strokes, each an open line through its points; (0, 0) is the top left corner.
  var strokes: [[Point]]
  /// The thickness of the lines, as a part of the square's side.
  var thickness = 0.085

  /// Draws into the largest square that fits (a cell is twice as high as wide), in the middle of the rectangle.
  ///
  /// - Parameters:
  ///   - shown: The part of the total length that is drawn, 0…1: strokes draw themselves one after the other.
  ///   - style: The colour at a part of the way from left to right; only its foreground is used.
  func draw(
    in rect: Rect, shown: Double = 1, theme: Theme, into surface: inout Surface, style: (_ part: Double) -> Style
  ) {
    let rows = min(rect.height, (rect.width + 1) / 2)
    guard rows > 0, shown > 0 else { return }
    let area = rect.centered(width: min(rect.width, rows * 2), height: rows)
    let background = surface.evenBackground(of: area)
    let colors = (0..<Self.colorSteps).map {
      style(Double($0) / Double(Self.colorSteps - 1)).foreground ?? RGB(gray: 255)
    }
    let strokes = Strokes(segments: segments(shown: shown), thickness: thickness, colors: colors)
    // Small pictures are all edge: there the finer dots of braille are clearer than blended half cells.
    let blended = theme.depth == .direct24 && rows >= 9
    let dotRows = blended ? 2 : 4
    let side = Double(area.height * dotRows)
    let across = blended ? 1 : 2
    // Coverage is sampled at the middle of each dot, in units of the square's side.
    func coverage(_ column: Int, _ row: Int) -> Double {
      strokes.coverage(at: SIMD2(Double(column) + 0.5, Double(row) + 0.5) / side, side: side)
    }
    for y in 0..<area.height {
      for x in 0..<area.width {
        let ink = style(area.width > 1 ? Double(x) / Double(area.width - 1) : 0)
        if blended {
          surface.halves(
            top: coverage(x, y * 2), bottom: coverage(x, y * 2 + 1), ink: ink, x: area.x + x, y: area.y + y)
        } else {
          var dots: UInt32 = 0
          for (bit, offset) in Self.brailleOffsets.enumerated()
          where coverage(x * across + offset.0, y * dotRows + offset.1) >= 0.5 {
            dots |= 1 << UInt32(bit)
          }
          if dots != 0, let scalar = Unicode.Scalar(0x2800 + dots) {
            surface.write(String(scalar), x: area.x + x, y: area.y + y, style: ink)
          }
        }
      }
    }
    // A drawing in motion would be sent as a picture with each frame.
    if shown >= 1, let background { surface.attach(.strokes(strokes), in: area, on: background, theme: theme) }
  }

  /// The colours from the left to the right that pixels have.
  private static let colorSteps = 33

  /// The column and row of the dot of each bit of a braille scalar.
  private static let brailleOffsets = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]

  /// The segments of all strokes up to a part of their total length.
  private func segments(shown: Double) -> [Strokes.Segment] {
    let all = strokes.flatMap { stroke in
      stroke.count == 1 ? [(stroke[0], stroke[0])] : Array(zip(stroke, stroke.dropFirst()))
    }
    func segment(_ start: Point, _ end: Point) -> Strokes.Segment {
      Strokes.Segment(from: SIMD2(start.x, start.y), to: SIMD2(end.x, end.y))
    }
    guard shown < 1 else { return all.map(segment) }
    var left = all.reduce(0) { $0 + $1.0.distance(to: $1.1) } * shown
    var kept: [Strokes.Segment] = []
    for (start, end) in all where left > 0 {
      let length = start.distance(to: end)
      let part = length > left ? left / length : 1
      kept.append(segment(start, Point(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)))
      left -= length
    }
    return kept
  }

  static func length(of stroke: [Point]) -> Double {
    zip(stroke, stroke.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }
}

extension StrokeArt {
  /// An arc around a centre, clockwise; angles in turns, 0 at the top.
  static func arc(center: Point, radius: Double, from start: Double, to end: Double) -> [Point] {
    let steps = max(2, Int((abs(end - start) * 48).rounded(.up)))
    return (0...steps).map { step in
      let turn = start + (end - start) * Double(step) / Double(steps)
      let angle = turn * 2 * Double.pi
      return Point(center.x + radius * sin(angle), center.y - radius * cos(angle))
    }
  }
}

extension Surface {
  /// Draws two dots in one cell, each blended with the cell behind by the part of it that is covered.
  fileprivate mutating func halves(top: Double, bottom: Double, ink: Style, x: Int, y: Int) {
    guard top > 0.02 || bottom > 0.02, let color = ink.foreground else { return }
    let ground = self[x, y].style.background ?? RGB(hex: 0)
    let upper = ground.mixed(with: color, top)
    let lower = ground.mixed(with: color, bottom)
    // The half that is not covered stays the background itself, so that a copied screen has fewer odd glyphs.
    if bottom <= 0.02 {
      write("▀", x: x, y: y, style: Style(foreground: upper))
    } else if upper == lower {
      // A single colour shows no seam, whatever the font's half block looks like.
      write("█", x: x, y: y, style: Style(foreground: upper))
    } else {
      write("▄", x: x, y: y, style: Style(foreground: lower, background: top <= 0.02 ? nil : upper))
    }
  }
}
