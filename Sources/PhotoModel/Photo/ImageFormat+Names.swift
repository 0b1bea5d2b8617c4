package import SystemPackage

extension ImageFormat {
  /// The endings that promise this format, in lower case.
  package var endings: Set<String> {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
    case .png: ["png", "apng"]
    case .heic: ["heic", "heif", "hif"]
    case .avif: ["avif", "heif", "hif"]
    case .webp: ["webp"]
    case .gif: ["gif"]
    case .bmp: ["bmp", "dib"]
    case .tiff: ["tif", "tiff"]
    case .jxl: ["jxl"]
    case .jp2: ["jp2", "j2k", "j2c", "jpc", "jpf", "jpx", "jph"]
    case .raw: ["cr2", "cr3", "crw", "nef", "nrw", "arw", "dng", "gpr", "raf", "orf", "rw2", "pef", "srw", "x3f"]
    }
  }

  /// The ending of a file's name where it belongs to another format than that of the content: "png" for a JPEG. Nil
  /// where it fits, or is no ending of a picture.
  package func misleadingEnding(of path: FilePath) -> String? {
    guard let ending = path.nameEnding, !endings.contains(ending) else { return nil }
    // A RAW file that is TIFF inside and not known more closely is no surprise.
    if self == .tiff, Self.raw.endings.contains(ending) { return nil }
    return Self.allCases.contains { $0.endings.contains(ending) } ? ending : nil
  }
}

extension FilePath {
  /// The ending after the last dot of the last component, in lower case. Nil without one; a name that only begins with
  /// a dot has none.
  package var nameEnding: String? {
    let name = nameBytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }
}
