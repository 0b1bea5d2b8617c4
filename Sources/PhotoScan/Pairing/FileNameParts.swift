import FileSafety
import PhotoModel
import SystemPackage

/// A file's name taken apart for pairing: bytes throughout, and only ASCII letters have two cases.
struct FileNameParts: Hashable {
  /// What the ending says.
  enum Kind: Hashable {
    /// A camera's JPEG or HEIC: what may have a RAW or a movie beside it.
    case cameraPicture
    case otherPicture
    case raw
    case movie
    /// By its ending in small letters, so that an XMP and an AAE are two kinds.
    case sidecar(String)
    /// A text or a sound: of the photo, or with its name by chance.
    case note
  }

  /// The whole name.
  let name: [UInt8]
  /// The name without its last ending.
  let stem: [UInt8]
  let kind: Kind

  /// Nil for a name without an ending, or with one that no photo has beside it, and for what a Mac writes beside files.
  init?(_ path: FilePath) {
    name = path.nameBytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, !isNamedAsResourceFork(path) else { return nil }
    stem = Array(name[..<dot])
    let ending = String(decoding: foldedASCII(name[(dot + 1)...]), as: UTF8.self)
    if cameraPictureEndings.contains(ending) {
      kind = .cameraPicture
    } else if rawEndings.contains(ending) {
      kind = .raw
    } else if movieEndings.contains(ending) {
      kind = .movie
    } else if FolderNames.sidecarEndings.contains(ending) {
      kind = .sidecar(ending)
    } else if noteEndings.contains(ending) {
      kind = .note
    } else if nameExpectation(of: path) == .picture {
      kind = .otherPicture
    } else {
      return nil
    }
  }

  /// By its ending it is a RAW, a movie or a sidecar: what makes a pairing worth a look.
  static func isSomethingBesides(_ path: FilePath) -> Bool {
    ShortEnding(of: path).map(endingsBesides.contains) ?? false
  }

  /// The stem without what Pixel phones put behind the name of a shot that they keep as JPEG and as RAW:
  /// `PXL_1.RAW-01.COVER.jpg`, `PXL_1.RAW-02.ORIGINAL.dng`.
  var shot: [UInt8] {
    let folded = foldedASCII(stem)
    for tail in Self.tailsOfPixel where folded.count > tail.count && folded.suffix(tail.count).elementsEqual(tail) {
      return Array(stem.dropLast(tail.count))
    }
    return stem
  }

  private static let tailsOfPixel = [".raw-01.cover", ".raw-01.mp.cover", ".raw-02.original"].map { Array($0.utf8) }

  /// The names that the photo of a movie may have, without its ending, the likeliest first: `PXL_1.MP` lies beside
  /// `PXL_1.MP.jpg`, and icloudpd writes `IMG_1_HEVC.MOV` beside `IMG_1.HEIC`.
  var stemsOfMovie: [[UInt8]] {
    var stems = [stem]
    if stem.count + 3 == name.count { stems.insert(name, at: 0) }
    let tail = Array("_hevc".utf8)
    if foldedASCII(stem).suffix(tail.count).elementsEqual(tail) { stems.append(Array(stem.dropLast(tail.count))) }
    return stems
  }

  var isPicture: Bool { kind == .cameraPicture || kind == .otherPicture || kind == .raw }

  /// `IMG_1.CR2` of `IMG_1_01.CR2.xmp`, the sidecar of a second version of it, as darktable writes for duplicates. Nil
  /// for every other name.
  var originalOfVersion: [UInt8]? {
    guard case .sidecar = kind, let dot = stem.lastIndex(of: UInt8(ascii: ".")), dot > 3 else { return nil }
    let number = stem[(dot - 3)..<dot]
    guard number.first == UInt8(ascii: "_"), number.dropFirst().allSatisfy(isDigit) else { return nil }
    return Array(stem[..<(dot - 3)] + stem[dot...])
  }

  /// `IMG_O1234.AAE` holds what iOS needs to go back to the original of `IMG_1234`: it belongs to that photo as
  /// `IMG_1234.AAE` does. Nil for every other name.
  var originalOfAdjustment: [UInt8]? {
    guard kind == .sidecar("aae") else { return nil }
    let prefix = Array("img_o".utf8)
    let number = stem.dropFirst(prefix.count)
    guard foldedASCII(stem).starts(with: prefix), !number.isEmpty, number.allSatisfy(isDigit) else { return nil }
    return Array(stem.prefix(4)) + number
  }
}

/// With A…Z as a…z and every other byte as it is: an order of bytes is no language, and a wrong guess about letters
/// would tie strangers.
func foldedASCII(_ bytes: some Sequence<UInt8>) -> [UInt8] {
  bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
}

func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

private let cameraPictureEndings: Set<String> = ["jpg", "jpeg", "jpe", "jfif", "heic", "heif", "hif"]

private let rawEndings: Set<String> = [
  "cr2", "cr3", "crw", "nef", "nrw", "arw", "sr2", "srf", "dng", "raf", "orf", "rw2", "rwl", "pef", "srw", "3fr", "iiq",
  "x3f", "mrw", "kdc", "dcr", "erf", "mef", "mos", "gpr",
]

/// What a phone writes beside a Live Photo; Takeout takes the movie of a Pixel's motion photo out as `.MP`.
private let movieEndings: Set<String> = ["mov", "mp4", "mp"]

/// PhotoPrism's words, what people write, and voices that cameras and phones record; also songs with their cover.
private let noteEndings: Set<String> = [
  "yml", "txt", "md", "rtf", "wav", "m4a", "amr", "3ga", "aac", "mp3", "ogg", "opus",
]

private let endingsBesides = Set(
  rawEndings.union(movieEndings).union(noteEndings).union(FolderNames.sidecarEndings).compactMap { ShortEnding($0) })
