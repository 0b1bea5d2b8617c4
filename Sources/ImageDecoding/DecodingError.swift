package import PhotoModel

/// Why bytes did not become pixels.
package enum DecodingError: Error, Hashable, Sendable {
  /// Recognised, but not decoded by this version; for `.jpeg` a lossless, hierarchical or 12-bit one.
  case unsupported(ImageFormat)
  /// No known format begins like this, or there are no bytes.
  case notAPicture
  /// The bytes break the rules of their format; the detail is the decoder's own word for it.
  case corrupt(String)
  /// More pixels than are decoded at all: nothing but the header was read.
  case tooLarge(PixelSize)
  /// A size that would be fine, but stored so that decoding takes far more time or memory than a photo does.
  case tooCostly(PixelSize)
  case outOfMemory

  /// One sentence for a person: what is wrong and, where known, what would help.
  package var sentence: String {
    switch self {
    case .unsupported(.jpeg):
      "This kind of JPEG (lossless or more than 8 bits a colour) cannot be opened; a copy saved as an ordinary JPEG can."
    case .unsupported(let format):
      "\(format.title) pictures cannot be looked into by this version; a JPEG or PNG copy can."
    case .notAPicture: "The file does not contain a picture that is known here, whatever its name says."
    case .corrupt(let detail) where detail.isEmpty: "The picture is damaged."
    case .corrupt(let detail): "The picture is damaged: \(detail)."
    case .tooLarge(let size):
      "The picture claims \(groupedDigits(size.width)) × \(groupedDigits(size.height)) pixels, more than can be opened safely."
    case .tooCostly(let size):
      "The picture (\(groupedDigits(size.width)) × \(groupedDigits(size.height)) pixels) is stored in a way that takes "
        + "too much time or memory to open safely."
    case .outOfMemory: "There was not enough memory to open the picture."
    }
  }

  /// The word for it in `scan --json`.
  package var skippedReason: SkippedFile.Reason {
    switch self {
    case .unsupported: .unsupported
    case .notAPicture, .corrupt: .corrupt
    case .tooLarge, .tooCostly, .outOfMemory: .tooLarge
    }
  }
}
