import PhotoModel

/// The dates of capture that a file states in Exif, XMP and IPTC: programs repeat the time of the camera there, and
/// people write the year of an old photo beside the day of its scan.
final class StatedDates {
  /// Digits of a year, a year and a month, or a day; where there is no date in the text, the text.
  private var stated: [(day: String, time: CaptureTime?)] = []
  private var timesInEXIF: [CaptureTime] = []
  private var timeInXMP: CaptureTime?

  /// Adds a time of the camera.
  func add(inEXIF time: CaptureTime) { timesInEXIF.append(time) }

  /// Adds the time of a packet, which is that of the photo where Exif has none.
  func add(inXMP time: CaptureTime?) { timeInXMP = timeInXMP ?? time }

  /// Adds a date such as "1945", "1945-06-03T12:00:00+02:00" or "1945:06:00 00:00:00"; zeros and blanks are none.
  func add(_ text: String) {
    guard text.contains(where: { ("1"..."9").contains($0) }) else { return }
    stated.append((Self.day(in: text), xmpTime(text)?.time))
  }

  /// Adds the data sets 2:55, "19450603", and 2:60, "120000+0200", of IPTC.
  func add(inIPTC day: String, time: String?) {
    let clock = time.map { "T\($0.prefix(2)):\($0.dropFirst(2).prefix(2)):\($0.dropFirst(4))" } ?? ""
    add("\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.dropFirst(6).prefix(2))\(clock)")
  }

  /// The dates that are not the day of the photo, nor its time in another zone; in order, each once.
  var contradicting: [String] {
    let taken = timesInEXIF.isEmpty ? [timeInXMP].compactMap { $0 } : timesInEXIF
    let others = stated.filter { date in
      !taken.contains { time in
        Self.day(in: time.iso8601).hasPrefix(date.day) || date.time.map { Self.areSameMoment($0, time) } ?? false
      }
    }
    return Set(others.map(\.day)).sorted()
  }

  private static func day(in text: String) -> String {
    var digits = String(text.prefix(10).filter { $0.isASCII && $0.isNumber })
    guard [4, 6, 8].contains(digits.count), text.prefix(4) == digits.prefix(4) else { return text }
    while digits.count > 4, digits.hasSuffix("00") { digits.removeLast(2) }
    return digits
  }

  /// Whether two clocks may be those of one moment: they differ by whole quarters of an hour, as zones do.
  private static func areSameMoment(_ time: CaptureTime, _ other: CaptureTime) -> Bool {
    func seconds(_ time: CaptureTime) -> Int { Int((Double(time.milliseconds) / 1000).rounded(.down)) }
    let difference = abs(seconds(time) - seconds(other))
    return difference <= 14 * 3600 && difference % 900 == 0
  }
}
