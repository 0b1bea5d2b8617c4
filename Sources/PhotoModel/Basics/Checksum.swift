/// A checksum of words in their order.
///
/// Each step is a bijection of what was there and of what is added: a change within one of the words changes the sum for
/// certain.
package struct Checksum: Sendable {
  package private(set) var value: UInt64 = 0

  package init() {}

  /// Of bytes of which the number is known.
  package init(of bytes: UnsafeRawBufferPointer) { add(bytes) }

  @inline(__always)
  package mutating func add(_ word: UInt64) {
    let mixed = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value = mixed << 29 | mixed >> 35
  }

  /// Eight at a time. Not their number: that is to be added before them where it may be another one.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count & ~7
    for index in stride(from: 0, to: whole, by: 8) { add(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) }
    guard whole < bytes.count else { return }
    var rest: UInt64 = 0
    for byte in bytes[whole...] { rest = rest << 8 | UInt64(byte) }
    add(rest)
  }
}
