/// The names that a source file declares.
struct DeclaredNames {
  private static let bindings: Set = [
    "struct", "class", "enum", "protocol", "actor", "func", "let", "var", "for", "typealias", "associatedtype",
  ]
  private static let keywords: Set = [
    "_", "let", "var", "case", "self", "in", "try", "await", "some", "any", "inout", "async", "throws",
  ]

  private let tokens: [SourceToken]
  private var found: [SourceToken] = []

  /// Types, functions, properties, variables, enum cases, labels and names of parameters, and in SQL every name.
  static func inSwift(_ text: String) -> [SourceToken] {
    var names = DeclaredNames(tokens: SourceTokens.tokens(of: text))
    for index in names.tokens.indices { names.read(index) }
    return names.found.filter { !keywords.contains($0.text) }
  }

  /// All names of a C file: those of others are few.
  static func inC(_ text: String) -> [SourceToken] {
    let tokens = SourceTokens.tokens(of: text, isC: true)
    let includes = Set(tokens.filter { $0.kind == .name && $0.text == "include" }.map(\.line))
    return tokens.filter { $0.kind == .name && !includes.contains($0.line) }
  }

  private init(tokens: [SourceToken]) { self.tokens = tokens }

  private func text(_ index: Int) -> String? {
    tokens.indices.contains(index) && tokens[index].kind != .string ? tokens[index].text : nil
  }

  private func isName(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .name }

  private mutating func add(_ index: Int) { if isName(index) { found.append(tokens[index]) } }

  private mutating func read(_ index: Int) {
    let token = tokens[index]
    if token.kind == .string { return readSQL(token) }
    guard token.kind == .name, text(index - 1) != "." else { return }
    switch token.text {
    case "func", "init", "subscript":
      if token.text == "func" { add(index + 1) }
      readParameters(index + 1)
    case "case": readCases(index + 1)
    case "in": readClosureParameters(index - 1)
    case let keyword where Self.bindings.contains(keyword): readBinding(index + 1)
    default: break
    }
  }

  /// A name, or those of a pattern: `(x, y)`, `.event(path, _)`.
  private mutating func readBinding(_ start: Int) {
    var start = start
    while text(start) == "." || isName(start) && text(start + 1) == "(" && text(start - 1) == "." { start += 1 }
    guard text(start) == "(" else { return add(start) }
    for index in start..<min(start + 40, tokens.count) {
      if text(index) == ")" { break }
      add(index)
    }
  }

  /// The cases that an enum declares, and the labels of their values.
  private mutating func readCases(_ start: Int) {
    var depth = 0
    for index in start..<min(start + 80, tokens.count) {
      let (token, before) = (text(index), text(index - 1))
      depth += token == "(" ? 1 : token == ")" ? -1 : 0
      if depth == 0, let token, index > start,
        Self.bindings.contains(token) || ["case", ":", "{", "}", "="].contains(token)
      {
        break
      }
      if depth == 0, before == "case" || before == "," { add(index) }
      if depth == 1, token == ":" { add(index - 1) }
    }
  }

  /// The labels and names between the parentheses that follow a declaration.
  private mutating func readParameters(_ start: Int) {
    guard let open = (start..<min(start + 40, tokens.count)).first(where: { text($0) == "(" }) else { return }
    var depth = 0
    for index in open..<tokens.count {
      if let token = text(index) { depth += "([".contains(token) ? 1 : ")]".contains(token) ? -1 : 0 }
      if depth == 0 { break }
      if text(index) == ":" {
        add(index - 2)
        add(index - 1)
      }
    }
  }

  /// The names between a brace and `in`; none where that belongs to a loop.
  private mutating func readClosureParameters(_ last: Int) {
    var names: [Int] = []
    for index in stride(from: last, to: max(last - 12, -1), by: -1) {
      if text(index) == "{" {
        for name in names { add(name) }
        return
      }
      guard isName(index) || text(index).map({ ",()".contains($0) }) == true else { return }
      if isName(index) { names.append(index) }
    }
  }

  /// The names in a string of SQL: tables, columns, triggers and what a query calls them. Comments and values are none.
  private mutating func readSQL(_ string: SourceToken) {
    let verbs = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "CREATE ", "ALTER ", "DROP ", "WHERE "]
    guard verbs.contains(where: string.text.contains) else { return }
    for (offset, line) in string.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let code = line.firstRange(of: "--").map { line[..<$0.lowerBound] } ?? line
      for (number, part) in code.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      where number.isMultiple(of: 2) {
        for name in part.utf8.split(whereSeparator: { !SourceTokens.isPart($0) }) {
          found.append(SourceToken(text: String(name) ?? "", line: string.line + offset, kind: .name))
        }
      }
    }
  }
}
