package import FileSafety
import PhotoAnalysis
package import PhotoModel

/// What would be lost with a photo although something like it stays.
extension Review {
  /// What a photo holds and another of its set does not. Of other shots another moment, colour or place is what they are, and is
  /// left out.
  package func holdings(of photo: ScannedPhoto, beside keeper: ScannedPhoto, in set: PhotoGroup) -> [Holding] {
    let member = set.members.first { $0.path == photo.path }
    // Beside another keeper than the scan's nothing is known of the pixels of the two.
    let isSeen = set.keeper == keeper.path && member?.similarity != nil
    let holdings = isSeen ? member?.onlyHere ?? [] : onlyHere(photo, beside: keeper)
    return set.category == .duplicate ? holdings : holdings.filter { !$0.isOfAnotherShot }
  }

  /// What a whole photo holds and the one that stays for it does not, without the files beside it, which are counted by
  /// themselves.
  package func holdingsLost(with item: RemovalItem) -> [Holding] {
    guard item.parts == .all, case .similar(let survivor) = item.safeguard, let photo = photos[item.path],
      let keeper = photos[survivor.path]
    else { return [] }
    let sets = IssueCategory.allCases.lazy.compactMap { self.group(of: item.path, in: $0) }
    guard let set = sets.first(where: { $0.members.contains { $0.path == keeper.path } }) else { return [] }
    return holdings(of: photo, beside: keeper, in: set).filter { $0 != .sidecar }
  }
}
