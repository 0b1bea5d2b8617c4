/// The reason why a photo is shown for review: a finding of a scan, or the review of all photos.
package enum IssueCategory: String, CaseIterable, Hashable, Sendable, Codable, Comparable {
  /// The same bytes, or the same decoded picture.
  case duplicate
  /// The same scene, or an edited copy.
  case similar
  case blurry
  case screenshot
  /// No finding: the category of all photos, which only decisions have.
  case browse

  /// The categories of findings.
  package static let allCases: [IssueCategory] = [.duplicate, .similar, .blurry, .screenshot]
  /// The categories of decisions.
  package static let decidable = allCases + [.browse]

  /// The name on cards and in headings.
  package var title: String {
    switch self {
    case .duplicate: "Duplicates"
    case .similar: "Similar"
    case .blurry: "Blurry"
    case .screenshot: "Screenshots"
    case .browse: "All photos"
    }
  }

  /// Whether photos of this category come in groups with a keeper.
  package var isGrouped: Bool { self == .duplicate || self == .similar }

  /// Whether some photos of this category are clear enough to be proposed; those of other categories are all for the
  /// user to judge.
  package var hasProposals: Bool { self == .duplicate || self == .blurry }

  /// Compares by the order of the cases.
  package static func < (left: IssueCategory, right: IssueCategory) -> Bool {
    decidable.firstIndex(of: left)! < decidable.firstIndex(of: right)!
  }
}

/// The decision of the user about a photo in one category.
package enum UserDecision: String, Hashable, Sendable, Codable {
  case pending
  case keep
  /// Marked for the bin. Nothing has moved yet.
  case delete
}
