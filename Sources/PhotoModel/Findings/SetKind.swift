/// Shots that only make sense together: all of them stay, unless the user decides otherwise for each.
package enum SetKind: String, CaseIterable, Hashable, Sendable, Codable {
  /// The same picture at three exposures or more, to be merged into one.
  case bracket
  /// The same picture focused nearer and farther.
  case focusStack
  /// Frames that overlap, to be joined side by side.
  case panorama

  /// "exposure bracket".
  package var noun: String {
    switch self {
    case .bracket: "exposure bracket"
    case .focusStack: "focus stack"
    case .panorama: "panorama"
    }
  }

  /// "an exposure bracket".
  package var withArticle: String { self == .bracket ? "an \(noun)" : "a \(noun)" }

  /// "Exposure bracket of 3: keep all".
  package func title(of count: Int) -> String {
    "\(noun.prefix(1).uppercased())\(noun.dropFirst()) of \(groupedDigits(count)): keep all"
  }
}
