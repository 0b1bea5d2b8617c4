internal import CHamming

/// The descriptors of a library side by side in memory, with a short signature of each for a first, cheap comparison.
///
/// Rows of 512 signed bytes; a row that has no descriptor is all zero and is near nothing.
struct DescriptorTable: Sendable {
  let count: Int
  private let rows: [Int8]
  private let inverseLengths: [Float]
  /// The signatures, two words each: the signs of the horizontal and the vertical direction of each field.
  private let signatures: [SIMD2<UInt64>]

  init(_ descriptors: [[Int8]]) {
    count = descriptors.count
    var rows: [Int8] = []
    rows.reserveCapacity(count * DescriptorGrid.count)
    var inverseLengths: [Float] = []
    for descriptor in descriptors {
      let squares = descriptor.reduce(0) { $0 + Int($1) * Int($1) }
      if descriptor.count == DescriptorGrid.count, squares > 0 {
        rows += descriptor
        inverseLengths.append(1 / Float(squares).squareRoot())
      } else {
        rows += [Int8](repeating: 0, count: DescriptorGrid.count)
        inverseLengths.append(0)
      }
    }
    self.rows = rows
    self.inverseLengths = inverseLengths
    signatures = (0..<count).map { row in
      rows.withUnsafeBufferPointer { Self.signature(of: $0, at: row * DescriptorGrid.count) }
    }
  }

  /// The table of the turned pictures.
  func turned(_ form: DihedralForm) -> DescriptorTable { DescriptorTable(self, sources: form.sources) }

  private init(_ upright: DescriptorTable, sources: [Int]) {
    count = upright.count
    // The same values in another order.
    inverseLengths = upright.inverseLengths
    rows = [Int8](unsafeUninitializedCapacity: upright.rows.count) { turned, initialised in
      upright.rows.withUnsafeBufferPointer { rows in
        for start in stride(from: 0, to: rows.count, by: DescriptorGrid.count) {
          for index in 0..<DescriptorGrid.count { turned[start &+ index] = rows[start &+ sources[index]] }
        }
      }
      initialised = upright.rows.count
    }
    let rows = rows
    signatures = (0..<count).map { row in
      rows.withUnsafeBufferPointer { Self.signature(of: $0, at: row * DescriptorGrid.count) }
    }
  }

  func isEmpty(_ row: Int) -> Bool { inverseLengths[row] == 0 }

  /// Calls `body` for all rows j > i whose distance is at most the limit, found by their signatures.
  ///
  /// - Parameters:
  ///   - range: The range of i.
  ///   - other: The same rows, possibly turned, indexed by j.
  ///   - bits: The number of differing signature bits above which pairs are skipped. Measured on labelled photos: 46
  ///     loses none of the pairs within 0.5 and keeps 5 % of unrelated ones; 33 none within 0.2, and 0.3 %.
  ///   - most: The number of nearest rows that count for each row; of more than four times as many, those with the
  ///     nearest signatures.
  func forEachPair(
    _ range: Range<Int>, with other: DescriptorTable, within limit: Float, bits: Int, atMost most: Int = .max,
    _ body: (_ i: Int, _ j: Int, _ distance: Float) -> Void
  ) {
    var near = [UInt32](repeating: 0, count: count)
    var close: [CloseRow] = []
    other.signatures.withUnsafeBytes { theirs in
      near.withUnsafeMutableBufferPointer { near in
        for i in range where !isEmpty(i) {
          let row = [signatures[i][0], signatures[i][1]]
          func search(within bits: Int) -> Int {
            hamming_rows_near(
              theirs.assumingMemoryBound(to: UInt64.self).baseAddress, i + 1, count, row, UInt32(bits),
              near.baseAddress)
          }
          var (bits, found) = (bits, search(within: bits))
          // In a crowd the signatures select the nearer rows.
          while found / 4 > most, bits > 4 {
            let fewer = search(within: bits * 3 / 4)
            if fewer < most {
              found = search(within: bits)
              break
            }
            (bits, found) = (bits * 3 / 4, fewer)
          }
          close.removeAll(keepingCapacity: true)
          for index in 0..<found where !other.isEmpty(Int(near[index])) {
            let distance = self.distance(i, other, Int(near[index]))
            if distance <= limit { close.append(CloseRow(row: Int(near[index]), distance: distance)) }
          }
          if close.count > most { Self.keepNearest(most, of: &close, within: limit) }
          for entry in close { body(i, entry.row, entry.distance) }
        }
      }
    }
  }

  private struct CloseRow {
    var row: Int
    var distance: Float
  }

  /// Keeps the nearest rows up to a number, by 256 steps of the distance, and in the last step the first ones.
  private static func keepNearest(_ most: Int, of rows: inout [CloseRow], within limit: Float) {
    func step(_ row: CloseRow) -> Int { min(255, max(0, Int(row.distance / limit * 256))) }
    var counts = [Int](repeating: 0, count: 256)
    for row in rows { counts[step(row)] += 1 }
    var last = 0
    var left = most
    while counts[last] <= left {
      left -= counts[last]
      last += 1
    }
    rows.removeAll { row in
      guard step(row) == last else { return step(row) > last }
      left -= 1
      return left < 0
    }
  }

  /// 1 − cosine, 0…2; 1 where a row has no descriptor.
  func distance(_ i: Int, _ other: DescriptorTable, _ j: Int) -> Float {
    let dot = rows.withUnsafeBytes { mine in
      other.rows.withUnsafeBytes { theirs in
        guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return Int32(0) }
        return dotProduct(mine + i &* DescriptorGrid.count, theirs + j &* DescriptorGrid.count)
      }
    }
    return 1 - Float(dot) * inverseLengths[i] * other.inverseLengths[j]
  }

  @inline(__always)
  private static func signature(of rows: UnsafeBufferPointer<Int8>, at start: Int) -> SIMD2<UInt64> {
    var (low, high): (UInt64, UInt64) = (0, 0)
    for cell in 0..<64 {
      low |= (rows[start &+ cell &* 8] > 0 ? 1 : 0) &<< UInt64(cell)
      high |= (rows[start &+ cell &* 8 &+ 4] > 0 ? 1 : 0) &<< UInt64(cell)
    }
    return SIMD2(low, high)
  }
}

/// The product of two descriptors. Exact: two products of signed bytes fit into 16 bits, so they are added there before
/// they are widened.
@inline(__always)
func dotProduct(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Int32 {
  var sum = SIMD8<Int32>.zero
  var offset = 0
  while offset < DescriptorGrid.count {
    let a0 = SIMD8<Int16>(truncatingIfNeeded: a.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int8>.self))
    let b0 = SIMD8<Int16>(truncatingIfNeeded: b.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int8>.self))
    let a1 = SIMD8<Int16>(truncatingIfNeeded: a.loadUnaligned(fromByteOffset: offset &+ 8, as: SIMD8<Int8>.self))
    let b1 = SIMD8<Int16>(truncatingIfNeeded: b.loadUnaligned(fromByteOffset: offset &+ 8, as: SIMD8<Int8>.self))
    sum &+= SIMD8<Int32>(truncatingIfNeeded: a0 &* b0 &+ a1 &* b1)
    offset &+= 16
  }
  return sum.wrappedSum()
}
