package import PhotoModel

/// A fingerprint of everything that findings are made of: where two are the same, the findings are.
package struct FindingsCacheKey: Hashable, Sendable {
  /// The fingerprint, 16 bytes.
  package let bytes: [UInt8]

  /// - Parameter maker: Bytes that identify the program, on which the findings depend, too.
  /// - Complexity: O(bytes of the features), a few milliseconds for 10 000 photos.
  package init(of library: ScannedLibrary, settings: ScanSettings, ledger: Ledger, maker: [UInt8]) {
    var all = Fingerprint()
    all.add(maker)
    all.add(settings)
    all.add(ledger)
    let photos = library.photos
    all.add(photos.count)
    let parts = concurrentBlocks(of: photos.count, size: 512) { range in
      var part = Fingerprint()
      for index in range { part.add(photos[index]) }
      return part
    }
    for part in parts { all.add(part) }
    all.add(Self.sum(of: library.verified, among: photos))
    bytes = all.bytes
  }

  /// The fingerprint of the verified pairs, in any order; pairs of contents that are not there do not count.
  private static func sum(of verified: VerifiedPairs, among photos: [ScannedPhoto]) -> Fingerprint {
    let contents = ContentIndex(photos.map(\.digest))
    let parts = concurrentBlocks(of: verified.partCount, size: 1024) { range in
      var part = Fingerprint.nothing
      verified.forEach(in: range) { first, second, verification in
        guard contents[first] != nil, contents[second] != nil else { return }
        var pair = Fingerprint()
        pair.add(first)
        pair.add(second)
        pair.add(verified.verification(verification))
        part.join(pair)
      }
      return part
    }
    return parts.reduce(into: Fingerprint()) { $0.join($1) }
  }
}

/// Two numbers of 64 bits that change with each value added, and with its position. No secret: the cache is the
/// user's own.
package struct Fingerprint: Sendable {
  private var first: UInt64 = 0x243F_6A88_85A3_08D3
  private var second: UInt64 = 0x1319_8A2E_0370_7344

  /// Creates the fingerprint of nothing.
  package init() {}

  /// The neutral element of `join(_:)`.
  static var nothing: Fingerprint {
    var nothing = Fingerprint()
    (nothing.first, nothing.second) = (0, 0)
    return nothing
  }

  /// Adds 64 bits.
  @inline(__always)
  package mutating func add(_ word: UInt64) {
    first = (first ^ word) &* 0x9E37_79B9_7F4A_7C15
    first ^= first >> 32
    second = (second &+ word) &* 0xC2B2_AE3D_27D4_EB4F
    second ^= second >> 29
  }

  mutating func add(_ number: some BinaryInteger) { add(UInt64(truncatingIfNeeded: number)) }
  mutating func add(_ number: Double) { add(number.bitPattern) }
  /// Adds a flag.
  package mutating func add(_ flag: Bool) { add(flag ? 1 as UInt64 : 2) }
  mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds another fingerprint as a value.
  package mutating func add(_ other: Fingerprint) {
    add(other.first)
    add(other.second)
  }

  /// Adds bytes after their number, so that following values are not taken for a part of them.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(bytes.count)
    var index = 0
    while index + 8 <= bytes.count {
      add(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index += 1
    }
    add(rest)
  }

  mutating func add<Value>(_ value: Value?, _ write: (inout Fingerprint, Value) -> Void) {
    add(value != nil)
    if let value { write(&self, value) }
  }

  /// Adds another fingerprint so that the order of several does not matter.
  package mutating func join(_ other: Fingerprint) {
    first &+= other.first
    second &+= other.second
  }

  /// The two numbers, each with its lowest byte first: 16 bytes.
  package var bytes: [UInt8] {
    [first, second].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }
}
