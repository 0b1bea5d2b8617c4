/// One scan over the DC coefficients of a progressive JPEG (T.81, G.1.2.1).
struct LowestScanWork {
  /// Where the coefficients of one component go, and how many blocks it has in an MCU of this scan.
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
  /// Nil where one bit more is sent of what is known.
  private let tables: UnsafePointer<BlockTables>?
  private let memory = PlainMemory()

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
    withUnsafeTemporaryAllocation(of: Int.self, capacity: count) { predictions in
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
            let place = (row &* target.down &+ y) &* target.columns &+ column &* target.across
            for x in 0..<target.across {
              let value = target.values + (place &+ x) &* target.valueStride
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

/// One scan over some AC coefficients of one component of a progressive JPEG (T.81, G.1.2.2 and G.1.2.3).
struct BandScanWork {
  private let component: ProgressiveComponent
  private let first: Int
  private let last: Int
  private let low: Int
  private let steps: UnsafePointer<Int32>
  private let codes: LongCodes
  private let memory = PlainMemory()

  init(
    _ markers: JPEGMarkers, _ scan: JPEGScanHeader, _ component: ProgressiveComponent
  ) throws(OnePassDecline) {
    guard let code = markers.acCodes[scan.components[0].ac], code.isSound else { throw .damage }
    self.component = component
    (first, last, low) = (scan.spectrum.lowerBound, scan.spectrum.upperBound, scan.low)
    steps = memory.copy(code.bandTable())
    codes = memory.longCodes(code)
  }

  /// The bits of the band.
  private var band: UInt64 { (UInt64.max &>> UInt64(63 &- last)) & (UInt64.max &<< UInt64(first)) }

  /// Reads the blocks of these numbers, which begin a segment, for the first time.
  func readFirst(_ units: Range<Int>, _ segments: EntropySegments) -> LumaWork.Outcome {
    let (known, values, slots) = (component.known, component.values, component.slots)
    let (columns, width, valueStride) = (component.columns, component.picture.width, component.valueStride)
    let (first, last, low, limit) = (first, last, low, segments.limit)
    var bits = EntropyBits(segments.start)
    var faults = BlockFaults()
    // Blocks still to come that have nothing in this band.
    var empty = 0
    var unit = units.lowerBound
    while unit < units.upperBound {
      if empty > 0 {
        let passed = min(empty, units.upperBound &- unit)
        (empty, unit) = (empty &- passed, unit &+ passed)
        continue
      }
      guard bits.next <= limit else {
        faults.noteDamage()
        break
      }
      let (row, column) = unit.quotientAndRemainder(dividingBy: width)
      let place = row &* columns &+ column
      let block = values + place &* valueStride
      var found: UInt64 = 0
      var next = first
      while next <= last {
        let step = bits.takeStep(steps, codes, &faults)
        if step.value == 0, step.run < 15 {
          empty = bits.takeRun(step.run)
          break
        }
        next &+= step.run
        // Behind 16 zeros something comes.
        guard next <= last, step.value != 0 || next < last else {
          faults.noteDamage()
          break
        }
        if step.value != 0 {
          faults.noteCoefficient(step.value &<< low)
          block[Int(slots[next])] = Int16(truncatingIfNeeded: step.value &<< low)
          found |= 1 &<< UInt64(next)
        }
        next &+= 1
      }
      known[place] |= found
      if empty > 0 { empty &-= 1 }
      unit &+= 1
    }
    faults.noteDamage(empty > 0)
    return (bits, faults)
  }

  /// Reads one bit more of what is known of these blocks, and what becomes known by it.
  func refine(_ units: Range<Int>, _ segments: EntropySegments) -> LumaWork.Outcome {
    let (known, values, slots, kept) = (component.known, component.values, component.slots, component.kept)
    let (columns, width, valueStride) = (component.columns, component.picture.width, component.valueStride)
    let (last, band, limit) = (last, band, segments.limit)
    let step = Int16(1) &<< Int16(low)
    var bits = EntropyBits(segments.start)
    var faults = BlockFaults()
    var empty = 0
    for unit in units {
      guard bits.next <= limit else {
        faults.noteDamage()
        break
      }
      let (row, column) = unit.quotientAndRemainder(dividingBy: width)
      let place = row &* columns &+ column
      let block = values + place &* valueStride
      // Not 0 before this scan, and 0 so far; both only from where reading has come to.
      var full = known[place] & band
      if empty == 0 {
        var zeros = ~known[place] & band
        var found: UInt64 = 0
        var next = 0
        while next <= last {
          let symbol = bits.takeStep(steps, codes, &faults)
          if symbol.value == 0, symbol.run < 15 {
            empty = bits.takeRun(symbol.run)
            break
          }
          var passed = symbol.run
          while passed > 0 {
            zeros &= zeros &- 1
            passed &-= 1
          }
          guard zeros != 0 else {
            faults.noteDamage()
            break
          }
          next = zeros.trailingZeroBitCount
          zeros &= zeros &- 1
          let before = full & ((1 &<< UInt64(next)) &- 1)
          bits.correct(before, block, slots, kept, by: step)
          full &= ~before
          if symbol.value != 0 {
            // One bit is all that a scan may send of a new one.
            faults.noteDamage(symbol.value != 1 && symbol.value != -1)
            faults.noteCoefficient(Int(step))
            block[Int(slots[next])] = symbol.value < 0 ? 0 &- step : step
            found |= 1 &<< UInt64(next)
          }
          next &+= 1
        }
        known[place] |= found
      }
      if empty > 0 {
        bits.correct(full, block, slots, kept, by: step)
        empty &-= 1
      }
    }
    faults.noteDamage(empty > 0)
    return (bits, faults)
  }
}

extension EntropyBits {
  /// The next symbol of a band with its value: 0 of 16 zeros, whose run is 15, and of the end of a band in so many blocks.
  @inline(__always)
  fileprivate mutating func takeStep(
    _ steps: UnsafePointer<Int32>, _ codes: LongCodes, _ faults: inout BlockFaults
  ) -> (run: Int, value: Int) {
    refill()
    let entry = Int(steps[peek(HuffmanCode.bandBits)])
    if entry != 0 {
      drop(entry & 255)
      return (entry &>> 8 & 255, entry &>> 16)
    }
    let long = longStep(codes)
    self = long.bits
    faults.noteDamage(long.isDamaged)
    return (long.next, long.value)
  }

  /// Handed on by value, as every `LongSymbol`; `next` is the run.
  @inline(never)
  private func longStep(_ codes: LongCodes) -> LongSymbol {
    var result = LongSymbol(bits: self)
    result.next = 0
    guard let (symbol, length) = codes.symbol(in: peek(16)) else {
      result.isDamaged = true
      return result
    }
    result.bits.drop(length)
    result.next = symbol >> 4
    result.value = result.bits.takeValue(symbol & 15)
    return result
  }

  /// In how many blocks the band ends, this one with them: 2^size, and what the next `size` bits add, at most 14.
  @inline(__always)
  fileprivate mutating func takeRun(_ size: Int) -> Int {
    guard size > 0 else { return 1 }
    let more = peek(size)
    drop(size)
    return 1 &<< size &+ more
  }

  /// Takes a bit for each of these coefficients; where it is set the coefficient grows by `step`.
  @inline(__always)
  fileprivate mutating func correct(
    _ coefficients: UInt64, _ block: UnsafeMutablePointer<Int16>, _ slots: UnsafePointer<UInt8>, _ kept: UInt64,
    by step: Int16
  ) {
    var left = coefficients
    while left & kept != 0 {
      refill()
      let slot = Int(slots[left.trailingZeroBitCount])
      let growth = step & (0 &- Int16(truncatingIfNeeded: peek(1)))
      block[slot] = block[slot] < 0 ? block[slot] &- growth : block[slot] &+ growth
      drop(1)
      left &= left &- 1
    }
    guard left != 0 else { return }
    var number = left.nonzeroBitCount
    refill()
    if number > 48 {
      drop(48)
      refill()
      number &-= 48
    }
    drop(number)
  }
}
