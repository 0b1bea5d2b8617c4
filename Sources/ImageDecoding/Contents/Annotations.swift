import PhotoModel

/// Fingerprints of texts that people wrote into a file and that no property of `PhotoContents` has: comments, the
/// author, the city, an event, another date than that of the photo, appended data; and of data that a few programs
/// write for their users: the place of a map, a clipping path, the layers of an editor. The same text has the same
/// fingerprint in files of all formats that store it under the same name, a date wherever it is.
///
/// Notes of programs about their own work are left out, and so are a movie or a second picture behind the first, which
/// are compared by themselves.
///
/// - Returns: The distinct fingerprints in order.
func annotations(of bytes: [UInt8], _ contents: PhotoContents) -> [String] {
  let hasPictureBehind = contents.pages > 1 || contents.hasGainMap || contents.isStereo || contents.movie != nil
  var found: [String: Set<String>] = [:]
  var isOfFacebook = false
  forEachPartBesidePixels(of: bytes, withItems: false) { kind, part in
    if kind.hasPrefix("iptc "), part.starts(with: "FBMD".utf8) { isOfFacebook = true }
    guard isAnnotation(kind, part), kind != "end" || !hasPictureBehind else { return }
    var sum = (Array(kind.utf8) + [0]).withUnsafeBytes { Checksum(of: $0) }
    part.withUnsafeBytes { sum.add($0) }
    let mark = kind == "date" ? PhotoContents.dateMark : ""
    found[kind, default: []].insert(mark + String(sum.value, radix: 36))
  }
  // The number that Facebook gives to each transfer.
  if isOfFacebook { found["iptc \(0x0267)"] = nil }
  return found.values.joined().sorted()
}

/// Whether people wrote a part of a file that `forEachPartBesidePixels` names.
private func isAnnotation(_ kind: String, _ part: ArraySlice<UInt8>) -> Bool {
  let space = kind.firstIndex(of: " ") ?? kind.endIndex
  let name = String(kind[space...].dropFirst())
  switch kind[..<space] {
  case "comment": return !isProgramComment(part)
  case "end", "date": return true
  case "exif": return Int(name).map { tag in annotatingTags.contains(tag) || isTagOfPrograms(tag) } ?? false
  case "chunk": return true
  case "resource": return Int(name).map { paths.contains($0) } ?? false
  case "iptc":
    return Int(name).map { $0 >= 0x0200 && !technicalDataSets.contains($0) } ?? false
      && !part.starts(with: "FBMD".utf8)
  case "text": return !name.contains(":") && !technicalTexts.contains(name)
  case "xmp":
    return photoshopProperties.contains(name) || annotatingNamespaces.contains { name.hasPrefix($0) }
      || isOfUnknownNamespace(name)
  default: return false
  }
}

/// Whether a program wrote a comment by itself.
private func isProgramComment(_ part: ArraySlice<UInt8>) -> Bool {
  let end = part.lastIndex { ![0, 0x0A, 0x0D, 0x20].contains($0) } ?? part.startIndex
  return wholeProgramComments.contains { part[...end].elementsEqual($0.utf8) }
    || programComments.contains { part.starts(with: $0.utf8) }
}

/// The comments of GIMP, which begin as a person's may: "Created with Grandma".
private let wholeProgramComments = [
  "Created with GIMP", "Created with The GIMP", "Created with GIMP on a Mac", "Erstellt mit GIMP", "Créé avec GIMP",
  "Creado con GIMP", "Creato con GIMP",
]

/// The beginnings of comments of programs, each with a name in it: GD, libavcodec, Photoshop, ImageReady, Wikimedia
/// Commons, LEAD, ACDSee, Intel's and Handmade's libraries, JPEGmini, jpeg-recompress, Apple, eBay.
private let programComments = [
  "CREATOR: gd-jpeg", "Lavc", "File written by Adobe", "File source: http", "LEAD Technologies", "ACD Systems",
  "Intel(R) JPEG", "Handmade Software", "Optimized by JPEGmini", "Compressed by jpeg-recompress", "AppleMark",
  "Processed By eBay",
]

/// Name of the document and of the page, artist, user comment, author and subject (Windows), layers of Photoshop.
private let annotatingTags: Set = [0x010D, 0x011D, 0x013B, 0x9286, 0x9C9D, 0x9C9F, 0x935C]

/// Whether a tag is one that TIFF's keepers gave to single programs, among those numbers where no camera writes: the
/// georeference of a map (GeoTIFF, Intergraph, GDAL), scales and channels of microscopes, ImageJ.
private func isTagOfPrograms(_ tag: Int) -> Bool {
  programTags.contains { $0.contains(tag) } && !ordinaryTags.contains(tag)
}

private let programTags = [0x8200...0x87FF, 0xA480...0xA481, 0xC696...0xC697]

/// Tags of Exif, TIFF/EP and printing in these ranges, and those that hold IPTC, profiles and resources.
private let ordinaryTags: Set = [
  0x828D, 0x828E, 0x828F, 0x8298, 0x829A, 0x829D, 0x83BB, 0x8649, 0x8769, 0x8773,
]

/// The resources of Photoshop with paths, and with the name of the clipping path.
private let paths = 2000...2999

/// Record version, the program, its version, and the times of digitising.
private let technicalDataSets: Set = [0x0200, 0x023E, 0x023F, 0x0241, 0x0246]

private let technicalTexts: Set = ["Creation Time", "CreationTime", "Source", "Disclaimer", "Warning", "signature"]

private let photoshopProperties = Set(
  [
    "City", "State", "Country", "Credit", "Source", "Instructions", "TransmissionReference", "AuthorsPosition",
    "CaptionWriter",
  ].map { "photoshop:" + $0 })

/// The namespaces of texts that people write with photo managers.
private let annotatingNamespaces = [
  "dc:", "xmpRights:", "Iptc4xmpCore:", "Iptc4xmpExt:", "plus:", "cc:", "mwg-rs:", "MP:", "acdsee:", "mediapro:",
  "expressionmedia:", "photomechanic:", "digiKam:", "xmpDM:logComment", "xmp:Nickname", "exif:UserComment",
  "tiff:ImageDescription",
]

/// Whether a property is of an unknown namespace: such a name begins with its address. Those of Adobe are for its own
/// programs.
private func isOfUnknownNamespace(_ name: String) -> Bool {
  name.contains("://") && !name.contains("//ns.adobe.com/")
}
