package import PhotoModel

/// The indices of photos that were measured in part and resemble another photo by their features, or by a known
/// verification: these have to be measured whole.
///
/// - Complexity: That of `FindingsIndex`.
package func partialPhotosAlike(_ photos: [ScannedPhoto], verified: VerifiedPairs) -> Set<Int> {
  guard photos.contains(where: \.isPartial) else { return [] }
  // Copies are alike, and that needs no features.
  let indices = contents(of: photos).map(Int.init)
  let compared = concurrentMap(indices.count, blocks: 256) { ComparedPhoto(photos[indices[$0]], comparesPartial: true) }
  var alike: Set<Int> = []
  // Thumbnails are a little less alike than the pictures, or a little more.
  CandidatePairs(of: compared, verified: verified, atLeast: PhotoFeatures.surelyNotAlike - 0.05)
    .forEach(exhaustiveLimit: Neighbours.exhaustiveLimit) { pair in
      for index in [indices[Int(pair.first)], indices[Int(pair.second)]] where photos[index].isPartial {
        alike.insert(index)
      }
    }
  return alike
}

/// Whether two photos of which one was measured in part may be found together by the whole pictures. No such pair of
/// the labelled photos is missed (docs/DETECTION.md).
///
/// - Parameter found: The verification of the thumbnails.
package func mayBelongTogether(_ first: ScannedPhoto, _ second: ScannedPhoto, _ found: PairVerification) -> Bool {
  func compared(_ photo: ScannedPhoto) -> ComparedPhoto { ComparedPhoto(photo, comparesPartial: true) }
  guard let evidence = PairEvidence(compared(first), compared(second)) else {
    return found.proof(gradientDistance: 2) >= 0.5
  }
  return evidence.hashDistance <= 12 || found.proof(gradientDistance: evidence.gradientDistance) >= 0.5
}

extension ScannedPhoto {
  /// Whether the photo was measured in part.
  package var isPartial: Bool { features?.isPartial == true }
}

extension [ScannedPhoto] {
  /// The photos, in which the whole features of a content count for each of its copies.
  package var sharingWholeFeatures: [ScannedPhoto] {
    let partial = Set(lazy.filter(\.isPartial).compactMap(\.digest))
    guard !partial.isEmpty else { return self }
    var whole: [ContentDigest: PhotoFeatures] = [:]
    for photo in self where !photo.isPartial {
      if let digest = photo.digest, let features = photo.features, partial.contains(digest) { whole[digest] = features }
    }
    guard !whole.isEmpty else { return self }
    var photos = self
    for index in photos.indices where photos[index].isPartial {
      if let features = photos[index].digest.flatMap({ whole[$0] }) { photos[index].features = features }
    }
    return photos
  }
}
