/// One scan over some AC coefficients of one component of a progressive JPEG (T.81, G.1.2.2 and G.1.2.3).
struct BandScanWork {
  private let component: ProgressiveComponent
  private let first: Int
  private let last: Int
  private let low: Int
  private let steps: UnsafePointer<Int32>
  private let codes: LongCodes
  private let memory = UnmanagedArrays()

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
    defer { withExtendedLifetime(memory) {} }
    let (known, values, slots) = (component.known, component.values, component.slots)
    let (columns, width, valueStride) = (component.columns, component.picture.width, component.valueStride)
    let (first, last, low, limit) = (first, last, low, segments.limit)
    var bits = EntropyBits(segments.start)
    var faults = BlockFaults()
    // Blocks still to come that have nothing in this band.
    var empty = 0
    var unit = units.lowerBound
    var (row, column) = unit.quotientAndRemainder(dividingBy: width)
    while unit < units.upperBound {
      if empty > 0 {
        let passed = min(empty, units.upperBound &- unit)
        (empty, unit) = (empty &- passed, unit &+ passed)
        (row, column) = unit.quotientAndRemainder(dividingBy: width)
        continue
      }
      guard bits.next <= limit else {
        faults.noteDamage()
        break
      }
      let index = row &* columns &+ column
      let block = values + index &* valueStride
      var found: UInt64 = 0
      var next = first
      while next <= last {
        let step = bits.takeStep(steps, codes, &faults)
        if step.value == 0, step.run < 15 {
          empty = bits.takeRun(step.run)
          break
        }
        next &+= step.run
        // A run of 16 zeros must be followed by a value.
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
      known[index] |= found
      if empty > 0 { empty &-= 1 }
      unit &+= 1
      column &+= 1
      if column == width { (row, column) = (row &+ 1, 0) }
    }
    faults.noteDamage(empty > 0)
    return (bits, faults)
  }

  /// Refines the known coefficients of these blocks by one bit, and reads those that become nonzero.
  func refine(_ units: Range<Int>, _ segments: EntropySegments) -> LumaWork.Outcome {
    defer { withExtendedLifetime(memory) {} }
    let (known, values, slots, kept) = (component.known, component.values, component.slots, component.kept)
    let (columns, width, valueStride) = (component.columns, component.picture.width, component.valueStride)
    let (first, last, band, limit) = (first, last, band, segments.limit)
    let step = Int16(1) &<< Int16(low)
    var bits = EntropyBits(segments.start)
    var faults = BlockFaults()
    faults.noteCoefficient(Int(step))
    var empty = 0
    var (row, column) = units.lowerBound.quotientAndRemainder(dividingBy: width)
    for _ in units {
      guard bits.next <= limit else {
        faults.noteDamage()
        break
      }
      let index = row &* columns &+ column
      let block = values + index &* valueStride
      // The coefficients that were not 0 before this scan, and those that were; both only from the present position on.
      var full = known[index] & band
      if empty == 0 {
        var zeros = ~known[index] & band
        var found: UInt64 = 0
        var next = first
        while next <= last {
          let symbol = bits.takeStep(steps, codes, &faults)
          if symbol.value == 0, symbol.run < 15 {
            empty = bits.takeRun(symbol.run)
            break
          }
          zeros = zeros.withoutLowest(symbol.run)
          guard zeros != 0 else {
            faults.noteDamage()
            break
          }
          let target = zeros.trailingZeroBitCount
          zeros &= zeros &- 1
          // The skipped coefficients that were not 0.
          let number = target &- next &- symbol.run
          if number > 0 {
            bits.correct(full, number, block, slots, kept, by: step)
            full &= UInt64.max &<< UInt64(target)
          }
          if symbol.value != 0 {
            // A new coefficient may only be 1 or −1 in such a scan.
            faults.noteBit(symbol.value)
            block[Int(slots[target])] = symbol.value < 0 ? 0 &- step : step
            found |= 1 &<< UInt64(target)
          }
          next = target &+ 1
        }
        known[index] |= found
      }
      if empty > 0 {
        if full != 0 {
          bits.refill()
          bits.correct(full, full.nonzeroBitCount, block, slots, kept, by: step)
        }
        empty &-= 1
      }
      column &+= 1
      if column == width { (row, column) = (row &+ 1, 0) }
    }
    faults.noteDamage(empty > 0)
    return (bits, faults)
  }
}

extension EntropyBits {
  /// The next symbol of a band with its value: 0 for a run of 16 zeros, coded as 15, and for the end of the band in
  /// several blocks.
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
    refill()
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

  /// The number of blocks in which the band ends, including this one: 2^size, plus the next `size` bits, at most 14.
  @inline(__always)
  fileprivate mutating func takeRun(_ size: Int) -> Int {
    guard size > 0 else { return 1 }
    let more = peek(size)
    drop(size)
    return 1 &<< size &+ more
  }

  /// Reads a bit for each of the first `number` of these coefficients; where it is set the magnitude grows by `step`.
  /// The bits that `takeStep` leaves are available already.
  @inline(__always)
  fileprivate mutating func correct(
    _ coefficients: UInt64, _ number: Int, _ block: UnsafeMutablePointer<Int16>, _ slots: UnsafePointer<UInt8>,
    _ kept: UInt64, by step: Int16
  ) {
    var (left, number) = (coefficients, number)
    if number > Self.bitsAfterStep {
      self = corrected(left, Self.bitsAfterStep, block, slots, kept, by: step)
      for _ in 0..<Self.bitsAfterStep { left &= left &- 1 }
      number &-= Self.bitsAfterStep
      refill()
    }
    self = corrected(left, number, block, slots, kept, by: step)
  }

  @inline(__always)
  private func corrected(
    _ coefficients: UInt64, _ number: Int, _ block: UnsafeMutablePointer<Int16>, _ slots: UnsafePointer<UInt8>,
    _ kept: UInt64, by step: Int16
  ) -> EntropyBits {
    var (result, left, number) = (self, coefficients, number)
    while number > 0, left & kept != 0 {
      let slot = Int(slots[left.trailingZeroBitCount])
      let growth = step & Int16(truncatingIfNeeded: Int64(bitPattern: result.bits) &>> 63)
      let sign = block[slot] &>> 15
      block[slot] = block[slot] &+ ((growth ^ sign) &- sign)
      result.drop(1)
      left &= left &- 1
      number &-= 1
    }
    result.drop(number)
    return result
  }

  /// The number of bits available after `takeStep`: it begins with 56, and the longest symbol of its table takes 12;
  /// after a longer one there are 56 again.
  private static var bitsAfterStep: Int { 40 }
}

extension UInt64 {
  /// The number without this many of its lowest set bits. Mostly few, in a loop that a processor predicts badly.
  @inline(__always)
  fileprivate func withoutLowest(_ number: Int) -> UInt64 {
    var (left, number) = (self, number)
    while number > 3 {
      left &= left &- 1
      left &= left &- 1
      left &= left &- 1
      left &= left &- 1
      number &-= 4
    }
    // Two more bits of the number; taking 0 off changes nothing.
    let more = UInt64(truncatingIfNeeded: number)
    left &= left &- ((more | more &>> 1) & 1)
    left &= left &- (more &>> 1)
    return left & (left &- (more & more &>> 1))
  }
}
