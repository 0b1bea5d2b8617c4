import PhotoModel

/// Names with their meanings, indexed for a quick test of each folder and file of a disk.
struct PlaceNames: Sendable {
  private struct Affix {
    /// The bytes of the name, in small letters where capitals do not count.
    let bytes: [UInt8]
    let isAtEnd: Bool
    let anyCase: Bool
    let meaning: KnownPlaces.Meaning
  }

  private struct Pair: Hashable {
    var around: [UInt8]
    var name: [UInt8]
  }

  /// The whole names, as they are written and in small letters.
  private var whole: [[UInt8]: KnownPlaces.Meaning] = [:]
  private var wholeInAnyCase: [[UInt8]: KnownPlaces.Meaning] = [:]
  private var pairs: [Pair: KnownPlaces.Meaning] = [:]
  private var pairsInAnyCase: [Pair: KnownPlaces.Meaning] = [:]
  private var affixes: [Affix] = []
  /// First bytes of names and last bytes, in small letters.
  private var firstBytes: Set<UInt8> = []
  private var lastBytes: Set<UInt8> = []

  /// Creates the table; of two rows that fit a name the first counts, whole names before those with a star.
  init(_ rows: [KnownPlaces.Row]) {
    for row in rows {
      let bytes = row.anyCase ? small(Array(row.name.utf8)) : Array(row.name.utf8)
      let parts = bytes.split(separator: UInt8(ascii: "/")).map(Array.init)
      let star = UInt8(ascii: "*")
      if parts.count == 2 {
        let pair = Pair(around: parts[0], name: parts[1])
        if row.anyCase { pairsInAnyCase[pair] = row.meaning } else { pairs[pair] = row.meaning }
      } else if bytes.first == star || bytes.last == star {
        let isAtEnd = bytes.first == star
        let rest = isAtEnd ? Array(bytes.dropFirst()) : Array(bytes.dropLast())
        affixes.append(Affix(bytes: rest, isAtEnd: isAtEnd, anyCase: row.anyCase, meaning: row.meaning))
        if isAtEnd { note(rest.last, in: \.lastBytes) } else { note(rest.first, in: \.firstBytes) }
      } else {
        let names: WritableKeyPath<PlaceNames, [[UInt8]: KnownPlaces.Meaning]> =
          row.anyCase ? \.wholeInAnyCase : \.whole
        if self[keyPath: names][bytes] == nil { self[keyPath: names][bytes] = row.meaning }
        note(bytes.first, in: \.firstBytes)
      }
    }
  }

  private mutating func note(_ byte: UInt8?, in ends: WritableKeyPath<PlaceNames, Set<UInt8>>) {
    if let byte { self[keyPath: ends].insert(small(byte)) }
  }

  /// Whether a name may be in the table: false is certain. Only its two ends are compared.
  func mayHold(_ name: ArraySlice<UInt8>) -> Bool {
    guard let first = name.first else { return false }
    if first == UInt8(ascii: ".") || firstBytes.contains(small(first)) { return true }
    return name.last.map { lastBytes.contains(small($0)) } ?? false
  }

  func meaning(of name: [UInt8], in around: [UInt8]?) -> KnownPlaces.Meaning? {
    if let meaning = whole[name] { return meaning }
    let folded = small(name)
    if let meaning = wholeInAnyCase[folded] { return meaning }
    if let around {
      if let meaning = pairs[Pair(around: around, name: name)] { return meaning }
      if let meaning = pairsInAnyCase[Pair(around: small(around), name: folded)] { return meaning }
    }
    return affix(of: name, folded)?.meaning
  }

  /// Bytes of the ending by which a name is known, with the number that `cp --backup=numbered` writes: `.~1~`.
  func suffix(of name: [UInt8]) -> Int {
    guard let affix = affix(of: name, small(name)), affix.isAtEnd else { return 0 }
    guard affix.bytes == [UInt8(ascii: "~")] else { return affix.bytes.count }
    let digits = name.dropLast().reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    let isNumbered = digits > 0 && name.dropLast(1 + digits).reversed().starts(with: "~.".utf8)
    return isNumbered ? digits + 3 : 1
  }

  private func affix(of name: [UInt8], _ folded: [UInt8]) -> Affix? {
    affixes.first { affix in
      let text = affix.anyCase ? folded : name
      // An ending that is nothing else is the ending of nothing.
      guard affix.isAtEnd else { return text.starts(with: affix.bytes) }
      return text.count > affix.bytes.count && text.suffix(affix.bytes.count).elementsEqual(affix.bytes)
    }
  }
}

/// Whether a name is `.NAME.XXXXXX`, which rsync(1) writes before it gives a file its name, with the name of a picture.
func isUnfinishedFileOfRsync(_ name: [UInt8]) -> Bool {
  let random = 6
  guard name.first == UInt8(ascii: "."), name.count > random + 2 else { return false }
  let ending = name.suffix(random)
  guard name[name.count - random - 1] == UInt8(ascii: "."), ending.allSatisfy(isLetterOrDigit) else { return false }
  let stem = name.dropFirst().dropLast(random + 1)
  guard let dot = stem.lastIndex(of: UInt8(ascii: ".")) else { return false }
  return pictureEndings.contains(String(decoding: small(Array(stem[(dot + 1)...])), as: UTF8.self))
}

private let pictureEndings = Set(ImageFormat.allCases.flatMap(\.endings))

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(small(byte))
}

/// A…Z as a…z: no name of the table has other letters.
private func small(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
private func small(_ bytes: [UInt8]) -> [UInt8] { bytes.map(small) }
