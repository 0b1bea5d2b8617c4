internal import CPixels
import PhotoModel

/// Corners of one picture: FAST-9 (Rosten & Drummond, ECCV 2006), the strongest of their neighbours, ranked by the
/// Harris measure, spread over the picture.
enum CornerDetector {
  struct Corner: Hashable {
    var x: Int
    var y: Int
    /// Harris measure over 7 × 7 pixels.
    var strength: Float
  }

  /// The least distance of a corner from the border, so that the patch around it is whole.
  static let border = 17
  private static let threshold: UInt8 = 10
  /// Fields to each side; none of them gives more than an eighth while others have some left.
  private static let fields = 5

  /// The strongest corners of a plane.
  ///
  /// - Returns: At most `count`, strongest first; ties from top to bottom and left to right.
  static func corners(of luma: LumaPlane, count: Int) -> [Corner] {
    guard luma.width > 2 * border, luma.height > 2 * border, count > 0 else { return [] }
    let keys = luma.pixels.withUnsafeBufferPointer { pixels in
      CornerRing.strongest(in: pixels, width: luma.width, border: border, threshold: threshold)
        .map { sortKey(harris(pixels, width: luma.width, at: $0), $0) }
    }
    // The strongest few fill nearly every picture, and sorting all takes longer than finding them.
    let few = leading(keys, atLeast: 6 * min(count, keys.count))
    if few.count < keys.count, let found = spread(few, over: luma.size, count: count, isAll: false) { return found }
    return spread(keys, over: luma.size, count: count, isAll: true) ?? []
  }

  /// The least `count` of these keys, and those that share a bin with the last of them.
  private static func leading(_ keys: [UInt64], atLeast count: Int) -> [UInt64] {
    guard count < keys.count else { return keys }
    // The bin is made of the sign, the exponent and three bits more.
    let shift: UInt64 = 52
    var counts = [Int32](repeating: 0, count: 1 << (64 - Int(shift)))
    for key in keys { counts[Int(key >> shift)] &+= 1 }
    var (bin, total) = (0, 0)
    while total < count {
      total += Int(counts[bin])
      bin += 1
    }
    return keys.filter { $0 >> shift < UInt64(bin) }
  }

  /// A sort key that rises as the strength falls, then with the index: whole numbers sort in a third of the time.
  private static func sortKey(_ strength: Float, _ index: Int) -> UInt64 {
    // Adding 0 removes the sign of a negative zero.
    let bits = (strength + 0).bitPattern
    // The bits of floating point rise with the number; below 0 they fall.
    let rising = bits >> 31 == 0 ? bits | 1 << 31 : ~bits
    return UInt64(~rising) << 32 | UInt64(index)
  }

  private static func strength(of key: UInt64) -> Float {
    let rising = ~UInt32(key >> 32)
    return Float(bitPattern: rising >> 31 == 1 ? rising ^ 1 << 31 : ~rising)
  }

  /// The corners by rank, but no field gives more than its share as long as another has corners.
  ///
  /// - Parameter isAll: Whether there are no other corners; if there are, the result is nil where these do not fill all
  ///   shares.
  private static func spread(_ keys: [UInt64], over size: PixelSize, count: Int, isAll: Bool) -> [Corner]? {
    let ranked = keys.sorted().map { key in
      let (y, x) = Int(key & 0xFFFF_FFFF).quotientAndRemainder(dividingBy: size.width)
      return Corner(x: x, y: y, strength: strength(of: key))
    }
    guard !isAll || ranked.count > count else { return ranked }
    let most = max(1, count / 8)
    var taken = [Int](repeating: 0, count: fields * fields)
    var kept: [Corner] = []
    var left: [Corner] = []
    for corner in ranked {
      guard kept.count < count else { return kept }
      let field = corner.y * fields / size.height * fields + corner.x * fields / size.width
      if taken[field] < most {
        taken[field] += 1
        kept.append(corner)
      } else {
        left.append(corner)
      }
    }
    return isAll || kept.count == count ? kept + left.prefix(count - kept.count) : nil
  }

  /// det − 0.04 · trace² of the gradients around (Harris & Stephens 1988).
  private static func harris(_ pixels: UnsafeBufferPointer<UInt8>, width: Int, at index: Int) -> Float {
    guard let start = pixels.baseAddress else { return 0 }
    let sums = pixels_gradients(start + index, width)
    let (a, b, c) = (Float(sums.across), Float(sums.down), Float(sums.both))
    return a * b - c * c - 0.04 * (a + b) * (a + b)
  }
}
