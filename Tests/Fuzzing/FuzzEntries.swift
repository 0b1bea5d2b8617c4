import AppCleanup
import FileSafety
import ImageDecoding
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SettingsFile
import SystemPackage
import TerminalDriver
import TextSurface

/// One place at which bytes that nobody vouches for come in.
struct FuzzEntry: Sendable {
  /// Longer than this for one input counts as a hang. Other programs use the machine too.
  var timeout = Duration.seconds(5)
  /// What is wrong with the answer to an input; nil where all is well. A crash speaks for itself.
  var problem: @Sendable ([UInt8]) -> String?
}

let fuzzEntries: [String: FuzzEntry] = [
  "exif": FuzzEntry { bytes in
    _ = captureFacts(inEXIF: bytes)
    return nil
  },
  "xmp": FuzzEntry { bytes in
    guard let packet = XMPPacket(bytes) else { return nil }
    return packet.metadata.limited == packet.metadata ? nil : "words that are too long"
  },
  "iptc": FuzzEntry { bytes in
    for texts in [iptcDescription(inResources: bytes), iptcDescription(inDataSets: bytes)] {
      if let texts, texts.limited != texts { return "words that are too long" }
    }
    return nil
  },
  "sidecar": FuzzEntry { bytes in
    let contents = sidecarContents(of: bytes)
    return SidecarContents(bytes: contents.bytes) == contents ? nil : "contents that are none when they are sent"
  },
  "features": FuzzEntry { bytes in
    guard let features = PhotoFeatures(bytes: bytes) else { return nil }
    return features.isPlausible && features.bytes == bytes ? nil : "features that are none when they are sent"
  },
  "sift": FuzzEntry(problem: siftProblem),
  "header": FuzzEntry { bytes in
    _ = imageFormat(of: bytes)
    guard let header = try? pictureHeader(of: bytes) else { return nil }
    return header.size.width > 0 && header.size.height > 0 ? nil : "a picture of \(header.size)"
  },
  "decode": FuzzEntry(timeout: .seconds(20)) { bytes in
    guard let luma = try? decodeLuma(bytes, minimumLongSide: 64) else { return nil }
    return luma.fullSize.width > 0 && luma.fullSize.height > 0 ? nil : "a picture of \(luma.fullSize)"
  },
  "movie": FuzzEntry { bytes in
    let facts = movieFacts(size: bytes.count) { Array(bytes[$0]) }
    return facts?.isPlausible == true ? nil : "facts that no movie says"
  },
  "boxes": FuzzEntry { bytes in
    guard let boxes = HEIFBoxes(bytes) else { return nil }
    return boxes.tiles.allSatisfy { bytes.indices.contains($0) || $0.isEmpty } ? nil : "a tile outside the file"
  },
  "references": FuzzEntry { bytes in
    guard let boxes = HEIFBoxes(bytes), boxes.read != bytes else { return nil }
    guard boxes.read.count == bytes.count else { return "a file of another length" }
    guard let again = HEIFBoxes(boxes.read) else { return "boxes that are none any more" }
    if again.read != boxes.read { return "boxes that are written twice" }
    return again.tiles == boxes.tiles && again.hasWholeTiles == boxes.hasWholeTiles ? nil : "other tiles"
  },
  "tiles": FuzzEntry(timeout: .seconds(20), problem: tilesProblem),
  "jpeg": FuzzEntry(timeout: .seconds(20), problem: readerProblem),
  "shrink": FuzzEntry(timeout: .seconds(20), problem: shrinkProblem),
  "png": FuzzEntry(timeout: .seconds(20), problem: inflatedProblem),
  "jxl": FuzzEntry(timeout: .seconds(20), problem: optionalProblem),
  "jp2": FuzzEntry(timeout: .seconds(20), problem: optionalProblem),
  "trashinfo": FuzzEntry(problem: trashInfoProblem),
  "results": FuzzEntry { bytes in
    guard let result = try? ResultFile(bytes) else { return nil }
    if result.sets.contains(where: { $0.paths.count < 2 }) { return "a set of one" }
    let strange = result.sets.flatMap(\.paths).first { !$0.isAbsolute || $0.bytes.contains(0) }
    return strange.map { "the path \($0)" }
  },
  "plan": FuzzEntry(problem: planProblem),
  "config": FuzzEntry(problem: configurationProblem),
  "text": FuzzEntry(problem: textProblem),
  "keys": FuzzEntry { bytes in
    var whole = KeyDecoder()
    let events = whole.decode(bytes) + whole.finish()
    return events.count <= bytes.count + 1 ? nil : "\(events.count) events from \(bytes.count) bytes"
  },
  "packages": FuzzEntry { bytes in
    let paragraphs = ControlParagraph.all(in: bytes, wanted: ["package", "status", "depends"])
    let isWhole = paragraphs.allSatisfy { $0["Package"] != nil || $0["Status"] != nil || $0["Depends"] != nil }
    return isWhole ? nil : "a paragraph without a field"
  },
  "desktop": FuzzEntry { bytes in
    guard let entry = DesktopEntry(id: "id", bytes) else { return nil }
    return entry.name.isEmpty || entry.program?.isEmpty == true ? "an entry without a word" : nil
  },
  "recent": FuzzEntry { bytes in
    let programs = DesktopRecords.recentFiles(bytes).keys
    return programs.contains { $0.contains("/") || $0.isEmpty } ? "a program that is a path" : nil
  },
  "model": FuzzEntry(problem: responseProblem),
]

