/// Whole numbers at offsets in an untrusted file: nil outside of the bytes.
struct ByteView {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// The big-endian number at an offset; nil outside of the bytes.
  ///
  /// - Parameter length: The number of bytes, at most 7, so that the number fits.
  func big(at offset: Int, length: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - length else { return nil }
    var value = 0
    for index in offset..<offset + length { value = value << 8 | Int(bytes[index]) }
    return value
  }

  /// The little-endian number at an offset; nil outside of the bytes.
  ///
  /// - Parameter length: The number of bytes, at most 7, so that the number fits.
  func little(at offset: Int, length: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - length else { return nil }
    var value = 0
    for index in (offset..<offset + length).reversed() { value = value << 8 | Int(bytes[index]) }
    return value
  }

  /// The bytes are there and are these letters.
  func has(_ letters: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset <= bytes.count - letters.utf8CodeUnitCount else { return false }
    let wanted = UnsafeBufferPointer(start: letters.utf8Start, count: letters.utf8CodeUnitCount)
    return zip(wanted, bytes[offset...]).allSatisfy { $0 == $1 }
  }

  /// The part of a range that is there.
  func slice(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range.clamped(to: 0..<bytes.count)] }
}
