import CExpat
import CHeif
import CPNG
import CTIFF
import CTurboJPEG
import CWebP
package import PhotoModel

/// What reads a format on this machine.
package struct FormatSupport: Hashable, Sendable {
  package var format: ImageFormat
  /// "libheif 1.15.1".
  package var reader: String
  /// False where Deckle reads the format without a library.
  package var isLibrary: Bool

  /// The oldest version that is tried, that of Debian 12: "libheif 1.15".
  package var oldest: String {
    switch format {
    case .jpeg: "libjpeg-turbo 2.1"
    case .png: "libpng 1.6"
    case .heic: "libheif 1.15, libde265 1.0.11"
    case .avif: "libheif 1.15"
    case .webp: "libwebp 1.2"
    case .tiff: "libtiff 4.5"
    case .gif, .bmp, .raw: "Deckle itself"
    }
  }

  /// Every format that is read, in the order of `ImageFormat`.
  package static var all: [FormatSupport] { ImageFormat.allCases.map(of) }

  /// Names of the formats that are recognised and not read.
  package static let otherFormats = ["Photoshop", "GIMP", "JPEG XL", "JPEG 2000", "JPEG XR", "OpenEXR"]

  /// What reads the words about photos: "expat 2.5.0".
  package static var wordsReader: String {
    String(cString: xmlreader_version()).split(separator: "_").joined(separator: " ")
  }

  private static func of(_ format: ImageFormat) -> FormatSupport {
    func library(_ name: String, _ version: UnsafePointer<CChar>?) -> String {
      let number = version.map { String(cString: $0).prefix { !$0.isNewline } } ?? ""
      return number.isEmpty ? name : "\(name) \(number)"
    }
    let heif = library("libheif", heifreader_version())
    switch format {
    case .jpeg: return FormatSupport(format: format, reader: library("libjpeg-turbo", jpegreader_version()))
    case .png: return FormatSupport(format: format, reader: library("libpng", pngreader_version()))
    case .heic:
      return FormatSupport(format: format, reader: "\(heif), \(library("libde265", hevctiles_version()))")
    case .avif: return FormatSupport(format: format, reader: heif)
    case .webp:
      let version = webpreader_version()
      return FormatSupport(format: format, reader: "libwebp \(version >> 16).\(version >> 8 & 255).\(version & 255)")
    case .tiff: return FormatSupport(format: format, reader: library("libtiff", tiffreader_version()))
    case .gif, .bmp: return FormatSupport(format: format, reader: "Deckle itself", isLibrary: false)
    case .raw:
      let reader = "the JPEG inside, of CR2, CR3, CRW, NEF, ARW, DNG, RAF, ORF, RW2, PEF, SRW and X3F"
      return FormatSupport(format: format, reader: reader, isLibrary: false)
    }
  }

  private init(format: ImageFormat, reader: String, isLibrary: Bool = true) {
    self.format = format
    self.reader = reader
    self.isLibrary = isLibrary
  }
}
