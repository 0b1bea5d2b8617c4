internal import CPixels
import Foundation
package import PhotoModel

/// The measures that tell an interface from a photo and from a drawing, taken in bands of the native pixels so that a
/// long screenshot costs no more than a short one.
package struct ScreenMeasures {
  /// The share of the blocks of 16 × 16 with text that follow another one in their row: an interface and a page have
  /// lines of text, a chart and a logo only scattered words and numbers.
  var textInLines = 0.0
  /// ln(1 + blocks of 16 × 16 with text on a background of exactly one gray that follow another one in their row): in a
  /// photo no background is as even, and an interface with photos in it still has labels.
  var printedText = 0.0
  /// Share of the eight commonest colours, five bits a channel.
  var commonColours = 0.0
  /// Share of pixels with a middling step to their neighbour: texture and noise.
  var middling = 0.0
  /// ln(1 + rows with a straight level line longer than three tenths of the width): bars, lists, fields and buttons are
  /// made of them; a chart has one for each line of its grid.
  var levelLines = 0.0
  /// Share of the commonest colour in the outermost 24th at the four sides: drawings have margins, an interface reaches
  /// its edges.
  var margins = 0.0
  /// 1 where a bar lies over the whole width of a page, at the top or, if it is thin, at the bottom: systems, browsers
  /// and desktops have such bars around photos.
  var bar = 0.0

  /// 0…1.
  var evidence: Double {
    let evidence = 1 / (1 + exp(-Self.terms.reduce(Self.bias) { $0 + $1.share(in: self) }))
    return isPhotographed ? min(evidence, Self.mostOfPhoto) : evidence
  }

  /// Grain and not one level line: a page that was photographed, whatever is printed on it. Of the labelled screens
  /// without a line none has more than 0.12 of middling steps.
  private var isPhotographed: Bool { levelLines == 0 && middling >= 0.15 }
  /// The largest evidence of a photographed picture: less than that of a drawing.
  private static let mostOfPhoto = 0.2

  /// The measures in the regression, by name, which `scripts/fit` fits.
  package var named: [(name: String, value: Double)] { Self.terms.map { ($0.name, self[keyPath: $0.measure]) } }

  private static let bias = -0.6535

  /// Name, measure, mean, deviation, weight; as `scripts/fit` prints them.
  private static var terms: [RegressionTerm<ScreenMeasures>] {
    [
      RegressionTerm("textInLines", \.textInLines, 0.4699, 0.2703, 0.8271),
      RegressionTerm("printedText", \.printedText, 2.9790, 2.5879, 1.5459),
      RegressionTerm("commonColours", \.commonColours, 0.6501, 0.3405, 0.7187),
      RegressionTerm("middling", \.middling, 0.1790, 0.1979, -0.3344),
      RegressionTerm("levelLines", \.levelLines, 1.0622, 1.2618, 1.4667),
      RegressionTerm("margins", \.margins, 0.4060, 0.3470, -0.9781),
      RegressionTerm("bar", \.bar, 0.0984, 0.2978, 0.8614),
    ]
  }

  /// - Parameter luma: The luma of the picture; nil to compute it.
  package init(of picture: RGBPicture, luma: LumaPlane? = nil) {
    let luma = luma ?? picture.luma
    levelLines = Self.levelLines(in: luma)
    (textInLines, printedText) = Self.text(luma)
    bar = Self.hasBar(luma) ? 1 : 0
    (commonColours, middling, margins) = Self.colours(of: picture, luma)
  }

  /// First rows of bands of at most `rows` rows, at these parts of the height; one band where they would overlap all.
  private static func bands(_ parts: [Double], rows: Int, height: Int) -> [Range<Int>] {
    guard height > rows * parts.count else { return [0..<height] }
    return parts.map { part in
      let first = min(height - rows, Int(Double(height) * part))
      return first..<first + rows
    }
  }

  /// The text blocks that follow another one: their share, and the number of those on an even background.
  private static func text(_ luma: LumaPlane) -> (inLines: Double, printed: Double) {
    let side = Int(PIXELS_TEXT_SIDE)
    var marks = [UInt8](repeating: 0, count: min(2000, luma.width) / side)
    var text = 0
    var inLines = 0
    var printed = 0
    luma.pixels.withUnsafeBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return }
      for band in bands([0, 0.2, 0.4, 0.55, 0.7, 0.85], rows: 224, height: luma.height) {
        for row in 0..<band.count / side {
          pixels_text(start + (band.lowerBound + row * side) * luma.width, luma.width, marks.count, &marks)
          var previous: UInt8 = 0
          for mark in marks {
            if mark > 0 { text += 1 }
            if mark > 0, previous > 0 { inLines += 1 }
            if mark == 2, previous == 2 { printed += 1 }
            previous = mark
          }
        }
      }
    }
    return (text == 0 ? 0 : Double(inLines) / Double(text), log(Double(1 + printed)))
  }

  /// The measure of level lines: rows where the next row differs and neighbours in the row do not. A long line crosses
  /// one of a few columns, so most rows cost three tests.
  private static func levelLines(in luma: LumaPlane) -> Double {
    let (width, height) = (luma.width, luma.height)
    guard width >= 40, height >= 40 else { return 0 }
    let length = width * 3 / 10
    var rows = 0
    luma.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<height - 1 {
        let row = y &* width
        func isLine(_ x: Int) -> Bool {
          let value = Int(pixels[row &+ x])
          return abs(Int(pixels[row &+ width &+ x]) - value) > 6 && abs(Int(pixels[row &+ x &+ 1]) - value) < 3
        }
        for column in stride(from: length, to: width - 1, by: length) where isLine(column) {
          var first = column
          while first > 0, isLine(first - 1) { first -= 1 }
          var end = column + 1
          while end < width - 1, isLine(end) { end += 1 }
          guard end - first > length else { continue }
          rows += 1
          break
        }
      }
    }
    return log(Double(1 + rows))
  }

  private static func colours(of picture: RGBPicture, _ luma: LumaPlane) -> (
    common: Double, middling: Double, margins: Double
  ) {
    let width = picture.width
    var counts = [Int32](repeating: 0, count: 1 << 15)
    var sampled = 0
    var compared = 0
    var middling = 0
    for band in bands([0, 0.3, 0.55, 0.85], rows: 220, height: picture.height) {
      picture.pixels.withUnsafeBufferPointer { pixels in
        for y in stride(from: band.lowerBound, to: band.upperBound, by: 2) {
          for x in stride(from: 0, to: width, by: 2) {
            counts[colour(at: y &* width &+ x, in: pixels)] &+= 1
            sampled &+= 1
          }
        }
      }
      luma.pixels.withUnsafeBufferPointer { pixels in
        guard let start = pixels.baseAddress, width > 1 else { return }
        for y in band.dropLast() {
          let row = start + y * width
          middling += pixels_middling(row, row + width, width - 1)
          compared += width - 1
        }
      }
    }
    let most = largest(8, of: counts)
    let ground = counts.firstIndex(of: most[0]) ?? 0
    let common = most.reduce(0) { $0 + Double($1) } / Double(max(1, sampled))
    return (common, Double(middling) / Double(max(1, compared)), margins(of: picture, ground: ground))
  }

  /// The largest first. Sorting all of them took longer than counting.
  static func largest(_ number: Int, of counts: [Int32]) -> [Int32] {
    var largest = [Int32](repeating: 0, count: number)
    for count in counts where count > largest[number - 1] {
      var index = number - 1
      while index > 0, largest[index - 1] < count {
        largest[index] = largest[index - 1]
        index -= 1
      }
      largest[index] = count
    }
    return largest
  }

  /// Five bits a channel.
  private static func colour(at pixel: Int, in pixels: UnsafeBufferPointer<UInt8>) -> Int {
    let index = pixel &* 3
    return Int(pixels[index] &>> 3) &<< 10 | Int(pixels[index &+ 1] &>> 3) &<< 5 | Int(pixels[index &+ 2] &>> 3)
  }

  private static func margins(of picture: RGBPicture, ground: Int) -> Double {
    let (width, height) = (picture.width, picture.height)
    let (across, down) = (max(1, width / 24), max(1, height / 24))
    guard width > 0, height > 0 else { return 0 }
    let colour = [10, 5, 0].map { UInt8(truncatingIfNeeded: ground >> $0) << 3 }
    return picture.pixels.withUnsafeBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return 0 }
      func share(_ columns: Range<Int>, _ rows: Range<Int>) -> Double {
        let same = rows.reduce(0) { sum, y in
          sum + pixels_of_colour(start + (y * width + columns.lowerBound) * 3, columns.count, colour)
        }
        return Double(same) / Double(columns.count * rows.count)
      }
      return
        (share(0..<width, 0..<down) + share(0..<width, height - down..<height)
        + share(0..<across, 0..<height) + share(width - across..<width, 0..<height)) / 4
    }
  }
}
