import Foundation
package import PhotoModel

/// What tells an interface from a photo and from a drawing, measured in bands of the native pixels so that a long
/// screenshot costs no more than a short one.
package struct ScreenMeasures {
  /// Share of text among the blocks of 16 × 16 that are not flat.
  var text = 0.0
  /// Share of the eight commonest colours, five bits a channel, and of the first of them.
  var commonColours = 0.0
  var commonestColour = 0.0
  /// Share of pixels with a middling step to their neighbour: texture and noise.
  var middling = 0.0

  /// 1 where a straight level line is longer than half of the width: bars, lists and the edges of windows are, while
  /// plots, comics and logos seldom have one.
  var separator = 0.0

  /// As wide as high: icons, logos and covers are, screens and windows are not.
  var isSquare = false

  /// 0…1. A square picture, and one that is nearly all one surface (a night shot without its metadata), need much more
  /// to be a screen.
  var evidence: Double {
    let z = Self.terms.reduce(Self.bias) { sum, term in
      sum + term.weight * min(3, max(-3, (self[keyPath: term.measure] - term.mean) / term.deviation))
    }
    return 1 / (1 + exp(-(needsMore ? z - 3 : z)))
  }

  private var needsMore: Bool { isSquare || commonestColour > 0.93 }

  /// The measures that the regression reads, by name: what `scripts/fit` fits. Nil for a picture that needs more anyway.
  package var named: [(name: String, value: Double)]? {
    needsMore ? nil : Self.terms.map { ($0.name, self[keyPath: $0.measure]) }
  }

  private struct Term {
    var name: String
    var measure: KeyPath<ScreenMeasures, Double>
    var mean: Double
    var deviation: Double
    var weight: Double

    init(
      _ name: String, _ measure: KeyPath<ScreenMeasures, Double>, _ mean: Double, _ deviation: Double, _ weight: Double
    ) {
      (self.name, self.measure, self.mean, self.deviation, self.weight) = (name, measure, mean, deviation, weight)
    }
  }

  private static let bias = -1.6062

  /// Name, measure, mean, deviation, weight; as `scripts/fit` prints them.
  private static var terms: [Term] {
    [
      Term("text", \.text, 0.2783, 0.1926, 0.5764),
      Term("commonColours", \.commonColours, 0.5520, 0.3443, 1.0886),
      Term("middling", \.middling, 0.2402, 0.2133, -0.7199),
      Term("separator", \.separator, 0.3600, 0.4800, 1.1827),
    ]
  }

  /// - Parameter luma: That of the picture, where it was made already.
  package init(of picture: RGBPicture, luma: LumaPlane? = nil) {
    let luma = luma ?? picture.luma
    isSquare = picture.width == picture.height
    separator = Self.hasSeparator(luma) ? 1 : 0
    text = Self.text(in: luma)
    (commonColours, commonestColour, middling) = Self.colours(of: picture, luma)
  }

  /// First rows of bands of at most `rows` rows, at these parts of the height; one band where they would overlap all.
  private static func bands(_ parts: [Double], rows: Int, height: Int) -> [Range<Int>] {
    guard height > rows * parts.count else { return [0..<height] }
    return parts.map { part in
      let first = min(height - rows, Int(Double(height) * part))
      return first..<first + rows
    }
  }

  private static func text(in luma: LumaPlane) -> Double {
    let side = 16
    let columns = min(2000, luma.width) / side
    var structured = 0
    var textLike = 0
    luma.pixels.withUnsafeBufferPointer { pixels in
      for band in bands([0, 0.2, 0.4, 0.55, 0.7, 0.85], rows: 224, height: luma.height) {
        for row in 0..<band.count / side {
          for column in 0..<columns {
            let start = (band.lowerBound + row * side) * luma.width + column * side
            switch block(at: start, width: luma.width, in: pixels, side: side) {
            case .flat: break
            case .structured: structured += 1
            case .text:
              structured += 1
              textLike += 1
            }
          }
        }
      }
    }
    return structured == 0 ? 0 : Double(textLike) / Double(structured)
  }

  /// A line is where the next row differs and neighbours in the row do not. One longer than half of the width runs
  /// through the middle, so most rows cost one look.
  private static func hasSeparator(_ luma: LumaPlane) -> Bool {
    let (width, height) = (luma.width, luma.height)
    guard width >= 40, height >= 40 else { return false }
    return luma.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<height - 1 {
        let row = y &* width
        func isLine(_ x: Int) -> Bool {
          let value = Int(pixels[row &+ x])
          return abs(Int(pixels[row &+ width &+ x]) - value) > 6 && abs(Int(pixels[row &+ x &+ 1]) - value) < 3
        }
        var left = width / 2
        while left >= 0, isLine(left) { left -= 1 }
        guard left < width / 2 else { continue }
        var right = width / 2 + 1
        while right < width - 1, isLine(right) { right += 1 }
        if (right - left - 1) * 2 > width { return true }
      }
      return false
    }
  }

  private enum Block { case flat, structured, text }

  /// Text is dark on light or light on dark: most pixels near one end, the rest near the other, many steep steps.
  private static func block(at start: Int, width: Int, in pixels: UnsafeBufferPointer<UInt8>, side: Int) -> Block {
    var low = 255
    var high = 0
    for y in 0..<side {
      for x in 0..<side {
        let value = Int(pixels[start &+ y &* width &+ x])
        low = min(low, value)
        high = max(high, value)
      }
    }
    let range = high - low
    guard range > 12 else { return .flat }
    guard range > 55 else { return .structured }
    var steps = 0
    var nearLow = 0
    var nearHigh = 0
    for y in 0..<side {
      var previous = Int(pixels[start &+ y &* width])
      for x in 0..<side {
        let value = Int(pixels[start &+ y &* width &+ x])
        if abs(value - previous) > 28 { steps += 1 }
        previous = value
        if (value - low) * 100 < range * 18 { nearLow += 1 }
        if (high - value) * 100 < range * 18 { nearHigh += 1 }
      }
    }
    let count = Double(side * side)
    let lowShare = Double(nearLow) / count
    let highShare = Double(nearHigh) / count
    return steps >= 12 && max(lowShare, highShare) > 0.35 && lowShare + highShare > 0.5 ? .text : .structured
  }

  private static func colours(of picture: RGBPicture, _ luma: LumaPlane) -> (
    common: Double, commonest: Double, middling: Double
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
            let index = (y &* width &+ x) &* 3
            let red = Int(pixels[index]) &>> 3
            let green = Int(pixels[index &+ 1]) &>> 3
            let blue = Int(pixels[index &+ 2]) &>> 3
            counts[red &<< 10 | green &<< 5 | blue] &+= 1
            sampled &+= 1
          }
        }
      }
      luma.pixels.withUnsafeBufferPointer { pixels in
        for y in band.dropLast() {
          for x in 0..<max(0, width - 1) {
            let index = y &* width &+ x
            let value = Int(pixels[index])
            let step = max(abs(Int(pixels[index &+ 1]) &- value), abs(Int(pixels[index &+ width]) &- value))
            compared &+= 1
            if step >= 2 && step <= 8 { middling &+= 1 }
          }
        }
      }
    }
    let largest = counts.sorted(by: >).prefix(8).map { Double($0) / Double(max(1, sampled)) }
    return (largest.reduce(0, +), largest.first ?? 0, Double(middling) / Double(max(1, compared)))
  }
}
