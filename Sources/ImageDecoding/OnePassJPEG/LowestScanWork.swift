/// One scan over the DC coefficients of a progressive JPEG (T.81, G.1.2.1).
struct LowestScanWork {
  /// The target of the coefficients of one component, and the number of its blocks in an MCU of this scan.
  private struct Target {
    var values: UnsafeMutablePointer<Int16>
    var valueStride: Int
    var columns: Int
    var across: Int
    var down: Int
  }

  private let targets: UnsafePointer<Target>
  private let count: Int
  /// MCUs of a row.
  private let columns: Int
  private let low: Int
  /// The tables of the first scan; nil for a scan that refines known coefficients by one bit.
  private let tables: UnsafePointer<BlockTables>?
  private let memory = UnmanagedArrays()

  init(
    _ markers: JPEGMarkers, _ scan: JPEGScanHeader, _ components: [ProgressiveComponent], columns: Int
  ) throws(OnePassDecline) {
    (count, self.columns, low) = (components.count, columns, scan.low)
    let isAlone = components.count == 1
    targets = memory.copy(
      components.map {
        Target(
          values: $0.values, valueStride: $0.valueStride, columns: $0.columns, across: isAlone ? 1 : $0.horizontal,
          down: isAlone ? 1 : $0.vertical)
      })
    guard scan.high == 0 else {
      tables = nil
      return
    }
    var tables: [BlockTables] = []
    for component in scan.components {
      guard let code = markers.dcCodes[component.dc], code.isSound, code.isForDC else { throw .damage }
      let long = memory.longCodes(code)
      tables.append(
        BlockTables(
          dc: memory.copy(code.dcTable()), skip: memory.copy([]), pairs: memory.copy([]), dcCodes: long, acCodes: long))
    }
    self.tables = memory.copy(tables)
  }

  /// Reads the MCUs of these numbers, which begin a segment.
  func read(_ units: Range<Int>, _ segments: EntropySegments) -> LumaWork.Outcome {
    defer { withExtendedLifetime(memory) {} }
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: count) { predictions in
      predictions.initialize(repeating: 0)
      let limit = segments.limit
      var bits = EntropyBits(segments.start)
      var faults = BlockFaults()
      var (row, column) = units.lowerBound.quotientAndRemainder(dividingBy: columns)
      for _ in units {
        guard bits.next <= limit else {
          faults.noteDamage()
          break
        }
        for index in 0..<count {
          let target = targets[index]
          for y in 0..<target.down {
            let block = (row &* target.down &+ y) &* target.columns &+ column &* target.across
            for x in 0..<target.across {
              let value = target.values + (block &+ x) &* target.valueStride
              if let tables {
                predictions[index] &+= bits.takeDifference(tables[index], &faults)
                faults.note(predictions[index] &<< low)
                value.pointee = Int16(truncatingIfNeeded: predictions[index] &<< low)
              } else {
                bits.refill()
                value.pointee |= Int16(truncatingIfNeeded: bits.peek(1) &<< low)
                bits.drop(1)
              }
            }
          }
        }
        column &+= 1
        if column == columns { (row, column) = (row &+ 1, 0) }
      }
      return (bits, faults)
    }
  }
}
