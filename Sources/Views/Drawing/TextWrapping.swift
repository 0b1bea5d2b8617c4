import TextSurface

/// Text broken into lines at spaces; a word that is wider than a line is broken behind its last slash that fits, else
/// where the line ends.
///
/// - Parameter limit: The largest number of lines; the last one ends in an ellipsis when there was more.
func wrapped(_ text: String, columns: Int, limit: Int = .max) -> [String] {
  guard columns > 0, limit > 0 else { return [] }
  var lines: [String] = []
  var line = ""
  for piece in text.split(separator: " ", omittingEmptySubsequences: true) {
    var rest = String(piece)
    let joined = line.isEmpty ? rest : line + " " + rest
    if displayWidth(joined) <= columns {
      line = joined
      continue
    }
    if !line.isEmpty { lines.append(line) }
    while displayWidth(rest) > columns {
      let (head, tail) = cut(rest, columns: columns)
      lines.append(head)
      rest = tail
      if lines.count > limit { break }
    }
    line = rest
    if lines.count > limit { break }
  }
  if !line.isEmpty { lines.append(line) }
  guard lines.count > limit else { return lines }
  var kept = Array(lines.prefix(limit))
  kept[limit - 1] = withEllipsis(kept[limit - 1], columns: columns)
  return kept
}

/// The first of these texts that fits into a number of rows; else as much of the last one as fits.
func firstFitting(_ texts: [String], columns: Int, rows: Int) -> [String] {
  let whole = texts.lazy.map { wrapped($0, columns: columns, limit: rows + 1) }.first { $0.count <= rows }
  return whole ?? wrapped(texts.last ?? "", columns: columns, limit: rows)
}

/// The words of a line that leave space for an ellipsis; a single word that does not is cut.
private func withEllipsis(_ line: String, columns: Int) -> String {
  var kept = line[...]
  while displayWidth(String(kept)) + 2 > columns, let space = kept.lastIndex(of: " ") { kept = kept[..<space] }
  return truncated("\(kept) …", to: columns)
}

/// The facts of a line, with points between them, that fit whole, from the first on; of the first as much as fits.
func facts(_ line: String, columns: Int) -> String {
  let facts = line.split(separator: " · ")
  guard let first = facts.first else { return "" }
  let counts = (1...facts.count).reversed()
  let whole = counts.lazy.map { facts.prefix($0).joined(separator: " · ") }.first { displayWidth($0) <= columns }
  return whole ?? truncated(String(first), to: columns)
}

/// A whole folder where it fits, else from the part that distinguishes a photo from others of its name.
func folderTitle(_ folder: String, from distinguishing: String, columns: Int) -> String {
  displayWidth(folder) <= columns ? folder : truncated(distinguishing, to: columns)
}

/// A folder as a whole where it fits, else the longest end of it that does: "…/05 Harbour".
func folderEnd(_ folder: String, columns: Int) -> String {
  guard displayWidth(folder) > columns else { return folder }
  let ends = folder.indices.lazy.filter { folder[$0] == "/" }.map { "…" + folder[$0...] }
  return ends.first { displayWidth($0) <= columns && $0 != "…/" } ?? truncated(folder, to: columns, keepingEnd: true)
}

/// The reasons, with semicolons between them, that fit whole, in their order: a cut figure would be wrong. The first
/// reason is always included, if only its first parts or words. Where one is missing the text ends in an ellipsis.
func reasons(_ why: String, columns: Int, rows: Int) -> [String] {
  func lines(_ parts: [Substring], _ separator: String, _ end: String = "") -> [String]? {
    let lines = wrapped(parts.joined(separator: separator) + end, columns: columns, limit: rows + 1)
    return lines.count <= rows ? lines : nil
  }
  let all = why.split(separator: "; ")
  if let whole = lines(all, "; ") {
    return whole.count == 2 ? brokenBehindReason(all, columns: columns) ?? whole : whole
  }
  var shown = all.prefix(1).map(\.self)
  guard let first = shown.first else { return [] }
  let more = all.count > 1 ? "; …" : " …"
  guard lines(shown, "; ", more) != nil else {
    let parts = first.split(separator: ", ")
    let begins = (1..<max(1, parts.count)).reversed().lazy.compactMap { lines(Array(parts.prefix($0)), ", ", " …") }
    return begins.first ?? wrapped(String(first) + " …", columns: columns, limit: rows)
  }
  for reason in all.dropFirst() where lines(shown + [reason], "; ", more) != nil { shown.append(reason) }
  return lines(shown, "; ", more) ?? []
}

/// The reasons in two lines, of which the first ends with a reason and is as long as it can be; nil where they do not
/// fit so.
private func brokenBehindReason(_ reasons: [Substring], columns: Int) -> [String]? {
  (1..<max(1, reasons.count)).reversed().lazy
    .map { [reasons.prefix($0).joined(separator: "; ") + ";", reasons.dropFirst($0).joined(separator: "; ")] }
    .first { $0.allSatisfy { displayWidth($0) <= columns } }
}

/// Text broken into as few lines as `wrapped` makes, but about equally long: no last word alone on a line.
func evenlyWrapped(_ text: String, columns: Int, limit: Int = .max) -> [String] {
  var lines = wrapped(text, columns: columns, limit: limit)
  guard lines.count > 1, lines.count <= 4, lines.last?.hasSuffix("…") != true else { return lines }
  for narrower in stride(from: columns - 1, through: columns / 2, by: -1) {
    let next = wrapped(text, columns: narrower)
    guard next.count == lines.count else { break }
    lines = next
  }
  return lines
}

/// A text cut after a number of columns, and the rest; the head has at least one scalar, so that repeated cutting ends.
private func cut(_ text: String, columns: Int) -> (head: String, tail: String) {
  var used = 0
  let scalars = text.unicodeScalars
  var index = scalars.startIndex
  var slash: String.Index?
  while index < scalars.endIndex {
    used += displayWidth(scalars[index])
    if used > columns, index > scalars.startIndex { break }
    let isSlash = scalars[index] == "/"
    index = scalars.index(after: index)
    if isSlash, used > columns / 2 { slash = index }
  }
  if let slash, index < scalars.endIndex { index = slash }
  return (String(scalars[..<index]), String(scalars[index...]))
}