/// However an answer is cut into pieces, it says the same, and no more than came in.
@Sendable private func responseProblem(_ bytes: [UInt8]) -> String? {
  func texts(piece: Int) -> [String]? {
    var response = ModelResponse()
    var texts: [String] = []
    for start in stride(from: 0, to: bytes.count, by: piece) where !response.isFinished {
      guard let more = try? response.take(Array(bytes[start..<min(start + piece, bytes.count)])) else { return nil }
      texts += more
    }
    return (try? response.end()).map { texts + $0 }
  }
  guard let whole = texts(piece: max(1, bytes.count)) else { return nil }
  guard let cut = texts(piece: 7) else { return "in pieces it is refused" }
  if whole != cut { return "in pieces it says something else" }
  return whole.joined().utf8.count > bytes.count * 3 ? "more words than came in" : nil
}

/// Each tile and the thumbnail has the size that the boxes say, and a tile that is decoded is made of whole units.
@Sendable private func tilesProblem(_ bytes: [UInt8]) -> String? {
  // A changed byte may have made it enormous; the header says so before a pixel is touched.
  guard let header = try? pictureHeader(of: bytes), header.size.pixels <= 1_000_000 else { return nil }
  return withTiledPicture(of: bytes) { picture in
    guard HEIFBoxes(bytes)?.hasWholeTiles == true else { return "tiles that are not whole" }
    for (index, area) in picture.tiles.map(\.area).enumerated() {
      guard area.x >= 0, area.y >= 0, area.x + area.width <= picture.header.size.width,
        area.y + area.height <= picture.header.size.height
      else { return "a tile outside the picture" }
      if let luma = picture.luma(ofTile: index), luma.size != area.size { return "a tile of another size" }
    }
    return picture.coloredThumbnail.map { $0.size == picture.thumbnail.size } == false ? "another thumbnail" : nil
  }
}

/// The bytes as keypoints that a worker sends, and as the pixels of a picture, of which the first two bytes are the width.
@Sendable private func siftProblem(_ bytes: [UInt8]) -> String? {
  if let sent = SIFTFeatures(bytes: bytes) {
    if sent.bytes != bytes { return "keypoints that are others when they are sent" }
    var verification = PairVerification.nothing
    verification.projective = projectiveMatch(of: sent, sent)
    if !verification.isPlausible { return "a match that no pictures have" }
  }
  guard bytes.count > 2 else { return nil }
  let width = min(bytes.count - 2, 1 + Int(bytes[0]) + Int(bytes[1]))
  let height = (bytes.count - 2) / width
  let luma = LumaPlane(width: width, height: height, pixels: Array(bytes[2..<2 + width * height]))
  let found = SIFTFeatures(of: luma)
  return SIFTFeatures(bytes: found.bytes) == found ? nil : "keypoints that are none when they are sent"
}

/// What the one-pass reader gives is what libjpeg-turbo gives without a warning.
@Sendable private func readerProblem(_ bytes: [UInt8]) -> String? {
  // A changed byte may have made it enormous; the header says so before a pixel is touched.
  guard let header = try? pictureHeader(of: bytes), header.size.pixels <= 4_000_000 else { return nil }
  for (eighths, wantsEnergies) in [(1, true)] + (1...7).map({ ($0, false) }) {
    guard let found = try? onePassLuma(bytes, eighths: eighths, wantsEnergies: wantsEnergies) else { continue }
    guard let library = try? libraryLuma(bytes, eighths: eighths) else { return "libjpeg refuses it at \(eighths)/8" }
    if library.warnings > 0 { return "libjpeg warns of it at \(eighths)/8" }
    if library.luma != found.luma { return "other pixels at \(eighths)/8" }
  }
  return nil
}

/// Whatever is made smaller is proven.
@Sendable private func shrinkProblem(_ bytes: [UInt8]) -> String? {
  guard let header = try? pictureHeader(of: bytes), header.size.pixels <= 4_000_000 else { return nil }
  for way in [ShrinkWay.lossless, .fit(longSide: 16, byteLimit: nil)] {
    guard let file = try? shrunken(bytes, by: way) else { continue }
    do { try prove(file.bytes, of: bytes, by: way, method: file.method) } catch { return "\(way): \(error)" }
  }
  return nil
}

