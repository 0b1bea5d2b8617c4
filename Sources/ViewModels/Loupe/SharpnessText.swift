import PhotoModel

/// The facts about sharpness that the loupe shows, as text: the whole photo, its sharpest part, and how each part
/// compares with the other photo.
///
/// - Parameters:
///   - other: The photo that a flip of the loupe shows; nil where there is none.
///   - otherName: "the keeper".
///   - limit: The sharpness below which a photo is called blurry.
func sharpnessText(
  _ photo: ScannedPhoto, besides other: ScannedPhoto?, otherName: String, limit: Double
) -> [String] {
  guard let features = photo.features else { return ["It could not be read, so nothing is known of its sharpness"] }
  var text = [
    sharpnessTitle(features).map { "Sharpness \($0) of 1, blurry below \(hundredths(limit))" }
      ?? "Cannot tell how sharp it is: too dark, too plain, or all fine texture"
  ]
  if let theirs = other?.features.flatMap(sharpnessTitle), features.sharpness != nil {
    text[0] += "; \(otherName) has \(theirs)"
  }
  if let region = features.sharpestRegion {
    text.append("Sharpest across \(percent(region.x)), down \(percent(region.y))")
  }
  return text + partText(features, other?.features, otherName)
}

/// The sharpness as text, "0.44"; nil where there is too little detail. With "or more" where the photo was measured in
/// part, which gives a lower bound.
func sharpnessTitle(_ features: PhotoFeatures) -> String? {
  features.sharpness.map { "\(hundredths($0))\(features.isPartial ? " or more" : "")" }
}

private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

/// The lines about the 4 × 4 parts, row by row from the top.
private func partText(_ mine: PhotoFeatures, _ theirs: PhotoFeatures?, _ otherName: String) -> [String] {
  guard mine.regionSharpness.count == 16 else { return [] }
  let rows = ["Top", "Upper middle", "Lower middle", "Bottom"]
  var text = ["Widths of edges from left to right, narrow is sharp, in pixels of a picture of 512:"]
  text += rows.indices.map { row in
    "\(rows[row]): " + mine.regionSharpness[row * 4..<row * 4 + 4].map(edgeWidth).joined(separator: ", ")
  }
  guard let theirs, theirs.regionSharpness.count == 16, mine.pixelSize == theirs.pixelSize else { return text }
  let pairs = zip(mine.regionSharpness, theirs.regionSharpness).filter { $0 > 0 && $1 > 0 }
  guard !pairs.isEmpty else { return text }
  // An eighth more or less is what noise does.
  let (better, worse) = (pairs.count { Int($0) * 8 > Int($1) * 9 }, pairs.count { Int($1) * 8 > Int($0) * 9 })
  text.append(
    "Beside \(otherName): sharper in \(better), softer in \(worse) of \(pairs.count) parts that both have edges in")
  return text
}

private func edgeWidth(_ stored: UInt8) -> String {
  guard stored > 0 else { return "no edges" }
  let tenths = Int((640 / Double(stored)).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}
