package import PhotoModel

/// The small luma of a JPEG as stored, with the energies that one pass over its bytes gives besides.
package struct OnePassLuma: Equatable, Sendable {
  /// The luma, in the orientation of the file.
  package var luma: LumaPlane
  /// The energies; nil where they were not asked for.
  package var energies: JPEGBandEnergies?
}

/// The detail of each 8 × 8 block of luma at full size: sums of |dequantised AC coefficient|, cut at 65 535. In the
/// units of the DCT of ITU-T T.81, A.3.3, where a difference of one gray level between the halves of a block is about
/// 3.6.
package struct JPEGBandEnergies: Equatable, Sendable {
  /// The number of blocks in a row that show a part of the picture.
  package var columns: Int
  /// The number of rows of such blocks.
  package var rows: Int
  /// Zigzag 1…9, periods from about 16 to 5 pixels: row-major.
  package var low: [UInt16]
  /// Zigzag 10…63, finer than that, where sensor noise is.
  package var high: [UInt16]
}

/// Why the one-pass reader leaves a file to libjpeg. Never a fault of the file alone: libjpeg decides that.
package enum OnePassDecline: Error, Equatable, Sendable {
  /// No JPEG, or one of a coding process that is not read here: arithmetic, 12 bits, lossless, hierarchical.
  case process
  /// Progressive without all of its scans, or where energies are wanted.
  case scans
  /// Colours without a luma plane of their own, luma that is not the finest plane, planes one after the other.
  case layout
  /// Anything that libjpeg warns of, refuses, or reads in a way of its own.
  case damage
  /// Values that no picture gives, with which implementations of the transform differ.
  case range
  /// Too little memory, or a scale other than one to seven eighths.
  case limits
}

/// Reads the luma of a JPEG at `eighths` / 8 of its size, as stored, in one pass over the bytes: baseline, extended
/// sequential and progressive, Huffman coded, 8 bits, gray or YCbCr of any sampling, with or without restart markers.
///
/// The result is bit for bit that of libjpeg-turbo at that scale (ISLOW), and only for files that libjpeg-turbo reads
/// without a warning to the end of the picture. Everything else is declined.
///
/// - Parameters:
///   - bytes: The whole file.
///   - eighths: The scale in eighths, 1…7.
///   - wantsEnergies: Whether block energies are computed: only with 1 eighth, and not for a progressive file.
/// - Complexity: O(bytes); at 1/8 less than half the time of libjpeg-turbo.
package func onePassLuma(
  _ bytes: [UInt8], eighths: Int, wantsEnergies: Bool = false
) throws(OnePassDecline) -> OnePassLuma {
  try bytes.withUnsafeBufferPointer { buffer throws(OnePassDecline) in
    guard wantsEnergies else { return OnePassLuma(luma: try onePassPlane(buffer, eighths: eighths).packed) }
    let scan = try SequentialScan(buffer, eighths: eighths, wantsEnergies: true)
    return OnePassLuma(luma: scan.plane.packed, energies: scan.energies)
  }
}

/// The one reader that a file is for.
func onePassPlane(_ bytes: UnsafeBufferPointer<UInt8>, eighths: Int) throws(OnePassDecline) -> BlockPlane {
  do throws(OnePassDecline) {
    return try SequentialScan(bytes, eighths: eighths).plane
  } catch .scans {
    return try ProgressiveScans(bytes, eighths: eighths).plane
  }
}

/// The luma of a JPEG at `eighths` / 8 of its size, as stored, by libjpeg in any case, as the reference for the
/// one-pass reader.
///
/// - Returns: The luma, and the number of warnings of libjpeg.
/// - Throws: Any `DecodingError`; `.unsupported` also where the file has no luma of its own.
package func libraryLuma(
  _ bytes: [UInt8], eighths: Int
) throws(DecodingError) -> (luma: LumaPlane, warnings: Int) {
  try bytes.withUnsafeBufferPointer { buffer throws(DecodingError) in
    let source = try JPEGSource(buffer)
    let layout = try source.startLibrary(eighths: min(8, max(1, eighths)), prefersLuma: true)
    guard layout.channels == 1 else { throw .unsupported(.jpeg) }
    try DecodingLimits.checkMemory(for: layout.size.pixels)
    var pixels = [UInt8](repeating: 0, count: layout.size.pixels)
    try pixels.withUnsafeMutableBufferPointer { target throws(DecodingError) in
      guard let target = target.baseAddress else { return }
      try source.readRows(layout.size.height, into: target)
    }
    try source.finish()
    return (LumaPlane(width: layout.size.width, height: layout.size.height, pixels: pixels), source.warnings)
  }
}

/// Small luma with whole blocks at the right and at the bottom.
struct BlockPlane {
  /// The size of the picture.
  let size: PixelSize
  /// The distance from one row to the next.
  let stride: Int
  var pixels: [UInt8]

  /// - Parameter count: The number of rows, so that `target` holds `count * size.width` bytes.
  func copyRows(from first: Int, count: Int, to target: UnsafeMutablePointer<UInt8>) {
    precondition(first >= 0 && count >= 0 && first + count <= size.height && size.width <= stride)
    pixels.withUnsafeBufferPointer { source in
      guard let source = source.baseAddress else { return }
      for row in 0..<count {
        (target + row * size.width).update(from: source + (first + row) * stride, count: size.width)
      }
    }
  }

  var packed: LumaPlane {
    guard stride > size.width || pixels.count > size.pixels else {
      return LumaPlane(width: size.width, height: size.height, pixels: pixels)
    }
    let packed = [UInt8](unsafeUninitializedCapacity: size.pixels) { target, count in
      if let target = target.baseAddress { copyRows(from: 0, count: size.height, to: target) }
      count = size.pixels
    }
    return LumaPlane(width: size.width, height: size.height, pixels: packed)
  }
}
