package import FileSafety
import PhotoAnalysis
package import PhotoModel

/// The contents that would be lost with a photo although a similar one stays.
extension Review {
  /// The contents of a photo that another of its set does not have. Of other shots, a different moment, colour or place
  /// does not count.
  package func holdings(of photo: ScannedPhoto, beside keeper: ScannedPhoto, in set: PhotoGroup) -> [Holding] {
    let member = set.members.first { $0.path == photo.path }
    // Beside another keeper than the scan's nothing is known of the pixels of the two.
    let isSeen = set.keeper == keeper.path && member?.similarity != nil
    let holdings = isSeen ? member?.onlyHere ?? [] : onlyHere(photo, beside: keeper)
    return set.category == .duplicate ? holdings : holdings.filter { !$0.isOfAnotherShot }
  }

  /// The contents that are lost with a whole photo because the photo that stays for it lacks them; companion files are
  /// counted separately.
  package func holdingsLost(with item: RemovalItem) -> [Holding] {
    guard item.parts == .all, case .similar(let survivor) = item.safeguard, let photo = photos[item.path],
      let keeper = photos[survivor.path]
    else { return [] }
    let sets = IssueCategory.allCases.lazy.compactMap { self.group(of: item.path, in: $0) }
    guard let set = sets.first(where: { $0.members.contains { $0.path == keeper.path } }) else { return [] }
    return holdings(of: photo, beside: keeper, in: set).filter { $0 != .sidecar }
  }
}
