/// The format of a file by its content, not by its name.
package enum ImageFormat: String, Hashable, Sendable, Codable, CaseIterable {
  case jpeg, png, heic, avif, webp, gif, bmp, tiff, jxl, jp2, raw

  /// "JPEG", "HEIC": the word on the card.
  package var title: String {
    switch self {
    case .webp: "WebP"
    case .raw: "RAW"
    case .jxl: "JPEG XL"
    case .jp2: "JPEG 2000"
    default: rawValue.uppercased()
    }
  }
}
