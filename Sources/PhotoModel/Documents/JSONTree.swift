/// A JSON document with the line of each value, so that an error in it can be shown with its line.
package struct JSONTree {
  /// A value, with the values in it as trees of their own.
  package indirect enum Value {
    case object([(key: String, value: JSONTree)])
    case array([JSONTree])
    case string(String)
    /// A number, true, false or null, as written in the document.
    case other(String)
  }

  /// The error of a document that is no JSON.
  package struct Problem: Error {
    /// The line of the error, from 1.
    package var line: Int
  }

  /// The value.
  package var value: Value
  /// The line in which the value begins, from 1.
  package var line: Int

  /// The depth at which a document is refused; results of other programs are never so deep.
  private static let mostLevels = 32

  /// Reads a whole document in UTF-8.
  ///
  /// - Throws: `Problem` with the first line that is no JSON, or lies deeper than 31 levels.
  package init(_ bytes: [UInt8]) throws(Problem) {
    var reader = Reader(bytes: bytes)
    self = try reader.value(level: 0)
    reader.skipBlanks()
    guard reader.isAtEnd else { throw Problem(line: reader.line) }
  }

  private init(_ value: Value, line: Int) {
    self.value = value
    self.line = line
  }

  /// The first value of a key; nil where there is none, or this is no object.
  package subscript(key: String) -> JSONTree? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The text of a string; nil for any other value.
  package var text: String? { if case .string(let text) = value { text } else { nil } }
  /// The number; nil for any other value, and where it is not finite.
  package var number: Double? {
    if case .other(let literal) = value { Double(literal).flatMap { $0.isFinite ? $0 : nil } } else { nil }
  }
  /// Whether the value is `true`.
  package var isTrue: Bool { if case .other("true") = value { true } else { false } }
  /// The elements of an array; nil for any other value.
  package var elements: [JSONTree]? { if case .array(let elements) = value { elements } else { nil } }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0
    var line = 1

    var isAtEnd: Bool { index >= bytes.count }
    private var next: UInt8? { isAtEnd ? nil : bytes[index] }

    mutating func skipBlanks() {
      while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
        if byte == 0x0A { line += 1 }
        index += 1
      }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard next == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(Problem) {
      skipBlanks()
      guard take(character) else { throw Problem(line: line) }
    }

    mutating func value(level: Int) throws(Problem) -> JSONTree {
      skipBlanks()
      let start = line
      guard level < JSONTree.mostLevels, let first = next else { throw Problem(line: line) }
      switch first {
      case UInt8(ascii: "{"): return JSONTree(.object(try members(level: level)), line: start)
      case UInt8(ascii: "["): return JSONTree(.array(try elements(level: level)), line: start)
      case UInt8(ascii: "\""): return JSONTree(.string(try string()), line: start)
      default:
        let literal = bytes[index...].prefix { "+-.0123456789abcdefghijklmnopqrstuvwxyzE".utf8.contains($0) }
        guard !literal.isEmpty else { throw Problem(line: line) }
        index += literal.count
        return JSONTree(.other(String(decoding: literal, as: UTF8.self)), line: start)
      }
    }

    private mutating func members(level: Int) throws(Problem) -> [(key: String, value: JSONTree)] {
      var members: [(key: String, value: JSONTree)] = []
      try expect("{")
      skipBlanks()
      if take("}") { return members }
      repeat {
        skipBlanks()
        let key = try string()
        try expect(":")
        members.append((key, try value(level: level + 1)))
        skipBlanks()
      } while take(",")
      try expect("}")
      return members
    }

    private mutating func elements(level: Int) throws(Problem) -> [JSONTree] {
      var elements: [JSONTree] = []
      try expect("[")
      skipBlanks()
      if take("]") { return elements }
      repeat {
        elements.append(try value(level: level + 1))
        skipBlanks()
      } while take(",")
      try expect("]")
      return elements
    }

    private mutating func string() throws(Problem) -> String {
      try expect("\"")
      var units: [UInt8] = []
      while let byte = next, byte != UInt8(ascii: "\"") {
        guard byte >= 0x20 else { throw Problem(line: line) }
        index += 1
        if byte == UInt8(ascii: "\\") { units += try escaped() } else { units.append(byte) }
      }
      try expect("\"")
      return String(decoding: units, as: UTF8.self)
    }

    private mutating func escaped() throws(Problem) -> [UInt8] {
      guard let byte = next else { throw Problem(line: line) }
      index += 1
      switch byte {
      case UInt8(ascii: "n"): return [0x0A]
      case UInt8(ascii: "t"): return [0x09]
      case UInt8(ascii: "r"): return [0x0D]
      case UInt8(ascii: "b"): return [0x08]
      case UInt8(ascii: "f"): return [0x0C]
      case UInt8(ascii: "u"):
        let first = try unit()
        var units = [first]
        if (0xD800..<0xDC00).contains(first), bytes[index...].starts(with: Array("\\u".utf8)) {
          index += 2
          units.append(try unit())
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
      default: return [byte]
      }
    }

    private mutating func unit() throws(Problem) -> UInt16 {
      guard index + 4 <= bytes.count,
        let unit = UInt16(String(decoding: bytes[index..<(index + 4)], as: UTF8.self), radix: 16)
      else { throw Problem(line: line) }
      index += 4
      return unit
    }
  }
}
