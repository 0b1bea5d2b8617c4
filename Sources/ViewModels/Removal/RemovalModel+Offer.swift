import PhotoModel
import Removal
import Review
import SystemPackage

/// Duplicates that are held back only because they have metadata that their keepers lack: at the question before a
/// move, which carries metadata over, they may be proposed.
///
/// Nothing is marked by that: the question is about the review as it would be with their marks.
extension RemovalModel {
  /// The review that the question is about.
  var review: Review { inclusion.review ?? library.review }

  /// Makes the review of the question, with marks of the included photos.
  func projectReview() {
    inclusion.review = nil
    guard let action = library.review.action(.delete, for: inclusion.photos, in: .duplicate) else { return }
    var review = library.review
    review.apply(action)
    inclusion.review = review
  }

  /// Includes the photos that are offered, or no longer, and checks anew.
  func toggleOffered() {
    guard question.offerText != nil else { return }
    inclusion.photos = question.isIncludingOffered ? [] : offered
    examine()
  }

  /// Finds the photos to offer, once the checks are over.
  func offer() {
    let offered = question.obstacle == nil ? offered : []
    question.offered = offered.count
    question.isIncludingOffered = !inclusion.photos.isEmpty
  }

  /// The photos that may be removed once their metadata is beside their keepers, each of which stays and contradicts
  /// nothing.
  var offered: [FilePath] {
    guard question.isCarrying else { return [] }
    let review = library.review
    var keepers: [FilePath: ScannedPhoto] = [:]
    // Photos that are removed anyway pass on their metadata first.
    for carried in carriedSidecars(of: checked.going.filter { !inclusion.photos.contains($0.photo) }) {
      keepers[carried.keeper] = review.photos[carried.keeper]?.adopting(carried.metadata)
    }
    let free = (review.deck(.duplicate)?.issues ?? []).filter { issue in
      guard issue.proposal == .withMetadataAtKeeper, !review.isSettled(issue.path, in: .duplicate),
        let photo = review.photos[issue.path], let group = review.group(of: issue.path, in: .duplicate),
        let keeper = keepers[group.keeper] ?? review.photos[group.keeper], !keeper.isProtected,
        !review.isShownFileLeaving(keeper.path)
      else { return false }
      let metadata = CarriedMetadata(from: photo, to: keeper)
      guard metadata.contradictions.isEmpty, Set(issue.onlyHere).isSubset(of: metadata.kinds) else { return false }
      keepers[keeper.path] = keeper.adopting(metadata.contents)
      return true
    }
    return MassMarking(
      of: free.map(\.path), in: .duplicate, review, ledger: library.ledger,
      ratingsAreSacred: library.settings.ratingsAreSacred, carriesMetadata: true
    ).paths
  }
}
