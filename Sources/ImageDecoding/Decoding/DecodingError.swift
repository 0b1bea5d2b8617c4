package import PhotoModel

/// Why bytes did not become pixels.
package enum DecodingError: Error, Hashable, Sendable {
  /// A kind of this format that is not decoded: a lossless, hierarchical or 12-bit JPEG, a RAW without a preview, a
  /// HEIC of a codec that is not installed.
  case unsupported(ImageFormat)
  /// A picture of a format that is recognised and not read, by its name: "Photoshop (PSD)".
  case otherFormat(String)
  /// A whole file of another kind under the name of a picture: "a movie", "a PDF".
  case otherKind(String)
  /// A picture of a format whose library this build does without.
  case notBuiltIn(ImageFormat)
  /// The bytes begin like no known format, or are missing.
  case notAPicture
  /// The bytes break the rules of their format; the detail is the decoder's own word for it.
  case corrupt(String)
  /// The parts of the picture are there, and the library of this version does not know how they are put together:
  /// "libheif 1.15.1".
  case needsNewer(ImageFormat, reader: String)
  /// Data of the picture lie behind the end of the file.
  case endsEarly
  /// More pixels than are decoded at all: nothing but the header was read.
  case tooLarge(PixelSize)
  /// A size that would be fine, but stored so that decoding takes far more time or memory than a photo does.
  case tooCostly(PixelSize)
  case outOfMemory

  /// The error as a sentence for the user: the problem and, where known, what would help.
  package var sentence: String {
    switch self {
    case .unsupported(.jpeg):
      "This kind of JPEG (lossless or more than 8 bits a colour) cannot be opened; a copy saved as an ordinary JPEG can."
    case .unsupported(.raw):
      "This RAW file has no preview inside that can be shown; a JPEG or TIFF made from it can be opened."
    case .unsupported(.heic), .unsupported(.avif): codecSentence
    case .unsupported(let format):
      "This kind of \(format.title) picture cannot be opened; a copy saved as JPEG or PNG can."
    case .otherFormat(let name): "\(name) files are not read; a copy saved as JPEG, PNG or TIFF can be."
    case .otherKind(let name): "This is \(name) and no picture, whatever its name says; it is left alone."
    case .notBuiltIn(let format):
      "\(format.title) files are not read by this build of Deckle, which is without \(FormatSupport.library(of: format)); a copy "
        + "saved as JPEG, PNG or TIFF can be."
    case .notAPicture:
      "The file does not contain a picture that is known here, whatever its name says; a backup may have a whole one."
    case .corrupt(let detail):
      "The picture is damaged\(detail.isEmpty ? "" : " (\(fitForALine(detail)))"); a backup may have a whole one."
    case .needsNewer(let format, let reader):
      "\(reader) cannot read how this \(format.title) picture is built: a newer one may, as newer releases of Debian have it, or "
        + "the file is damaged; a JPEG copy can be opened."
    case .endsEarly: "The file ends too early, so a part of the picture is missing; a backup may have a whole one."
    case .tooLarge(let size):
      "The picture claims \(groupedDigits(size.width)) × \(groupedDigits(size.height)) pixels, more than can be opened "
        + "safely; a smaller copy can."
    case .tooCostly(let size):
      "The picture (\(groupedDigits(size.width)) × \(groupedDigits(size.height)) pixels) is stored in a way that takes "
        + "too much time or memory to open safely; a copy saved anew can be opened."
    case .outOfMemory: "There was not enough memory to open the picture; scanning again with --jobs 1 needs less."
    }
  }

  /// Debian's libheif brings its codecs as packages of their own, from 13 on.
  private var codecSentence: String {
    let (title, package) =
      self == .unsupported(.avif) ? ("AVIF", "libheif-plugin-dav1d") : ("HEIC", "libheif-plugin-libde265")
    return
      "The codec of this \(title) picture is not installed (Debian's package is \(package)), or this kind is not known to "
      + "it; a JPEG copy can be opened."
  }

  /// The error of a library that does not decode a picture, recognised by its message where there is no number for it.
  static func refusal(of format: ImageFormat, message: UnsafePointer<CChar>) -> DecodingError {
    let message = String(cString: message)
    if message == "the file ends too early" { return .endsEarly }
    // libjpeg inside of a TIFF: lossless and arithmetic processes.
    if message.hasPrefix("Unsupported") { return .unsupported(format) }
    return .corrupt(message)
  }

  /// The reason that `scan --json` prints.
  package var skippedReason: SkippedFile.Reason {
    switch self {
    case .unsupported, .otherFormat, .otherKind, .notBuiltIn, .needsNewer: .unsupported
    case .notAPicture, .corrupt, .endsEarly: .corrupt
    case .tooLarge, .tooCostly, .outOfMemory: .tooLarge
    }
  }
}

/// A library's message in one line: some of them break their lines, or quote the file.
private func fitForALine(_ message: String) -> String {
  let plain = String(String.UnicodeScalarView(message.unicodeScalars.map { $0.isFitForALine ? $0 : " " }))
  return String(plain.split(separator: " ").joined(separator: " ").prefix(200))
}
