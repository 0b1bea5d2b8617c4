/// Writes values for a file one behind the other: whole numbers, texts and bytes; their order is the layout.
package struct RecordWriter {
  /// All that was written.
  package private(set) var bytes: [UInt8] = []

  /// Creates a writer that has written nothing.
  package init() {}

  /// Writes eight bytes, the lowest first.
  package mutating func write(_ word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Writes eight bytes, in two's complement.
  package mutating func write(_ number: Int64) { write(UInt64(bitPattern: number)) }
  /// Writes eight bytes, in two's complement.
  package mutating func write(_ number: Int) { write(Int64(number)) }
  /// Writes eight bytes, the bit pattern of the number.
  package mutating func write(_ number: Double) { write(number.bitPattern) }

  /// Writes bytes as they are, without their number, which the reader has to know.
  package mutating func write(_ raw: UnsafeRawBufferPointer) { bytes.append(contentsOf: raw) }

  /// Writes a text in UTF-8 with its length in front; nil differs from an empty text.
  package mutating func write(_ text: String?) {
    guard var text else { return write(UInt64.max) }
    write(text.utf8.count)
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }
}

/// Reads the values of a `RecordWriter`, in the same order. A reader must not outlive the bytes.
package struct RecordReader {
  private let bytes: UnsafeRawBufferPointer
  private var index = 0
  /// Whether more was asked for than there is; the values read since then are 0 or empty.
  package private(set) var isCut = false

  /// Creates a reader at the first of the bytes, which must outlive it.
  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether all of the bytes were read, and none beyond.
  package var isAtEnd: Bool { !isCut && index == bytes.count }

  /// The number of bytes that are left.
  package var unread: Int { bytes.count - index }

  /// The next number, the lowest byte first; 0 where fewer bytes are left.
  package mutating func next<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> Number {
    guard unread >= MemoryLayout<Number>.size else {
      isCut = true
      return 0
    }
    defer { index += MemoryLayout<Number>.size }
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: type))
  }

  /// The next eight bytes, the lowest first; 0 where fewer are left.
  package mutating func unsigned() -> UInt64 { next(UInt64.self) }
  /// The next eight bytes as a number in two's complement; 0 where fewer are left.
  package mutating func integer() -> Int64 { Int64(bitPattern: unsigned()) }
  /// The next eight bytes as a number in two's complement; 0 where fewer are left.
  package mutating func number() -> Int { Int(integer()) }
  /// The next eight bytes as the bit pattern of a number; 0 where fewer are left.
  package mutating func real() -> Double { Double(bitPattern: unsigned()) }

  /// The next bytes, of a number that was read before; empty where fewer are left.
  package mutating func bytes(_ count: Int) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= unread else {
      isCut = true
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    defer { index += count }
    return UnsafeRawBufferPointer(rebasing: bytes[index..<index + count])
  }

  /// All bytes that are left; none once more was read than there was.
  package mutating func rest() -> UnsafeRawBufferPointer { bytes(isCut ? 0 : unread) }

  /// The next text, with its length in front; nil where nil was written, empty where bytes are missing.
  package mutating func text() -> String? {
    let length = unsigned()
    return length == .max ? nil : String(decoding: bytes(Int(truncatingIfNeeded: length)), as: UTF8.self)
  }
}
