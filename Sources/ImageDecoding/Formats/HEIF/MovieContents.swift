package import PhotoModel

/// The facts that an ISO media or QuickTime file declares (ISO/IEC 14496-12; QuickTime File Format, "Movie Atoms" and
/// "Metadata"): the movie header, and the keys that Apple's cameras write. Only the heads of the outer boxes and the
/// box `moov` are read, wherever that is.
///
/// - Parameters:
///   - size: The size of the file in bytes.
///   - read: Reads the bytes of a range of the file: fewer where the file ends sooner, nil for an error.
/// - Returns: The facts, empty for another kind of file, or without such values; nil where it could not be read.
package func movieFacts(size: Int, read: (Range<Int>) -> [UInt8]?) -> MovieFacts? {
  var position = 0
  for _ in 0..<maximumOuterBoxes {
    guard position <= size - 8 else { break }
    guard let head = read(position..<min(position + 16, size)) else { return nil }
    guard let box = outerBox(ByteView(head), at: position, size: size) else { break }
    if box.type == ISOBox.type("moov") {
      guard box.content.count <= largestMovieBox else { break }
      guard let bytes = read(box.content) else { return nil }
      return facts(of: ByteView(bytes))
    }
    position = box.content.upperBound
  }
  return MovieFacts()
}

/// Movies that are not cut into pieces have a handful.
private let maximumOuterBoxes = 1024
/// Ten seconds take about 50 KB.
private let largestMovieBox = 8_000_000
/// More keys than any camera writes.
private let maximumKeys = 256

/// A box at the top level; nil for one that makes no sense.
private func outerBox(_ head: ByteView, at position: Int, size: Int) -> ISOBox? {
  guard var length = head.big(at: 0, length: 4), let type = head.big(at: 4, length: 4) else { return nil }
  var start = 8
  if length == 1 {
    guard head.big(at: 8, length: 1) == 0, let long = head.big(at: 9, length: 7) else { return nil }
    length = long
    start = 16
  } else if length == 0 {
    length = size - position
  }
  guard length >= start else { return nil }
  return ISOBox(type: type, content: position + start..<position + min(max(length, start), size - position))
}

private func facts(of movie: ByteView) -> MovieFacts {
  let whole = 0..<movie.count
  var facts = movie.box("mvhd", in: whole).map { header(in: movie, at: $0.lowerBound) } ?? MovieFacts()
  let keys = movie.box("meta", in: whole).map { metadata(in: movie, $0) } ?? [:]
  facts.contentIdentifier = keys["com.apple.quicktime.content.identifier"]
  if let time = keys["com.apple.quicktime.creationdate"].flatMap(localTime) {
    (facts.capturedAt, facts.timeOffset) = time
  }
  return facts.isPlausible ? facts : MovieFacts()
}

/// Seconds from 1904, where clocks of movies begin, to 1970.
private let secondsBefore1970 = 2_082_844_800

private func header(in movie: ByteView, at start: Int) -> MovieFacts {
  let isLong = movie.big(at: start, length: 1) == 1
  func number(_ offset: Int, isLong: Bool) -> Int? {
    // The first of 64 bits is 0 in every possible file.
    guard isLong else { return movie.big(at: start + offset, length: 4) }
    return movie.big(at: start + offset, length: 1) == 0 ? movie.big(at: start + offset + 1, length: 7) : nil
  }
  let created = number(4, isLong: isLong)
  let scale = number(isLong ? 20 : 12, isLong: false)
  let length = number(isLong ? 24 : 16, isLong: isLong)
  var facts = MovieFacts()
  if let created, created != 0, created < 1 << 40 {
    facts.createdAt = (Int64(created) - Int64(secondsBefore1970)) * 1000
  }
  // All bits set, or 0, means an unknown duration.
  if let scale, scale > 0, let length, (1..<1 << 50).contains(length), isLong || length != 0xFFFF_FFFF {
    facts.duration = (length * 1000 + scale - 1) / scale
  }
  return facts
}

/// The texts by their keys.
private func metadata(in movie: ByteView, _ meta: Range<Int>) -> [String: String] {
  // In QuickTime this is a plain box; in ISO media a version and flags precede the content.
  let isPlain = movie.has("hdlr", at: meta.lowerBound + 4)
  let content = min(meta.lowerBound + (isPlain ? 0 : 4), meta.upperBound)..<meta.upperBound
  guard let names = movie.box("keys", in: content).map({ keys(in: movie, $0) }),
    let items = movie.box("ilst", in: content)
  else { return [:] }
  var texts: [String: String] = [:]
  for item in movie.boxes(in: items) where item.type >= 1 && item.type <= names.count {
    guard let data = movie.box("data", in: item.content), data.count > 8, data.count <= 264,
      movie.big(at: data.lowerBound, length: 4) == 1,
      let text = String(validating: movie.slice(data.lowerBound + 8..<data.upperBound), as: UTF8.self)
    else { continue }
    texts[names[item.type - 1]] = text
  }
  return texts
}

/// The names of the keys in the order of their numbers; empty for one that is no text.
private func keys(in movie: ByteView, _ box: Range<Int>) -> [String] {
  let start = min(box.lowerBound + 8, box.upperBound)
  return movie.boxes(in: start..<box.upperBound).prefix(maximumKeys).map { key in
    key.content.count <= 256 ? String(decoding: movie.slice(key.content), as: UTF8.self) : ""
  }
}

/// "2024-08-15T10:00:00+0200", as Apple's cameras write it; nil for anything else.
private func localTime(_ text: String) -> (CaptureTime, Int?)? {
  let bytes = Array(text.utf8)
  func number(_ start: Int, _ length: Int) -> Int? {
    guard start + length <= bytes.count else { return nil }
    return bytes[start..<start + length].reduce(0 as Int?) { value, byte in
      guard let value, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      return value * 10 + Int(byte - UInt8(ascii: "0"))
    }
  }
  guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
    let minute = number(14, 2), let second = number(17, 2),
    let time = CaptureTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  else { return nil }
  // Parts of a second may stand before the zone.
  let zone = bytes[19...].drop { $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  if zone.first == UInt8(ascii: "Z") { return (time, 0) }
  guard let sign = zone.first, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign),
    let hours = number(zone.startIndex + 1, 2)
  else { return (time, nil) }
  let hasColon = zone.dropFirst(3).first == UInt8(ascii: ":")
  let minutes = hours * 60 + (number(zone.startIndex + (hasColon ? 4 : 3), 2) ?? 0)
  return (time, sign == UInt8(ascii: "-") ? -minutes : minutes)
}
