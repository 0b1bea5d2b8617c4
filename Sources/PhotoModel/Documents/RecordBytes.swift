/// Values one behind the other in one row of bytes, for a file: whole numbers and their order are the layout.
package struct RecordWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Eight bytes, the lowest first.
  package mutating func write(_ word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ number: Int64) { write(UInt64(bitPattern: number)) }
  package mutating func write(_ number: Int) { write(Int64(number)) }
  package mutating func write(_ number: Double) { write(number.bitPattern) }

  /// As they are: whoever reads them knows how many there are.
  package mutating func write(_ row: UnsafeRawBufferPointer) { bytes.append(contentsOf: row) }

  /// With its length in front; that nothing is there can be told from an empty text.
  package mutating func write(_ text: String?) {
    guard var text else { return write(UInt64.max) }
    write(text.utf8.count)
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }
}

/// Reads what a `RecordWriter` wrote, in the same order. Lives as long as the bytes.
package struct RecordReader {
  private let bytes: UnsafeRawBufferPointer
  private var index = 0
  /// More was asked for than there is; the answers since then say nothing.
  package private(set) var isCut = false

  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// All of it was read, and nothing beyond.
  package var isAtEnd: Bool { !isCut && index == bytes.count }

  package mutating func word() -> UInt64 {
    guard bytes.count - index >= 8 else {
      isCut = true
      return 0
    }
    defer { index += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  package mutating func integer() -> Int64 { Int64(bitPattern: word()) }
  package mutating func number() -> Int { Int(integer()) }
  package mutating func real() -> Double { Double(bitPattern: word()) }

  /// Of a length that is read first, like `number()`.
  package mutating func row(_ count: Int) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= bytes.count - index else {
      isCut = true
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    defer { index += count }
    return UnsafeRawBufferPointer(rebasing: bytes[index..<index + count])
  }

  package mutating func text() -> String? {
    let length = word()
    return length == .max ? nil : String(decoding: row(Int(truncatingIfNeeded: length)), as: UTF8.self)
  }
}
