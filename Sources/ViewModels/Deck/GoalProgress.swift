import PhotoModel
import Review
import TextSurface

/// The progress of a deck with a goal.
package struct GoalProgress: Hashable, Sendable {
  /// "Free 2.0 GB", "Up to ten minutes".
  package var title: String
  /// "1.2 of 2.0 GB", "38 of 150 cards".
  package var progress: String
  /// The part of the goal that is reached, 0…1.
  package var fraction: Double
  /// The filter of the deck, escaped; nil where it has none.
  package var filter: String?
}

extension PhotoDeck {
  /// The progress: the number of photos that were viewed or marked.
  func progress(decided: Int) -> GoalProgress {
    GoalProgress(
      title: title, progress: "\(groupedDigits(decided)) looked at",
      fraction: count == 0 ? 1 : Double(decided) / Double(count))
  }
}

extension FilteredDeck {
  /// The progress: how many of the cards that match are decided.
  func progress(_ line: String, in category: IssueCategory, decided: Int) -> GoalProgress {
    GoalProgress(
      title: "\(category.title) / \(SafeText(line).text)",
      progress: "\(decided == 0 ? "none" : groupedDigits(decided)) decided",
      fraction: count == 0 ? 1 : Double(decided) / Double(count), filter: SafeText(line).text)
  }
}

extension GoalDeck {
  /// The progress towards the goal.
  func progress(_ review: Review, pace: Duration) -> GoalProgress {
    switch goal {
    case .bytes(let wanted):
      let freed = freed(review)
      return GoalProgress(
        title: goal.title, progress: "\(freed.formatted) of \(wanted.formatted)",
        fraction: min(1, Double(freed.bytes) / Double(max(1, wanted.bytes))))
    case .minutes:
      let left = openCount(review)
      return GoalProgress(
        title: goal.title, progress: left == 0 ? "done" : "about \(DeckPace.title(of: left, at: pace)) left",
        fraction: keys.isEmpty ? 1 : Double(keys.count - left) / Double(keys.count))
    }
  }
}
