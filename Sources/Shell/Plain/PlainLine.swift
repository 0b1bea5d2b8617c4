import TextSurface

/// A typed line, separated into its text and the keys that write no letter: a terminal sends an arrow key as an escape
/// sequence.
struct PlainLine {
  /// The text of the line, without control characters and sequences.
  private(set) var text = ""
  /// The keys that write no letter, in their order.
  private(set) var keys: [Key] = []
  /// Whether the line contains more than text and known keys.
  private(set) var isGarbled = false

  init(_ line: String) {
    var rest = Substring.UnicodeScalarView(line.unicodeScalars)
    while let scalar = rest.first {
      let sequence = Self.sequence(at: rest)
      rest.removeFirst(max(1, sequence.count))
      if let key = Self.keys[sequence] {
        keys.append(key)
      } else if !sequence.isEmpty || scalar.properties.generalCategory == .control {
        isGarbled = true
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The only key of the line; nil where it has text or other keys.
  var key: Key? { keys.count == 1 && text.isEmpty && !isGarbled ? keys[0] : nil }
  var isText: Bool { keys.isEmpty && !isGarbled }

  /// The line as answers name it: without characters that a terminal would obey and a voice spell out.
  var title: String {
    let collapsed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let shown = keys.map(\.title).joined() + SafeText(collapsed).text
    return shown.isEmpty ? "That key" : "“\(truncated(shown, to: 40))”"
  }

  /// A control sequence of ECMA-48, or a key in the application mode of the cursor keys; empty where none begins.
  private static func sequence(at rest: Substring.UnicodeScalarView) -> String {
    guard rest.first == "\u{1B}", let second = rest.dropFirst().first, second == "[" || second == "O" else { return "" }
    var sequence = "\u{1B}\(second)"
    for scalar in rest.dropFirst(2) {
      guard (0x20...0x7E).contains(scalar.value) else { break }
      sequence.unicodeScalars.append(scalar)
      if scalar.value >= 0x40 || second == "O" { break }
    }
    return sequence
  }

  private static let keys: [String: Key] = {
    var keys = ["\u{1B}[3~": Key(.deleteForward), "\u{1B}[5~": Key(.pageUp), "\u{1B}[6~": Key(.pageDown)]
    let cursor: [(String, Key)] = [("A", Key(.up)), ("B", Key(.down)), ("C", Key(.right)), ("D", Key(.left))]
    for (final, key) in cursor { for mode in ["[", "O"] { keys["\u{1B}\(mode)\(final)"] = key } }
    return keys
  }()
}
