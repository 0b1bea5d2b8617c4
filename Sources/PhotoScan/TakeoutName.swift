/// The picture that a JSON file of a Google Takeout export is about, by the names alone.
///
/// Takeout writes `IMG_1.jpg.json` or `IMG_1.jpg.supplemental-metadata.json`, cuts the name so that it has 51
/// characters at most (`….jpg.supplemental-me.json`, or into the title itself), and moves the number of a second file
/// behind the ending: `IMG_1(1).jpg` has `IMG_1.jpg(1).json`. An edited picture (`IMG_1-edited.jpg`) has none of its
/// own; the JSON belongs to the original.
struct TakeoutName {
  /// The names that the picture may have, the whole ones first.
  let wholeNames: [[UInt8]]
  /// The beginning of the picture's name, where the title was cut.
  let cutTitle: [UInt8]?
  /// `[40, 49, 41]` for "(1)": stands at the end of the stem of a picture with a cut title. Empty for none.
  let number: [UInt8]

  /// Of 51 characters ".json" takes five.
  private static let longestTitle = 46

  /// - Parameter stem: The name without ".json".
  init(stem: [UInt8]) {
    var title = stem
    number = trailingNumber(of: title)
    title.removeLast(number.count)
    var names: [[UInt8]] = []
    // "(1)" may be part of the picture's own name: `IMG_1(1).jpg.json`.
    for candidate in [title, withoutSupplement(title)].compactMap({ $0 }) {
      names.append(number.isEmpty ? candidate : inserting(number, into: candidate))
    }
    wholeNames = names
    let length = String(decoding: title, as: UTF8.self).count
    cutTitle = length >= Self.longestTitle - number.count && length <= Self.longestTitle ? title : nil
  }

  /// Whether a picture with this stem may be the one with the cut title.
  func fitsCutTitle(stem: [UInt8]) -> Bool {
    if stem.count > 7, foldedASCII(stem.suffix(7)) == Array("-edited".utf8) { return false }
    return trailingNumber(of: stem) == number
  }
}

/// "(12)" at the end, else nothing.
private func trailingNumber(of bytes: [UInt8]) -> [UInt8] {
  guard bytes.last == UInt8(ascii: ")"), let open = bytes.lastIndex(of: UInt8(ascii: "(")), open > 0,
    open + 2 < bytes.count, bytes[(open + 1)..<(bytes.count - 1)].allSatisfy(isDigit)
  else { return [] }
  return Array(bytes[open...])
}

/// `IMG_1.jpg` of `IMG_1.jpg.supplemental-metadata`, whole or cut; nil where there is no such tail.
private func withoutSupplement(_ title: [UInt8]) -> [UInt8]? {
  guard let dot = title.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
  let tail = title[(dot + 1)...]
  return Array("supplemental-metadata".utf8).starts(with: tail) ? Array(title[..<dot]) : nil
}

/// `IMG_1(1).jpg` of `IMG_1.jpg`.
private func inserting(_ number: [UInt8], into name: [UInt8]) -> [UInt8] {
  guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name + number }
  return Array(name[..<dot]) + number + Array(name[dot...])
}
