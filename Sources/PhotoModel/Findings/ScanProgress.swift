/// The progress of a scan.
package struct ScanProgress: Hashable, Sendable {
  /// The steps of a scan, in their order.
  package enum Stage: String, Hashable, Sendable, CaseIterable {
    case finding, reading, comparing
  }

  /// The present step.
  package var stage: Stage
  /// Photos read or found in the cache, of `total`.
  package var processed: Int
  /// Photos found so far; grows while the scan walks the folders.
  package var total: Int
  /// Pairs verified by keypoints, of `toCompare`; both 0 before that step.
  package var compared = 0
  /// Pairs to be verified by keypoints.
  package var toCompare = 0
  /// The part of the search for pairs that is done, before any is verified; 0…1.
  package var searched = 0.0
  /// The part of the work of verifying the pairs that is done, 0…1: promising pairs count for more.
  package var verified = 0.0
  /// The part of the grouping that is done, once all pairs are verified; 0…1.
  package var grouped = 0.0
  /// The number of photos in each category so far.
  package var found: [IssueCategory: Int]
  /// Files and folders skipped so far.
  package var skipped: Int
  /// Photos so far whose features came from the cache.
  package var fromCache: Int

  /// Creates the progress of a scan that has no pairs to verify yet.
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

  /// The part of the photos that is done, 0…1; 0 while no photo is found.
  package var fraction: Double { total > 0 ? min(1, max(0, Double(processed) / Double(total))) : 0 }

  /// "25%", rounded down.
  package var percentFormatted: String { Self.percent(fraction) }

  /// The progress of comparing, such as "looking for pairs, 40%", "1,200 of 5,000 pairs", "grouping, 40%"; nil where
  /// nothing is known of it.
  package var comparisonTitle: String? {
    if grouped > 0 { return "grouping, \(Self.percent(grouped))" }
    if toCompare > 0 { return "\(groupedDigits(compared)) of \(groupedDigits(toCompare)) pairs" }
    return searched > 0 ? "looking for pairs, \(Self.percent(searched))" : nil
  }

  private static func percent(_ part: Double) -> String { "\(Int((part * 100).rounded(.down)))%" }
}
