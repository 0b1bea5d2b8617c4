/// Finds where keys, values and the elements of lists begin and end in TOML that parses.
struct TOMLScanner {
  /// An element of a list.
  struct Element: Equatable {
    var range: Range<Int>
    /// The comma after it.
    var comma: Int?
  }

  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// The scalar at the position; nil at the end.
  var current: Unicode.Scalar? { index < scalars.endIndex ? scalars[index] : nil }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { isBlank(scalar) || scalar == "\n" || scalar == "\r" }

  /// The present line of the scanner, from 1.
  var line: Int { 1 + scalars[..<index].count { $0 == "\n" } }

  /// The index at which the present line begins.
  var lineStart: Int { scalars[..<index].lastIndex(of: "\n").map { $0 + 1 } ?? 0 }

  /// Goes on to the next key or table.
  ///
  /// - Returns: False at the end of the text.
  mutating func skipToStatement() -> Bool {
    skipSpaceAndComments()
    return current != nil
  }

  /// The key at the present position, without quotes, and the range of its value; nil for the head of a table.
  mutating func entry() -> (key: String, value: Range<Int>)? {
    if current == "[" { return nil }
    var key = String.UnicodeScalarView()
    while let scalar = current, scalar != "=" {
      let start = index
      skipToken()
      key.append(contentsOf: scalars[start..<index].filter { !Self.isBlank($0) && $0 != "\"" && $0 != "'" })
    }
    index = min(index + 1, scalars.endIndex)
    while let scalar = current, Self.isBlank(scalar) { index += 1 }
    let start = index
    skipValue { $0 == "\n" || $0 == "\r" || $0 == "#" }
    var end = index
    while end > start, Self.isBlank(scalars[end - 1]) { end -= 1 }
    return (String(key), start..<end)
  }

  /// The elements of the list at a range.
  func elements(of list: Range<Int>) -> [Element] {
    var scanner = self
    var elements: [Element] = []
    scanner.index = list.lowerBound + 1
    while true {
      scanner.skipSpaceAndComments()
      guard let first = scanner.current, first != "]" else { return elements }
      let start = scanner.index
      scanner.skipValue { $0 == "," || $0 == "]" || $0 == "#" || Self.isSpace($0) }
      // Text that is no list would keep the scanner here.
      guard scanner.index > start else { return [] }
      var element = Element(range: start..<scanner.index)
      scanner.skipSpaceAndComments()
      if scanner.current == "," {
        element.comma = scanner.index
        scanner.index += 1
      }
      elements.append(element)
    }
  }

  /// Advances to the first scalar outside strings, lists and tables that ends the value.
  private mutating func skipValue(endsAt isEnd: (Unicode.Scalar) -> Bool) {
    var depth = 0
    while let scalar = current {
      if depth == 0, isEnd(scalar) { return }
      switch scalar {
      case "#": skipComment()
      case "[", "{":
        depth += 1
        index += 1
      case "]", "}":
        depth -= 1
        index += 1
      default: skipToken()
      }
    }
  }

  private mutating func skipSpaceAndComments() {
    while let scalar = current {
      if scalar == "#" {
        skipComment()
      } else if Self.isSpace(scalar) {
        index += 1
      } else {
        return
      }
    }
  }

  mutating func skipComment() { index = scalars[index...].firstIndex(of: "\n") ?? scalars.endIndex }

  /// Skips a string, or one scalar.
  ///
  /// - Returns: The skipped scalars.
  @discardableResult
  mutating func skipToken() -> ArraySlice<Unicode.Scalar> {
    let start = index
    skipString()
    return scalars[start..<index]
  }

  private mutating func skipString() {
    guard let quote = current, quote == "\"" || quote == "'" else {
      index += 1
      return
    }
    let isLong = scalars[index...].starts(with: [quote, quote, quote])
    index += isLong ? 3 : 1
    while let scalar = current {
      if scalar == "\\", quote == "\"" {
        index = min(index + 2, scalars.endIndex)
      } else if scalar != quote {
        index += 1
      } else if !isLong {
        index += 1
        return
      } else if scalars[index...].starts(with: [quote, quote, quote]) {
        // Up to two quotes of the text may stand before the three that end it.
        let run = scalars[index...].prefix { $0 == quote }.count
        index += min(run, 5)
        return
      } else {
        index += 1
      }
    }
  }
}
