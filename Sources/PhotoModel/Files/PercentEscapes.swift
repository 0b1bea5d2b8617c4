extension [UInt8] {
  /// The bytes of a path as a URL has them: all but the unreserved characters of RFC 2396 and the slash are escaped.
  package var percentEscaped: String {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(count)
    for byte in self {
      if isUnreserved(byte) {
        escaped.append(byte)
      } else {
        escaped += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}

private let hexDigits = Array("0123456789ABCDEF".utf8)

private func isUnreserved(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: "/-_.!~*'()".utf8.contains(byte)
  }
}
