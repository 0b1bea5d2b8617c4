import Foundation
import PhotoModel

/// Three things that tell an interface from a photo, measured in bands of the native pixels so that a long
/// screenshot costs no more than a short one.
struct ScreenMeasures {
  /// Share of text among the blocks of 16 × 16 that are not flat.
  var text = 0.0
  /// Share of the eight commonest colours, five bits a channel, and of the first of them.
  var commonColours = 0.0
  var commonestColour = 0.0
  /// Share of pixels with a middling step to their neighbour: texture and noise.
  var middling = 0.0

  /// As wide as high: icons, logos and covers are, screens and windows are not.
  var isSquare = false

  /// Logistic over the first three; coefficients fitted on labelled pictures (docs/DETECTION.md). A square picture,
  /// and one that is nearly all one surface (a night shot without its metadata), need much more to be a screen.
  var evidence: Double {
    var z =
      -0.862 + 0.993 * (text - 0.3071) / 0.2031 + 1.239 * (commonColours - 0.6037) / 0.3432
      - 0.700 * (middling - 0.2072) / 0.2100
    if isSquare { z -= 3 }
    if commonestColour > 0.93 { z -= 3 }
    return 1 / (1 + exp(-z))
  }

  init(of picture: RGBPicture) {
    let luma = picture.luma
    isSquare = picture.width == picture.height
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
