package import PhotoModel
import SystemPackage

/// How many photos are listed in any category, and what is free without them.
package struct ListedFigures: Hashable, Sendable {
  package var photos = 0
  package var reclaimable = ByteCount.zero

  package init() {}

  /// - Parameter paths: Each once.
  init(of paths: some Sequence<FilePath>, _ known: [FilePath: ScannedPhoto]) {
    for path in paths {
      photos += 1
      reclaimable += known[path]?.reclaimable ?? .zero
    }
  }

  static func += (left: inout ListedFigures, right: ListedFigures) {
    left.photos += right.photos
    left.reclaimable += right.reclaimable
  }

  static func - (left: ListedFigures, right: ListedFigures) -> ListedFigures {
    var difference = left
    difference.photos -= right.photos
    difference.reclaimable = left.reclaimable - right.reclaimable
    return difference
  }
}

/// What of the listed photos is not to be gained, because it was kept wherever it is listed.
struct SparedFigures: Hashable, Sendable {
  private(set) var photos = ListedFigures()
  /// What the cards that were kept take, by category.
  private(set) var cards: [IssueCategory: ByteCount] = [:]

  init() {}

  /// - Parameter paths: Each once.
  init(of paths: some Sequence<FilePath>, in review: Review) {
    for path in paths where !review.isInBin(path) {
      var (isListed, isKept) = (false, true)
      for category in IssueCategory.allCases {
        guard let issue = review.sets.deck(category)?.issue(of: path) else { continue }
        isListed = true
        if review.decision(path, in: category) == .keep {
          cards[category, default: .zero] += issue.size
        } else {
          isKept = false
        }
      }
      if isListed, isKept { photos += ListedFigures(of: CollectionOfOne(path), review.photos) }
    }
  }

  static func += (left: inout SparedFigures, right: SparedFigures) {
    left.photos += right.photos
    left.cards.merge(right.cards, uniquingKeysWith: +)
  }

  static func - (left: SparedFigures, right: SparedFigures) -> SparedFigures {
    var difference = left
    difference.photos = left.photos - right.photos
    for (category, bytes) in right.cards { difference.cards[category] = left.cards[category, default: .zero] - bytes }
    return difference
  }
}
