/// The picture that a JSON file of a Google Takeout export is about, by the names alone.
///
/// Takeout writes `IMG_1.jpg.json` or `IMG_1.jpg.supplemental-metadata.json`, cuts the name so that it has 51 UTF-16
/// units at most with ".json" (`….jpg.supplemental-me.json`, `… (38).JP.json`, into the title itself), and moves the
/// number of a second file behind the ending: `IMG_1(1).jpg` has `IMG_1.jpg(1).json`. An edited picture
/// (`IMG_1-edited.jpg`) has none of its own; the JSON belongs to the original.
struct TakeoutName {
  /// The names that the picture may have, where nothing of its title was cut off.
  let wholeNames: [[UInt8]]

  /// - Parameter stem: The name of the JSON file without ".json".
  init(stem: [UInt8]) {
    var title = stem
    let number = trailingNumber(of: title)
    title.removeLast(number.count)
    // `IMG_1.jpg(1)` and `IMG_1.jpg(1).supplemental-metadata`; a number in front of the ending is the picture's own.
    var names = [title, withoutSupplement(title)].compactMap { $0 }
      .map { number.isEmpty ? $0 : inserting(number, into: $0) }
    if let inner = withoutSupplement(title), number.isEmpty {
      let number = trailingNumber(of: inner)
      if !number.isEmpty { names.append(inserting(number, into: Array(inner.dropLast(number.count)))) }
    }
    wholeNames = names
  }

  /// The longest title in UTF-16 units: 51 less the five of ".json".
  private static let longestTitle = 46

  /// The names without ".json" that a picture's JSON may have after it was cut: a number counts with the rest or comes
  /// behind it, and a number in the picture's name may be a part of its title.
  static func cutNames(ofPicture name: [UInt8]) -> Set<[UInt8]> {
    let whole = String(decoding: name, as: UTF8.self)
    // A name with space for the whole supplement is never cut.
    guard whole.utf16.count + supplement.count + 1 > longestTitle - 6 else { return [] }
    var names: Set<[UInt8]> = []
    func add(_ title: String, number: String) {
      for length in Set([longestTitle, longestTitle - number.utf16.count]) {
        if let cut = cut(title, to: length) { names.insert(cut + Array(number.utf8)) }
      }
    }
    func addBoth(_ title: String, number: String) {
      add(title, number: number)
      add("\(title).\(supplement)", number: number)
    }
    addBoth(whole, number: "")
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return names }
    let number = trailingNumber(of: Array(name[..<dot]))
    if !number.isEmpty {
      let base = String(decoding: name[..<(dot - number.count)] + name[dot...], as: UTF8.self)
      let text = String(decoding: number, as: UTF8.self)
      addBoth(base, number: text)
      add("\(base)\(text).\(supplement)", number: "")
    }
    return names
  }

  /// The title cut to a length; nil where nothing is cut off.
  private static func cut(_ title: String, to length: Int) -> [UInt8]? {
    let units = title.utf16
    guard length > 0, units.count > length else { return nil }
    // Half of a pair is no character that a name can have.
    let end = units.index(units.startIndex, offsetBy: length)
    return Array(title[..<(end.samePosition(in: title.unicodeScalars) ?? units.index(before: end))].utf8)
  }

  /// Whether a picture is by its name an edited version of another one: `IMG_1-bearbeitet.jpg` of `IMG_1.jpg`. The
  /// ending of a long name is cut, too.
  static func isEdited(_ name: [UInt8], of original: [UInt8]) -> Bool {
    guard let (stem, ending) = parts(of: name), let (whole, other) = parts(of: original),
      foldedASCII(ending) == foldedASCII(other), stem.count > whole.count, stem.starts(with: whole)
    else { return false }
    let tail = Array(foldedASCII(stem[whole.count...]))
    return tail.count > 1 && editedEndings.contains { $0.starts(with: tail) }
  }

  private static func parts(of name: [UInt8]) -> (stem: [UInt8], ending: [UInt8])? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    var stem = Array(name[..<dot])
    // `IMG_1-edited(1).jpg` is the edited `IMG_1(1).jpg`.
    let number = trailingNumber(of: stem)
    stem.removeLast(number.count)
    return (stem, number + Array(name[dot...]))
  }
}

private let supplement = "supplemental-metadata"

/// The suffixes that Takeout adds to the name of a picture that was edited or made from others, by the language of the
/// account. Source: the tables that importers have gathered from reports (GooglePhotosTakeoutHelper, lib/extras.dart).
private let editedEndings: [[UInt8]] = [
  "-edited", "-effects", "-smile", "-mix", "-collage", "-animation", "-motion", "-bearbeitet", "-modifié", "-editado",
  "-ha editado", "-modificato", "-bewerkt", "-edytowane", "-editat", "-編集済み", "-编辑",
].flatMap { [Array($0.utf8), Array($0.decomposed.utf8)] }

extension String {
  /// The text as a Mac writes names: "é" as "e" and its accent.
  fileprivate var decomposed: String { replacing("é", with: "e\u{301}") }
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
  return Array(supplement.utf8).starts(with: tail) ? Array(title[..<dot]) : nil
}

/// `IMG_1(1).jpg` of `IMG_1.jpg`.
private func inserting(_ number: [UInt8], into name: [UInt8]) -> [UInt8] {
  guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name + number }
  return Array(name[..<dot]) + number + Array(name[dot...])
}
