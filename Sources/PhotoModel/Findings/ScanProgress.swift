/// How far a scan is.
package struct ScanProgress: Hashable, Sendable {
  /// What the scan is doing, in the order it does it.
  package enum Stage: String, Hashable, Sendable, CaseIterable {
    case finding, reading, comparing
  }

  package var stage: Stage
  /// Photos read or taken from the cache, of `total` found so far.
  package var processed: Int
  package var total: Int
  /// Pairs looked at closely, of `toCompare` in all; both 0 before.
  package var compared = 0
  package var toCompare = 0
  /// Live counts.
  package var found: [IssueCategory: Int]
  package var skipped: Int
  package var fromCache: Int

  package init(
    processed: Int, total: Int, stage: Stage = .reading, found: [IssueCategory: Int] = [:], skipped: Int = 0,
    fromCache: Int = 0
  ) {
    self.stage = stage
    self.processed = processed
    self.total = total
    self.found = found
    self.skipped = skipped
    self.fromCache = fromCache
  }

  /// 0…1; 0 while nothing is known.
  package var fraction: Double { total > 0 ? min(1, max(0, Double(processed) / Double(total))) : 0 }

  /// "25%".
  package var percentFormatted: String { "\(Int((fraction * 100).rounded(.down)))%" }
}
