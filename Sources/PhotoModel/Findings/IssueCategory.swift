/// Why a photo is shown for review.
package enum IssueCategory: String, CaseIterable, Hashable, Sendable, Codable, Comparable {
  /// Same bytes, or the same decoded picture.
  case duplicate
  /// Same scene, or an edited copy.
  case similar
  case blurry
  case screenshot

  /// The name on cards and in headings.
  package var title: String {
    switch self {
    case .duplicate: "Duplicates"
    case .similar: "Similar"
    case .blurry: "Blurry"
    case .screenshot: "Screenshots"
    }
  }

  /// Whether photos of this category come in groups with a keeper.
  package var isGrouped: Bool { self == .duplicate || self == .similar }

  /// Whether some photos of this category are clear enough to be proposed; those of the others are all for the user
  /// to judge.
  package var hasProposals: Bool { self == .duplicate || self == .blurry }

  /// Compares by the order of the cases.
  package static func < (left: IssueCategory, right: IssueCategory) -> Bool {
    allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
  }
}

/// The decision of the user about a photo in one category.
package enum UserDecision: String, Hashable, Sendable, Codable {
  case pending
  case keep
  /// Marked for the bin. Nothing has moved yet.
  case delete
}
