import PhotoModel

/// A shell pattern over bytes: `*` any run of bytes, `?` one byte, `[abc]` `[a-z]` `[!a]` one of a set, `{a,b}` one of
/// several texts, `\` takes the next byte as it is.
///
/// A pattern without a slash is matched against the last name alone. One with a slash is matched against the whole
/// path, and against the path below the root of a walk; one that begins with `./` against the latter alone. There `*`
/// crosses slashes. Matching works on bytes, so that no locale and no broken encoding can change the result.
struct Glob: Hashable, Sendable {
  private let alternatives: [Alternative]

  /// Creates a pattern from its text.
  ///
  /// - Parameter text: The pattern, with bytes that are no UTF-8 escaped.
  init(_ text: String) { alternatives = expandedBraces(text.unescapedBytes).map(Alternative.init) }

  /// Whether a path matches the pattern.
  ///
  /// - Parameters:
  ///   - path: The whole path.
  ///   - name: The last component.
  ///   - rootLength: The number of bytes of the path up to the root, with the slash behind it.
  func matches(path: [UInt8], name: [UInt8], rootLength: Int) -> Bool {
    alternatives.contains { $0.matches(path: path, name: name, rootLength: rootLength) }
  }
}

/// A pattern without braces.
private struct Alternative: Hashable {
  private enum Scope { case name, path, pathBelowRoot }

  private let pattern: [UInt8]
  private let scope: Scope

  init(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    let here = Array("./".utf8)
    let beginsAtRoot = bytes.starts(with: here)
    while bytes.starts(with: here) { bytes = bytes.dropFirst(here.count) }
    // "Backup/" means the folder Backup.
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    pattern = Array(bytes)
    scope = beginsAtRoot ? .pathBelowRoot : bytes.contains(UInt8(ascii: "/")) ? .path : .name
  }

  func matches(path: [UInt8], name: [UInt8], rootLength: Int) -> Bool {
    switch scope {
    case .name: matches(name[...])
    case .path: matches(path[...]) || matches(path.dropFirst(rootLength))
    case .pathBelowRoot: matches(path.dropFirst(rootLength))
    }
  }

  /// Greedy with one point to come back to: linear in practice, never more than pattern × text.
  private func matches(_ text: ArraySlice<UInt8>) -> Bool {
    var position = text.startIndex
    var patternPosition = 0
    var lastStar: (pattern: Int, text: Int)?
    while position < text.endIndex {
      if patternPosition < pattern.count, pattern[patternPosition] == UInt8(ascii: "*") {
        lastStar = (patternPosition, position)
        patternPosition += 1
      } else if let next = step(patternPosition, text[position]) {
        patternPosition = next
        position += 1
      } else if let star = lastStar {
        lastStar = (star.pattern, star.text + 1)
        patternPosition = star.pattern + 1
        position = star.text + 1
      } else {
        return false
      }
    }
    return pattern[patternPosition...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// The index at which the pattern goes on if its element at `start` matches `byte`.
  private func step(_ start: Int, _ byte: UInt8) -> Int? {
    guard start < pattern.count else { return nil }
    switch pattern[start] {
    case UInt8(ascii: "?"): return start + 1
    case UInt8(ascii: "\\") where start + 1 < pattern.count:
      return pattern[start + 1] == byte ? start + 2 : nil
    case UInt8(ascii: "["):
      // A bracket that is not closed stands for itself.
      return set(from: start + 1, byte) ?? (byte == UInt8(ascii: "[") && !closes(start + 1) ? start + 1 : nil)
    case byte: return start + 1
    default: return nil
    }
  }

  private func closes(_ start: Int) -> Bool {
    start < pattern.count && pattern[(start + 1)...].contains(UInt8(ascii: "]"))
  }

  private func set(from start: Int, _ byte: UInt8) -> Int? {
    guard closes(start) else { return nil }
    var position = start
    let isNegated = pattern[position] == UInt8(ascii: "!") || pattern[position] == UInt8(ascii: "^")
    if isNegated { position += 1 }
    var contains = false
    var isFirst = true
    while position < pattern.count, isFirst || pattern[position] != UInt8(ascii: "]") {
      isFirst = false
      let low = pattern[position]
      if position + 2 < pattern.count, pattern[position + 1] == UInt8(ascii: "-"),
        pattern[position + 2] != UInt8(ascii: "]")
      {
        if low <= byte, byte <= pattern[position + 2] { contains = true }
        position += 3
      } else {
        if low == byte { contains = true }
        position += 1
      }
    }
    guard position < pattern.count else { return nil }
    return contains != isNegated ? position + 1 : nil
  }
}

/// The largest number of alternatives. A pattern with more is probably a mistake, and is taken literally.
private let mostAlternatives = 1024

/// The patterns that one with braces stands for, as a shell expands them: braces without a comma stand for themselves.
private func expandedBraces(_ text: [UInt8]) -> [[UInt8]] {
  var patterns: [[UInt8]] = [[]]
  var rest = text[...]
  while let braces = Braces(firstIn: rest) {
    let choices = braces.choices.flatMap { expandedBraces(Array($0)) }
    guard patterns.count * choices.count <= mostAlternatives else { return [text] }
    let before = rest[..<braces.range.lowerBound]
    patterns = patterns.flatMap { pattern in choices.map { pattern + before + $0 } }
    rest = rest[braces.range.upperBound...]
  }
  return patterns.map { $0 + rest }
}

/// `{a,b}` in a pattern.
private struct Braces {
  var range: Range<Int>
  var choices: [ArraySlice<UInt8>]

  init?(firstIn text: ArraySlice<UInt8>) {
    var position = text.startIndex
    while position < text.endIndex {
      if text[position] == UInt8(ascii: "{"), let braces = Braces(at: position, in: text) {
        self = braces
        return
      }
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Reads the choices in braces; nil where they are not closed, or have no comma of their own.
  private init?(at start: Int, in text: ArraySlice<UInt8>) {
    var choices: [ArraySlice<UInt8>] = []
    var (depth, begin, position) = (0, start + 1, start)
    while position < text.endIndex {
      switch text[position] {
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ",") where depth == 1:
        choices.append(text[begin..<position])
        begin = position + 1
      case UInt8(ascii: "}"):
        depth -= 1
        guard depth == 0 else { break }
        guard !choices.isEmpty else { return nil }
        range = start..<(position + 1)
        self.choices = choices + [text[begin..<position]]
        return
      default: break
      }
      position += 1
    }
    return nil
  }
}
