import Foundation
package import PhotoModel

/// Whether keypoints may prove two photos alike: two drawings are alike only where they are copies, which their own
/// features tell.
package func mayBeAlike(_ first: ScannedPhoto, _ second: ScannedPhoto) -> Bool {
  // The test uses the contents only: another name needs no new search.
  guard first.features?.isDrawn == true, second.features?.isDrawn == true else { return true }
  return PairEvidence(ComparedPhoto(first), ComparedPhoto(second))?.similarity ?? 0 > 0
}

extension PairEvidence {
  /// The similarity from 0.80 on that a verification by keypoints proves: so many local features of one picture lie on
  /// those of the other, spread over it, with the pixels below them agreeing, that chance and a shared caption are
  /// ruled out.
  ///
  /// At most 0.92: geometry proves the same scene, never the same picture. 0 without a verification.
  var closeSimilarity: Double {
    guard let verification else { return 0 }
    let proof = proof(of: verification)
    return proof >= 1 ? 0.80 + 0.12 * verification.strength : 0.30 + 0.49 * max(0, proof)
  }
}

extension PairVerification {
  /// The proof of one scene: 1 and more where it is enough, below 1 the share reached by the weakest condition.
  ///
  /// Measured on labelled photos: of unrelated pairs, none with a box over a tenth of the picture has more than 7 local
  /// features in common, and none agrees in more than 0.28 of its fields. Those with up to 51 share a caption, a logo
  /// or a frame, in a small box or with the rest of the picture in disagreement.
  package func proof(gradientDistance: Double) -> Double {
    let common = Double(inliers)
    // Spread over the picture, with pixels that agree. Fewer features than eight go together by chance.
    let wide = min(common / 8, weighed(common / 8, spread / 0.10, agreement / (isOnSameFrame ? 0.60 : 0.25)))
    // With keypoints in one part only, as from another viewpoint, the descriptors must agree on the scene, too.
    let narrow =
      isOnSameFrame
      ? 0 : min(weighed(common / 14, spread / 0.03, agreement / 0.22), 1 + (0.50 - gradientDistance))
    // Hardly any local features (dark, blurred, tiny), but the whole pictures agree as they lie.
    let whole = isOnSameFrame && !isMirrored ? min(agreement / 0.85, correlation / 0.80, 1) : 0
    return max(wide, narrow, whole)
  }

  /// The proof by the match with a homography, on the scale of `proof`; 0 where there is none.
  ///
  /// Measured on labelled photos: unrelated pictures have at most 6 keypoints in common in this way, and a shared
  /// caption 39. Where both share the same section, as with a caption or a template, most of the pixels must agree,
  /// too.
  package var projectiveProof: Double {
    projective.map { min(proofOfCount, $0.spread / 0.03) } ?? 0
  }

  /// The proof by the match with a homography wherever its keypoints lie and whatever they look like.
  var proofOfCount: Double {
    guard let projective else { return 0 }
    let isAtSamePosition = projective.shift < 0.01
    return min(Double(projective.inliers) / 8, isAtSamePosition ? agreement / 0.60 : .infinity)
  }

  /// The proof for two pictures of text, on the scale of `proof`: 0 without a match by a homography.
  ///
  /// Pages of one book, receipts of one shop and slides of one talk have the same layout, ground and heading; the text
  /// differs. In generated test pages, two pictures of one page shared at least 0.38 of their keypoints, of two pages
  /// at most 0.15; the limit is 0.25.
  var proofOfText: Double { (projective?.share ?? 0) / 0.25 }

  /// Three shares of the required values as one: a surplus, up to twice, makes up for a value that is a fifth too
  /// small.
  ///
  /// Their geometric mean, and never more than the least of them and a quarter. Of 5400 unrelated pairs none has more
  /// than 0.62 in this way (`scripts/fit proof`), and of pairs of one scene four more are proven than where the least
  /// decides alone.
  private func weighed(_ a: Double, _ b: Double, _ c: Double) -> Double {
    min(cbrt(min(2, a) * min(2, b) * min(2, c)), min(a, b, c) / 0.8)
  }

  /// 0…1 among the proven: how much more than enough there is.
  var strength: Double { min(1, max(0, Double(inliers - 8) / 40)) * 0.5 + min(1, max(0, agreement)) * 0.5 }

  /// Whether both pictures show the same section, upright: there a shared template fits as well as a copy does, so that
  /// most of the pixels have to agree.
  package var isOnSameFrame: Bool { firstOverlap > 0.95 && secondOverlap > 0.95 && abs(rotation) < 0.7 }

  /// Whether the keypoints show a crop, a rotation or other content: no mere re-save.
  var speaksAgainstCopy: Bool {
    isMirrored || abs(rotation) > 2 || min(firstOverlap, secondOverlap) < 0.85 || correlation < 0.90
      || agreement < 0.80
  }
}
