import PhotoModel

/// Corners of one picture: FAST-9 (Rosten & Drummond, ECCV 2006), the strongest of their neighbours, ranked by the Harris
/// measure, spread over the picture.
enum CornerDetector {
  struct Corner: Hashable {
    var x: Int
    var y: Int
    /// Harris measure over 7 × 7 pixels.
    var strength: Float
  }

  /// No corner lies nearer to the border: the patch around it is whole.
  static let border = 17
  private static let threshold: UInt8 = 10
  /// Fields to each side; none of them gives more than an eighth while others have some left.
  private static let fields = 5

  /// - Returns: At most `count`, strongest first; ties from top to bottom and left to right.
  static func corners(of luma: LumaPlane, count: Int) -> [Corner] {
    guard luma.width > 2 * border, luma.height > 2 * border, count > 0 else { return [] }
    var keys = luma.pixels.withUnsafeBufferPointer { pixels in
      strongest(in: pixels, luma)
        .map { sortKey(harris(pixels, width: luma.width, at: $0), $0) }
    }
    keys.sort()
    let ranked = keys.map { key in
      let (y, x) = Int(key & 0xFFFF_FFFF).quotientAndRemainder(dividingBy: luma.width)
      return Corner(x: x, y: y, strength: strength(of: key))
    }
    return spread(ranked, over: luma.size, count: count)
  }

  /// One number that rises as the strength falls, then with the place: whole numbers sort in a third of the time.
  private static func sortKey(_ strength: Float, _ place: Int) -> UInt64 {
    // Without a sign of zero.
    let bits = (strength + 0).bitPattern
    // The bits of floating point rise with the number; below 0 they fall.
    let rising = bits >> 31 == 0 ? bits | 1 << 31 : ~bits
    return UInt64(~rising) << 32 | UInt64(place)
  }

  private static func strength(of key: UInt64) -> Float {
    let rising = ~UInt32(key >> 32)
    return Float(bitPattern: rising >> 31 == 1 ? rising ^ 1 << 31 : ~rising)
  }

  /// By rank, but no field gives more than its share as long as another has corners.
  private static func spread(_ ranked: [Corner], over size: PixelSize, count: Int) -> [Corner] {
    guard ranked.count > count else { return ranked }
    let most = max(1, count / 8)
    var taken = [Int](repeating: 0, count: fields * fields)
    var kept: [Corner] = []
    var left: [Corner] = []
    for corner in ranked {
      let field = corner.y * fields / size.height * fields + corner.x * fields / size.width
      if taken[field] < most, kept.count < count {
        taken[field] += 1
        kept.append(corner)
      } else {
        left.append(corner)
      }
    }
    return kept + left.prefix(count - kept.count)
  }

  /// Places that outdo their eight neighbours; of equal ones the first.
  private static func strongest(in pixels: UnsafeBufferPointer<UInt8>, _ luma: LumaPlane) -> [Int] {
    let width = luma.width
    let ring = CornerRing(pixels, width: width, threshold: threshold)
    var places: [Int] = []
    var scores = [UInt16](repeating: 0, count: pixels.count)
    scores.withUnsafeMutableBufferPointer { scores in
      for y in border..<luma.height &- border {
        ring.forEachCorner(in: y &* width &+ border..<(y &+ 1) &* width &- border) { place, score in
          scores[place] = score
          places.append(place)
        }
      }
      places.removeAll { place in
        let score = scores[place]
        return
          !(score > scores[place &- width &- 1] && score > scores[place &- width]
          && score > scores[place &- width &+ 1] && score > scores[place &- 1] && score >= scores[place &+ 1]
          && score >= scores[place &+ width &- 1] && score >= scores[place &+ width]
          && score >= scores[place &+ width &+ 1])
      }
    }
    return places
  }

  /// det − 0.04 · trace² of the gradients around (Harris & Stephens 1988).
  private static func harris(_ pixels: UnsafeBufferPointer<UInt8>, width: Int, at place: Int) -> Float {
    var xx = 0
    var yy = 0
    var xy = 0
    for dy in -3...3 {
      let row = place &+ dy &* width
      for index in row &- 3...row &+ 3 {
        let x = Int(pixels[index &+ 1]) &- Int(pixels[index &- 1])
        let y = Int(pixels[index &+ width]) &- Int(pixels[index &- width])
        xx &+= x &* x
        yy &+= y &* y
        xy &+= x &* y
      }
    }
    let (a, b, c) = (Float(xx), Float(yy), Float(xy))
    return a * b - c * c - 0.04 * (a + b) * (a + b)
  }
}
