import Foundation
package import PhotoModel

/// A picture to draw charts and windows on, with letters of its own.
package struct Canvas {
  /// Red, green and blue.
  package typealias Colour = (UInt8, UInt8, UInt8)

  private let width: Int
  private let height: Int
  private var pixels: [UInt8]
  private var random: SpreadGenerator

  /// Creates a picture of one colour.
  ///
  /// - Parameter seed: The seed of the letters.
  package init(_ width: Int, _ height: Int, ground: Colour, seed: UInt64) {
    (self.width, self.height) = (width, height)
    pixels = [UInt8](repeating: 0, count: width * height * 3)
    random = SpreadGenerator(seed: seed)
    fill(0, 0, width, height, ground)
  }

  /// The picture as it is drawn so far.
  package var picture: RGBPicture { RGBPicture(width: width, height: height, pixels: pixels) }

  /// Fills a rectangle; what of it is outside is left out.
  package mutating func fill(_ x: Int, _ y: Int, _ columns: Int, _ rows: Int, _ colour: Colour) {
    for row in max(0, y)..<max(0, y, min(height, y + rows)) {
      for column in max(0, x)..<max(0, x, min(width, x + columns)) {
        let index = (row * width + column) * 3
        (pixels[index], pixels[index + 1], pixels[index + 2]) = colour
      }
    }
  }

  /// Draws the outline of a rectangle, one pixel wide.
  package mutating func frame(_ x: Int, _ y: Int, _ columns: Int, _ rows: Int, _ colour: Colour) {
    fill(x, y, columns, 1, colour)
    fill(x, y + rows - 1, columns, 1, colour)
    fill(x, y, 1, rows, colour)
    fill(x + columns - 1, y, 1, rows, colour)
  }

  /// Words of 3 to 8 letters behind each other, 14 px high.
  package mutating func write(_ text: Int, _ x: Int, _ y: Int, _ ink: Colour, letters: ClosedRange<Int> = 3...8) {
    var left = x
    for _ in 0..<text {
      for _ in 0..<Int.random(in: letters, using: &random) {
        fill(left, y, 2, 14, ink)
        if Bool.random(using: &random) { fill(left + 4, y + 4, 2, 10, ink) }
        for row in [0, 6, 12] where Bool.random(using: &random) { fill(left, y + row, 6, 2, ink) }
        left += 8
      }
      left += 6
    }
  }
}

/// A chart as plotting programs draw them: a field with margins around it, its axes, a title and numbers.
package func drawnChart(_ seed: UInt64) -> RGBPicture {
  var random = SpreadGenerator(seed: seed)
  let (width, height) = (Int.random(in: 560...900, using: &random), Int.random(in: 400...640, using: &random))
  let isDark = Bool.random(using: &random)
  let ground: Canvas.Colour = isDark ? (24, 26, 30) : (255, 255, 255)
  let ink: Canvas.Colour = isDark ? (225, 225, 225) : (20, 20, 20)
  let faint: Canvas.Colour = isDark ? (70, 72, 76) : (205, 205, 205)
  var canvas = Canvas(width, height, ground: ground, seed: seed)
  let (left, top) = (width / 8, height / 8)
  let (columns, rows) = (width - width / 5, height - height / 4)
  let lines = Int.random(in: 0...5, using: &random)
  for line in 0..<lines { canvas.fill(left, top + (line + 1) * rows / (lines + 1), columns, 1, faint) }
  if Bool.random(using: &random) {
    canvas.frame(left, top, columns, rows, ink)
  } else {
    canvas.fill(left, top, 1, rows, ink)
    canvas.fill(left, top + rows - 1, columns, 1, ink)
  }
  for tick in 0..<6 {
    canvas.write(1, left + tick * columns / 6, top + rows + 8, ink, letters: 1...3)
    canvas.write(1, left - 34, top + tick * rows / 6, ink, letters: 1...3)
  }
  canvas.write(2, width / 3, 12, ink)
  for curve in 0..<Int.random(in: 1...3, using: &random) {
    let colour: Canvas.Colour = [(220, 60, 50), (40, 120, 210), (60, 170, 90)][curve]
    let (speed, shift) = (Double.random(in: 3...20, using: &random), Double(curve))
    for x in 4..<columns - 4 {
      let wave = sin(Double(x) / Double(columns) * speed + shift) * 0.35 + 0.5
      canvas.fill(left + x, top + Int(wave * Double(rows)), 2, 3, colour)
    }
  }
  return canvas.picture
}

/// A window: a bar with a title and buttons, a column at its side, rows with lines between them.
package func drawnWindow(_ seed: UInt64) -> RGBPicture {
  var random = SpreadGenerator(seed: seed)
  let (width, height) = (Int.random(in: 640...1000, using: &random), Int.random(in: 480...700, using: &random))
  let isDark = Bool.random(using: &random)
  let ground: Canvas.Colour = isDark ? (30, 30, 30) : (252, 252, 252)
  let ink: Canvas.Colour = isDark ? (230, 230, 230) : (30, 30, 30)
  let surface: Canvas.Colour = isDark ? (52, 52, 52) : (232, 232, 232)
  var canvas = Canvas(width, height, ground: ground, seed: seed)
  canvas.fill(0, 0, width, 40, surface)
  canvas.write(3, 60, 13, ink)
  for button in 0..<3 { canvas.frame(width - 40 * (button + 1), 8, 30, 24, ink) }
  canvas.fill(0, 40, width / 4, height - 40, surface)
  for row in 0..<(height - 60) / 32 {
    canvas.write(2, 12, 52 + row * 32, ink)
    canvas.write(Int.random(in: 3...6, using: &random), width / 4 + 20, 52 + row * 32, ink)
    canvas.fill(width / 4, 74 + row * 32, width, 1, surface)
  }
  return canvas.picture
}
