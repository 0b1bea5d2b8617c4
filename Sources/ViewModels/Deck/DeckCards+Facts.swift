import Foundation
import PhotoAnalysis
import PhotoModel
import Review
import SystemPackage
import TextSurface

extension DeckCards {
  /// The facts for the line below the photo, the most useful first.
  func facts(of photo: ScannedPhoto) -> [String] {
    let files = companionsTitle(photo.companions, shown: shownTitle(of: photo))
    let sizes = [photo.size.formatted] + (files.isEmpty ? [] : [files])
    guard let features = photo.features else { return sizes }
    let facts = features.facts
    var line = ["\(features.pixelSize.width)×\(features.pixelSize.height)"] + sizes
    if let ending = features.format.misleadingEnding(of: photo.path) {
      line.append("\(features.format.title), named .\(ending)")
    }
    if let chosen = photo.contents.map({ chosenText($0.metadata) }), !chosen.isEmpty {
      line.append(SafeText(chosen).text)
    }
    if let time = photo.capturedAt { line.append(time.formatted) }
    if let light = judgedLight(of: photo) { line.append(light) }
    if let camera = facts.camera { line.append(SafeText(camera).text) }
    if let fNumber = facts.fNumber { line.append("ƒ/\(tenths(fNumber))") }
    if let exposure = facts.exposureSeconds { line.append(exposureTitle(exposure)) }
    if let iso = facts.iso { line.append("ISO \(iso)") }
    return line
  }

  /// The facts of a photo that is no finding, in the place of the reason: its set, descriptive metadata, the lens.
  func moreFacts(of photo: ScannedPhoto) -> String {
    let metadata = photo.contents?.metadata
    let texts = [
      metadata?.title, metadata?.caption, metadata?.people.joined(separator: ", "),
      metadata?.keywords.joined(separator: ", "), photo.features?.facts.lens,
    ]
    let written = texts.compactMap(\.self).filter { !$0.isEmpty }.map { SafeText($0).text }
    return ((review.setsText(photo.path).map { [$0] } ?? []) + written).joined(separator: " · ")
  }

