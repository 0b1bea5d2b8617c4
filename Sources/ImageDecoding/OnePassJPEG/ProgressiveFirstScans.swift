import PhotoModel

/// The DC scans of a progressive JPEG (T.81, G.1.2), read for the luma at 1/8.
struct ProgressiveFirstScans {
  private(set) var plane: BlockPlane

  private var layout: LumaLayout?
  /// By which they are multiplied: what was in force at the first scan.
  private var step: Int32 = 0
  /// The DC coefficients of luma, a row of blocks after the other.
  private var coefficients: [Int32] = []
  /// Of each component and coefficient the lowest bit that was sent, −1 before the first.
  private var lowest: [[Int]] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(OnePassDecline) {
    plane = BlockPlane(size: PixelSize(width: 0, height: 0), stride: 0, pixels: [])
    var markers = try JPEGMarkers(bytes)
    while let scan = try markers.nextScan() {
      if lowest.isEmpty { try begin(markers, scan) }
      try note(scan)
      if scan.spectrum == 0...0, scan.components[0].index == 0 {
        markers.position = try readLuma(bytes, markers, scan)
      } else {
        markers.position = try Self.endOfScan(bytes, from: markers.position)
      }
    }
    // Where something of it is missing, libjpeg makes it up from the blocks around.
    guard let layout, lowest[0].allSatisfy({ $0 == 0 }) else { throw .scans }
    try makePixels(layout)
  }

  private mutating func begin(_ markers: JPEGMarkers, _ scan: JPEGScanHeader) throws(OnePassDecline) {
    let layout = try LumaLayout(markers, scan, isProgressive: true)
    let steps = markers.quantisation[layout.frame.components[0].quantisation] ?? []
    guard let first = steps.first, (1..<1 << 15).contains(first) else { throw .range }
    step = Int32(first)
    plane = try layout.plane(eighths: 1)
    guard (try? DecodingLimits.checkMemory(for: plane.pixels.count * 4)) != nil else { throw .limits }
    coefficients = [Int32](repeating: 0, count: plane.pixels.count)
    lowest = Array(repeating: Array(repeating: -1, count: 64), count: layout.frame.components.count)
    self.layout = layout
  }

  /// Keeps to the order that libjpeg does not warn of.
  private mutating func note(_ scan: JPEGScanHeader) throws(OnePassDecline) {
    let isFirst = scan.high == 0
    guard isFirst || scan.low == scan.high - 1, scan.low <= 13 else { throw .damage }
    guard scan.spectrum == 0...0 || (scan.spectrum.lowerBound > 0 && scan.components.count == 1) else { throw .damage }
    for component in scan.components {
      guard scan.spectrum.lowerBound == 0 || lowest[component.index][0] >= 0 else { throw .damage }
      for place in scan.spectrum {
        guard lowest[component.index][place] == (isFirst ? -1 : scan.high) else { throw .damage }
        lowest[component.index][place] = scan.low
      }
    }
  }

  /// Returns where the marker after the scan stands.
  private mutating func readLuma(
    _ bytes: UnsafeBufferPointer<UInt8>, _ markers: JPEGMarkers, _ scan: JPEGScanHeader
  ) throws(OnePassDecline) -> Int {
    guard let layout else { throw .damage }
    let isAlone = scan.components.count == 1
    guard isAlone || scan.components.count == layout.frame.components.count else { throw .layout }
    // A component alone has one block an MCU, and no blocks beyond the picture.
    let (columns, rows) =
      isAlone ? (layout.pictureBlocks.width, layout.pictureBlocks.height) : (layout.columns, layout.rows)
    let (horizontal, vertical) = isAlone ? (1, 1) : (layout.horizontal, layout.vertical)
    let others = isAlone ? [] : layout.others
    let isFirst = scan.high == 0
    let tables = isFirst ? try DCTables(markers, scan) : nil
    let segments = try EntropySegments(bytes, from: markers.position)
    let stride = plane.stride
    try segments.forEach(of: columns * rows, restartInterval: markers.restartInterval) {
      units throws(OnePassDecline) in
      var bits = EntropyBits(segments.start)
      var faults = BlockFaults()
      var predictions = [Int](repeating: 0, count: scan.components.count)
      for unit in units {
        guard bits.next <= segments.limit else { throw .damage }
        let (row, column) = unit.quotientAndRemainder(dividingBy: columns)
        for y in 0..<vertical {
          for x in 0..<horizontal {
            let place = (row * vertical + y) * stride + column * horizontal + x
            if let tables {
              predictions[0] &+= tables.takeDifference(0, &bits, &faults)
              faults.note(predictions[0] << scan.low)
              coefficients[place] = Int32(truncatingIfNeeded: predictions[0] << scan.low)
            } else {
              bits.refill()
              if bits.peek(1) == 1 { coefficients[place] |= 1 << Int32(scan.low) }
              bits.drop(1)
            }
          }
        }
        for (index, count) in others.enumerated() {
          for _ in 0..<count {
            if let tables {
              predictions[index + 1] &+= tables.takeDifference(index + 1, &bits, &faults)
              faults.note(predictions[index + 1] << scan.low)
            } else {
              bits.refill()
              bits.drop(1)
            }
          }
        }
      }
      try faults.check()
      return bits
    }
    return segments.position
  }

  private mutating func makePixels(_ layout: LumaLayout) throws(OnePassDecline) {
    let memory = PlainMemory()
    let transform = ReducedTransform(quantisation: memory.copy([step]))
    var faults = BlockFaults()
    coefficients.withUnsafeBufferPointer { coefficients in
      plane.pixels.withUnsafeMutableBufferPointer { pixels in
        guard let pixels = pixels.baseAddress else { return }
        for index in coefficients.indices { transform.one(Int(coefficients[index]), to: pixels + index, &faults) }
      }
    }
    try faults.check()
  }

  /// Where the first marker after `position` stands that is no restart.
  private static func endOfScan(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int) throws(OnePassDecline) -> Int {
    var position = position
    while let place = bytes[position...].firstIndex(of: 0xFF), place + 1 < bytes.count {
      let code = bytes[place + 1]
      if code != 0, code != 0xFF, !(0xD0...0xD7).contains(code) { return place }
      position = code == 0xFF ? place + 1 : place + 2
    }
    throw .damage
  }
}

/// The DC tables of a scan that has no others.
private struct DCTables {
  private let memory = PlainMemory()
  private var components: [BlockTables] = []

  init(_ markers: JPEGMarkers, _ scan: JPEGScanHeader) throws(OnePassDecline) {
    for component in scan.components {
      guard let code = markers.dcCodes[component.dc], code.isSound, code.isForDC else { throw .damage }
      let long = memory.longCodes(code)
      components.append(
        BlockTables(
          dc: memory.copy(code.dcTable()), skip: memory.copy([]), pairs: memory.copy([]), dcCodes: long, acCodes: long))
    }
  }

  func takeDifference(_ component: Int, _ bits: inout EntropyBits, _ faults: inout BlockFaults) -> Int {
    bits.takeDifference(components[component], &faults)
  }
}
