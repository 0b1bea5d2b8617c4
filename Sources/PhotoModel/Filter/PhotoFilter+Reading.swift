/// The grammar of a filter.
extension PhotoFilter {
  /// A part of a line between blanks, or between quotation marks.
  private struct Token {
    var text: String
    var isQuoted: Bool
  }

  static func terms(of line: String) -> [Term] {
    var tokens = tokens(of: line)[...]
    var terms: [Term] = []
    var isNegated = false
    while var token = tokens.popFirst() {
      if !token.isQuoted, !tokens.isEmpty {
        if token.text.lowercased() == "no" {
          isNegated = true
          continue
        }
        // "> 5mb" is ">5mb".
        if Sign(rawValue: token.text) != nil, let next = tokens.first, !next.isQuoted {
          tokens.removeFirst()
          token.text += next.text
        }
      }
      let condition = token.isQuoted ? nil : self.condition(token.text.lowercased())
      terms.append(Term(condition: condition ?? .text(FoldedText(token.text)), isNegated: isNegated))
      isNegated = false
    }
    return terms
  }

  /// The advice on a limit that is neither a size nor a time and so only a word: ">100 needs a unit, as >100mb". Nil
  /// where every limit is understood.
  package static func advice(on line: String) -> String? {
    line.matches(of: /(?:^|\s)([<>]=?)\s*([0-9]+(?:[.,][0-9]+)?)(?=\s|$)/).lazy.map { "\($0.1)\($0.2)" }
      .first { condition($0) == nil }.map { "\($0) needs a unit, as \($0)mb" }
  }

  /// The terms of a line. A quotation mark that is not closed reaches to the end: the line is read while it is typed.
  private static func tokens(of line: String) -> [Token] {
    var tokens: [Token] = []
    var token = Token(text: "", isQuoted: false)
    func end(isQuoted: Bool) {
      if !token.text.isEmpty { tokens.append(token) }
      token = Token(text: "", isQuoted: isQuoted)
    }
    for character in line {
      if "\"“”„".contains(character) {
        end(isQuoted: !token.isQuoted)
      } else if character.isWhitespace, !token.isQuoted {
        end(isQuoted: false)
      } else {
        token.text.append(character)
      }
    }
    end(isQuoted: false)
    return tokens
  }

  /// The condition of a term in small letters; nil for one that is only a word.
  private static func condition(_ term: String) -> Condition? {
    if let sign = Sign.allCases.first(where: { term.hasPrefix($0.rawValue) }) {
      let limit = String(term.dropFirst(sign.rawValue.count))
      return bytes(limit).map { .size(sign.bytes($0)) } ?? days(limit).map { .taken(sign.days($0), nil) }
    }
    if let days = days(term) { return .taken(days, FoldedText(term)) }
    // Three letters are enough for a month, so that its photos appear while its name is typed.
    if term.count >= 3, let month = CaptureTime.monthNames.firstIndex(where: { $0.lowercased().hasPrefix(term) }) {
      return .month(month + 1, FoldedText(term))
    }
    if let stars = stars(term) { return .stars(stars) }
    if term == "gps" { return .location }
    if let shape = Shape(rawValue: term) { return .shape(shape) }
    let formats = ImageFormat.allCases.filter { $0.rawValue == term || $0 != .raw && $0.endings.contains(term) }
    return formats.isEmpty ? nil : .formats(Set(formats))
  }

  /// The signs before a size or a time; the longer ones first, which begin with the others.
  private enum Sign: String, CaseIterable {
    case atMost = "<="
    case atLeast = ">="
    case below = "<"
    case above = ">"

    func bytes(_ limit: Int64) -> ClosedRange<Int64> {
      switch self {
      case .atMost: .min...limit
      case .atLeast: limit...(.max)
      case .below: .min...limit - 1
      case .above: limit + 1...(.max)
      }
    }

    func days(_ days: Range<Int>) -> Range<Int> {
      switch self {
      case .atMost: .min..<days.upperBound
      case .atLeast: days.lowerBound..<(.max)
      case .below: .min..<days.lowerBound
      case .above: days.upperBound..<(.max)
      }
    }
  }

  /// "5mb", "1.5g": decimal units, as sizes are shown. Nil without a unit.
  package static func bytes(_ text: String) -> Int64? {
    guard let match = text.wholeMatch(of: /([0-9]+(?:[.,][0-9]+)?)(b|[kmgt]b?)/),
      let number = Double(match.1.replacing(",", with: ".")), number < 1_000_000
    else { return nil }
    let unit = ["b", "k", "m", "g", "t"].firstIndex(of: String(match.2.prefix(1))) ?? 0
    return Int64((0..<unit).reduce(number) { size, _ in size * 1000 })
  }

  /// The days of a year, a month, or one day: "2020", "2023-07", "2023-07-14". Nil for an impossible date, and for a
  /// year without photos, such as a number in a name.
  private static func days(_ text: String) -> Range<Int>? {
    guard let match = text.wholeMatch(of: /([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?/), let year = Int(match.1),
      (1826...2099).contains(year)
    else { return nil }
    let (month, day) = (match.2.flatMap { Int($0) }, match.3.flatMap { Int($0) })
    guard CaptureTime(year: year, month: month ?? 1, day: day ?? 1, hour: 0, minute: 0, second: 0) != nil else {
      return nil
    }
    let first = dayNumber(year, month ?? 1, day ?? 1)
    return first..<(day != nil ? first + 1 : month != nil ? first + 31 : dayNumber(year + 1, 1, 1))
  }

  /// "★3", "3★", "★★★", and the same with asterisks. Nil of none and of more than five.
  private static func stars(_ text: String) -> Int? {
    guard let match = text.replacing("*", with: "★").wholeMatch(of: /★([1-5])|([1-5])★|(★{1,5})/) else { return nil }
    return (match.1 ?? match.2).flatMap { Int($0) } ?? match.3?.count
  }
}