  /// "JPEG only · proposed": the half that goes comes first, so that a narrow card does not cut it; empty where there
  /// is no badge.
  func badge(of photo: ScannedPhoto, as issue: PhotoIssue, isKeeper: Bool) -> String {
    [partsBadge(of: photo), isKeeper ? "keeper" : badge(of: issue)].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func badge(of issue: PhotoIssue) -> String {
    let group = review.group(of: issue.path, in: issue.category)
    if let member = group?.members.first(where: { $0.path == issue.path }), member.similarity == nil {
      return "another keeper now"
    }
    // The others are listed for the user to judge, and must not look like a proposal. A proposal that rests on a photo
    // that stays is none without it.
    let isAlone = group.map { review.isShownFileLeaving($0.keeper) } == true
    return review.isProposed(issue) && !isAlone ? "proposed" : ""
  }

  private func partsBadge(of photo: ScannedPhoto) -> String {
    switch parts(of: photo.path) {
    case .shown where photo.raw != nil: "\(shownTitle(of: photo)) only"
    case .raw where photo.raw != nil: "RAW only"
    default: ""
    }
  }

  func partsMessage(of photo: ScannedPhoto, _ parts: PhotoParts) -> String {
    let shown = shownTitle(of: photo)
    let size = photo.size(of: parts).formatted
    return switch parts {
    case .all: "Delete takes all of it, \(size)"
    case .shown: "Delete takes the \(shown) only, \(size); the RAW stays" + doubt(about: photo.raw?.path)
    case .raw: "Delete takes the RAW only, \(size); the \(shown) stays" + doubt(about: photo.path)
    }
  }

  /// The end of a sentence that warns where the half that stays could not be read; else empty.
  private func doubt(about staying: FilePath?) -> String {
    staying.map(review.unread.contains) == true ? ", but it could not be read" : ""
  }

  /// "JPEG": the format of the shown file, else the ending of its name.
  func shownTitle(of photo: ScannedPhoto) -> String {
    if let format = photo.features?.format { return format.title }
    let name = String(decoding: photo.path.nameBytes, as: UTF8.self)
    let ending = name.split(separator: ".").dropFirst().last.map { SafeText($0.uppercased()).text } ?? "file"
    return ending == "JPG" ? "JPEG" : ending
  }

  func exposureTitle(_ seconds: Double) -> String {
    seconds > 1e-6 && seconds < 0.4 ? "1/\(Int((1 / seconds).rounded())) s" : "\(tenths(seconds)) s"
  }

  /// All facts about the photo, with units.
  func details(of key: IssueKey) -> [Detail] {
    guard let photo = review.photos[key.path] else { return [] }
    var details = [
      Detail("Name", nameTitle(key.path)), Detail("Folder", library.folderTitle(of: key.path)),
    ]
    // The card may cut this text; here it is whole.
    let why = SafeText(issue(of: photo, in: key.category).why).text
    if !why.isEmpty, key.category != .browse { details.append(Detail("Why", why)) }
    if !key.category.isGrouped, let sets = review.setsText(key.path) { details.append(Detail("Set", sets)) }
    details += files(of: photo)
    details += review.caseFoldCollisions(besides: photo).map { collision in
      let text =
        "has the same bytes, but on some drives it and \(nameTitle(collision.other)) would be one file: no copy"
      return Detail("Same name", "\(library.title(collision.path)) \(text)")
    }
    guard let features = photo.features else {
      return details + [Detail("Picture", "could not be read, so nothing is known of it")]
    }
    if let time = photo.capturedAt {
      details.append(Detail("Taken", time.formatted))
    } else if let time = CaptureTime(inNameOf: photo.path) {
      details.append(Detail("Taken", "perhaps \(time.formattedDay), by its name"))
    }
    details += exposure(of: features)
    if let contents = photo.contents { details += contentDetails(of: contents) }
    details += quality(of: features, light: judgedLight(of: photo))
    return details
  }

  private func files(of photo: ScannedPhoto) -> [Detail] {
    var details = [Detail("Size", "\(photo.size.formatted) (\(groupedDigits(Int(photo.size.bytes))) bytes)")]
    for companion in photo.companions {
      let name = SafeText(bytes: companion.path.nameBytes).text
      details.append(Detail(companion.role.title, "\(name), \(companion.size.formatted)"))
    }
    let written = Date(timeIntervalSince1970: Double(photo.identity.modified) / 1e9)
    details.append(Detail("Written", library.dependencies.environment.formatDate(written)))
    if let features = photo.features {
      let ending = features.format.misleadingEnding(of: photo.path).map { ", although the name ends in .\($0)" }
      details.append(Detail("Format", features.format.title + (ending ?? "")))
      let size = features.pixelSize
      let megapixels = tenths(Double(size.pixels) / 1e6)
      let unit = megapixels == "1" ? "megapixel" : "megapixels"
      details.append(
        Detail(
          "Pixels", "\(size.width) × \(size.height)" + (size.pixels >= 50_000 ? ", \(megapixels) \(unit)" : "")))
    }
    if let text = photo.permanence.text { details.append(Detail("Place", "it \(text), so it counts as no copy")) }
    if photo.isProtected { details.append(Detail("Protected", "it lies in a protected folder and stays")) }
    return details
  }

  private func exposure(of features: PhotoFeatures) -> [Detail] {
    let facts = features.facts
    var details: [Detail] = []
    if let camera = facts.camera { details.append(Detail("Camera", SafeText(camera).text)) }
    if let lens = facts.lens { details.append(Detail("Lens", SafeText(lens).text)) }
    if let focal = facts.focalLength { details.append(Detail("Focal length", "\(tenths(focal)) mm")) }
    if let fNumber = facts.fNumber { details.append(Detail("Aperture", "ƒ/\(tenths(fNumber))")) }
    if let exposure = facts.exposureSeconds { details.append(Detail("Exposure", exposureTitle(exposure))) }
    if let iso = facts.iso { details.append(Detail("ISO", "\(iso)")) }
    if let bias = facts.exposureBias, bias != 0 { details.append(Detail("Bias", "\(tenths(bias)) EV")) }
    if let software = facts.software { details.append(Detail("Software", SafeText(software).text)) }
    if let comment = facts.userComment { details.append(Detail("Comment", SafeText(comment).text)) }
    return details
  }

  /// The details of the contents of a file beside its first picture: texts, ratings, frames, depth.
  private func contentDetails(of contents: PhotoContents) -> [Detail] {
    let metadata = contents.metadata
    var details: [Detail] = []
    func add(_ label: String, _ value: String?) {
      if let value, !value.isEmpty { details.append(Detail(label, SafeText(value).text)) }
    }
    add("Rating", metadata.rating == -1 ? "rejected" : chosenText(metadata))
    add("Title", metadata.title)
    add("Caption", metadata.caption)
    add("Keywords", metadata.keywords.joined(separator: ", "))
    add("People", metadata.people.joined(separator: ", "))
    add("Copyright", metadata.copyright)
    add("Edited", metadata.edit)
    add("Taken at", contents.location.map { "\($0.degrees)" })
    if contents.frames > 1 {
      add("Frames", "\(groupedDigits(contents.frames)) in \(tenths(Double(contents.duration) / 1000)) s")
    }
    if contents.pages > 1 { add("Pages", groupedDigits(contents.pages)) }
    if contents.alpha == .used { add("Transparency", "parts of it show what is behind") }
    if contents.bitsPerChannel != 8 { add("Depth", "\(contents.bitsPerChannel) bits a colour") }
    if contents.gamut == .wide { add("Colours", "wider than usual screens show") }
    let carried = [
      contents.hasGainMap || contents.isHDR ? "HDR" : nil, contents.hasDepthMap ? "depth" : nil,
      contents.isStereo ? "a stereo pair" : nil, contents.movie.map { "a movie of \(tenths(Double($0) / 1000)) s" },
      contents.hasSound ? "sound" : nil, contents.hasStoredJPEG ? "the JPEG that it was made from" : nil,
    ].compactMap(\.self)
    add("Carries", carried.joined(separator: ", "))
    return details
  }

  private func quality(of features: PhotoFeatures, light: String?) -> [Detail] {
    var details = [
      Detail("Sharpness", sharpnessTitle(features).map { "\($0) of 1" } ?? "cannot tell: too dark, plain or fine")
    ]
    if let light { details.append(Detail("Light", light)) }
    if features.isDamaged { details.append(Detail("Damage", "the file is damaged; part of it shows")) }
    return details
  }
}

/// "1.6".
func tenths(_ number: Double) -> String {
  let value = (number * 10).rounded()
  guard value.isFinite, abs(value) < 1e9 else { return "?" }
  let whole = Int(value)
  return whole % 10 == 0 ? "\(whole / 10)" : "\(whole < 0 ? "-" : "")\(abs(whole) / 10).\(abs(whole) % 10)"
}
