package import PhotoModel

/// One line for each finding: the evidence, its margin, and where the slider would let the photo go. No file names:
/// their bytes belong to whoever draws them.

let sameBytesWords = "same bytes as the keeper; on the list at every setting"

/// "part of an exposure bracket, made to be kept whole".
func setWords(_ kind: SetKind) -> String { "part of \(kind.withArticle), made to be kept whole" }

let newSinceWords = "new since you kept the others"

/// "the keeper has no copy of its RAW": what would go with a copy and is nowhere known to stay. Empty where nothing is.
package func lossWords(_ missing: [Companion], at keeper: String = "the keeper") -> [String] {
  let words = [(Companion.Role.raw, "RAW"), (.movie, "movie"), (.sidecar, "sidecar")]
    .filter { role, _ in missing.contains { $0.role == role } }.map(\.1)
  return words.isEmpty ? [] : ["\(keeper) has no copy of its \(words.joined(separator: " and "))"]
}

/// "the same picture, cropped and mirrored; the keeper is larger: …; match 0.91, limit 0.80; leaves the list at 0.95":
/// what a person would say first, and what speaks for the other one, then how sure it is and what the slider would do,
/// then the rest. A small terminal shows the first of these that it has room for.
///
/// - Parameter isInSet: That it is another shot of the scene is said already.
func pairWords(
  keeper kept: ComparedPhoto, other: ComparedPhoto, evidence: PairEvidence?, similarity: Double, threshold: Double,
  order: [KeeperRule] = KeeperRule.standardOrder, isInSet: Bool = false
) -> String {
  let shot = [
    isInSet ? nil : evidence.map { relationWords($0, keeper: kept, other: other, similarity: similarity) },
    timeWords(kept.photo, other.photo),
  ].compactMap { $0 }.joined(separator: ", ")
  let reason = keeper(among: [kept.photo, other.photo], order: order).flatMap { $0.index == 0 ? $0.reason : nil }
  let match = "match \(hundredths(similarity)), limit \(hundredths(threshold))"
  let details = evidence.flatMap { evidence -> String? in
    guard let common = evidence.verification?.inliers, common >= 8 else { return nil }
    return "\(common) details in common"
  }
  let leaves = ThresholdSlider.similarity.values.first { $0 > similarity }
  let light = other.isDrawn ? nil : other.photo.features?.tones?.words
  return [shot.isEmpty ? nil : shot, reason.map(keeperWords), match, leaving(leaves), light, details]
    .compactMap { $0 }.joined(separator: "; ")
}

/// "the keeper is sharper (0.81 to 0.44)", "the keeper was taken first".
private func keeperWords(_ reason: String) -> String {
  switch reason {
  case takenFirst: "the keeper was \(reason)"
  case originalWords: "the keeper has the camera's data"
  default: "the keeper is \(reason)"
  }
}

/// "perhaps blurry: sharpness 0.12, your limit is 0.30; leaves the list at 0.10". Texture without fine edges measures
/// like blur, so that even of the least sharp photos no more is said than how they look.
func blurWords(sharpness: Double, threshold: Double) -> String {
  let leaves = ThresholdSlider.blur.values.last { $0 <= sharpness }
  let guess = sharpness < strictBlurThreshold ? "looks blurry" : "perhaps blurry"
  return "\(guess): sharpness \(hundredths(sharpness)), your limit is \(hundredths(threshold)); \(leaving(leaves))"
}

/// The line with what stands out in the light of the photo: "looks blurry: …; very dark".
func withLight(_ words: String, of photo: ScannedPhoto) -> String {
  judgedLight(of: photo).map { "\(words); \($0)" } ?? words
}

func screenWords(_ photo: ScannedPhoto, score: Double) -> String {
  guard let features = photo.features else { return "" }
  let facts = "no camera data"
  let stays = "on the list at every setting"
  if nameSaysScreenshot(photo.displayName) { return "its name says so; \(facts); \(stays)" }
  if commentSaysScreenshot(features.facts.software) { return "saved by a program for screenshots; \(facts); \(stays)" }
  if commentSaysScreenshot(features.facts.userComment) { return "its comment says so; \(facts); \(stays)" }
  let size = features.pixelSize
  if isPhoneScreen(width: size.width, height: size.height) {
    return "exactly a phone's screen, \(size.width)×\(size.height); \(facts); \(stays)"
  }
  let figures = "\(hundredths(score)), limit \(hundredths(screenshotEvidenceThreshold))"
  return "may be a screenshot, it looks like an interface: \(figures); \(facts); \(stays)"
}

/// "2 s after the keeper", within a day; nil where a clock is missing or they agree.
private func timeWords(_ kept: ScannedPhoto, _ other: ScannedPhoto) -> String? {
  guard let first = kept.features?.facts.capturedAt, let second = other.features?.facts.capturedAt, first != second
  else { return nil }
  let milliseconds = abs(second.milliseconds - first.milliseconds)
  let amount =
    switch milliseconds {
    case ..<1000: "\(milliseconds) ms"
    case ..<120_000: "\(milliseconds / 1000) s"
    case ..<7_200_000: "\(milliseconds / 60_000) min"
    case ..<86_400_000: "\(milliseconds / 3_600_000) h"
    default: counted(Int(milliseconds / 86_400_000), "day")
    }
  return "\(amount) \(second < first ? "before" : "after") the keeper"
}

private func leaving(_ value: Double?) -> String {
  value.map { "leaves the list at \(hundredths($0))" } ?? "on the list at every setting"
}
