internal import CPixels
import PhotoModel

/// Pixels as they leave the decoder: upright, packed.
struct UprightPixels {
  var pixels: [UInt8]
  var size: PixelSize
  var header: PictureHeader
  var warnings: Int
  var alpha: PhotoContents.Alpha
}

/// The one way from bytes to pixels: rows from the source, to the wanted channels, shrunk where the source could not,
/// to their upright place.
func decodeUpright(
  _ bytes: [UInt8], minimumLongSide: Int?, channels: Int, page: Int = 0, ground: UInt8 = 255
) throws(DecodingError) -> UprightPixels {
  try bytes.withUnsafeBufferPointer { buffer throws(DecodingError) in
    let source = try openSource(bytes, buffer, page: page)
    source.ground = ground
    let header = source.header(facts: source.facts(in: bytes))
    let minimum = minimumLongSide.map { max(1, $0) }
    let layout = try source.start(minimumLongSide: minimum, prefersLuma: channels == 1)

    let shrinks = !source.shrinksInSteps && minimum.map { $0 < layout.size.longSide } ?? false
    let size = shrinks ? layout.size.fitted(longSide: minimum ?? layout.size.longSide) : layout.size
    var canvas = try UprightCanvas(size, orientation: header.facts.orientation, channels: channels)
    try DecodingLimits.checkMemory(for: bandRows * layout.size.width * 3)
    if shrinks {
      var averager = AreaAverager(from: layout.size, to: size, channels: channels)
      try forEachBand(of: source, layout, channels: channels) { band, _, rows in
        let rowBytes = layout.size.width * channels
        for row in 0..<rows {
          averager.add(UnsafeBufferPointer(start: band + row * rowBytes, count: rowBytes))
        }
      }
      averager.pixels.withUnsafeBufferPointer { shrunk in
        if let pixels = shrunk.baseAddress { canvas.write(pixels, rows: size.height) }
      }
    } else if canvas.isInStoredOrder, layout.channels == channels {
      try canvas.fill { pixels throws(DecodingError) in try source.readRows(size.height, into: pixels) }
    } else {
      try forEachBand(of: source, layout, channels: channels) { band, _, rows in canvas.write(band, rows: rows) }
    }
    try source.finish()
    return UprightPixels(
      pixels: canvas.pixels, size: canvas.size, header: header, warnings: source.warnings, alpha: source.alpha)
  }
}

/// The number of rows in a band: a cache line of them, so that turning a picture writes whole lines (a turned
/// 12-megapixel JPEG at 3/8: 55 ms with 16 rows, 45 ms with these; 42 ms without turning).
let bandRows = 64

/// Reads all rows, or the first `end` of them, and hands them on in bands, `channels` bytes a pixel.
///
/// - Parameter body: Called with the band, the number of its first row, and the number of its rows.
func forEachBand(
  of source: any RowSource, _ layout: RowLayout, channels: Int, upTo end: Int? = nil,
  _ body: (_ band: UnsafePointer<UInt8>, _ first: Int, _ rows: Int) -> Void
) throws(DecodingError) {
  let capacity = bandRows * layout.size.width * max(channels, layout.channels)
  let band = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  defer { band.deallocate() }
  var row = 0
  let end = min(layout.size.height, end ?? layout.size.height)
  while row < end {
    let rows = min(bandRows, end - row)
    try source.readRows(rows, into: band)
    let count = rows * layout.size.width
    if layout.channels == 3, channels == 1 { pixels_luma(band, count, band) }
    if layout.channels == 1, channels == 3 { spreadGray(band, count: count) }
    body(band, row, rows)
    row += rows
  }
}

/// Converts gray to RGB in place, from the end so that nothing is overwritten before it is read.
private func spreadGray(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
  var index = count
  while index > 0 {
    index &-= 1
    let gray = pixels[index]
    let target = pixels + index &* 3
    target[0] = gray
    target[1] = gray
    target[2] = gray
  }
}
