import PhotoModel

/// One line for each finding: the evidence, its margin, and where the slider would let the photo go. No file names:
/// their bytes belong to whoever draws them.

let sameBytesWords = "same bytes as the keeper; on the list at every setting"

/// "the same picture, cropped and mirrored; the keeper is larger: …", "another shot of the same scene, 2 s after the
/// keeper; …": what a person would say first, then the figures.
func pairWords(
  keeper kept: ComparedPhoto, other: ComparedPhoto, evidence: PairEvidence?, similarity: Double, threshold: Double
) -> String {
  let shot = [
    evidence.map { relationWords($0, keeper: kept, other: other, similarity: similarity) },
    timeWords(kept.photo, other.photo),
  ].compactMap { $0 }.joined(separator: ", ")
  let reason = keeper(among: [kept.photo, other.photo]).flatMap { $0.index == 0 ? $0.reason : nil }
  let match = "\(percent(similarity)) match, limit \(percent(threshold))"
  let bits = evidence.flatMap { evidence -> String? in
    if let common = evidence.verification?.inliers, common >= 8 { return "\(common) details in common" }
    return evidence.isTurned || evidence.haveSamePixels ? nil : "\(evidence.hashDistance) of 64 bits apart"
  }
  let leaves = ThresholdSlider.similarity.first { $0 > similarity }
  return [shot.isEmpty ? nil : shot, reason.map(keeperWords), match, bits, leaving(leaves)]
    .compactMap { $0 }.joined(separator: "; ")
}

/// "the keeper is sharper (0.81 to 0.44)", "the keeper was taken first".
private func keeperWords(_ reason: String) -> String {
  reason == takenFirst ? "the keeper was \(reason)" : "the keeper is \(reason)"
}

/// "blurry: sharpness 0.12, your limit is 0.30; leaves the list at 0.10".
func blurWords(sharpness: Double, threshold: Double) -> String {
  let leaves = ThresholdSlider.blur.last { $0 <= sharpness }
  return "blurry: sharpness \(hundredths(sharpness)), your limit is \(hundredths(threshold)); \(leaving(leaves))"
}

func screenWords(_ photo: ScannedPhoto, score: Double) -> String {
  guard let features = photo.features else { return "" }
  let facts = "no camera data"
  if nameSaysScreenshot(photo.displayName) { return "its name says so; \(facts)" }
  if commentSaysScreenshot(features.facts.userComment) { return "its comment says so; \(facts)" }
  let size = features.pixelSize
  if isPhoneScreen(width: size.width, height: size.height) {
    return "exactly a phone's screen, \(size.width)×\(size.height); \(facts)"
  }
  return "looks like an interface: \(hundredths(score)), limit \(hundredths(screenshotEvidenceThreshold)); \(facts)"
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

/// "96 %", cut and not rounded up.
private func percent(_ value: Double) -> String { "\(Int((value * 100 + 1e-9).rounded(.down))) %" }

extension ThresholdSlider {
  /// All values it can take, rising.
  private var values: [Double] {
    var values = [range.lowerBound]
    while let last = values.last, last < range.upperBound { values.append(moved(last, by: 1)) }
    return values
  }

  fileprivate func first(where matches: (Double) -> Bool) -> Double? { values.first(where: matches) }
  fileprivate func last(where matches: (Double) -> Bool) -> Double? { values.last(where: matches) }
}
