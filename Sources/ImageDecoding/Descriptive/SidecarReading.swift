package import PhotoModel

/// The contents of a sidecar about its photo. The first bytes show its kind: XMP, an adjustment of Apple's (AAE),
/// settings of RawTherapee (PP3) or DxO (DOP), or the description that a Google Takeout export has beside each picture
/// (JSON). Everything else (a thumbnail, an unrelated file) has no contents.
package func sidecarContents(of bytes: [UInt8]) -> SidecarContents {
  let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  switch start.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
  case UInt8(ascii: "{"): return takeoutContents(Array(start))
  case UInt8(ascii: "["), UInt8(ascii: "#"): return SidecarContents(metadata: rawTherapeeMetadata(start))
  case UInt8(ascii: "S"): return SidecarContents(metadata: dxoMetadata(start))
  case UInt8(ascii: "b"): return SidecarContents(metadata: adjustmentText(inBinary: start))
  default: break
  }
  guard let packet = XMPPacket(bytes) else { return SidecarContents(metadata: adjustmentText(inXML: bytes)) }
  if packet.isExportedVerdict { return .exportedMarks }
  return SidecarContents(
    metadata: packet.metadata, location: packet.location, capturedAt: packet.capturedAt, timeOffset: packet.timeOffset)
}

// MARK: Google Takeout

/// Source: files of exports from 2018 to 2025. Times are seconds of UTC.
private func takeoutContents(_ bytes: [UInt8]) -> SidecarContents {
  guard let tree = try? JSONTree(bytes), tree["photoTakenTime"] != nil || tree["creationTime"] != nil else {
    return SidecarContents()
  }
  var metadata = DescriptiveMetadata()
  metadata.isFavourite = tree["favorited"]?.isTrue ?? false
  metadata.caption = DescriptiveMetadata.caption(tree["description"]?.text)
  metadata.addPeople((tree["people"]?.elements ?? []).compactMap { $0["name"]?.text })
  let taken = tree["photoTakenTime"]?["timestamp"]?.text.flatMap { Int64($0) }
  // Times from 1900 to 2200; any other is not that of a clock.
  let time = taken.flatMap { (-2_208_988_800..<7_258_118_400).contains($0) && $0 != 0 ? $0 : nil }
  return SidecarContents(
    metadata: metadata, location: location(tree["geoData"]) ?? location(tree["geoDataExif"]),
    capturedAt: time.map { CaptureTime(milliseconds: $0 * 1000) }, timeOffset: time == nil ? nil : 0)
}

private func location(_ tree: JSONTree?) -> PhotoContents.Location? {
  guard let north = tree?["latitude"]?.number, let east = tree?["longitude"]?.number else { return nil }
  return PhotoContents.Location(latitude: north, longitude: east)
}

// MARK: Apple

/// The edits in a property list of the Photos app. Slow motion of a movie is no edit of a photo.
private func adjustmentText(inXML bytes: [UInt8]) -> DescriptiveMetadata {
  guard let root = XMLElement(xml: bytes), root.name == "plist", let list = root.children.first else {
    return DescriptiveMetadata()
  }
  let values = zip(list.children, list.children.dropFirst()).filter { $0.0.name == "key" }
  let format = values.first { $0.0.text == "adjustmentFormatIdentifier" }
  return adjustment(format: DescriptiveMetadata.text(format?.1.text))
}

private func adjustmentText(inBinary bytes: ArraySlice<UInt8>) -> DescriptiveMetadata {
  guard bytes.starts(with: Array("bplist0".utf8)), bytes.count < 1_000_000 else { return DescriptiveMetadata() }
  // Keys and short texts are stored in it unencoded.
  let text = String(decoding: bytes, as: UTF8.self)
  guard text.contains("adjustmentFormatIdentifier") else { return DescriptiveMetadata() }
  return adjustment(format: text.contains("com.apple.video.") ? "com.apple.video." : "com.apple.photo")
}

private func adjustment(format: String?) -> DescriptiveMetadata {
  var metadata = DescriptiveMetadata()
  if let format, !format.hasPrefix("com.apple.video.") { metadata.edit = "Photos adjustments" }
  return metadata
}

// MARK: RawTherapee

/// The metadata in an INI file: rank, label and trash in `[General]`, texts in `[IPTC]`, and a section for each tool.
private func rawTherapeeMetadata(_ bytes: ArraySlice<UInt8>) -> DescriptiveMetadata {
  var metadata = DescriptiveMetadata()
  var section = ""
  for line in lines(bytes) {
    if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
      section = String(line[line.index(after: line.startIndex)..<end])
      if !rawTherapeeFacts.contains(section) { metadata.edit = "RawTherapee" }
      continue
    }
    guard let equals = line.firstIndex(of: "=") else { continue }
    let value = String(line[line.index(after: equals)...])
    switch (section, line[..<equals]) {
    case ("General", "Rank"): metadata.rating = DescriptiveMetadata.rating(value)
    case ("General", "ColorLabel"):
      if let color = Int(value), rawTherapeeColors.indices.contains(color - 1) {
        metadata.label = rawTherapeeColors[color - 1]
      }
    case ("General", "InTrash"): if value == "true" { metadata.isPicked = false }
    case ("IPTC", "Keywords"): metadata.addKeywords(value.split(separator: ";").map(String.init))
    case ("IPTC", "Title"): metadata.title = DescriptiveMetadata.caption(value)
    case ("IPTC", "Caption"): metadata.caption = DescriptiveMetadata.caption(value)
    case ("IPTC", "Copyright"): metadata.copyright = DescriptiveMetadata.text(value)
    default: break
    }
  }
  return metadata
}

/// Sections that change nothing of the picture.
private let rawTherapeeFacts: Set = ["Version", "General", "IPTC", "Exif", "MetaData"]
private let rawTherapeeColors = ["Red", "Yellow", "Green", "Blue", "Purple"]

// MARK: DxO

/// A table of Lua with an item for each version of the photo: of several the first stars count.
private func dxoMetadata(_ bytes: ArraySlice<UInt8>) -> DescriptiveMetadata {
  guard bytes.starts(with: Array("Sidecar".utf8)) else { return DescriptiveMetadata() }
  var metadata = DescriptiveMetadata()
  var opensOverrides = false
  for line in lines(bytes) {
    // Settings that differ from the preset of every photo.
    if opensOverrides, !line.hasPrefix("}") { metadata.edit = "DxO PhotoLab" }
    opensOverrides = line.hasPrefix("Overrides =")
    if line.hasPrefix("Rating = ") {
      metadata.rating = metadata.rating ?? DescriptiveMetadata.rating(String(line.dropFirst(9).prefix { $0 != "," }))
    }
  }
  return metadata
}

/// The lines of a text, without blanks around them, and without empty ones.
private func lines(_ bytes: ArraySlice<UInt8>) -> [Substring] {
  String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
    let start = line.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return start[...last]
  }
}
