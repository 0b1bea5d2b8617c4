import Foundation
package import PhotoModel

/// Whether keypoints may show that two photos are alike: two drawings are alike only where they are copies, and what is
/// measured of each tells that.
package func mayBeAlike(_ first: ScannedPhoto, _ second: ScannedPhoto) -> Bool {
  // By what the contents say: another name asks for no new search.
  guard first.features?.isDrawn == true, second.features?.isDrawn == true else { return true }
  return PairEvidence(ComparedPhoto(first), ComparedPhoto(second))?.similarity ?? 0 > 0
}

extension PairEvidence {
  /// The similarity from 0.80 on that a verification by keypoints proves: so many local features of one picture lie on
  /// those of the other, spread over it, with the pixels below them agreeing, that chance and a shared caption are
  /// ruled out.
  ///
  /// Up to 0.92: geometry says that it is the same scene, never that it is the same picture. 0 where nobody looked.
  var closeSimilarity: Double {
    guard let verification else { return 0 }
    let proof = proof(of: verification)
    return proof >= 1 ? 0.80 + 0.12 * verification.strength : 0.30 + 0.49 * max(0, proof)
  }
}

extension PairVerification {
  /// 1 and more where the evidence is enough for "the same scene"; below 1 what is missing at the weakest spot.
  ///
  /// Measured on labelled photos: of strangers, none with a box over a tenth of the picture has more than 7 local
  /// features in common, and none agrees in more than 0.28 of its fields. Those with up to 51 share a caption, a
  /// logo or a frame, in a small box or with the rest of the picture in disagreement.
  package func proof(gradientDistance: Double) -> Double {
    let common = Double(inliers)
    // Spread over the picture, with pixels that agree. Fewer features than eight go together by chance.
    let wide = min(common / 8, weighed(common / 8, spread / 0.10, agreement / (isOnSameFrame ? 0.60 : 0.25)))
    // In one part of it, as from another viewpoint; then the descriptors must know the scene again, too.
    let narrow =
      isOnSameFrame
      ? 0 : min(weighed(common / 14, spread / 0.03, agreement / 0.22), 1 + (0.50 - gradientDistance))
    // Hardly any local features (dark, blurred, tiny), but the whole pictures agree as they lie.
    let whole = isOnSameFrame && !isMirrored ? min(agreement / 0.85, correlation / 0.80, 1) : 0
    return max(wide, narrow, whole)
  }

  /// The proof by the match with a homography, on the scale of `proof`; 0 where none was asked for.
  ///
  /// Measured on labelled photos: strangers have at most 6 keypoints in common in this way, and a caption of two of them
  /// 39. What lies in the same place in both, as a caption or a template does, needs most of the pixels to agree, too.
  package var projectiveProof: Double {
    guard let projective else { return 0 }
    let isAtSamePosition = projective.shift < 0.01
    return min(
      Double(projective.inliers) / 8, projective.spread / 0.03, isAtSamePosition ? agreement / 0.60 : .infinity)
  }

  /// As `proof`, of two pictures of text: 0 where the match by a homography was not asked for.
  ///
  /// Pages of one book, receipts of one shop and slides of one talk have the same layout, ground and heading; what they
  /// say differs. In generated test pages, two pictures of one page shared at least 0.38 of their keypoints, of two pages
  /// at most 0.15; the limit is 0.25.
  var proofOfText: Double { (projective?.share ?? 0) / 0.25 }

  /// Three shares of what is needed as one: what is more than enough, up to twice, makes up for what is a fifth too
  /// little.
  ///
  /// Their geometric mean, and never more than the least of them and a quarter. Of 5400 pairs of strangers none has
  /// more than 0.62 in this way (`scripts/fit proof`), and of pairs of one scene four more are proven than where the
  /// least decides alone.
  private func weighed(_ a: Double, _ b: Double, _ c: Double) -> Double {
    min(cbrt(min(2, a) * min(2, b) * min(2, c)), min(a, b, c) / 0.8)
  }

  /// 0…1 among the proven: how much more than enough there is.
  var strength: Double { min(1, max(0, Double(inliers - 8) / 40)) * 0.5 + min(1, max(0, agreement)) * 0.5 }

  /// Both pictures show the same section, upright: there a shared template fits as well as a copy does, so that most of
  /// the pixels have to agree.
  package var isOnSameFrame: Bool { firstOverlap > 0.95 && secondOverlap > 0.95 && abs(rotation) < 0.7 }

  /// The keypoints say that one is a part of the other, or turned, or not the same inside: no mere re-save.
  var speaksAgainstCopy: Bool {
    isMirrored || abs(rotation) > 2 || min(firstOverlap, secondOverlap) < 0.85 || correlation < 0.90
      || agreement < 0.80
  }
}
