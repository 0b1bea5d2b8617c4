import TextSurface

/// Text broken into lines at spaces; a word that is wider than a line is broken behind its last slash that fits, else
/// where the line ends.
///
/// - Parameter limit: At most so many lines; the last one ends in an ellipsis when there was more.
func wrapped(_ text: String, columns: Int, limit: Int = .max) -> [String] {
  guard columns > 0, limit > 0 else { return [] }
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ", omittingEmptySubsequences: true) {
    var rest = String(word)
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
  kept[limit - 1] = truncated(kept[limit - 1] + " …", to: columns)
  return kept
}

/// The same, in as few lines but about equally long: no last word alone on a line.
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

/// The first so many columns and what is left; at least one scalar goes into the head, so that cutting ends.
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
