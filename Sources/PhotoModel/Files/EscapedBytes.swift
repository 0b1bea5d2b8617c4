/// Names of files are bytes, and some interfaces take text alone. There, each byte that is no UTF-8 is written as a
/// scalar of its own, from U+10FF80 to U+10FFFF, which are for private use: no text is lost, and no two names become
/// one.
extension String {
  /// Creates a text that stands for any bytes; valid UTF-8 stands for itself.
  ///
  /// - Parameter bytes: The bytes; scalars that are used for escaping are escaped themselves.
  package init(escaping bytes: [UInt8]) {
    var scalars = UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var index = bytes.startIndex
    while true {
      let length: Int
      switch parser.parseScalar(from: &rest) {
      case .emptyInput:
        self.init(scalars)
        return
      case .valid(let encoded):
        length = encoded.count
        let scalar = Unicode.UTF8.decode(encoded)
        if !escapes.contains(scalar.value) {
          scalars.append(scalar)
          index += length
          continue
        }
      case .error(let wrong): length = wrong
      }
      for byte in bytes[index..<(index + length)] {
        if let scalar = Unicode.Scalar(escapes.lowerBound - 0x80 + UInt32(byte)) { scalars.append(scalar) }
      }
      index += length
    }
  }

  /// The bytes that a text from `init(escaping:)` stands for.
  package var unescapedBytes: [UInt8] {
    // Nearly no text holds an escape.
    guard unicodeScalars.contains(where: { escapes.contains($0.value) }) else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      escapes.contains(scalar.value) ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  /// The text for the eye, with U+FFFD for bytes that are no text.
  package var withoutEscapes: String { String(decoding: unescapedBytes, as: UTF8.self) }
}

private let escapes: ClosedRange<UInt32> = 0x10FF80...0x10FFFF
