import PhotoModel
import Review
import SystemPackage

/// A review with other findings, made beside the one in use.
struct RenewedReview: Sendable {
  var review: Review
  /// The number of photos in each category that the findings leave out because they were kept in an earlier review.
  let keptBefore: [IssueCategory: Int]

  /// Makes the review, away from the caller's actor: that goes through the whole library.
  ///
  /// - Parameters:
  ///   - keepsOrder: Whether cards stay where they are.
  ///   - ledger: The decisions that the findings leave out.
  ///   - gone: Files that were moved: findings from before must not bring them back.
  @concurrent init(
    _ review: Review, _ findings: DeferredRelease<Findings>, _ photos: LibraryPhotos, keepsOrder: Bool,
    leavingOut ledger: Ledger, without gone: [FilePath: FileIdentity]
  ) async {
    // The same array where nothing was moved: a cached comparison then recognises it without comparing each photo.
    let known = gone.isEmpty ? photos : LibraryPhotos(photos.list.map { $0.without(moved: gone) })
    let order = review.cardOrder
    let earlier = keepsOrder ? review.grouping : nil
    async let grouping = ReviewGroups.made(of: findings.value ?? Findings(), order: order, inIndicesOf: earlier)
    var review = review
    review.apply(await grouping, of: known)
    let moved = known.list.lazy.filter { gone[$0.path]?.isUnchanged(since: $0.identity) == true }
    if !gone.isEmpty, !moved.isEmpty { review.removePhotos(Set(moved.map(\.path))) }
    self.review = review
    keptBefore = review.keptBefore(ledger)
  }
}

extension Review {
  /// The number of photos in each category that were kept in it and have no card there.
  fileprivate func keptBefore(_ ledger: Ledger) -> [IssueCategory: Int] {
    var counts: [IssueCategory: Int] = [:]
    for (category, keeps) in Dictionary(grouping: ledger.keeps, by: \.category) {
      let deck = self.deck(category)
      for (digest, keeps) in Dictionary(grouping: keeps, by: \.digest) {
        let unlisted = photos.copies(of: digest).count { deck?.index(of: $0.path) == nil }
        counts[category, default: 0] += min(unlisted, Set(keeps.map(\.path)).count)
      }
    }
    return counts
  }
}

extension ScannedPhoto {
  /// The photo without companions that were moved and are still the same files: a RAW may go without its JPEG.
  func without(moved gone: [FilePath: FileIdentity]) -> ScannedPhoto {
    guard !gone.isEmpty, !companions.isEmpty else { return self }
    var photo = self
    photo.companions.removeAll { gone[$0.path]?.isUnchanged(since: $0.identity) == true }
    return photo
  }
}