/// An inflated picture is the one that libpng gives without a warning.
@Sendable private func inflatedProblem(_ bytes: [UInt8]) -> String? {
  guard let header = try? pictureHeader(of: bytes), header.size.pixels <= 4_000_000 else { return nil }
  guard let found = inflatedPixels(ofPNG: bytes) else { return nil }
  guard let library = try? libraryPixels(ofPNG: bytes) else { return "libpng refuses it" }
  if library.warnings > 0 { return "libpng warns of it" }
  return library.picture == found ? nil : "other pixels"
}

/// Whatever is decoded has the size that the header says, and what stands beside it can be read.
@Sendable private func optionalProblem(_ bytes: [UInt8]) -> String? {
  let contents = photoContents(of: bytes)
  guard PhotoContents(bytes: contents.limited.bytes) != nil else { return "contents that no photo has" }
  _ = forEachFollowingPicture(of: bytes, contents) { _ in }
  // A changed byte may have made it enormous; the header says so before a pixel is touched.
  guard let header = try? pictureHeader(of: bytes), header.size.pixels <= 1_000_000 else { return nil }
  for side in [nil, 16] {
    guard let decoded = try? decodePicture(bytes, minimumLongSide: side) else { continue }
    if decoded.fullSize != header.size { return "another size than the header says" }
    if decoded.picture.pixels.count != decoded.picture.size.pixels * 3 { return "pixels without a row" }
  }
  return nil
}

/// A note never leads out of its volume, and what is written of it says the same again.
@Sendable private func trashInfoProblem(_ bytes: [UInt8]) -> String? {
  guard let info = TrashInfo(contents: bytes) else { return nil }
  guard TrashInfo(contents: info.contents) == info else { return "written again it reads differently" }
  let top = FilePath("/media/card")
  for topFolder in [top, nil] {
    guard let path = info.originalPath(topFolder: topFolder) else { continue }
    let names = path.bytes.split(separator: UInt8(ascii: "/"))
    if names.contains(where: { $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) }) {
      return "leads to \(path)"
    }
    if topFolder != nil, !path.bytes.starts(with: Array("/media/card/".utf8)) { return "leads out to \(path)" }
    if path.bytes.contains(0) { return "holds a NUL" }
  }
  return nil
}

/// A plan that is taken says to Deckle what it says to another reader of JSON, and names each photo once.
@Sendable private func planProblem(_ bytes: [UInt8]) -> String? {
  guard let plan = try? PlanFile(bytes) else { return nil }
  guard Set(plan.photos.map(\.path)).count == plan.photos.count else { return "a photo is named twice" }
  let paths = plan.photos.flatMap { [$0.path] + $0.companions.keys }
  if let strange = paths.first(where: { !$0.isAbsolute || $0.bytes.contains(0) }) { return "the path \(strange)" }
  // Values that nobody asks for are not looked into, and may be none.
  guard let tree = try? JSONTree(bytes) else { return nil }
  // A slash at the end, or two for one, are the same path.
  let read = tree["photos"]?.elements?.map { photo in
    [photo["path"]?.text.map { FilePath($0).documentText }, photo["decision"]?.text]
  }
  let meant = plan.photos.map { [$0.path.documentText, $0.decision.rawValue] }
  return read == meant ? nil : "another reader reads another plan"
}

/// Settings are taken or refused with a sentence that names a line of theirs, and what changes one of them is read as it was
/// meant.
@Sendable private func configurationProblem(_ bytes: [UInt8]) -> String? {
  guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
  do throws(ConfigurationError) {
    _ = try Configuration(toml: text, file: "config.toml")
    let (changed, meant) = try Configuration.changed(text, file: "config.toml") { configuration in
      configuration.mouse.toggle()
      configuration.scan.blurThreshold = configuration.scan.blurThreshold == 0.25 ? 0.5 : 0.25
      configuration.scan.excludedFolders.append("~/\u{E9} \"\\\n")
      configuration.protectedFolders = Array(configuration.protectedFolders.dropFirst())
    }
    return try Configuration(toml: changed, file: "config.toml") == meant
      ? nil : "after a change it says something else"
  } catch {
    let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    if let line = error.line, !(1...lines).contains(line) { return "line \(line) of \(lines)" }
    return (error.sentences + [error.sentence]).allSatisfy { SafeText($0).text == $0 }
      ? nil : "a sentence that is not safe to show"
  }
}

/// Nothing that a terminal obeys is left, and different names stay different.
@Sendable private func textProblem(_ bytes: [UInt8]) -> String? {
  for text in [SafeText(bytes: bytes).text, SafeText(String(decoding: bytes, as: UTF8.self)).text] {
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate:
        return "holds U+\(String(scalar.value, radix: 16))"
      default: break
      }
      if (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value) {
        return "turns the reading direction"
      }
    }
    let width = displayWidth(truncated(text, to: 40))
    if width > 40 { return "is \(width) columns wide where 40 are left" }
  }
  return nil
}
