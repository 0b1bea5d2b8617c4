import PhotoModel
import TextSurface
import ViewModels

/// The photos that were not moved, by reason: each reason whole, with the names of its photos.
struct RefusalLines {
  let refusals: [Refusal]
  /// The text before each line of a reason.
  var indent = "  "

  /// The lines of the reasons.
  ///
  /// - Parameter rows: The most lines; reasons that do not fit whole are counted instead, but the first is always
  ///   there.
  func lines(columns: Int, rows: Int, theme: Theme) -> [[Span]] {
    var lines: [[Span]] = []
    var left = refusals.count
    for (reason, names) in byReason {
      let next = part(reason, names, columns: columns, theme: theme)
      let isLast = names.count == left
      guard lines.isEmpty || lines.count + next.count + (isLast ? 0 : 1) <= rows else { break }
      lines += next
      left -= names.count
    }
    if left > 0 { lines.append([Span("and \(groupedDigits(left)) more, for other reasons", theme.style(.faint))]) }
    return lines
  }

  /// The names by reason: reasons of the most photos first, else in the order in which they come.
  private var byReason: [(reason: String, names: [String])] {
    var parts: [(reason: String, names: [String])] = []
    var indices: [String: Int] = [:]
    for refusal in refusals {
      if let index = indices[refusal.reason] {
        parts[index].names.append(refusal.name)
      } else {
        indices[refusal.reason] = parts.count
        parts.append((refusal.reason, [refusal.name]))
      }
    }
    return parts.indices.sorted { (parts[$1].names.count, $0) < (parts[$0].names.count, $1) }.map { parts[$0] }
  }

  private func part(_ reason: String, _ names: [String], columns: Int, theme: Theme) -> [[Span]] {
    let (text, faint) = (theme.style(.text), theme.style(.faint))
    let sentence = names.count > 1 && reason.hasPrefix("It ") ? "Each " + reason.dropFirst(3) : reason
    if names.count == 1, displayWidth(names[0]) + 3 + displayWidth(sentence) <= columns {
      return [[Span(names[0], text), Span(" · \(sentence)", faint)]]
    }
    let title = listed(names, columns: columns)
    return [[Span(title, text)]]
      + evenlyWrapped(sentence, columns: columns - displayWidth(indent)).map { [Span(indent + $0, faint)] }
  }

  /// "IMG_0001.JPG, IMG_0002.JPG and 4 more": as many names as a line takes, the first in every case.
  private func listed(_ names: [String], columns: Int) -> String {
    func title(_ count: Int, first: String) -> String {
      let rest = names.count - count
      return ([first] + names[1..<count]).joined(separator: ", ") + (rest > 0 ? " and \(groupedDigits(rest)) more" : "")
    }
    let most = min(names.count, max(1, columns / 3))
    for count in stride(from: most, through: 1, by: -1) {
      let line = title(count, first: names[0])
      if displayWidth(line) <= columns { return line }
    }
    let others = displayWidth(title(1, first: ""))
    return title(1, first: truncated(names[0], to: max(1, columns - others), keepingEnd: true))
  }
}
