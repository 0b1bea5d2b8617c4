/// The text of a configuration file that parses, to change single values in it and nothing else.
struct ConfigurationText {
  /// A value, as the settings write it.
  enum Value: Equatable {
    /// The value as TOML.
    case plain(String)
    case list([String])
  }

  /// A key and its value, before the first table.
  private struct Entry {
    var key: String
    var value: Range<Int>
  }

  private let scalars: [Unicode.Scalar]
  private let newline: String
  private let entries: [Entry]
  /// The start of the line of the first entry or table.
  private let start: Int

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    newline = text.contains("\r\n") ? "\r\n" : "\n"
    var scanner = TOMLScanner(scalars)
    var entries: [Entry] = []
    var start: Int?
    while scanner.skipToStatement() {
      start = start ?? scanner.lineStart
      // After the head of a table a key would belong to the table.
      guard let (key, value) = scanner.entry() else { break }
      entries.append(Entry(key: key, value: value))
    }
    self.entries = entries
    self.start = start ?? scalars.endIndex
  }

  /// The text with these values. A key that is not there yet comes after the comments at the start.
  func setting(_ values: [(name: Configuration.Name, old: Value, new: Value)]) -> String {
    var edits: [TextEdit] = []
    var missing = ""
    for (name, old, new) in values {
      guard let entry = entries.first(where: { $0.key == name.rawValue }) else {
        missing += "\(name.rawValue) = \(new.text)\(newline)"
        continue
      }
      if case .list(let old) = old, case .list(let new) = new {
        edits += listEdits(of: entry.value, from: old, to: new)
      } else {
        edits.append(TextEdit(range: entry.value, text: new.text))
      }
    }
    if !missing.isEmpty {
      if start == scalars.endIndex, let last = scalars.last, last != "\n" { missing = newline + missing }
      edits.append(TextEdit(range: start..<start, text: missing))
    }
    return text(with: edits)
  }

  private func text(with edits: [TextEdit]) -> String {
    var result = String.UnicodeScalarView()
    var index = 0
    for edit in edits.sorted(by: {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }) {
      result.append(contentsOf: scalars[index..<edit.range.lowerBound])
      result.append(contentsOf: edit.text.unicodeScalars)
      index = edit.range.upperBound
    }
    result.append(contentsOf: scalars[index...])
    return String(result)
  }

  // MARK: Lists

  /// Takes out what went and puts what came behind the rest, so that comments stay.
  private func listEdits(of list: Range<Int>, from old: [String], to new: [String]) -> [TextEdit] {
    let elements = TOMLScanner(scalars).elements(of: list)
    guard elements.count == old.count else { return [TextEdit(range: list, text: Value.list(new).text)] }
    var added = new[...]
    var edits: [TextEdit] = []
    var lastKept: TOMLScanner.Element?
    for (value, element) in zip(old, elements) {
      if added.first == value {
        added.removeFirst()
        lastKept = element
      } else {
        edits += removal(of: element)
      }
    }
    // A comma before the end is right where there was one, and only there.
    if let last = elements.last, last.comma == nil, last != lastKept, let comma = lastKept?.comma {
      edits.append(TextEdit(range: withBlanksAfter(comma..<comma + 1), text: ""))
    }
    guard !added.isEmpty else { return edits }
    let end = lastKept?.range.upperBound ?? list.lowerBound + 1
    let text = added.map(Value.quoted).joined(separator: ", ")
    edits.append(TextEdit(range: end..<end, text: lastKept == nil ? text : ", " + text))
    return edits
  }

  /// The edits that remove an element with its comma, and its line where nothing else is on it.
  private func removal(of element: TOMLScanner.Element) -> [TextEdit] {
    guard let comma = element.comma else { return [TextEdit(range: element.range, text: "")] }
    guard scalars[element.range.upperBound..<comma].allSatisfy(TOMLScanner.isBlank) else {
      return [element.range, comma..<comma + 1].map { TextEdit(range: $0, text: "") }
    }
    var range = withBlanksAfter(element.range.lowerBound..<comma + 1)
    let indent = scalars[..<element.range.lowerBound].lastIndex { !TOMLScanner.isBlank($0) } ?? 0
    var end = range.upperBound
    if end < scalars.endIndex, scalars[end] == "\r" { end += 1 }
    if scalars[indent] == "\n", end < scalars.endIndex, scalars[end] == "\n" { range = indent + 1..<end + 1 }
    return [TextEdit(range: range, text: "")]
  }

  private func withBlanksAfter(_ range: Range<Int>) -> Range<Int> {
    let end = scalars[range.upperBound...].firstIndex { !TOMLScanner.isBlank($0) } ?? scalars.endIndex
    return range.lowerBound..<end
  }
}

extension ConfigurationText.Value {
  /// The value as TOML text.
  var text: String {
    switch self {
    case .plain(let text): text
    case .list(let texts): "[\(texts.map(Self.quoted).joined(separator: ", "))]"
    }
  }

  /// A basic string of TOML.
  fileprivate static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// A replacement of a range of scalars by another text.
private struct TextEdit {
  var range: Range<Int>
  var text: String
}
