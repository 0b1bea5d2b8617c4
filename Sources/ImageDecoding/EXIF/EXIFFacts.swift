package import PhotoModel

/// Reads the capture facts of an Exif block. Reading never fails: invalid values are left out.
///
/// - Parameter exif: The block from the byte order mark on, without "Exif\0\0".
/// - Returns: Nil where the block does not begin as TIFF.
package func captureFacts(inEXIF exif: [UInt8]) -> CaptureFacts? { EXIFBlock(exif)?.facts }

extension EXIFBlock {
  /// The facts that the camera wrote.
  var facts: CaptureFacts {
    var facts = CaptureFacts()
    facts.orientation = integer(TIFFTag.orientation, in: .picture).flatMap(Orientation.init(rawValue:)) ?? .up
    facts.make = text(bytes(TIFFTag.make, in: .picture, limit: nameLimit))
    facts.model = text(bytes(TIFFTag.model, in: .picture, limit: nameLimit))
    facts.software = text(bytes(TIFFTag.software, in: .picture, limit: nameLimit))
    facts.lens = text(bytes(TIFFTag.lensModel, in: .shooting, limit: nameLimit))
    facts.userComment = comment(
      bytes(TIFFTag.userComment, in: .shooting, limit: commentLimit), isBigEndian: isBigEndian)
    // A scanner or an old camera may state only the time at which it made the file.
    facts.capturedAt =
      captureTime(TIFFTag.dateTimeOriginal, TIFFTag.subSecondsOriginal)
      ?? captureTime(TIFFTag.dateTimeDigitized, TIFFTag.subSecondsDigitized)
    facts.exposureSeconds = positive(TIFFTag.exposureTime)
    facts.fNumber = positive(TIFFTag.fNumber)
    facts.focalLength = positive(TIFFTag.focalLength)
    facts.exposureBias = fraction(TIFFTag.exposureBias, in: .shooting)
    facts.iso = iso
    return facts
  }

  private func captureTime(_ tag: UInt16, _ subSeconds: UInt16) -> CaptureTime? {
    ImageDecoding.captureTime(
      bytes(tag, in: .shooting, limit: 32), subSeconds: bytes(subSeconds, in: .shooting, limit: 16))
  }

  private func positive(_ tag: UInt16) -> Double? { fraction(tag, in: .shooting).flatMap { $0 > 0 ? $0 : nil } }

  /// 65 535 in the old two-byte tag means: see the four-byte one.
  private var iso: Int? {
    let old = integer(TIFFTag.isoSpeed, in: .shooting)
    let value = old == 65_535 ? integer(TIFFTag.recommendedExposureIndex, in: .shooting) : old
    return value.flatMap { $0 > 0 ? $0 : nil }
  }
}

private let nameLimit = 256
private let commentLimit = 1024

/// The time in "2024:05:12 18:03:21", with any characters between the digits. Nil where a camera without a set clock
/// wrote blanks or zeros. Sub-seconds are the digits after the decimal point.
func captureTime(_ bytes: ArraySlice<UInt8>?, subSeconds: ArraySlice<UInt8>?) -> CaptureTime? {
  guard let text = bytes.map(Array.init), text.count >= 19 else { return nil }
  func number(_ range: Range<Int>) -> Int? {
    text[range].reduce(0) { (sum: Int?, byte) in
      guard let sum, (0x30...0x39).contains(byte) else { return nil }
      return sum * 10 + Int(byte - 0x30)
    }
  }
  guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
    let minute = number(14..<16), let second = number(17..<19)
  else { return nil }
  let digits = (subSeconds ?? []).drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }.prefix(3)
  var millisecond = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  for _ in digits.count..<3 { millisecond *= 10 }
  return CaptureTime(
    year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: millisecond)
}

/// The content of an EXIF text: up to the first NUL, UTF-8 where valid, else Latin-1, without control characters and
/// surrounding blanks. Nil where nothing is left.
func text(_ bytes: ArraySlice<UInt8>?) -> String? {
  guard let content = bytes?.prefix(while: { $0 != 0 }), !content.isEmpty else { return nil }
  if let utf8 = String(validating: content, as: UTF8.self) { return cleaned(utf8.unicodeScalars) }
  return cleaned(content.lazy.map { Unicode.Scalar($0) })
}

/// UserComment: eight bytes name the character code, then the text.
private func comment(_ bytes: ArraySlice<UInt8>?, isBigEndian: Bool) -> String? {
  guard let bytes, bytes.count > 8 else { return nil }
  let code = String(decoding: bytes.prefix(8).prefix { $0 != 0 }, as: UTF8.self)
  let content = bytes.dropFirst(8)
  switch code {
  case "ASCII", "": return text(content)
  case "UNICODE": return utf16Text(content, isBigEndian: isBigEndian)
  default: return nil
  }
}

/// UTF-16 in the byte order of its mark, else of the block; but many writers do not care about either, so Latin
/// letters that come out with their bytes exchanged are taken the other way round.
private func utf16Text(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String? {
  let raw = Array(bytes)
  var units: [UInt16] = []
  for index in stride(from: 0, to: raw.count - 1, by: 2) {
    let (first, second) = (UInt16(raw[index]), UInt16(raw[index + 1]))
    units.append(isBigEndian ? first << 8 | second : second << 8 | first)
  }
  let exchanged = units.count { $0 & 0xFF == 0 && $0 != 0 }
  if units.first == 0xFFFE || exchanged * 2 > units.count { units = units.map { $0.byteSwapped } }
  if units.first == 0xFEFF { units.removeFirst() }
  return cleaned(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self).unicodeScalars)
}

private func cleaned(_ scalars: some Sequence<Unicode.Scalar>) -> String? {
  var text = String.UnicodeScalarView()
  text.append(contentsOf: scalars.filter { $0.properties.generalCategory != .control })
  let blanks = String(text).drop { $0 == " " }
  let end = blanks.lastIndex { $0 != " " }
  return end.map { String(blanks[...$0]) }
}
