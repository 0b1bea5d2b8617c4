package import PhotoModel

/// The format of a file by its first bytes; its name does not count. Nil: none of the known formats.
///
/// 64 bytes are enough for all but RAW files that are TIFF inside (NEF, ARW, DNG and others), which need the first
/// directory: a few kilobytes.
///
/// - Returns: Nil also for a format whose library this build does without.
package func imageFormat(of bytes: some Collection<UInt8>) -> ImageFormat? {
  knownFormat(of: bytes).flatMap { FormatSupport.isBuiltIn($0) ? $0 : nil }
}

/// The format of a file by its first bytes, also where its library is not built in.
func knownFormat(of bytes: some Collection<UInt8>) -> ImageFormat? {
  let start = [UInt8](bytes.prefix(64))
  func begins(_ text: String, at offset: Int = 0) -> Bool {
    start.dropFirst(offset).starts(with: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }
  if begins("\u{FF}\u{D8}") { return .jpeg }
  if begins("\u{FF}\n") || begins("\0\0\0\u{C}JXL \r\n\u{87}\n") { return .jxl }
  if begins("\u{FF}\u{4F}\u{FF}\u{51}") { return .jp2 }
  // A movie of such pictures, or a document, begins alike.
  if begins("\0\0\0\u{C}jP  \r\n\u{87}\n"), !["mjp2", "mj2s", "jpm "].contains(where: { begins($0, at: 20) }) {
    return .jp2
  }
  if begins("\u{89}PNG\r\n\u{1A}\n") { return .png }
  if begins("GIF87a") || begins("GIF89a") { return .gif }
  if begins("RIFF"), begins("WEBP", at: 8) { return .webp }
  if begins("ftyp", at: 4) { return format(ofBrandsIn: start) }
  if rawMarks.contains(where: { begins($0.text, at: $0.offset) }) { return .raw }
  if begins("II*\0") || begins("MM\0*") {
    // Phase One's IIQ.
    if begins("IIII", at: 8) || begins("MMMM", at: 8) { return .raw }
    // A whole file is not copied: its first directory may be at its end.
    return isRawInside(TIFFBlock((bytes as? [UInt8]) ?? [UInt8](bytes.prefix(65_536)))) ? .raw : .tiff
  }
  if begins("II+\0") || begins("MM\0+") { return .tiff }
  // "BM" alone is two letters of many texts: the length of the second header must be one that exists.
  if begins("BM"), start.count >= 18, [12, 16, 40, 52, 56, 64, 108, 124].contains(start[14]),
    start[15...17].allSatisfy({ $0 == 0 })
  {
    return .bmp
  }
  return nil
}

/// The name of a picture format that is recognised but not read; nil for any other bytes.
func otherFormat(of bytes: [UInt8]) -> String? {
  let view = ByteView(bytes)
  if view.has("8BPS", at: 0) { return "Photoshop (PSD)" }
  if view.has("gimp xcf", at: 0) { return "GIMP (XCF)" }
  if view.big(at: 0, length: 4) == 0x762F_3101 { return "OpenEXR" }
  if view.big(at: 0, length: 3) == 0x4949_BC { return "JPEG XR" }
  if view.has("JXL ", at: 4) { return "JPEG XL" }
  if view.has("jP  ", at: 4) { return "JPEG 2000" }
  return nil
}

/// The kind of a file that is no picture and known by its first bytes. Nil: none of those.
func otherKind(of bytes: [UInt8]) -> String? {
  let view = ByteView(bytes)
  let movies: [(letters: StaticString, offset: Int)] = [
    ("ftyp", 4), ("moov", 4), ("mdat", 4), ("wide", 4), ("AVI ", 8), ("FLV\u{1}", 0),
  ]
  if movies.contains(where: { view.has($0.letters, at: $0.offset) }) || view.big(at: 0, length: 4) == 0x1A45_DFA3 {
    return "a movie"
  }
  if view.has("%PDF-", at: 0) { return "a PDF" }
  if view.has("PK\u{3}\u{4}", at: 0) || view.has("Rar!", at: 0) || view.big(at: 0, length: 4) == 0x377A_BCAF {
    return "an archive"
  }
  let start = String(decoding: bytes.prefix(256), as: UTF8.self).lowercased()
    .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
  if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "a web page" }
  return start.hasPrefix("<svg") || start.hasPrefix("<?xml") ? "an XML document" : nil
}

/// Marks of RAW formats: Fujifilm RAF, Olympus ORF, Panasonic RW2, Minolta MRW, Sigma X3F, Canon CRW and CR2.
private let rawMarks: [(text: String, offset: Int)] = [
  ("FUJIFILMCCD-RAW ", 0), ("IIRO", 0), ("IIRS", 0), ("MMOR", 0), ("IIU\0", 0), ("\0MRM", 0), ("FOVb", 0),
  ("HEAPCCDR", 6), ("CR\u{2}\0", 8),
]

/// The format by the brands of an ISO base media file: the main one at 8, compatible ones from 16 to the end of the
/// box. Between them is a version, which the shortest form ("mif3") fills with a brand as well.
private func format(ofBrandsIn start: [UInt8]) -> ImageFormat? {
  guard start.count >= 12 else { return nil }
  let boxEnd = min(start.prefix(4).reduce(0) { $0 << 8 | Int($1) }, start.count)
  var brands: Set<String> = [String(decoding: start[8..<12], as: UTF8.self)]
  for offset in stride(from: 12, through: boxEnd - 4, by: 4) {
    brands.insert(String(decoding: start[offset..<offset + 4], as: UTF8.self))
  }
  if brands.contains("crx ") { return .raw }
  if !brands.isDisjoint(with: ["avif", "avis"]) { return .avif }
  let heic: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"]
  return brands.isDisjoint(with: heic) ? nil : .heic
}

/// Whether the first directory of a TIFF shows that sensor data are inside.
private func isRawInside(_ block: TIFFBlock?) -> Bool {
  guard let block, let directory = block.directory(at: block.firstDirectory) else { return false }
  if directory.entries[TIFFTag.dngVersion] != nil { return true }
  let below = block.integers(TIFFTag.subDirectories, in: directory, limit: 16).compactMap { block.directory(at: $0) }
  for directory in [directory] + below {
    // Colour filter array, or a compression only cameras write (Sony, Nikon, Samsung, Pentax, Kodak).
    if block.integer(TIFFTag.photometricInterpretation, in: directory) == 32_803 { return true }
    let cameraCompressions = [32_767, 34_713, 32_769, 32_770, 32_772, 65_535, 65_000]
    if let compression = block.integer(TIFFTag.compression, in: directory), cameraCompressions.contains(compression) {
      return true
    }
  }
  // The first picture is a small copy, the real one hangs below it, and a camera signed it.
  return block.integer(TIFFTag.newSubfileType, in: directory) == 1 && directory.entries[TIFFTag.subDirectories] != nil
    && directory.entries[TIFFTag.make] != nil
}
