/// A 64-bit checksum of numbers of 64 bits in their order; not a cryptographic one.
///
/// Each step is a bijection of the sum before it and of the number added: a change of one number changes the
/// sum for certain.
package struct Checksum: Sendable {
  /// The checksum of all that was added so far; 0 before.
  package private(set) var value: UInt64 = 0

  /// Creates the checksum of nothing.
  package init() {}

  /// Creates the checksum of bytes whose number the reader knows.
  package init(of bytes: UnsafeRawBufferPointer) { add(bytes) }

  /// Adds a number.
  @inline(__always)
  package mutating func add(_ word: UInt64) {
    let mixed = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value = mixed << 29 | mixed >> 35
  }

  /// Adds bytes, eight at a time, the last number filled with zeros in front. Their number is not added: where it may
  /// vary, add it first.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count & ~7
    for index in stride(from: 0, to: whole, by: 8) { add(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) }
    guard whole < bytes.count else { return }
    var rest: UInt64 = 0
    for byte in bytes[whole...] { rest = rest << 8 | UInt64(byte) }
    add(rest)
  }
}
