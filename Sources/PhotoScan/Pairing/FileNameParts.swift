import FileSafety
import PhotoModel
import SystemPackage

/// A file's name taken apart for pairing: bytes throughout, and only ASCII letters have two cases.
struct FileNameParts: Hashable {
  /// The kind of a file by its ending.
  enum Kind: Hashable {
    /// A camera's JPEG or HEIC, which may have a RAW or a movie beside it.
    case cameraPicture
    case otherPicture
    case raw
    case movie
    /// A sidecar, with its ending in small letters, so that an XMP and an AAE are two kinds.
    case sidecar(String)
    /// A text or a sound: of the photo, or with its name by chance.
    case note
  }

  /// The whole name.
  let name: [UInt8]
  /// The name without its last ending.
  let stem: [UInt8]
  let kind: Kind

  /// Creates the parts; nil for a name without an ending, or with one that no companion has, and for AppleDouble files.
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

  /// Whether a file is a RAW, a movie or a sidecar by its ending, so that pairing is needed.
  static func isSomethingBesides(_ path: FilePath) -> Bool {
    ShortEnding(of: path).map(endingsBesides.contains) ?? false
  }

  /// The stem without the suffix by which Pixel phones tell apart the JPEG and the RAW of one shot:
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

  /// The name of the photo that an adjustment `IMG_O1234.AAE` belongs to, `IMG_1234`: iOS needs it to go back to the
  /// original. Nil for every other name.
  var originalOfAdjustment: [UInt8]? {
    guard kind == .sidecar("aae") else { return nil }
    let prefix = Array("img_o".utf8)
    let number = stem.dropFirst(prefix.count)
    guard foldedASCII(stem).starts(with: prefix), !number.isEmpty, number.allSatisfy(isDigit) else { return nil }
    return Array(stem.prefix(4)) + number
  }
}

/// The bytes with A…Z as a…z and every other byte unchanged: the bytes tell no language, and a wrong guess about
/// letters would pair unrelated files.
func foldedASCII(_ bytes: some Sequence<UInt8>) -> [UInt8] {
  bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
}

func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

private let cameraPictureEndings: Set<String> = ["jpg", "jpeg", "jpe", "jfif", "heic", "heif", "hif"]

private let rawEndings: Set<String> = [
  "cr2", "cr3", "crw", "nef", "nrw", "arw", "sr2", "srf", "dng", "raf", "orf", "rw2", "rwl", "pef", "srw", "3fr", "iiq",
  "x3f", "mrw", "kdc", "dcr", "erf", "mef", "mos", "gpr",
]

/// The endings of movies that a phone writes beside a Live Photo; Takeout extracts the movie of a Pixel's motion photo
/// as `.MP`.
private let movieEndings: Set<String> = ["mov", "mp4", "mp"]

/// The endings of PhotoPrism's metadata, of texts that people write, and of sound that cameras and phones record; also
/// of songs with their cover.
private let noteEndings: Set<String> = [
  "yml", "txt", "md", "rtf", "wav", "m4a", "amr", "3ga", "aac", "mp3", "ogg", "opus",
]

private let endingsBesides = Set(
  rawEndings.union(movieEndings).union(noteEndings).union(FolderNames.sidecarEndings).compactMap { ShortEnding($0) })
