package import PhotoModel

/// Whether the keypoints leave a doubt that a match by a homography may settle: only such pairs are matched, because
/// the SIFT keypoints cost about as much as decoding a photo.
package func isInDoubt(_ first: ScannedPhoto, _ second: ScannedPhoto, _ found: PairVerification) -> Bool {
  guard found.projective == nil, found.haveSamePixels != true else { return false }
  return PairEvidence(ComparedPhoto(first), ComparedPhoto(second), verification: found)?.isInDoubt(found) ?? false
}

extension PairEvidence {
  /// Whether the pair is not proven, but with a sign of one scene; or proven by little.
  fileprivate func isInDoubt(_ found: PairVerification) -> Bool {
    guard !areDrawn, similarity < 0.94 else { return false }
    if found.areOfText { return sceneDistance <= 0.45 || found.inliers >= 7 }
    if closeSimilarity >= 0.80 { return found.mayBeRepetitive && !areNeighboursInTime }
    return found.inliers >= 7 || areNeighboursInTime || sceneDistance <= 0.40
      || found.proof(gradientDistance: gradientDistance) >= 0.25
  }

  /// The proof by the better transform: 1 and more where the keypoints prove the scene. For shots of one camera within
  /// three seconds half of that is enough.
  func proof(of found: PairVerification) -> Double {
    if found.areOfText { return found.proofOfText }
    var proof = found.proof(gradientDistance: gradientDistance)
    // Ten go together by chance where fur or leaves are in both, and more on a subject that repeats: the better
    // descriptors know them again, or not.
    if let projective = found.projective, !areNeighboursInTime,
      found.isProvenByFew || found.mayBeRepetitive && projective.isRepetitive
    {
      proof = min(proof, 0.99)
    }
    proof = max(proof, found.projectiveProof)
    guard areOneBurst else { return proof }
    // The clock says what keypoints that look like each other cannot say.
    if found.projective?.isRepetitive == true { proof = max(proof, found.proofOfCount) }
    return proof >= 0.5 ? max(1, proof) : proof
  }

  /// Whether both are pictures of text: then only the text decides whether they are alike.
  var areOfText: Bool { verification?.areOfText == true }

  /// Whether both ways of verification found nothing of one picture in the other: only the main lines, or the layout,
  /// are alike.
  var hasNoDetailInCommon: Bool {
    if areOfText { return true }
    guard let verification, let projective = verification.projective else { return false }
    return !areNeighboursInTime
      && (projective.isRepetitive
        ? verification.mayBeRepetitive : verification.inliers < 7 && projective.inliers < 5)
  }
}

extension PairVerification {
  /// Whether so few keypoints, and not the pixels of the whole pictures, prove the pair that chance may be involved.
  fileprivate var isProvenByFew: Bool { inliers < 12 && !isOnSameFrame && !isMirrored }

  /// Whether so few keypoints prove the pair that those of a subject that repeats itself may: two keyboards have up to
  /// 26 in common, two chessboards up to 17. Above that the better keypoints cost more than they tell.
  fileprivate var mayBeRepetitive: Bool { inliers < 18 && !isOnSameFrame }
}

extension ProjectiveMatch {
  /// Whether keypoints go together that look like others of their own picture, so that they prove nothing.
  fileprivate var isRepetitive: Bool { inliers >= 8 && spread == 0 }
}
