/// A shell pattern over bytes: `*` any run of bytes, `?` one byte, `[abc]` `[a-z]` `[!a]` one of a set, `\` takes
/// the next byte as it is.
///
/// A pattern with a slash in it is held against the whole path, where `*` crosses slashes; one without is held
/// against the last name alone. Works on bytes, so that no locale and no broken encoding can change what it means.
struct Glob: Hashable, Sendable {
  private let pattern: [UInt8]
  private let coversWholePath: Bool

  init(_ text: String) {
    var bytes = Array(text.utf8)
    // "Backup/" means the folder Backup.
    if bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    pattern = bytes
    coversWholePath = bytes.contains(UInt8(ascii: "/"))
  }

  func matches(path: [UInt8], name: [UInt8]) -> Bool { matches(coversWholePath ? path : name) }

  /// Greedy with one point to come back to: linear in practice, never more than pattern × text.
  private func matches(_ text: [UInt8]) -> Bool {
    var position = 0
    var patternPosition = 0
    var lastStar: (pattern: Int, text: Int)?
    while position < text.count {
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

  /// Where the pattern goes on if its element at `start` takes `byte`.
  private func step(_ start: Int, _ byte: UInt8) -> Int? {
    guard start < pattern.count else { return nil }
    switch pattern[start] {
    case UInt8(ascii: "?"): return start + 1
    case UInt8(ascii: "\\") where start + 1 < pattern.count:
      return pattern[start + 1] == byte ? start + 2 : nil
    case UInt8(ascii: "["):
      // Without its closing bracket it stands for itself.
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
