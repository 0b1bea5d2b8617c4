package import PhotoModel

/// Decodes a part of a picture at full resolution, turned upright. Only the part is held in memory.
///
/// - Parameters:
///   - bytes: The whole file.
///   - center: The middle of the part; it is moved so that the part lies inside.
///   - size: The size of the part in upright pixels, at least 1 × 1; smaller where the picture is.
/// - Throws: Any `DecodingError`. A size over the limits is refused before pixels are touched.
/// - Complexity: Everything above the lower edge of the part is decoded: up to 100 ms for 12 megapixels of JPEG.
package func decodeDetail(
  _ bytes: [UInt8], around center: RelativePoint, size: PixelSize
) throws(DecodingError) -> PhotoDetail {
  try bytes.withUnsafeBufferPointer { buffer throws(DecodingError) in
    let source = try openSource(bytes, buffer)
    let orientation = source.header(facts: source.facts(in: bytes)).facts.orientation
    let shown = source.storedSize.turned(orientation)
    source.willUse(only: PixelRect(around: center, size: size, in: shown).stored(orientation, in: source.storedSize))
    let layout = try source.start(minimumLongSide: nil, prefersLuma: false)
    let full = layout.size.turned(orientation)
    let area = PixelRect(around: center, size: size, in: full)
    let stored = area.stored(orientation, in: layout.size)
    var canvas = try UprightCanvas(stored.size, orientation: orientation, channels: 3)
    try DecodingLimits.checkMemory(for: bandRows * (layout.size.width + stored.width) * 3)
    let cut = UnsafeMutablePointer<UInt8>.allocate(capacity: bandRows * stored.width * 3)
    defer { cut.deallocate() }
    try forEachBand(of: source, layout, channels: 3, upTo: stored.y + stored.height) { band, first, rows in
      let wanted = max(first, stored.y)..<max(max(first, stored.y), min(first + rows, stored.y + stored.height))
      for (index, row) in wanted.enumerated() {
        let from = band + ((row - first) * layout.size.width + stored.x) * 3
        (cut + index * stored.width * 3).update(from: from, count: stored.width * 3)
      }
      if !wanted.isEmpty { canvas.write(cut, rows: wanted.count) }
    }
    let picture = RGBPicture(width: canvas.size.width, height: canvas.size.height, pixels: canvas.pixels)
    return PhotoDetail(picture: picture, area: area, fullSize: full)
  }
}

extension PixelRect {
  /// The part of the stored rows that shows an upright part.
  ///
  /// - Parameter stored: The size before turning. The mapping is the inverse of that of `UprightCanvas`.
  func stored(_ orientation: Orientation, in stored: PixelSize) -> PixelRect {
    let fromRight = stored.width - x - width
    let fromBottom = stored.height - y - height
    return switch orientation {
    case .up: self
    case .upMirrored: PixelRect(x: fromRight, y: y, width: width, height: height)
    case .down: PixelRect(x: fromRight, y: fromBottom, width: width, height: height)
    case .downMirrored: PixelRect(x: x, y: fromBottom, width: width, height: height)
    case .leftMirrored: PixelRect(x: y, y: x, width: height, height: width)
    case .right: PixelRect(x: y, y: stored.height - x - width, width: height, height: width)
    case .rightMirrored:
      PixelRect(x: stored.width - y - height, y: stored.height - x - width, width: height, height: width)
    case .left: PixelRect(x: stored.width - y - height, y: x, width: height, height: width)
    }
  }
}
