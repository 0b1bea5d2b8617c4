/// The loop over the MCUs of one segment.
struct LumaWork {
  /// The position after reading, and the faults.
  typealias Outcome = (bits: EntropyBits, faults: BlockFaults)

  private let layout: LumaLayout
  private let eighths: Int
  /// The stride of the plane.
  private let stride: Int
  private let tables: ScanTables
  /// The end of the coefficients that a batch of blocks takes.
  private let end: Int
  private let start: UnsafePointer<UInt8>
  /// The end of the data, beyond which nothing may be read.
  private let limit: UnsafePointer<UInt8>

  /// - Parameters:
  ///   - end: The value of `BlockBatch.end` for these eighths.
  ///   - segments: The segments, at the one to be read.
  init(layout: LumaLayout, eighths: Int, end: Int, stride: Int, tables: ScanTables, _ segments: EntropySegments) {
    (self.layout, self.eighths, self.end, self.stride, self.tables) = (layout, eighths, end, stride, tables)
    (start, limit) = (segments.start, segments.limit)
  }

  /// Reads the MCUs of these numbers, which begin a segment.
  ///
  /// - Parameter pixels: The whole plane.
  func read(_ units: Range<Int>, to pixels: UnsafeMutablePointer<UInt8>) -> Outcome {
    if eighths == 1 {
      return eachBlock(units, pixels, EighthBlocks(transform: LowestTransform(quantisation: tables.quantisation)))
    }
    return withUnsafeTemporaryAllocation(of: Int16.self, capacity: BlockBatch.count(rows: layout.vertical)) { memory in
      guard let values = memory.baseAddress else { return (EntropyBits(start), BlockFaults()) }
      let batch = BlockBatch(values, rows: layout.vertical, side: eighths, end: end, quantisation: tables.quantisation)
      return eachBlock(units, pixels, BatchedBlocks(batch, layout, stride, pixels))
    }
  }

  /// Reads like `read`, at 1/8, with the energies of each block of the picture.
  func readEnergies(
    _ units: Range<Int>, to pixels: UnsafeMutablePointer<UInt8>,
    _ low: UnsafeMutableBufferPointer<UInt16>, _ high: UnsafeMutableBufferPointer<UInt16>
  ) -> Outcome {
    let picture = layout.pictureBlocks
    return eachBlock(
      units, pixels,
      EnergyBlocks(
        transform: LowestTransform(quantisation: tables.quantisation), weights: tables.weights, low: low, high: high,
        width: picture.width, height: picture.height))
  }

  @inline(__always)
  private func eachBlock(
    _ units: Range<Int>, _ pixels: UnsafeMutablePointer<UInt8>, _ reader: some BlockReader
  ) -> Outcome {
    var reader = reader
    let (luma, others, counts) = (tables.components[0], tables.components + 1, layout.others)
    let (horizontal, vertical, columns) = (layout.horizontal, layout.vertical, layout.columns)
    let (eighths, stride, limit) = (eighths, stride, limit)
    var bits = EntropyBits(start)
    var faults = BlockFaults()
    var dc = 0
    var predictions = (0, 0, 0)
    var (row, column) = units.lowerBound.quotientAndRemainder(dividingBy: columns)
    var unit = units.lowerBound
    while unit < units.upperBound {
      guard bits.next <= limit else {
        faults.noteDamage()
        break
      }
      let corner = pixels + (row &* vertical &* stride &+ column &* horizontal) &* eighths
      var y = 0
      while y < vertical {
        var x = 0
        while x < horizontal {
          dc = dc &+ bits.takeDifference(luma, &faults)
          faults.note(dc)
          reader.read(
            &bits, luma, dc, to: corner + (y &* stride &+ x) &* eighths, stride,
            x: x, y: y, row: row &* vertical &+ y, column: column &* horizontal &+ x, &faults)
          x &+= 1
        }
        y &+= 1
      }
      reader.endUnit(isLast: column &+ 1 == columns || unit &+ 1 == units.upperBound, &faults)
      if counts.count > 0 { skip(counts[0], others[0], &predictions.0, &bits, &faults) }
      if counts.count > 1 { skip(counts[1], others[1], &predictions.1, &bits, &faults) }
      column &+= 1
      if column == columns { (row, column) = (row &+ 1, 0) }
      unit &+= 1
    }
    return (bits, faults)
  }

