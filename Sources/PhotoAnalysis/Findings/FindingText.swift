package import PhotoModel

/// The line of a finding: the evidence, its margin, and the threshold at which the photo would leave the list; clause
/// by clause, because there is also a text without figures. File names are added only where the line is drawn.
struct FindingText {
  private var clauses: [(line: String, text: String?)] = []

  init(_ text: String...) { for text in text { add(text) } }

  /// - Parameter asText: The clause without figures; nil where nothing is left of it.
  mutating func add(_ clause: String, asText text: String?) { clauses.append((clause, text)) }
  mutating func add(_ text: String) { add(text, asText: text) }
  /// Adds the setting at which the photo leaves the list; nothing where no setting does.
  mutating func addLeaving(_ value: Double?) {
    if let value { add("leaves the list at \(hundredths(value))", asText: nil) }
  }

  static func += (left: inout FindingText, right: FindingText) { left.clauses += right.clauses }

  var line: String { clauses.map(\.line).joined(separator: "; ") }
  var text: String { clauses.compactMap(\.text).joined(separator: "; ") }
}

/// The text of a copy with the same bytes, which no setting leaves out.
func copySuffixes(of other: ScannedPhoto, keeper: ScannedPhoto) -> FindingText {
  var text = FindingText(sameBytesText)
  for loss in lossText(other.companions(missingAt: keeper)) { text.add(loss) }
  return withLight(text, of: other)
}

/// No setting leaves this text out.
let sameBytesText = "same bytes as the keeper"

/// "part of an exposure bracket, made to be kept whole".
func setText(_ kind: SetKind) -> String { "part of \(kind.withArticle), made to be kept whole" }

/// The text of a photo that was kept in another review, or in another category than the one it is listed in.
let keptBeforeText = "you kept it before"

/// The reason why a photo is no proposal beside its keeper, by the folders or the name of one of them.
func locationText(_ other: ScannedPhoto, keeper: ScannedPhoto) -> String {
  if !keeper.permanence.vouches(for: other.permanence), let text = keeper.permanence.text {
    return "the keeper \(text)"
  }
  return "it \(other.permanence.text ?? "is a backup"), and the keeper is not that file"
}

let newSinceText = "new since you kept the others"

/// The clauses about companions that would be lost with a copy: "the keeper has no copy of its RAW". Empty where
/// nothing is lost.
package func lossText(_ missing: [Companion], at keeper: String = "the keeper") -> [String] {
  missing.isEmpty ? [] : ["\(keeper) has no copy of its \(rolesTitle(missing))"]
}

/// "RAW and sidecar".
func rolesTitle(_ companions: [Companion]) -> String {
  [(Companion.Role.raw, "RAW"), (.movie, "movie"), (.sidecar, "sidecar")]
    .filter { role, _ in companions.contains { $0.role == role } }.map(\.1).joined(separator: " and ")
}

/// "the same picture, cropped and mirrored; the keeper is larger: …; match 0.91, limit 0.80; leaves the list at 0.95":
/// the plainest description first, and the advantage of the other photo, then the certainty and the effect of the
/// slider, then the rest. A small terminal shows as many of these as fit.
///
/// - Parameter isInSet: Whether the text already mentions another shot of the scene; the keeper may be of another day.
func pairText(
  keeper kept: ComparedPhoto, other: ComparedPhoto, evidence: PairEvidence?, similarity: Double, threshold: Double?,
  order: KeeperOrder = .standard, isInSet: Bool = false
) -> FindingText {
  var text = FindingText()
  let shot = [
    isInSet ? nil : evidence.map { relationText($0, keeper: kept, other: other, similarity: similarity) },
    isInSet ? nil : timeText(kept.photo, other.photo),
  ].compactMap { $0 }.joined(separator: ", ")
  if !shot.isEmpty { text.add(shot) }
  if let choice = keeper(
    among: [kept.photo, other.photo], order: order,
    verifications: { [verification = evidence?.verification] _, _ in verification }),
    // The first clause may already mention that the other photo was made from this one, or is damaged.
    choice.index == 0, choice.reason != madeFromText || !shot.contains(fromKeeperText),
    choice.reason != undamagedReason || !shot.contains(damageReason)
  {
    text.add(keeperText(choice.reason), asText: keeperText(choice.text))
  }
  if !PairEvidence.isCap(similarity) {
    let limit = threshold.map { ", limit \(hundredths($0))" } ?? ""
    text.add("match \(hundredths(similarity))\(limit)", asText: nil)
    text.addLeaving(ThresholdSlider.similarity.values.first { $0 > similarity })
  }
  if !other.isDrawn, let light = other.photo.features?.tones?.text { text.add(light) }
  if let common = evidence?.verification?.inliers, common >= 8 {
    text.add("\(common) details in common", asText: nil)
  }
  return text
}

/// "the keeper is sharper (0.81 to 0.44)", "the keeper was taken first".
private func keeperText(_ reason: String) -> String {
  switch reason {
  case takenFirst: "the keeper was \(reason)"
  case originalText: "the keeper has the camera's data"
  case _ where reason.hasPrefix("holds more"): "the keeper \(reason)"
  case _ where reason.hasPrefix("the other one "): "it" + reason.dropFirst("the other one".count)
  default: "the keeper is \(reason)"
  }
}

/// "perhaps blurry: sharpness 0.12, your limit is 0.30; leaves the list at 0.10". Texture without fine edges measures
/// like blur, so that even the least sharp photos are only said to look blurry.
///
/// - Parameter threshold: The limit; nil while the slider still moves.
func blurText(sharpness: Double, threshold: Double?) -> FindingText {
  var text = FindingText()
  let guess = sharpness < strictBlurThreshold ? "looks blurry" : "perhaps blurry"
  let limit = threshold.map { ", your limit is \(hundredths($0))" } ?? ""
  text.add(
    "\(guess): sharpness \(hundredths(sharpness))\(limit)",
    asText: "\(guess): softer than your limit")
  text.addLeaving(ThresholdSlider.blur.values.last { $0 <= sharpness })
  return text
}

/// The text with remarkable light of the photo added: "looks blurry: …; very dark".
func withLight(_ text: FindingText, of photo: ScannedPhoto) -> FindingText {
  var text = text
  if let light = judgedLight(of: photo) { text.add(light) }
  return text
}

func screenshotText(_ photo: ScannedPhoto, score: Double) -> FindingText {
  guard let features = photo.features else { return FindingText() }
  var text = FindingText()
  let size = features.pixelSize
  if isScreenshotName(photo.displayName) {
    text.add("its name says so")
  } else if isScreenshotProgram(features.facts.software) {
    text.add("saved by a program for screenshots")
  } else if isScreenshotComment(features.facts.userComment) {
    text.add("its comment says so")
  } else if isScreenshotName(photo.folderName) {
    text.add("its folder says so")
  } else if isPhoneScreen(width: size.width, height: size.height) {
    let guess = "exactly a phone's screen"
    text.add("\(guess), \(size.width)×\(size.height)", asText: guess)
  } else {
    let guess = "may be a screenshot, it looks like an interface"
    text.add(
      "\(guess): \(hundredths(score)), limit \(hundredths(screenshotEvidenceThreshold))", asText: guess)
  }
  text.add("no camera data")
  return text
}

/// "2 s after the keeper", within a day; nil where a clock is missing or they agree.
private func timeText(_ kept: ScannedPhoto, _ other: ScannedPhoto) -> String? {
  guard let first = kept.features?.facts.capturedAt, let second = other.features?.facts.capturedAt,
    first.differs(from: second)
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
