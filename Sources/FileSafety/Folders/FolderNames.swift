import PhotoModel
import SystemPackage

/// The names that the files of a photo may get in a folder: their own, or all with one number where one of them is
/// taken, so that they still belong together.
package enum FolderNames {
  /// The number of names that are tried before Deckle gives up.
  static let attempts = 999

  /// - Parameters:
  ///   - originals: The files' own names, that of the file that is shown first; any bytes.
  ///   - attempt: From 1; 1 gives the names themselves, later ones " (2)" and so on behind the name of the photo.
  ///   - longest: Bytes that the file system allows in a name; for a number all names are cut by as much as one of them
  ///     is longer.
  static func names(for originals: [[UInt8]], attempt: Int, longest: Int) -> [[UInt8]] {
    guard attempt > 1, let shown = originals.first else { return originals }
    let number = Array(" (\(attempt))".utf8)
    let stem = stem(of: shown)
    let excess = max(0, (originals.map(\.count).max() ?? 0) + number.count - longest)
    return originals.map { name in
      // "IMG_1 (2).JPG.xmp" of "IMG_1.JPG.xmp"; what bears another name gets the number before its own ending.
      let count = startsAlike(name, stem) ? stem.count : Self.stem(of: name).count
      return TrashName.cut(Array(name[..<count]), to: max(1, count - excess)) + number + Array(name[count...])
    }
  }

  /// The names by which a file may belong to a photo, as other disks take them: "img_1.jpg" and "img_1" of
  /// "IMG_1.JPG.xmp". None of a name without an ending.
  static func foldedStems(of name: [UInt8]) -> [String] {
    let stem = stem(of: name)
    guard stem.count < name.count else { return [] }
    let ending = String(decoding: name[(stem.count + 1)...], as: UTF8.self).lowercased()
    let stems = sidecarEndings.contains(ending) ? [stem, self.stem(of: stem)] : [stem]
    return stems.map { FilePath(bytes: $0).foldedName ?? "\u{0}\($0)" }
  }

  /// The endings of files that stand behind the whole name of a photo or in the place of its ending.
  ///
  /// XMP; Apple; RawTherapee and its predecessors; DxO; Canon's previews and recipes; Google Takeout; ON1; Capture One;
  /// ART; Nikon; Adobe Camera Raw; SilkyPix; exiv2; ExifTool.
  package static let sidecarEndings: Set<String> = [
    "xmp", "aae", "pp3", "pp2", "dop", "thm", "vrd", "dr4", "json", "on1", "cos", "arp", "nksc", "acr", "spd", "exv",
    "mie",
  ]

  private static func stem(of name: [UInt8]) -> [UInt8] {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
    return Array(name[..<dot])
  }

  /// Capitals or not: cameras and programs write both.
  private static func startsAlike(_ name: [UInt8], _ stem: [UInt8]) -> Bool {
    name.count >= stem.count && zip(name, stem).allSatisfy { smallLetter($0) == smallLetter($1) }
  }

  private static func smallLetter(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }
}
