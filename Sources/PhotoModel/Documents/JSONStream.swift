import Glibc
package import SystemPackage

/// A JSON document that is sent on in parts while it is written: a hundred thousand values need no more memory than
/// one.
///
/// The layout is that of `JSONEncoder` with sorted keys, pretty-printed and with unescaped slashes. Callers give keys
/// in byte order; the stream does not sort. Control characters of terminals are written as `\uXXXX`.
package struct JSONStream {
  private static let part = 1 << 18

  private var bytes: [UInt8] = []
  private var depth = 0
  /// The next value is the first of its list or object.
  private var isFirst = true
  private let send: ([UInt8]) throws -> Void

  /// Creates a stream.
  ///
  /// - Parameter send: Called with the parts of the document, in their order.
  package init(send: @escaping ([UInt8]) throws -> Void) {
    self.send = send
    bytes.reserveCapacity(Self.part + 4096)
  }

  /// Ends the document with a newline, and sends the rest of it.
  package mutating func finish() throws {
    bytes.append(newline)
    try flush()
  }

  /// Writes an object.
  ///
  /// - Parameter members: Writes the members, keys in byte order.
  /// - Throws: The errors of `send` and of the closure.
  package mutating func object(_ members: (inout JSONStream) throws -> Void) throws {
    try nested(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
  }

  /// Writes a list, and sends each full part of 256 KB.
  ///
  /// - Parameter write: Writes one element.
  /// - Throws: The errors of `send` and of the closure.
  package mutating func list<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONStream, Element) throws -> Void
  ) throws {
    try nested(UInt8(ascii: "["), UInt8(ascii: "]")) { stream in
      for element in elements {
        stream.separate()
        try write(&stream, element)
        if stream.bytes.count >= Self.part { try stream.flush() }
      }
    }
  }

  /// A key; its value comes next.
  package mutating func key(_ key: String) {
    separate()
    write(key)
    bytes.append(space)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(space)
  }

  /// Writes a key and a text.
  package mutating func member(_ key: String, _ value: String) {
    self.key(key)
    write(value)
  }

  /// Writes a key and a whole number.
  package mutating func member(_ key: String, _ value: some BinaryInteger) {
    self.key(key)
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes a key and a number, which is finite: JSON has no others.
  package mutating func member(_ key: String, _ value: Double) {
    self.key(key)
    write(value)
  }

  /// Writes a key and `true` or `false`.
  package mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    write(value)
  }

  /// Writes a key and its value, `null` for nil.
  package mutating func member<Value>(
    _ key: String, orNull value: Value?, _ write: (inout JSONStream, Value) -> Void
  ) {
    self.key(key)
    if let value { write(&self, value) } else { bytes.append(contentsOf: "null".utf8) }
  }

  /// Writes a path as text, and its bytes in base64 under `bytesKey` where the text does not give all of them.
  package mutating func member(_ key: String, _ path: FilePath, bytes bytesKey: String) {
    self.key(key)
    let isPlain = path.withPlatformString { start in
      writePlain(UnsafeRawBufferPointer(start: start, count: path.length))
    }
    if isPlain { return }
    write(path.documentText)
    if let encoded = path.documentBytes { member(bytesKey, encoded) }
  }

  /// Writes a text in quotes, with escapes where JSON or a terminal needs them.
  package mutating func write(_ text: String) {
    var text = text
    if text.withUTF8({ writePlain(UnsafeRawBufferPointer($0)) }) { return }
    bytes.append(quote)
    for scalar in text.unicodeScalars { write(scalar) }
    bytes.append(quote)
  }

  /// Writes `true` or `false`.
  package mutating func write(_ value: Bool) { bytes.append(contentsOf: (value ? "true" : "false").utf8) }

  /// Writes a number, without a trailing `.0`.
  ///
  /// - Parameter number: Finite: JSON has no others.
  package mutating func write(_ number: Double) {
    let text = number.description
    bytes.append(contentsOf: text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...])
  }

  // MARK: Private

  private mutating func nested(
    _ open: UInt8, _ close: UInt8, _ content: (inout JSONStream) throws -> Void
  ) throws {
    bytes.append(open)
    bytes.append(newline)
    depth += 1
    isFirst = true
    try content(&self)
    depth -= 1
    isFirst = false
    bytes.append(newline)
    indent()
    bytes.append(close)
  }

  private mutating func separate() {
    if !isFirst {
      bytes.append(UInt8(ascii: ","))
      bytes.append(newline)
    }
    isFirst = false
    indent()
  }

  private mutating func indent() {
    for _ in 0..<depth {
      bytes.append(space)
      bytes.append(space)
    }
  }

  private mutating func flush() throws {
    try send(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes a text without escapes. False, with nothing written, where a byte has to be escaped.
  private mutating func writePlain(_ text: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 8 <= text.count {
      guard Self.isPlain(text.loadUnaligned(fromByteOffset: index, as: UInt64.self)) else { return false }
      index += 8
    }
    guard text[index...].allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != quote && $0 != backslash }) else { return false }
    bytes.append(quote)
    bytes.append(contentsOf: text)
    bytes.append(quote)
    return true
  }

  /// Whether eight bytes can stand for themselves: a subtraction borrows from the first bit of a byte that is too
  /// small, and of one that is zero.
  private static func isPlain(_ word: UInt64) -> Bool {
    func each(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }
    func borrows(_ word: UInt64, _ byte: UInt8) -> UInt64 { (word &- each(byte)) & ~word }
    let odd =
      word | borrows(word, 0x20) | borrows(word ^ each(0x7F), 1) | borrows(word ^ each(quote), 1)
      | borrows(word ^ each(backslash), 1)
    return odd & each(0x80) == 0
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\": bytes.append(contentsOf: [backslash, UInt8(scalar.value)])
    case "\u{8}": bytes.append(contentsOf: "\\b".utf8)
    case "\u{C}": bytes.append(contentsOf: "\\f".utf8)
    case "\n": bytes.append(contentsOf: "\\n".utf8)
    case "\r": bytes.append(contentsOf: "\\r".utf8)
    case "\t": bytes.append(contentsOf: "\\t".utf8)
    default:
      if scalar.steersTerminals {
        bytes.append(contentsOf: scalar.escapedForJSON.utf8)
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character controls a terminal, or changes the order in which following text is shown: controls,
  /// direction, separators.
  package var steersTerminals: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// `\uXXXX`, or two of them.
  package var escapedForJSON: String {
    String(self).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
private let newline = UInt8(ascii: "\n")
private let space = UInt8(ascii: " ")
