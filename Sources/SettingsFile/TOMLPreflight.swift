/// The first position in a text at which the TOML library would end the process instead of throwing an error: it takes
/// some syntax errors for its own faults. All of them are syntax errors, so nothing is lost by reporting them first.
struct TOMLPreflight: Equatable {
  /// The line, from 1.
  var line: Int
  var problem: String

  /// - Parameter text: A text that should be TOML.
  init?(in text: String) {
    var scanner = Scanner(TOMLScanner(Array(text.unicodeScalars)))
    guard let problem = scanner.problem() else { return nil }
    line = scanner.line
    self.problem = problem
  }

  private struct Scanner {
    private var tokens: TOMLScanner
    private(set) var line = 1
    /// Brackets and braces of values that are open.
    private var open: [Unicode.Scalar] = []
    /// The scalar before, spaces and comments aside.
    private var previous: Unicode.Scalar?
    /// The number of digits right before.
    private var digits = 0
    private var isAtStart = true
    private var isInHeader = false
    private var isInValue = false

    init(_ tokens: TOMLScanner) { self.tokens = tokens }

    mutating func problem() -> String? {
      while let scalar = tokens.current {
        if TOMLScanner.isBlank(scalar) {
          tokens.skipToken()
        } else if scalar == "\n" || scalar == "\r" || scalar == "#" {
          if previous == "=" { return Self.noValue }
          endLine(at: scalar)
        } else if isAtStart, scalar == "[" {
          if let problem = header() { return problem }
        } else {
          if let problem = token(scalar) { return problem }
        }
      }
      return previous == "=" ? Self.noValue : nil
    }

    private static let noValue = "a value has to stand behind the equals sign"

    private mutating func endLine(at scalar: Unicode.Scalar) {
      if scalar == "#" { return tokens.skipComment() }
      tokens.skipToken()
      guard scalar == "\n" else { return }
      line += 1
      guard open.isEmpty else { return }
      (isAtStart, isInHeader, isInValue, previous) = (true, false, false, nil)
    }

    private mutating func header() -> String? {
      (isAtStart, isInHeader) = (false, true)
      tokens.skipToken()
      if tokens.current == "[" { tokens.skipToken() }
      while let blank = tokens.current, TOMLScanner.isBlank(blank) { tokens.skipToken() }
      // The library reports a missing or an empty name itself.
      guard let first = tokens.current, first != "]" else { return nil }
      let begins =
        "A"..."Z" ~= first || "a"..."z" ~= first || "0"..."9" ~= first || "_-\"'".unicodeScalars.contains(first)
      return begins ? nil : "a name has to stand behind the bracket"
    }

    private mutating func token(_ scalar: Unicode.Scalar) -> String? {
      // The library takes it for the end of the file.
      if scalar == "\0" { return "a character that is no text stands here" }
      // Such characters come with text that is pasted from a web page.
      if ["\u{85}", "\u{2028}", "\u{2029}"].contains(scalar) {
        return "an invisible line break stands here; write the line anew"
      }
      let before = previous
      (isAtStart, previous) = (false, scalar)
      let ends = "]},".unicodeScalars.contains(scalar)
      if before == "=", ends { return Self.noValue }
      // A year, or an hour.
      if isInValue, scalar == ":" || scalar == "-" && digits == 4 { return "no setting is a date or a time" }
      digits = "0"..."9" ~= scalar ? digits + 1 : 0
      if scalar == "}", open.last == "[", before == "[" || before == "," { return "a brace closes what is no table" }
      if !isInHeader {
        switch scalar {
        case "=": isInValue = true
        case "[", "{": open.append(scalar)
        case "]", "}": _ = open.popLast()
        default: break
        }
      }
      // Strings may hold line breaks.
      line += tokens.skipToken().count { $0 == "\n" }
      return nil
    }
  }
}
