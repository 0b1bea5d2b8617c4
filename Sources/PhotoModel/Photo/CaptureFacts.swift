/// The values that the camera wrote into the file. Every field may be absent, none is trusted for more than a hint.
package struct CaptureFacts: Hashable, Sendable {
  /// The rotation and mirroring that the stored picture needs (EXIF Orientation); `up` where the decoder has applied
  /// them already.
  package var orientation: Orientation = .up
  /// The time of capture (EXIF DateTimeOriginal, else DateTimeDigitized).
  package var capturedAt: CaptureTime?
  /// The maker of the camera (EXIF Make).
  package var make: String?
  /// The model of the camera (EXIF Model).
  package var model: String?
  /// The lens (EXIF LensModel).
  package var lens: String?
  /// The program or firmware that wrote the file (EXIF Software).
  package var software: String?
  /// The EXIF UserComment as text; Apple writes "Screenshot" there.
  package var userComment: String?
  /// The exposure time in seconds.
  package var exposureSeconds: Double?
  /// The f-number: 2.8 for f/2.8.
  package var fNumber: Double?
  /// The ISO speed.
  package var iso: Int?
  /// The focal length in millimetres, as built, not 35 mm equivalent.
  package var focalLength: Double?
  /// The exposure compensation in EV steps.
  package var exposureBias: Double?

  /// Creates the facts of a file without any metadata.
  package init() {}

  /// Whether a camera took the photo: one of make, model, exposure, f-number, ISO or focal length is there.
  package var hasCameraMetadata: Bool {
    make != nil || model != nil || exposureSeconds != nil || fNumber != nil || iso != nil || focalLength != nil
  }

  /// The name of the camera, such as "iPhone 13" or "NIKON D70": the model, after the maker where the model does not
  /// name it. Nil where neither is known.
  package var camera: String? {
    guard let model else { return make }
    guard let make, !model.lowercased().hasPrefix(make.lowercased().prefix(4)), make != "Apple" else { return model }
    return "\(make) \(model)"
  }
}

/// The wall clock of the camera at the moment of capture: EXIF has no time zone to trust.
package struct CaptureTime: Hashable, Comparable, Sendable, Codable {
  /// Milliseconds since 1970-01-01 00:00:00 of that wall clock.
  package var milliseconds: Int64

  /// Creates a time from milliseconds since 1970-01-01 00:00:00 of the wall clock.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Whether the two are different moments. Many cameras and editors write whole seconds only: beside such a time
  /// only the second counts.
  package func differs(from other: CaptureTime) -> Bool {
    let areExact = milliseconds % 1000 != 0 && other.milliseconds % 1000 != 0
    return areExact ? milliseconds != other.milliseconds : seconds != other.seconds
  }

  /// The whole seconds since 1970-01-01 00:00:00, rounded down also before that.
  private var seconds: Int64 { milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0) }

  /// Creates a time from the fields of "2024:05:12 18:03:21". Nil where one is out of range (month 13, 31 April, year
  /// 0).
  package init?(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int = 0
  ) {
    guard (1800...2199).contains(year), (1...12).contains(month), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second), (0...999).contains(millisecond),
      day >= 1, day <= Self.days(inMonth: month, year: year)
    else { return nil }
    let seconds = Int64(Self.days(to: (year, month, day))) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    milliseconds = seconds * 1000 + Int64(millisecond)
  }

  /// Compares by wall clock, whatever the time zones.
  package static func < (left: CaptureTime, right: CaptureTime) -> Bool { left.milliseconds < right.milliseconds }

  /// Year, month, day, hour, minute, second of the wall clock.
  package var fields: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    let seconds = Int(seconds)
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let time = seconds - days * 86_400
    // Howard Hinnant, "chrono-compatible low-level date algorithms", civil_from_days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, day, time / 3600, time / 60 % 60, time % 60)
  }

  /// "2024-05-12T18:03:21": ISO 8601 without a zone.
  package var iso8601: String {
    let f = fields
    return "\(padded(f.year, 4))-\(padded(f.month))-\(padded(f.day))"
      + "T\(padded(f.hour)):\(padded(f.minute)):\(padded(f.second))"
  }

  /// ISO 8601 with the UTC offset of the camera's clock behind it, in minutes east of Greenwich; nothing is
  /// converted.
  package func iso8601(offset: Int?) -> String {
    guard let offset else { return iso8601 }
    return "\(iso8601)\(offset < 0 ? "-" : "+")\(padded(abs(offset) / 60)):\(padded(abs(offset) % 60))"
  }

  /// "12 May 2024 18:03:21".
  package var formatted: String {
    let f = fields
    return "\(formattedDay) \(padded(f.hour)):\(padded(f.minute)):\(padded(f.second))"
  }

  /// "12 May 2024".
  package var formattedDay: String {
    let f = fields
    return "\(f.day) \(Self.monthNames[f.month - 1].prefix(3)) \(f.year)"
  }

  /// "January", "February" and so on.
  package static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func days(inMonth month: Int, year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Hinnant's days_from_civil.
  private static func days(to date: (year: Int, month: Int, day: Int)) -> Int {
    let year = date.month <= 2 ? date.year - 1 : date.year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
