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
  private static let threshold = 10
  /// Fields to each side; none of them gives more than an eighth while others have some left.
  private static let fields = 5

  /// - Returns: At most `count`, strongest first; ties from top to bottom and left to right.
  static func corners(of luma: LumaPlane, count: Int) -> [Corner] {
    guard luma.width > 2 * border, luma.height > 2 * border, count > 0 else { return [] }
    let found = luma.pixels.withUnsafeBufferPointer { pixels in
      strongest(in: scores(of: pixels, width: luma.width, height: luma.height), luma).map { place in
        Corner(
          x: place % luma.width, y: place / luma.width,
          strength: harris(pixels, width: luma.width, at: place))
      }
    }
    let ranked = found.sorted { ($1.strength, $0.y, $0.x) < ($0.strength, $1.y, $1.x) }
    return spread(ranked, over: luma.size, count: count)
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

  /// For each pixel 0, or how far the ring around it stands out.
  private static func scores(of pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int) -> [UInt16] {
    let ring = ringOffsets(width: width)
    var scores = [UInt16](repeating: 0, count: pixels.count)
    scores.withUnsafeMutableBufferPointer { scores in
      ring.withUnsafeBufferPointer { ring in
        for y in border..<height &- border {
          for place in y &* width &+ border..<(y &+ 1) &* width &- border {
            scores[place] = score(pixels, place, ring)
          }
        }
      }
    }
    return scores
  }

  @inline(__always)
  private static func score(_ pixels: UnsafeBufferPointer<UInt8>, _ place: Int, _ ring: UnsafeBufferPointer<Int>)
    -> UInt16
  {
    let centre = Int(pixels[place])
    let high = centre &+ threshold
    let low = centre &- threshold
    // Nine in a row hold two neighbours of the four main points.
    let north = Int(pixels[place &+ ring[0]])
    let south = Int(pixels[place &+ ring[8]])
    let east = Int(pixels[place &+ ring[4]])
    let west = Int(pixels[place &+ ring[12]])
    let mayBeBrighter = min(max(north, south), max(east, west)) > high
    let mayBeDarker = max(min(north, south), min(east, west)) < low
    guard mayBeBrighter || mayBeDarker else { return 0 }
    if mayBeBrighter, hasNineInARow(mask(ring) { high &- Int(pixels[place &+ $0]) }) {
      return UInt16(truncatingIfNeeded: 1 &+ sum(ring) { Int(pixels[place &+ $0]) &- high })
    }
    if mayBeDarker, hasNineInARow(mask(ring) { Int(pixels[place &+ $0]) &- low }) {
      return UInt16(truncatingIfNeeded: 1 &+ sum(ring) { low &- Int(pixels[place &+ $0]) })
    }
    return 0
  }

  /// A bit for each point of the ring that is below 0. Without branches: noise would mislead them.
  @inline(__always)
  private static func mask(_ ring: UnsafeBufferPointer<Int>, _ value: (Int) -> Int) -> UInt32 {
    var mask: UInt = 0
    for index in 0..<16 {
      mask |= (UInt(bitPattern: value(ring[index])) &>> 63) &<< UInt(truncatingIfNeeded: index)
    }
    return UInt32(truncatingIfNeeded: mask)
  }

  /// Of the points of the ring that are above 0.
  @inline(__always)
  private static func sum(_ ring: UnsafeBufferPointer<Int>, _ value: (Int) -> Int) -> Int {
    var sum = 0
    for index in 0..<16 { sum &+= max(0, value(ring[index])) }
    return sum
  }

  @inline(__always)
  private static func hasNineInARow(_ ring: UInt32) -> Bool {
    let twice = ring | ring &<< 16
    var run = twice & twice &>> 1
    run &= run &>> 2
    run &= run &>> 4
    return run & twice &>> 8 & 0xFFFF != 0
  }

  /// Places that outdo their eight neighbours; of equal ones the first.
  private static func strongest(in scores: [UInt16], _ luma: LumaPlane) -> [Int] {
    let width = luma.width
    var places: [Int] = []
    scores.withUnsafeBufferPointer { scores in
      for y in border..<luma.height &- border {
        for place in y &* width &+ border..<(y &+ 1) &* width &- border {
          let score = scores[place]
          guard score > 0 else { continue }
          if score > scores[place &- width &- 1], score > scores[place &- width], score > scores[place &- width &+ 1],
            score > scores[place &- 1], score >= scores[place &+ 1], score >= scores[place &+ width &- 1],
            score >= scores[place &+ width], score >= scores[place &+ width &+ 1]
          {
            places.append(place)
          }
        }
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

  /// Bresenham's circle of radius 3, clockwise from the top.
  private static func ringOffsets(width: Int) -> [Int] {
    let points = [
      (0, -3), (1, -3), (2, -2), (3, -1), (3, 0), (3, 1), (2, 2), (1, 3), (0, 3), (-1, 3), (-2, 2), (-3, 1), (-3, 0),
      (-3, -1), (-2, -2), (-1, -3),
    ]
    return points.map { $0.1 * width + $0.0 }
  }
}
