import PhotoModel

/// All scans of a progressive JPEG (T.81, annex G), read for its luma.
///
/// For each block it keeps a mask of nonzero coefficients, which later scans depend on, and for luma the values that a
/// reduced transform uses: a quarter to three quarters of the memory that all coefficients take, by the scale.
struct ProgressiveScans {
  private(set) var plane = BlockPlane(size: PixelSize(width: 0, height: 0), stride: 0, pixels: [])

  private let eighths: Int
  private var layout: LumaLayout?
  /// The quantisation table of luma at the first scan, in natural order.
  private var quantisation: [Int32] = []
  private var components: [ProgressiveComponent] = []
  /// The lowest bit that was sent of each component and coefficient, −1 before the first.
  private var lowest: [[Int]] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, eighths: Int) throws(OnePassDecline) {
    guard (1...SequentialScan.mostEighths).contains(eighths) else { throw .limits }
    self.eighths = eighths
    var markers = try JPEGMarkers(bytes)
    var scansLeft = 0
    while let scan = try markers.nextScan() {
      if lowest.isEmpty {
        try begin(markers, scan)
        scansLeft = DecodingLimits.scans(pixels: markers.frame?.size.pixels ?? 0)
      }
      scansLeft -= 1
      guard scansLeft >= 0 else { throw .limits }
      try note(scan)
      markers.position = try read(bytes, markers, scan)
    }
    // Missing coefficients would be estimated by libjpeg from the blocks around.
    guard layout != nil, lowest.allSatisfy({ $0.allSatisfy { $0 == 0 } }) else { throw .scans }
    try makePixels()
  }

  private mutating func begin(_ markers: JPEGMarkers, _ scan: JPEGScanHeader) throws(OnePassDecline) {
    let layout = try LumaLayout(markers, scan, isProgressive: true)
    quantisation = try ScanTables.naturalSteps(markers.quantisation[layout.frame.components[0].quantisation])
    plane = try layout.plane(eighths: eighths)
    for index in layout.frame.components.indices {
      components.append(try ProgressiveComponent(layout, index, keeping: index == 0 ? eighths : nil))
    }
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
      for coefficient in scan.spectrum {
        guard lowest[component.index][coefficient] == (isFirst ? -1 : scan.high) else { throw .damage }
        lowest[component.index][coefficient] = scan.low
      }
    }
  }

  /// Reads a scan.
  ///
  /// - Returns: The offset of the marker after the scan.
  private func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ markers: JPEGMarkers, _ scan: JPEGScanHeader
  ) throws(OnePassDecline) -> Int {
    guard let layout else { throw .damage }
    let segments = try EntropySegments(bytes, from: markers.position)
    let isAlone = scan.components.count == 1
    guard isAlone || scan.components.count == components.count else { throw .layout }
    // A component alone has one block an MCU, and no blocks beyond the picture.
    let picture = components[scan.components[0].index].picture
    let total = isAlone ? picture.pixels : layout.columns * layout.rows
    if scan.spectrum == 0...0 {
      let work = try LowestScanWork(
        markers, scan, scan.components.map { components[$0.index] }, columns: isAlone ? picture.width : layout.columns)
      try segments.forEach(of: total, restartInterval: markers.restartInterval) { units throws(OnePassDecline) in
        try Self.checked(work.read(units, segments))
      }
    } else {
      let work = try BandScanWork(markers, scan, components[scan.components[0].index])
      try segments.forEach(of: total, restartInterval: markers.restartInterval) { units throws(OnePassDecline) in
        try Self.checked(scan.high == 0 ? work.readFirst(units, segments) : work.refine(units, segments))
      }
    }
    return segments.position
  }

  private static func checked(_ outcome: LumaWork.Outcome) throws(OnePassDecline) -> EntropyBits {
    try outcome.faults.check()
    return outcome.bits
  }

  private mutating func makePixels() throws(OnePassDecline) {
    let memory = UnmanagedArrays()
    defer { withExtendedLifetime(memory) {} }
    let steps = memory.copy(quantisation)
    let (luma, stride, eighths) = (components[0], plane.stride, eighths)
    var faults = BlockFaults()
    plane.pixels.withUnsafeMutableBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      if eighths == 1 {
        let transform = LowestTransform(quantisation: steps)
        for row in 0..<luma.picture.height {
          for column in 0..<luma.picture.width {
            let block = luma.values + (row &* luma.columns &+ column) &* luma.valueStride
            transform.one(Int(block[0]), to: pixels + (row &* stride &+ column), &faults)
          }
        }
        return
      }
      withUnsafeTemporaryAllocation(of: Int16.self, capacity: BlockBatch.count(rows: 1)) { values in
        guard let values = values.baseAddress else { return }
        let batch = BlockBatch(
          values, rows: 1, side: eighths, end: BlockBatch.end(eighths), quantisation: steps)
        for row in 0..<luma.picture.height {
          Self.batches(luma, row, batch, to: pixels + row &* stride &* eighths, stride, &faults)
        }
      }
    }
    try faults.check()
  }

  /// A row of blocks.
  private static func batches(
    _ luma: ProgressiveComponent, _ row: Int, _ batch: BlockBatch, to target: UnsafeMutablePointer<UInt8>,
    _ stride: Int, _ faults: inout BlockFaults
  ) {
    luma.indices.withUnsafeBufferPointer { indices in
      var column = 0
      while column < luma.picture.width {
        let count = min(BlockBatch.blocks, luma.picture.width &- column)
        for number in 0..<count {
          let block = luma.values + (row &* luma.columns &+ column &+ number) &* luma.valueStride
          let batched = batch.block(number, row: 0)
          for slot in 0..<indices.count { batched.set(indices[slot], block[slot]) }
        }
        batch.transform(row: 0, count, to: target + batch.side &* column, stride, &faults)
        column &+= count
      }
    }
  }
}