  @inline(__always)
  private func skip(
    _ count: Int, _ tables: BlockTables, _ prediction: inout Int, _ bits: inout EntropyBits, _ faults: inout BlockFaults
  ) {
    var left = count
    while left > 0 {
      prediction = prediction &+ bits.takeDifference(tables, &faults)
      faults.note(prediction)
      bits.skipCoefficients(tables, from: 1, &faults)
      left &-= 1
    }
  }
}

/// The work on a block of luma: a type for each kind, so that the loop is compiled for it.
private protocol BlockReader {
  /// Reads the AC coefficients of a block and makes its pixels.
  ///
  /// - Parameters:
  ///   - dc: The DC coefficient, not yet dequantised.
  ///   - target: The address of the first pixel.
  ///   - x: The column of the block in the MCU, as `y` the row.
  ///   - row: The row of the block in the picture, as `column`.
  mutating func read(
    _ bits: inout EntropyBits, _ tables: BlockTables, _ dc: Int, to target: UnsafeMutablePointer<UInt8>,
    _ stride: Int, x: Int, y: Int, row: Int, column: Int, _ faults: inout BlockFaults)

  /// Ends an MCU after its blocks of luma.
  ///
  /// - Parameter isLast: Whether it is the last MCU of its row or of all.
  mutating func endUnit(isLast: Bool, _ faults: inout BlockFaults)
}

extension BlockReader {
  @inline(__always)
  func endUnit(isLast: Bool, _ faults: inout BlockFaults) {}
}

private struct EighthBlocks: BlockReader {
  let transform: LowestTransform

  @inline(__always)
  func read(
    _ bits: inout EntropyBits, _ tables: BlockTables, _ dc: Int, to target: UnsafeMutablePointer<UInt8>,
    _ stride: Int, x: Int, y: Int, row: Int, column: Int, _ faults: inout BlockFaults
  ) {
    bits.skipCoefficients(tables, from: 1, &faults)
    transform.one(dc, to: target, &faults)
  }
}

private struct EnergyBlocks: BlockReader {
  let transform: LowestTransform
  let weights: UnsafePointer<UInt64>
  let low: UnsafeMutableBufferPointer<UInt16>
  let high: UnsafeMutableBufferPointer<UInt16>
  let width: Int
  let height: Int

  @inline(__always)
  func read(
    _ bits: inout EntropyBits, _ tables: BlockTables, _ dc: Int, to target: UnsafeMutablePointer<UInt8>,
    _ stride: Int, x: Int, y: Int, row: Int, column: Int, _ faults: inout BlockFaults
  ) {
    let sum = bits.sumCoefficients(tables, weights, &faults)
    transform.one(dc, to: target, &faults)
    guard row < height, column < width else { return }
    low[row &* width &+ column] = UInt16(clamping: sum & 0xFFFF_FFFF)
    high[row &* width &+ column] = UInt16(clamping: sum &>> 32)
  }
}

/// Collects the blocks of a few MCUs side by side, which are transformed at once.
private struct BatchedBlocks: BlockReader {
  private let batch: BlockBatch
  private let horizontal: Int
  private let vertical: Int
  private let stride: Int
  /// The number of blocks in each row of the batch, and its first pixel.
  private var filled = 0
  private var corner: UnsafeMutablePointer<UInt8>

  init(
    _ batch: BlockBatch, _ layout: LumaLayout, _ stride: Int, _ pixels: UnsafeMutablePointer<UInt8>
  ) {
    self.batch = batch
    (horizontal, vertical, self.stride, corner) = (layout.horizontal, layout.vertical, stride, pixels)
  }

  @inline(__always)
  mutating func read(
    _ bits: inout EntropyBits, _ tables: BlockTables, _ dc: Int, to target: UnsafeMutablePointer<UInt8>,
    _ stride: Int, x: Int, y: Int, row: Int, column: Int, _ faults: inout BlockFaults
  ) {
    if filled &+ x &+ y == 0 { corner = target }
    let block = batch.block(filled &+ x, row: y)
    block.set(0, Int16(truncatingIfNeeded: dc))
    bits.takeCoefficients(tables, before: batch.end, into: block, &faults)
  }

  @inline(__always)
  mutating func endUnit(isLast: Bool, _ faults: inout BlockFaults) {
    filled &+= horizontal
    guard isLast || filled &+ horizontal > BlockBatch.blocks else { return }
    for y in 0..<vertical {
      batch.transform(row: y, filled, to: corner + batch.side &* y &* stride, stride, &faults)
    }
    filled = 0
  }
}
