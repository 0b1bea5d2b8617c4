package import SystemPackage

extension CaptureTime {
  /// Creates the day, and mostly the time, in the name of a file by a phone, a program or a person:
  /// "IMG_20230412_153012.jpg", "Screenshot 2023-04-12 at 15.30.12.png", "IMG-20230412-WA0007.jpg",
  /// "FB_IMG_1681313412000.jpg". Midnight where the name has only a day.
  ///
  /// It may be the day on which the file was saved, so it places a photo in a calendar, and is used for nothing else.
  ///
  /// - Returns: Nil for a name without a day from 1990 to 2099.
  package init?(inNameOf path: FilePath) {
    let name = path.nameBytes
    var start = 0
    while let first = name[start...].firstIndex(where: \.isDigit) {
      let end = name[first...].firstIndex { !$0.isDigit } ?? name.endIndex
      if let time = Self.time(beginningAt: first, runEnd: end, in: name) {
        self = time
        return
      }
      start = end
    }
    return nil
  }

  /// The time that begins with a run of digits: eight of a day, four of a year with separators behind, fourteen of a
  /// day and a time, or thirteen of milliseconds since 1970.
  private static func time(beginningAt first: Int, runEnd end: Int, in name: [UInt8]) -> CaptureTime? {
    var fields = Digits(rest: name[first...])
    switch end - first {
    case 13:
      // Android names saved files by milliseconds: from September 2001 on, that number of thirteen digits begins with
      // 1.
      guard let milliseconds = fields.number(of: 13), name[first] == UInt8(ascii: "1") else { return nil }
      return CaptureTime(milliseconds: Int64(milliseconds))
    case 8, 14: break
    case 4: guard let next = name[end...].first, "-_.".utf8.contains(next) else { return nil }
    default: return nil
    }
    let isApart = end - first == 4
    guard let year = fields.number(of: 4), (1990...2099).contains(year),
      let month = fields.number(of: 2, isApart: isApart),
      let day = fields.number(of: 2, isApart: isApart), end - first == 14 || fields.rest.first?.isDigit != true,
      let date = CaptureTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
    else { return nil }
    return timeOfDay(behind: fields.rest).flatMap { hour, minute, second in
      CaptureTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    } ?? date
  }

  /// The time of day behind a day: "_153012", " at 15.30.12", "T15:30:12", "-15-30-12".
  private static func timeOfDay(behind rest: ArraySlice<UInt8>) -> (Int, Int, Int)? {
    var fields = Digits(rest: rest)
    if rest.starts(with: " at ".utf8) {
      fields.rest = rest.dropFirst(4)
    } else if let separator = rest.first, "_-T .".utf8.contains(separator) {
      fields.rest = rest.dropFirst()
    }
    guard let hour = fields.number(of: 2) else { return nil }
    let isApart = fields.rest.first?.isDigit != true
    guard let minute = fields.number(of: 2, isApart: isApart), let second = fields.number(of: 2, isApart: isApart)
    else {
      return nil
    }
    return (hour, minute, second)
  }

  /// Numbers of a fixed number of digits behind each other.
  private struct Digits {
    var rest: ArraySlice<UInt8>

    /// The next number; nil, and nothing is read, where not exactly so many digits follow.
    ///
    /// - Parameter isApart: Whether one separator precedes it.
    mutating func number(of count: Int, isApart: Bool = false) -> Int? {
      let digits = rest.dropFirst(isApart ? 1 : 0).prefix(count)
      guard digits.count == count, digits.allSatisfy(\.isDigit),
        !isApart || rest.first.map("-_.:".utf8.contains) == true
      else {
        return nil
      }
      rest = rest.dropFirst(count + (isApart ? 1 : 0))
      return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
  }
}
