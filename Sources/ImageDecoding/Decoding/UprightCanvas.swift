import PhotoModel

/// A picture that is filled from the top of the stored picture and is upright when full.
struct UprightCanvas {
  /// The size of the upright picture.
  let size: PixelSize
  private(set) var pixels: [UInt8]

  private let channels: Int
  private let storedWidth: Int
  /// The target of the stored pixel (0, 0), and the distances of its right and lower neighbours from it, in pixels.
  private let origin: Int
  private let columnStep: Int
  private let rowStep: Int
  private var nextRow = 0

  /// - Parameter stored: The size before turning.
  init(_ stored: PixelSize, orientation: Orientation, channels: Int) throws(DecodingError) {
    self.channels = channels
    storedWidth = stored.width
    size = stored.turned(orientation)
    try DecodingLimits.checkMemory(for: size.pixels * channels)
    let bytes = size.pixels * channels
    // Every pixel is written, or the picture is not returned: clearing a large one first takes longer than filling it.
    pixels = [UInt8](unsafeUninitializedCapacity: bytes) { _, count in count = bytes }
    let right = stored.width - 1
    let bottom = stored.height - 1
    // EXIF 2.32, tag 0x0112: which sides of the scene the stored first row and first column are.
    (origin, columnStep, rowStep) =
      switch orientation {
      case .up: (0, 1, size.width)
      case .upMirrored: (right, -1, size.width)
      case .down: (bottom * size.width + right, -1, -size.width)
      case .downMirrored: (bottom * size.width, 1, -size.width)
      case .leftMirrored: (0, size.width, 1)
      case .right: (bottom, size.width, -1)
      case .rightMirrored: (right * size.width + bottom, -size.width, -1)
      case .left: (right * size.width, -size.width, 1)
      }
  }

  /// Whether the stored picture is upright.
  var isInStoredOrder: Bool { columnStep == 1 && rowStep == storedWidth }

  /// Fills all rows at once, as they are stored.
  mutating func fill(_ body: (UnsafeMutablePointer<UInt8>) throws(DecodingError) -> Void) throws(DecodingError) {
    try pixels.withUnsafeMutableBufferPointer { buffer throws(DecodingError) in
      if let canvas = buffer.baseAddress { try body(canvas) }
    }
  }

  /// Writes the next stored rows to their positions. `band` holds `rows` packed rows of the stored width.
  mutating func write(_ band: UnsafePointer<UInt8>, rows: Int) {
    let start = origin + nextRow * rowStep
    let (channels, width, columnStep, rowStep) = (channels, storedWidth, columnStep, rowStep)
    let isInStoredOrder = isInStoredOrder
    pixels.withUnsafeMutableBufferPointer { buffer in
      guard let canvas = buffer.baseAddress else { return }
      if isInStoredOrder {
        (canvas + start * channels).update(from: band, count: rows * width * channels)
      } else if channels == 1 {
        // Column by column: in a turned picture the rows of a band are neighbours.
        for column in 0..<width {
          var target = start &+ column &* columnStep
          var source = column
          for _ in 0..<rows {
            canvas[target] = band[source]
            target = target &+ rowStep
            source = source &+ width
          }
        }
      } else {
        for column in 0..<width {
          var target = canvas + (start &+ column &* columnStep) &* 3
          var source = band + column &* 3
          for _ in 0..<rows {
            target[0] = source[0]
            target[1] = source[1]
            target[2] = source[2]
            target += rowStep &* 3
            source += width &* 3
          }
        }
      }
    }
    nextRow += rows
  }
}
