/// The tables of one component, as plain memory for the loop over all blocks.
struct BlockTables {
  let dc: UnsafePointer<Int32>
  let skip: UnsafePointer<UInt32>
  let pairs: UnsafePointer<UInt64>
  let dcCodes: LongCodes
  let acCodes: LongCodes
}

extension EntropyBits {
  /// The next `number` bits as an index of a table, without consuming them.
  @inline(__always)
  private func window(_ number: Int) -> Int {
    Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- number))
  }

  /// The difference of the DC coefficient.
  @inline(__always)
  mutating func takeDifference(_ tables: BlockTables, _ faults: inout BlockFaults) -> Int {
    refill()
    let entry = Int(tables.dc[window(HuffmanCode.differenceBits)])
    if entry != 0 {
      drop(entry & 255)
      return entry &>> 8
    }
    let long = longDifference(tables.dcCodes)
    self = long.bits
    refill()
    faults.noteDamage(long.isDamaged)
    return long.value
  }

  /// A symbol that no table resolves, and the bits after it. Passed by value: a reader whose address is taken anywhere
  /// does not stay in registers.
  struct LongSymbol {
    var bits: EntropyBits
    var value = 0
    /// The zigzag index behind an AC symbol.
    var next = 128
    var isDamaged = false
  }

  @inline(never)
  private func longDifference(_ codes: LongCodes) -> LongSymbol {
    var result = LongSymbol(bits: self)
    guard let (size, length) = codes.symbol(in: peek(16)), size <= 15 else {
      result.isDamaged = true
      return result
    }
    result.bits.drop(length)
    result.value = result.bits.takeValue(size)
    return result
  }

  /// One AC symbol from `index` along the zigzag, found by trying one code length after the other.
  @inline(never)
  func longCoefficient(_ codes: LongCodes, _ index: Int) -> LongSymbol {
    var result = LongSymbol(bits: self)
    result.bits.refill()
    guard let (symbol, length) = codes.symbol(in: result.bits.peek(16)) else {
      result.isDamaged = true
      return result
    }
    result.bits.drop(length)
    let (run, size) = (symbol >> 4, symbol & 15)
    if size > 0 {
      result.value = result.bits.takeValue(size)
      result.next = index + run + 1
      result.isDamaged = result.next > 64
    } else if run == 15 {
      // 16 zeros; any other run without a size is the end of the block.
      result.next = index + 16
      result.isDamaged = result.next > 64
    }
    result.bits.refill()
    return result
  }

  /// Passes over the AC coefficients from `index` to the end of the block.
  @inline(__always)
  mutating func skipCoefficients(_ tables: BlockTables, from index: Int, _ faults: inout BlockFaults) {
    var index = index
    let skip = tables.skip
    while index < 64 {
      refill()
      var lookups = 0
      repeat {
        let entry = Int(skip[window(HuffmanCode.skipBits)])
        // The last symbol belongs to this block only if those before it did not end it, also for long codes.
        if index &+ entry &>> 16 >= 64 {
          let long = longCoefficient(tables.acCodes, index)
          self = long.bits
          faults.noteDamage(long.isDamaged)
          index = long.next
        } else {
          drop(entry & 255)
          index = index &+ (entry &>> 8) & 255
        }
        lookups &+= 1
      } while index < 64 && lookups < 4
    }
    faults.noteEnd(index)
  }

  /// Reads the AC coefficients of a block and writes each of those before `end`, and some more, to its index in
  /// `block`.
  @inline(__always)
  mutating func takeCoefficients(
    _ tables: BlockTables, before end: Int, into block: BatchedBlock, _ faults: inout BlockFaults
  ) {
    var index = 1
    let pairs = tables.pairs
    // The difference of the DC coefficient has left 45 bits of 56, or all of them.
    var entry = pairs[window(HuffmanCode.pairBits)]
    // An immediate end of the block: it advances by 128 and has no index for a value.
    if entry &>> 8 & 0xFF_FFFF == 128 {
      drop(Int(truncatingIfNeeded: entry & 255))
      return
    }
    var lookups = 3
    while true {
      let first = index &+ Int(truncatingIfNeeded: entry &>> 16 & 255)
      let second = index &+ Int(truncatingIfNeeded: entry &>> 24 & 255)
      let next = index &+ Int(truncatingIfNeeded: entry &>> 8 & 255)
      if first >= 63 {
        // A long symbol, or the second one belongs to the next block.
        let long = longCoefficient(tables.acCodes, index)
        self = long.bits
        faults.noteDamage(long.isDamaged)
        faults.noteCoefficient(long.value)
        if long.value != 0, long.next <= 64 { block.set(long.next &- 1, Int16(truncatingIfNeeded: long.value)) }
        index = long.next
        lookups = 4
      } else {
        block.set(second, Int16(truncatingIfNeeded: entry &>> 48))
        block.set(first, Int16(truncatingIfNeeded: entry &>> 32))
        drop(Int(truncatingIfNeeded: entry & 255))
        index = next
      }
      guard index < end else { break }
      lookups &-= 1
      if lookups == 0 {
        refill()
        lookups = 4
      }
      entry = pairs[window(HuffmanCode.pairBits)]
    }
    if index < 64 { skipCoefficients(tables, from: index, &faults) } else { faults.noteEnd(index) }
  }

  /// Adds up the magnitudes of all AC coefficients, each multiplied by `weights[index]`; the 192 weights are 0 from 64
  /// on.
  ///
  /// - Parameter tables: The tables with unsigned values.
  @inline(__always)
  mutating func sumCoefficients(
    _ tables: BlockTables, _ weights: UnsafePointer<UInt64>, _ faults: inout BlockFaults
  ) -> UInt64 {
    var index = 1
    var sum: UInt64 = 0
    let pairs = tables.pairs
    while index < 64 {
      refill()
      var lookups = 0
      repeat {
        let entry = pairs[window(HuffmanCode.pairBits)]
        let first = index &+ Int(truncatingIfNeeded: entry &>> 16 & 255)
        let second = index &+ Int(truncatingIfNeeded: entry &>> 24 & 255)
        let next = index &+ Int(truncatingIfNeeded: entry &>> 8 & 255)
        if first >= 63 {
          let long = longCoefficient(tables.acCodes, index)
          self = long.bits
          faults.noteDamage(long.isDamaged)
          faults.noteCoefficient(long.value)
          if long.value != 0, long.next <= 64 { sum = sum &+ UInt64(abs(long.value)) &* weights[long.next &- 1] }
          index = long.next
        } else {
          sum = sum &+ (entry &>> 32 & 0xFFFF) &* weights[first] &+ (entry &>> 48) &* weights[second]
          drop(Int(truncatingIfNeeded: entry & 255))
          index = next
        }
        lookups &+= 1
      } while index < 64 && lookups < 3
    }
    faults.noteEnd(index)
    return sum
  }
}
