import PhotoModel

/// The rows of the largest JPEG in a RAW file.
///
/// The reported size is that of the RAW picture where the file states it, else that of the preview; the rows are always
/// those of the preview, which may be smaller.
final class RAWSource: RowSource {
  let format = ImageFormat.raw
  let storedSize: PixelSize
  let shrinksInSteps = true
  var ground: UInt8 = 255

  private let contents: RAWContents
  private let preview: JPEGSource
  private let facts: CaptureFacts

  init(_ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>) throws(DecodingError) {
    guard let contents = RAWContents(bytes) else { throw .otherFormat("Minolta RAW (MRW)") }
    // The decoder refuses sensor data stored as lossless JPEG, and data that are no JPEG.
    let candidates = contents.jpegs.sorted { $0.count > $1.count }.prefix(DecodingLimits.rawPreviews)
    var largest: JPEGSource?
    for range in candidates {
      guard let source = try? JPEGSource(UnsafeBufferPointer(rebasing: buffer[range])) else { continue }
      if source.storedSize.pixels > largest?.storedSize.pixels ?? 0 { largest = source }
    }
    guard let largest else {
      throw contents.isCutOff ? .endsEarly : .unsupported(.raw)
    }
    preview = largest
    self.contents = contents
    let shown = largest.storedSize
    let size = contents.pictureSize(for: shown) ?? shown
    var facts = contents.facts
    // Some cameras and converters turn the preview and leave the sensor data as they are.
    let isTurnedAlready =
      facts.orientation.exchangesSides && size.width != size.height
      && (size.width > size.height) != (shown.width > shown.height)
    storedSize = isTurnedAlready ? size.turned(facts.orientation) : size
    if isTurnedAlready { facts.orientation = .up }
    self.facts = facts
  }

  var isProgressive: Bool { preview.isProgressive }

  var warnings: Int { preview.warnings + (contents.isCutOff ? 1 : 0) }

  func facts(in bytes: [UInt8]) -> CaptureFacts { facts }

  func start(minimumLongSide: Int?, prefersLuma: Bool) throws(DecodingError) -> RowLayout {
    try preview.start(minimumLongSide: minimumLongSide, prefersLuma: prefersLuma)
  }

  func readRows(_ count: Int, into pixels: UnsafeMutablePointer<UInt8>) throws(DecodingError) {
    try preview.readRows(count, into: pixels)
  }

  func finish() throws(DecodingError) { try preview.finish() }
}
