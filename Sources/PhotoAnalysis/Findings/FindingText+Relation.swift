import Foundation
import PhotoModel

/// The relation of a picture to its keeper, as far as the evidence goes: "same picture, other metadata", "the same
/// picture, cropped and mirrored", "another shot of the same scene", "the same picture; damaged: …".
func relationText(
  _ evidence: PairEvidence, keeper: ComparedPhoto, other: ComparedPhoto, similarity: Double
) -> String {
  let relation = picturesText(evidence, keeper: keeper, other: other, similarity: similarity)
  return [relation, damageText(keeper: keeper.photo, other: other.photo)].compactMap(\.self).joined(separator: "; ")
}

let damageReason = "it ends too early, or part of it cannot be read"

/// The clause "damaged: it ends too early, or part of it cannot be read"; nil where both are whole.
private func damageText(keeper: ScannedPhoto, other: ScannedPhoto) -> String? {
  return switch (keeper.isDamaged, other.isDamaged) {
  case (_, true): "damaged: \(damageReason)"
  case (true, false): "the keeper is damaged: \(damageReason)"
  case (false, false): nil
  }
}

extension ScannedPhoto {
  /// Whether the decoder reported damage: missing parts were not cropped by anybody.
  fileprivate var isDamaged: Bool { features?.isDamaged ?? false }
}

let fromKeeperText = "made from the keeper"

private func picturesText(
  _ evidence: PairEvidence, keeper: ComparedPhoto, other: ComparedPhoto, similarity: Double
) -> String {
  if evidence.haveSamePixels { return "same picture, other metadata" }
  if evidence.areDifferentShots {
    // A file written by an editor may have a time of its own.
    let edits = [keeper, other].compactMap { $0.photo.contents?.metadata.edit }
    if evidence.isProven, edits.count == 1 { return "the same scene, one of the two edited" }
    return evidence.isProven ? "another shot of the same scene" : "perhaps the same scene"
  }
  let isDamaged = keeper.photo.isDamaged || other.photo.isDamaged
  if let comparison = evidence.verification?.comparison, similarity >= 0.95 || evidence.isSamePicture {
    if comparison.colour >= 255 { return "the same picture, one of the two in gray" }
    if comparison.hasOtherColours { return "the same picture in other colours" }
    if comparison.hasOtherRegion, !isDamaged { return "the same picture, one place differs" }
    if case .firstFromSecond = descent(of: other.photo, keeper.photo, evidence.verification) {
      return "the same picture, \(fromKeeperText)"
    }
  }
  if similarity >= 0.95 { return isDamaged ? "the same picture" : "the same picture, saved again" }
  let changes = changeText(evidence, keeper: keeper, other: other)
  let isSamePicture = evidence.verification.map { $0.agreement >= 0.7 } ?? (evidence.sceneDistance <= 0.15)
  let scene = evidence.isProven ? "the same scene" : "perhaps the same scene"
  let subject = isSamePicture || evidence.isTurned ? "the same picture" : scene
  guard let last = changes.last else {
    return isSamePicture && !isDamaged ? "the same picture, changed a little" : subject
  }
  let others = changes.dropLast().joined(separator: ", ")
  return subject + ", " + (others.isEmpty ? last : "\(others) and \(last)")
}

/// "cropped", "mirrored", "turned by 90°", in this order.
private func changeText(_ evidence: PairEvidence, keeper: ComparedPhoto, other: ComparedPhoto) -> [String] {
  guard let verification = evidence.verification, verification.inliers >= 8 || verification.agreement >= 0.7 else {
    return evidence.isTurned ? [evidence.turnedForm.text] : []
  }
  let isKeeperFirst =
    keeper.photo.digest.flatMap { a in other.photo.digest.flatMap { ContentPair(a, $0)?.first == a } } ?? true
  let keptShare = isKeeperFirst ? verification.firstOverlap : verification.secondOverlap
  let otherShare = isKeeperFirst ? verification.secondOverlap : verification.firstOverlap
  var changes: [String] = []
  if !keeper.photo.isDamaged, !other.photo.isDamaged {
    if otherShare > 0.9, keptShare < 0.9 { changes.append("cropped") }
    if keptShare > 0.9, otherShare < 0.9 { changes.append("with more around it") }
    if keptShare <= 0.9, otherShare <= 0.9 { changes.append("another part of it") }
  }
  if verification.isMirrored { changes.append("mirrored") }
  let turn = Int(abs(verification.rotation).rounded())
  if turn >= 2 { changes.append(turn >= 178 ? "upside down" : "turned by \(turn)°") }
  return changes
}
