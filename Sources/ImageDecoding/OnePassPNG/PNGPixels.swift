import PhotoModel

/// The pixels of an ordinary PNG, inflated at once, transparency laid on white; nil where Deckle leaves the file to
/// libpng.
///
/// - Parameter bytes: The whole file.
package func inflatedPixels(ofPNG bytes: [UInt8]) -> StoredPicture? {
  bytes.withUnsafeBufferPointer { buffer in
    guard imageFormat(of: bytes) == .png, let size = pngSize(of: buffer), let picture = InflatedPNG(buffer) else {
      return nil
    }
    var pixels = [UInt8](repeating: 0, count: size.pixels * picture.channels)
    pixels.withUnsafeMutableBufferPointer { target in
      if let target = target.baseAddress { picture.readRows(size.height, into: target) }
    }
    return StoredPicture(size: size, channels: picture.channels, pixels: pixels)
  }
}

/// The pixels of a PNG by libpng in any case, as the reference for the inflated ones.
///
/// - Returns: The picture, and the number of warnings of libpng.
/// - Throws: Any `DecodingError`.
package func libraryPixels(ofPNG bytes: [UInt8]) throws(DecodingError) -> (picture: StoredPicture, warnings: Int) {
  try bytes.withUnsafeBufferPointer { buffer throws(DecodingError) in
    let source = try PNGSource(buffer)
    source.isLeftToLibrary = true
    let layout = try source.start(minimumLongSide: nil, prefersLuma: false)
    try DecodingLimits.checkMemory(for: layout.size.height * layout.rowBytes)
    var pixels = [UInt8](repeating: 0, count: layout.size.height * layout.rowBytes)
    try pixels.withUnsafeMutableBufferPointer { target throws(DecodingError) in
      if let target = target.baseAddress { try source.readRows(layout.size.height, into: target) }
    }
    try source.finish()
    return (StoredPicture(size: layout.size, channels: layout.channels, pixels: pixels), source.warnings)
  }
}
