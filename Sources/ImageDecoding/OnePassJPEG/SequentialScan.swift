import PhotoModel

/// The one scan of a baseline or extended sequential JPEG, read for its luma.
struct SequentialScan {
  /// The largest scale in eighths; at eight, for small pictures only, libjpeg-turbo's transform is faster.
  static let mostEighths = 7

  private(set) var plane: BlockPlane

  private let layout: LumaLayout
  private let wantsEnergies: Bool
  /// The energies of the low band of each block, where they are wanted.
  private var low: [UInt16] = []
  private var high: [UInt16] = []

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, eighths: Int, wantsEnergies: Bool = false
  ) throws(OnePassDecline) {
    guard eighths >= 1, eighths <= Self.mostEighths, eighths == 1 || !wantsEnergies else { throw .limits }
    var markers = try JPEGMarkers(bytes)
    guard let scan = try markers.nextScan() else { throw .damage }
    let layout = try LumaLayout(markers, scan, isProgressive: false)
    guard scan.spectrum == 0...63, scan.high == 0, scan.low == 0 else { throw .damage }
    (self.layout, self.wantsEnergies) = (layout, wantsEnergies)
    plane = try layout.plane(eighths: eighths)
    if wantsEnergies {
      let blocks = layout.pictureBlocks.pixels
      guard (try? DecodingLimits.checkMemory(for: blocks * 4)) != nil else { throw .limits }
      low = [UInt16](repeating: 0, count: blocks)
      high = low
    }
    let segments = try EntropySegments(bytes, from: markers.position)
    let tables = try ScanTables(markers, scan, layout, wantsEnergies ? .magnitudes : eighths > 1 ? .values : .nothing)
    let end = BlockBatch.end(eighths)
    try segments.forEach(of: layout.columns * layout.rows, restartInterval: markers.restartInterval) {
      units throws(OnePassDecline) in
      let work = LumaWork(
        layout: layout, eighths: eighths, end: end, stride: plane.stride, tables: tables, segments)
      return try read(units, work)
    }
    // Anything but the end of the picture may hold more of it.
    guard segments.marker == 0xD9 else { throw .layout }
  }

  var energies: JPEGBandEnergies? {
    let blocks = layout.pictureBlocks
    return wantsEnergies ? JPEGBandEnergies(columns: blocks.width, rows: blocks.height, low: low, high: high) : nil
  }

  private mutating func read(_ units: Range<Int>, _ work: LumaWork) throws(OnePassDecline) -> EntropyBits {
    let outcome = plane.pixels.withUnsafeMutableBufferPointer { pixels -> LumaWork.Outcome? in
      guard let pixels = pixels.baseAddress else { return nil }
      guard wantsEnergies else { return work.read(units, to: pixels) }
      return low.withUnsafeMutableBufferPointer { low in
        high.withUnsafeMutableBufferPointer { high in work.readEnergies(units, to: pixels, low, high) }
      }
    }
    guard let outcome else { throw .damage }
    try outcome.faults.check()
    return outcome.bits
  }
}
