/// All tables for reading blocks, at addresses that stay valid as long as this object lives.
final class ScanTables {
  /// The tables of each component of the scan.
  let components: UnsafePointer<BlockTables>
  /// The quantisation table of luma, in natural order.
  let quantisation: UnsafePointer<Int32>
  /// The weights of luma by zigzag index: for the low band in the lower half of a word, for the high band in the upper
  /// one. 192 of them, those from 64 on are 0.
  let weights: UnsafePointer<UInt64>

  private let memory = UnmanagedArrays()

  /// The use of the AC coefficients of luma.
  enum Need { case nothing, magnitudes, values }

  /// - Throws: `.damage` where a table is missing or is no valid code.
  init(
    _ markers: JPEGMarkers, _ scan: JPEGScanHeader, _ layout: LumaLayout, _ need: Need
  ) throws(OnePassDecline) {
    let zigzag = markers.quantisation[layout.frame.components[0].quantisation] ?? []
    let natural = try Self.naturalSteps(zigzag)
    let weights = zigzag.enumerated().map { index, step in index == 0 ? 0 : UInt64(step) << (index > 9 ? 32 : 0) }
    quantisation = memory.copy(natural)
    self.weights = memory.copy(weights + [UInt64](repeating: 0, count: 192 - 64))
    var found: [BlockTables] = []
    for (index, component) in scan.components.enumerated() {
      guard let dc = markers.dcCodes[component.dc], let ac = markers.acCodes[component.ac], dc.isSound, ac.isSound,
        dc.isForDC
      else { throw .damage }
      let pairs = index > 0 || need == .nothing ? [] : ac.pairTable(isUnsigned: need == .magnitudes)
      let known = found.indices.first { scan.components[$0].ac == component.ac }.map { found[$0] }
      found.append(
        BlockTables(
          dc: memory.copy(dc.dcTable()), skip: known?.skip ?? memory.copy(ac.skipTable()),
          pairs: memory.copy(pairs), dcCodes: memory.longCodes(dc),
          acCodes: memory.longCodes(ac)))
    }
    components = memory.copy(found)
  }

  /// Quantisation in natural order.
  static func naturalSteps(_ zigzag: [UInt16]?) throws(OnePassDecline) -> [Int32] {
    // Steps are 16 bits with a sign in libjpeg-turbo, and 0 gives no picture.
    guard let zigzag, zigzag.count == 64, zigzag.allSatisfy({ (1..<1 << 15).contains($0) }) else { throw .range }
    var natural = [Int32](repeating: 0, count: 64)
    for (index, step) in zip(naturalOrder, zigzag) { natural[index] = Int32(step) }
    return natural
  }

  /// The index row × 8 + column of each zigzag index (T.81, figure 5).
  static let naturalOrder: [Int] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
    55, 62, 63,
  ]
}

/// Arrays as memory that has one place, given back at the end.
final class UnmanagedArrays {
  private var pointers: [UnsafeMutableRawPointer] = []

  deinit { for pointer in pointers { pointer.deallocate() } }

  func copy<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafePointer<Value> {
    let target = UnsafeMutablePointer<Value>.allocate(capacity: max(1, values.count))
    target.initialize(from: values, count: values.count)
    pointers.append(UnsafeMutableRawPointer(target))
    return UnsafePointer(target)
  }

  func longCodes(_ code: HuffmanCode) -> LongCodes {
    LongCodes(
      short: copy(code.firstSymbols(LongCodes.shortBits)), lastCodes: copy(code.lastCodes),
      offsets: copy(code.offsets),
      symbols: copy(code.symbols + [UInt8](repeating: 0, count: 256 - code.symbols.count)))
  }
}
