/// A piece of a source file: a name, a mark of punctuation, or the text of a string.
struct SourceToken {
  enum Kind { case name, mark, string }

  let text: String
  /// Counted from 1.
  let line: Int
  let kind: Kind
}

/// Reads the tokens of Swift or C: code in the interpolations of strings counts, comments and regular expressions do not.
/// Names in backquotes count where they are one word: the sentences that name tests are prose.
struct SourceTokens {
  private let bytes: [UInt8]
  private let isC: Bool
  private var at = 0
  private var line = 1
  private var tokens: [SourceToken] = []

  /// The tokens of a text, in their order; a string stands where it begins.
  static func tokens(of text: String, isC: Bool = false) -> [SourceToken] {
    var reader = SourceTokens(bytes: Array(text.utf8), isC: isC)
    reader.readCode(isInterpolated: false)
    return reader.tokens
  }

  private init(bytes: [UInt8], isC: Bool) { (self.bytes, self.isC) = (bytes, isC) }

  private func byte(_ offset: Int = 0) -> UInt8 { at + offset < bytes.count ? bytes[at + offset] : 0 }

  private func stands(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[at...].starts(with: $0) }
  }

  private mutating func skip(_ count: Int = 1) {
    for _ in 0..<count where at < bytes.count {
      if bytes[at] == UInt8(ascii: "\n") { line += 1 }
      at += 1
    }
  }

  private mutating func skip(until isEnd: (Self) -> Bool) {
    while at < bytes.count, !isEnd(self) { skip() }
  }

  private mutating func add(_ kind: SourceToken.Kind, _ text: some Sequence<UInt8>, line: Int) {
    tokens.append(SourceToken(text: String(decoding: Array(text), as: UTF8.self), line: line, kind: kind))
  }

  /// Reads code to its end, or to the parenthesis that ends an interpolation.
  private mutating func readCode(isInterpolated: Bool) {
    var depth = 0
    while at < bytes.count {
      let byte = byte()
      if stands("//") {
        skip { $0.byte() == UInt8(ascii: "\n") }
      } else if stands("/*") {
        skipComment()
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") && !isC {
        readString()
      } else if isC, byte == UInt8(ascii: "'") {
        skip(self.byte(1) == UInt8(ascii: "\\") ? 3 : 2)
        skip { $0.byte() == UInt8(ascii: "'") }
        skip()
      } else if byte == UInt8(ascii: "`") {
        readQuotedName()
      } else if Self.isPart(byte) {
        let start = at
        while Self.isPart(self.byte()) { skip() }
        // Numbers, with their letters.
        if !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { add(.name, bytes[start..<at], line: line) }
      } else {
        depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
        if isInterpolated, depth < 0 { return skip() }
        if byte > UInt8(ascii: " ") { add(.mark, CollectionOfOne(byte), line: line) }
        skip()
      }
    }
  }

  /// Comments of Swift may hold others.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      let edge = stands("/*") && (depth == 0 || !isC) ? 1 : stands("*/") ? -1 : 0
      depth += edge
      skip(edge == 0 ? 1 : 2)
    } while depth > 0 && at < bytes.count
  }

  private mutating func readQuotedName() {
    let (start, first) = (at + 1, line)
    skip()
    skip { $0.byte() == UInt8(ascii: "`") || $0.byte() == UInt8(ascii: "\n") }
    let name = bytes[start..<at]
    skip()
    if name.allSatisfy(Self.isPart) { add(.name, name, line: first) }
  }

  /// Reads a string, with its number signs; a number sign without one is a mark.
  private mutating func readString() {
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    let end = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    let first = line
    if byte(hashes) == UInt8(ascii: "/") {
      skip(hashes + 1)
      skip { $0.bytes[$0.at...].starts(with: [UInt8(ascii: "/")] + end) }
      return skip(hashes + 1)
    }
    guard byte(hashes) == UInt8(ascii: "\"") else {
      add(.mark, CollectionOfOne(UInt8(ascii: "#")), line: line)
      return skip()
    }
    skip(hashes)
    let quotes = [UInt8](repeating: UInt8(ascii: "\""), count: stands("\"\"\"") && !isC ? 3 : 1)
    skip(quotes.count)
    let index = tokens.count
    var text: [UInt8] = []
    while at < bytes.count, !bytes[at...].starts(with: quotes + end) {
      if byte() == UInt8(ascii: "\\"), bytes[(at + 1)...].starts(with: end) {
        skip(1 + hashes)
        if byte() == UInt8(ascii: "("), !isC {
          skip()
          readCode(isInterpolated: true)
        } else {
          skip()
        }
      } else if byte() == UInt8(ascii: "\n"), quotes.count == 1 {
        break
      } else {
        text.append(byte())
        skip()
      }
    }
    if byte() != UInt8(ascii: "\n") || quotes.count == 3 { skip(quotes.count + hashes) }
    tokens.insert(
      SourceToken(text: String(decoding: text, as: UTF8.self), line: first, kind: .string), at: index)
  }

  /// Whether a byte stands in names and numbers.
  static func isPart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte > 127
  }
}
