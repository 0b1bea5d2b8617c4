/// Text that a terminal may show: no byte of it can move the cursor, change colours or turn the reading direction.
///
/// File names and texts out of a file's metadata become safe texts before they reach a screen, a message or a log.
/// Characters that are not shown as themselves are shown as escapes, so that two names never appear the same because
/// something was left out.
package struct SafeText: Hashable, Sendable, CustomStringConvertible {
  /// The text with its escapes.
  package let text: String

  /// Creates the text from bytes in no known encoding: valid UTF-8 is shown, any other byte as `\xNN`.
  package init(bytes: some Sequence<UInt8>) {
    let all = Array(bytes)
    var out = String.UnicodeScalarView()
    var index = 0
    while index < all.count {
      if let (scalar, length) = Self.scalar(in: all, at: index) {
        Self.append(scalar, to: &out)
        index += length
      } else {
        out.append(contentsOf: "\\x\(Self.hex(UInt32(all[index]), width: 2))".unicodeScalars)
        index += 1
      }
    }
    text = String(out)
  }

  /// Creates the text from one whose encoding is known but whose content is not trusted.
  package init(_ untrusted: String) {
    var out = String.UnicodeScalarView()
    for scalar in untrusted.unicodeScalars { Self.append(scalar, to: &out) }
    text = String(out)
  }

  /// The text with its escapes.
  package var description: String { text }

  /// One well-formed UTF-8 sequence (Unicode 15, table 3-7), or nil.
  private static func scalar(in bytes: [UInt8], at start: Int) -> (Unicode.Scalar, Int)? {
    let first = bytes[start]
    let length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length > 0, start + length <= bytes.count else { return nil }
    if length == 1 { return (Unicode.Scalar(first), 1) }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length {
      let next = bytes[start + offset]
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    // Overlong forms and surrogates are not text.
    guard value >= [0, 0, 0x80, 0x800, 0x10000][length], let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }

  private static func append(_ scalar: Unicode.Scalar, to out: inout String.UnicodeScalarView) {
    switch scalar {
    case "\n": out.append(contentsOf: "\\n".unicodeScalars)
    case "\t": out.append(contentsOf: "\\t".unicodeScalars)
    case "\r": out.append(contentsOf: "\\r".unicodeScalars)
    default:
      if isHarmless(scalar) {
        out.append(scalar)
      } else if scalar.value < 0x100 {
        out.append(contentsOf: "\\x\(hex(scalar.value, width: 2))".unicodeScalars)
      } else {
        out.append(contentsOf: "\\u{\(hex(scalar.value, width: 4))}".unicodeScalars)
      }
    }
  }

  /// Whether a scalar is not a control (C0, DEL, C1), not a direction or joining control, not a line separator, not
  /// unassigned.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value >= 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
    default: return !(0xFE00...0xFE0F).contains(scalar.value)
    }
  }

  private static func hex(_ value: UInt32, width: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// The text cut to a number of cells, with an ellipsis where something is left out.
///
/// - Parameter keepingEnd: Cut in the middle, so that the end (a file's extension) stays readable.
package func truncated(_ text: String, to columns: Int, keepingEnd: Bool = false) -> String {
  guard displayWidth(text) > columns else { return text }
  guard columns > 1 else { return columns == 1 ? "…" : "" }
  let tailColumns = keepingEnd ? (columns - 1) / 2 : 0
  let headColumns = columns - 1 - tailColumns
  return prefix(of: text, columns: headColumns) + "…" + suffix(of: text, columns: tailColumns)
}

private func prefix(of text: String, columns: Int) -> String {
  var used = 0
  var kept = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    used += displayWidth(scalar)
    if used > columns { break }
    kept.append(scalar)
  }
  return String(kept)
}

private func suffix(of text: String, columns: Int) -> String {
  var used = 0
  var kept: [Unicode.Scalar] = []
  for scalar in text.unicodeScalars.reversed() {
    used += displayWidth(scalar)
    if used > columns { break }
    kept.append(scalar)
  }
  while let last = kept.last, displayWidth(last) == 0 { kept.removeLast() }
  return String(String.UnicodeScalarView(kept.reversed()))
}
