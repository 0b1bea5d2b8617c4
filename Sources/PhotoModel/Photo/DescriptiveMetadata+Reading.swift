/// Texts and ratings as programs write them, normalised.
extension DescriptiveMetadata {
  /// Adds the metadata of another source about the same photo: a single value stays where there is one, lists are
  /// joined.
  package mutating func add(_ other: DescriptiveMetadata) {
    rating = rating ?? other.rating
    label = label ?? other.label
    isFavourite = isFavourite || other.isFavourite
    isPicked = isPicked ?? other.isPicked
    keywords = sortedDistinct(keywords + other.keywords)
    title = title ?? other.title
    caption = caption ?? other.caption
    people = sortedDistinct(people + other.people)
    copyright = copyright ?? other.copyright
    edit = edit ?? other.edit
  }

  /// The stars in a text, as programs write them: "4", "4.0", "-1". Nil for 0 and for text that is no number; more than
  /// five count as five.
  package static func rating(_ text: String?) -> Int? {
    guard let text, let stars = Double(text.replacing(",", with: ".")), stars.isFinite, stars != 0 else { return nil }
    return stars < 0 ? -1 : Int(min(5, max(1, stars.rounded())))
  }

  /// The stars that Windows writes in percent: 1, 25, 50, 75, 99. Nil for 0 and for text that is no number.
  ///
  /// Source: Microsoft, System.Rating: 1–12 is one star, 13–37 two, 38–62 three, 63–87 four, 88–99 five.
  package static func rating(percent text: String?) -> Int? {
    guard let text, let percent = Double(text), percent >= 1 else { return nil }
    return percent < 13 ? 1 : percent < 38 ? 2 : percent < 63 ? 3 : percent < 88 ? 4 : 5
  }

  /// The text without blanks around it, with a line feed for each line end, which programs write in three ways, and
  /// without other control characters. Nil where nothing is left.
  package static func text(_ text: String?) -> String? {
    guard let text else { return nil }
    var scalars = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { last = scalar }
      switch scalar {
      case "\r": scalars.append("\n")
      case "\n": if last != "\r" { scalars.append(scalar) }
      case "\t": scalars.append(scalar)
      default: if scalar.properties.generalCategory != .control, scalar != "\u{FEFF}" { scalars.append(scalar) }
      }
    }
    guard let end = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return nil }
    return String(scalars[...end].drop(while: \.properties.isWhitespace))
  }

  /// The text of a title or a caption, cleaned as in `text(_:)`; nil for the texts that cameras write into every
  /// picture.
  package static func caption(_ text: String?) -> String? {
    Self.text(text).flatMap { isStockCaption($0) ? nil : $0 }
  }

  /// Sets the title. A headline beside a title becomes a part of the caption: else one of the two would be lost.
  package mutating func setTitle(_ title: String?, headline: String?) {
    self.title = title ?? headline
    guard title != nil, let headline, headline != title, headline != caption else { return }
    caption = caption.map { "\(headline)\n\($0)" } ?? headline
  }

  /// A keyword as its whole path with "|" between its parts, whatever separator the program uses.
  ///
  /// - Returns: Nil where nothing is left, and for keywords that programs write for themselves: `darktable|format|jpg`.
  package static func keyword(_ text: String, parted separator: Character = "|") -> String? {
    let parts = text.split(separator: separator).compactMap { Self.text(String($0)) }
    guard let first = parts.first, first != "darktable", first != "_Digikam_Internal_Tags_" else { return nil }
    return parts.joined(separator: "|")
  }

  /// Adds keywords, each read as `keyword(_:parted:)`; the list stays distinct and sorted.
  package mutating func addKeywords(_ texts: [String], parted separator: Character = "|") {
    keywords = sortedDistinct(keywords + texts.compactMap { Self.keyword($0, parted: separator) })
  }

  /// Adds names of persons, each read as `text(_:)`; the list stays distinct and sorted.
  package mutating func addPeople(_ names: [String]) {
    people = sortedDistinct(people + names.compactMap { Self.text($0) })
  }
}

/// Limits of texts: a file may contain books. A text that is cut ends with a checksum of all of it, so that two that
/// differ never come out alike.
extension DescriptiveMetadata {
  private static let longestText = 512
  private static let longestCaption = 4096
  private static let longestKeyword = 256
  private static let mostTextLines = 200
  private static let longestList = 6000

  /// The metadata with each text and each list cut to its limit: together at most 20 KB.
  package var limited: DescriptiveMetadata {
    var metadata = self
    metadata.label = label.map { Self.cut($0, to: Self.longestKeyword) }
    metadata.title = title.map { Self.cut($0, to: Self.longestText) }
    metadata.caption = caption.map { Self.cut($0, to: Self.longestCaption) }
    metadata.copyright = copyright.map { Self.cut($0, to: Self.longestText) }
    metadata.edit = edit.map { Self.cut($0, to: Self.longestKeyword) }
    metadata.keywords = Self.cut(keywords)
    metadata.people = Self.cut(people)
    return metadata
  }

  private static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    let end = "… (\(checksum(text)))"
    var kept = String.UnicodeScalarView()
    var space = limit - end.utf8.count
    for scalar in text.unicodeScalars {
      space -= UTF8.width(scalar)
      if space < 0 { break }
      kept.append(scalar)
    }
    return String(kept) + end
  }

  private static func cut(_ list: [String]) -> [String] {
    let short = list.map { cut($0, to: longestKeyword) }
    guard list.count > mostTextLines || short.reduce(0, { $0 + $1.utf8.count }) > longestList else {
      return sortedDistinct(short)
    }
    // One more entry stands for the rest.
    var space = longestList - longestKeyword
    let kept = short.prefix(mostTextLines - 1).prefix {
      space -= $0.utf8.count
      return space >= 0
    }
    let rest = list[kept.count...]
    return sortedDistinct(kept + ["… \(rest.count) more (\(checksum(rest.joined(separator: "\n"))))"])
  }

  private static func checksum(_ text: String) -> String {
    var text = text
    return String(text.withUTF8 { Checksum(of: UnsafeRawBufferPointer($0)).value }, radix: 16)
  }
}

private func sortedDistinct(_ texts: some Sequence<String>) -> [String] { Set(texts).sorted() }
