package import PhotoModel

/// The XMP packet of a photo: metadata that people wrote, and facts about other parts of its file.
///
/// Nothing in a packet can fail: a property that makes no sense is left out.
package struct XMPPacket: Hashable, Sendable {
  /// The metadata that people wrote, cut to its limits.
  package var metadata: DescriptiveMetadata
  /// Whether the file has a gain map, which brightens the picture on a screen that can (Ultra HDR, ISO 21496-1,
  /// Apple).
  package var hasGainMap: Bool
  /// Whether the file has a depth map.
  package var hasDepthMap: Bool
  /// Whether the file has a sound.
  package var hasSound: Bool
  /// The coordinates where the photo was taken; nil where the packet does not have them.
  package var location: PhotoContents.Location?
  /// The time of capture by the clock of the camera; nil where the packet does not have it.
  package var capturedAt: CaptureTime?
  /// The UTC offset of that clock, in minutes east of Greenwich; nil where it is not stated.
  package var timeOffset: Int?
  /// The mark of the system that made the picture, as Apple's write it: "Screenshot".
  package var systemMark: String?
  /// Whether there is nothing in the packet but the verdict of an export of Deckle's.
  package var isExportedVerdict: Bool

  /// - Parameter bytes: A packet, or a sidecar: UTF-8, UTF-16 or Latin-1, with or without its wrapping. Only the first
  ///   megabyte is read.
  /// - Returns: Nil where there is no RDF in it.
  package init?(_ bytes: [UInt8]) {
    guard let properties = xmpProperties(bytes) else { return nil }
    metadata = xmpDescription(properties).limited
    let items = Self.items(properties)
    func holds(_ meanings: Set<String>) -> Bool { items.contains { meanings.contains($0.meaning) } }
    func hasAny(_ prefix: String) -> Bool { properties.keys.contains { $0.hasPrefix(prefix) } }
    hasGainMap =
      properties["hdrgm:Version"] != nil || properties["HDRGainMap:HDRGainMapVersion"] != nil || holds(["GainMap"])
    hasDepthMap = hasAny("GDepth:") || hasAny("Device:") || holds(["Depth", "DepthMap", "Depthmap"])
    hasSound = hasAny("GAudio:") || items.contains { $0.type.hasPrefix("audio/") }
    location = Self.location(properties)
    let time = Self.captureTime(properties)
    capturedAt = time?.time
    timeOffset = time?.offset
    systemMark = PhotoContents.systemMark(in: ["exif:UserComment", "dc:description"].map { properties[$0]?.text })
    isExportedVerdict = ExportedMark.areAll(properties) && metadata.isEmpty
  }

  // MARK: Time

  /// The properties with the time of capture; the first that has one counts.
  static let dates = ["exif:DateTimeOriginal", "photoshop:DateCreated", "exif:DateTimeDigitized", "xmp:CreateDate"]

  /// The time of capture, and its offset in minutes; nil where no property has it.
  static func captureTime(_ properties: [String: XMPValue]) -> (time: CaptureTime, offset: Int?)? {
    dates.lazy.compactMap { properties[$0]?.text.flatMap(xmpTime) }.first
  }

  // MARK: Parts

  /// A part of the file (Google, Motion Photo format 1.0).
  private struct Item {
    /// "Primary", "GainMap", "MotionPhoto".
    let meaning: String
    /// "video/mp4".
    let type: String
  }

  private static func items(_ properties: [String: XMPValue]) -> [Item] {
    let directory = properties["Container:Directory"] ?? properties["Device:Container"]?["Container:Directory"]
    return (directory?.elements ?? []).map { element in
      let item = element["Container:Item"] ?? element
      return Item(meaning: item["Item:Semantic"]?.text ?? "", type: item["Item:Mime"]?.text ?? "")
    }
  }

  // MARK: Place

  private static func location(_ properties: [String: XMPValue]) -> PhotoContents.Location? {
    guard let north = properties["exif:GPSLatitude"]?.text.flatMap({ degrees($0, positive: "N", negative: "S") }),
      let east = properties["exif:GPSLongitude"]?.text.flatMap({ degrees($0, positive: "E", negative: "W") })
    else { return nil }
    return PhotoContents.Location(latitude: north, longitude: east)
  }

  /// Degrees in the form of XMP: "48,8.123N", "48,8,7N".
  private static func degrees(_ text: String, positive: Character, negative: Character) -> Double? {
    guard let letter = text.last, letter == positive || letter == negative else { return nil }
    let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...3).contains(parts.count), parts.allSatisfy({ $0.map { $0 >= 0 && $0.isFinite } ?? false }) else {
      return nil
    }
    let sum = zip(parts, [1.0, 60, 3600]).reduce(0.0) { $0 + ($1.0 ?? 0) / $1.1 }
    return letter == negative ? -sum : sum
  }
}

extension PhotoContents.Location {
  /// - Parameters:
  ///   - latitude: The latitude in degrees north.
  ///   - longitude: The longitude in degrees east.
  /// - Returns: Nil for invalid coordinates, and for 0° 0°, which programs write for unknown ones.
  init?(latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0 else { return nil }
    self.init(latitude: Int((latitude * 1e6).rounded()), longitude: Int((longitude * 1e6).rounded()))
  }
}

/// The time in a text of XMP (ISO 8601), "2024-05-12T18:03:21.05+02:00", or of Exif, which darktable copies.
///
/// - Returns: The time, and the offset in minutes, nil where there is none. Nil for other text, and for a day without a
///   time.
func xmpTime(_ text: String) -> (time: CaptureTime, offset: Int?)? {
  let pattern = /(\d{4})[-:](\d\d)[-:](\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?/
  guard let match = text.wholeMatch(of: pattern)?.output,
    let year = Int(match.1), let month = Int(match.2), let day = Int(match.3), let hour = Int(match.4),
    let minute = Int(match.5)
  else { return nil }
  let thousandths = match.7.flatMap { Int(($0 + "00").prefix(3)) } ?? 0
  guard
    let time = CaptureTime(
      year: year, month: month, day: day, hour: hour, minute: minute, second: match.6.flatMap { Int($0) } ?? 0,
      millisecond: thousandths)
  else { return nil }
  return (time, match.8.flatMap(offset))
}

/// The minutes of an offset "+02:00", "-0330", "Z"; nil for one that no clock has.
private func offset(_ text: Substring) -> Int? {
  if text == "Z" { return 0 }
  let digits = text.dropFirst().filter(\.isNumber)
  guard let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)), hours <= 14, minutes < 60 else {
    return nil
  }
  return (hours * 60 + minutes) * (text.first == "-" ? -1 : 1)
}
