import PhotoModel
import SystemPackage
import TextSurface

extension DeckModel {
  /// One line about the photo, the most useful first.
  func facts(of photo: ScannedPhoto) -> [String] {
    let files = companionsTitle(photo.companions, shown: shownTitle(of: photo))
    let sizes = [photo.size.formatted] + (files.isEmpty ? [] : [files])
    guard let features = photo.features else { return sizes }
    let facts = features.facts
    var line = ["\(features.pixelSize.width)×\(features.pixelSize.height)"] + sizes
    if let ending = features.format.misleadingEnding(of: photo.path) {
      line.append("\(features.format.title), named .\(ending)")
    }
    if let time = facts.capturedAt { line.append(time.formatted) }
    if let light = light(of: photo) { line.append(light) }
    if let camera = facts.camera { line.append(SafeText(camera).text) }
    if let fNumber = facts.fNumber { line.append("ƒ/\(tenths(fNumber))") }
    if let exposure = facts.exposureSeconds { line.append(exposureTitle(exposure)) }
    if let iso = facts.iso { line.append("ISO \(iso)") }
    return line
  }

  /// "very dark": nil of a screenshot, which is white or black on purpose.
  private func light(of photo: ScannedPhoto) -> String? {
    state.card?.issue.category == .screenshot ? nil : photo.features?.tones?.words
  }

  func badge(of issue: PhotoIssue, isKeeper: Bool) -> String {
    if isKeeper { return "keeper" }
    let evidence =
      switch issue.category {
      case .duplicate, .similar: "\(Int((issue.score * 100).rounded(.down))) % match"
      case .blurry: "sharpness \(hundredths(issue.score))"
      case .screenshot: "screenshot"
      }
    // The rest is listed for the user to judge, and must not look like a proposal.
    return issue.isPreselected ? "proposed · \(evidence)" : evidence
  }

  /// How many of the photos that would be marked Deckle proposes itself, before a yes to all of them.
  func judgedWords(clear: Int, of count: Int) -> String {
    switch (clear, count) {
    case (1, 1): "It is a clear case."
    case (0, 1): "It is no clear case; it is yours to judge."
    case (count, _): "All of them are clear cases."
    case (0, _): "None of them is a clear case; all are yours to judge."
    case (1, _): "1 of them is a clear case; the others are yours to judge."
    default: "\(groupedDigits(clear)) of them are clear cases; the others are yours to judge."
    }
  }

  /// "JPEG only · ", before the rest, which a narrow card cuts: what is taken must not be a surprise. Empty where
  /// everything goes.
  func partsBadge(of photo: ScannedPhoto) -> String {
    switch parts(of: photo.path) {
    case .shown where photo.raw != nil: "\(shownTitle(of: photo)) only · "
    case .raw where photo.raw != nil: "RAW only · "
    default: ""
    }
  }

  func partsMessage(of photo: ScannedPhoto, _ parts: PhotoParts) -> String {
    let shown = shownTitle(of: photo)
    let size = photo.size(of: parts).formatted
    return switch parts {
    case .all: "Delete takes all of it, \(size)"
    case .shown: "Delete takes the \(shown) only, \(size); the RAW stays"
    case .raw: "Delete takes the RAW only, \(size); the \(shown) stays"
    }
  }

  /// "JPEG": by what it is, else by its ending.
  private func shownTitle(of photo: ScannedPhoto) -> String {
    if let format = photo.features?.format { return format.title }
    let name = String(decoding: photo.path.nameBytes, as: UTF8.self)
    let ending = name.split(separator: ".").dropFirst().last.map { SafeText($0.uppercased()).text } ?? "file"
    return ending == "JPG" ? "JPEG" : ending
  }

  /// Everything known about the photo, with units.
  func details(of path: FilePath) -> [Detail] {
    guard let photo = state.card.flatMap({ $0.issue.path == path ? $0 : nil }) else { return [] }
    var details = [Detail("Name", photo.name), Detail("Folder", photo.folder)]
    details += detailsOfContent(of: path)
    return details
  }

  private func exposureTitle(_ seconds: Double) -> String {
    seconds > 1e-6 && seconds < 0.4 ? "1/\(Int((1 / seconds).rounded())) s" : "\(tenths(seconds)) s"
  }

  func detailsOfContent(of path: FilePath) -> [Detail] {
    guard let photo = scannedPhoto(path) else { return [] }
    var details = [Detail("Size", "\(photo.size.formatted) (\(groupedDigits(Int(photo.size.bytes))) bytes)")]
    for companion in photo.companions {
      let name = SafeText(bytes: companion.path.nameBytes).text
      details.append(Detail(companion.role.title, "\(name), \(companion.size.formatted)"))
    }
    guard let features = photo.features else { return details }
    let facts = features.facts
    let ending = features.format.misleadingEnding(of: photo.path).map { ", although the name ends in .\($0)" }
    details.append(Detail("Format", features.format.title + (ending ?? "")))
    details.append(Detail("Pixels", "\(features.pixelSize.width) × \(features.pixelSize.height)"))
    if let time = facts.capturedAt { details.append(Detail("Taken", time.formatted)) }
    if let camera = facts.camera { details.append(Detail("Camera", SafeText(camera).text)) }
    if let lens = facts.lens { details.append(Detail("Lens", SafeText(lens).text)) }
    if let focal = facts.focalLength { details.append(Detail("Focal length", "\(tenths(focal)) mm")) }
    if let fNumber = facts.fNumber { details.append(Detail("Aperture", "ƒ/\(tenths(fNumber))")) }
    if let exposure = facts.exposureSeconds { details.append(Detail("Exposure", exposureTitle(exposure))) }
    if let iso = facts.iso { details.append(Detail("ISO", "\(iso)")) }
    if let bias = facts.exposureBias, bias != 0 { details.append(Detail("Bias", "\(tenths(bias)) EV")) }
    if let software = facts.software { details.append(Detail("Software", SafeText(software).text)) }
    details.append(
      Detail("Sharpness", features.sharpness.map { "\(hundredths($0)) of 1" } ?? "cannot tell: too little detail"))
    if let light = light(of: photo) { details.append(Detail("Light", light)) }
    if features.decodeWarnings > 0 { details.append(Detail("Damage", "the file is damaged; part of it shows")) }
    return details
  }
}

/// "1.6".
private func tenths(_ number: Double) -> String {
  let value = (number * 10).rounded()
  guard value.isFinite, abs(value) < 1e9 else { return "?" }
  let whole = Int(value)
  return whole % 10 == 0 ? "\(whole / 10)" : "\(whole < 0 ? "-" : "")\(abs(whole) / 10).\(abs(whole) % 10)"
}

/// "0.12".
private func hundredths(_ number: Double) -> String {
  let value = Int((number * 100).rounded())
  return "\(value / 100).\(value % 100 < 10 ? "0" : "")\(value % 100)"
}
