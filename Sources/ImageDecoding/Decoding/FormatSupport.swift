import CExpat
import CHeif
import CJP2
import CJXL
import CPNG
import CTIFF
import CTurboJPEG
import CWebP
package import PhotoModel

/// The libraries that read a format on this machine.
package struct FormatSupport: Hashable, Sendable {
  /// The format.
  package var format: ImageFormat
  /// Each library with its version, such as "libheif 1.15.1"; none where Deckle reads the format itself.
  package var libraries: [String]
  /// The libraries, or else Deckle itself or nothing, as text for the user.
  package var reader: String

  /// All formats that some build reads, in the order of `ImageFormat`.
  package static var all: [FormatSupport] { ImageFormat.allCases.map(of) }

  /// Names of the formats that are recognised and not read, by no build.
  package static let otherFormats = ["Photoshop", "GIMP", "JPEG XR", "OpenEXR"]

  /// Whether this build reads the format.
  package var isBuiltIn: Bool { Self.isBuiltIn(format) }

  /// Whether this build has the library that reads a format. Two are optional.
  package static func isBuiltIn(_ format: ImageFormat) -> Bool {
    switch format {
    case .jxl: jxlreader_version() != 0
    case .jp2: jp2reader_version() != nil
    default: true
    }
  }

  /// The library of a format that is optional: "libjxl".
  package static func library(of format: ImageFormat) -> String { format == .jxl ? "libjxl" : "OpenJPEG" }

  /// The library that reads descriptive metadata: "expat 2.5.0".
  package static var descriptionReader: String {
    String(cString: xmlreader_version()).split(separator: "_").joined(separator: " ")
  }

  private static func of(_ format: ImageFormat) -> FormatSupport {
    func library(_ name: String, _ version: UnsafePointer<CChar>?) -> String {
      let number = version.map { String(cString: $0).prefix { !$0.isNewline } } ?? ""
      return number.isEmpty ? name : "\(name) \(number)"
    }
    let heif = library("libheif", heifreader_version())
    switch format {
    case .jpeg: return FormatSupport(format, library("libjpeg-turbo", jpegreader_version()))
    case .png: return FormatSupport(format, library("libpng", pngreader_version()))
    case .heic: return FormatSupport(format, heif, library("libde265", hevctiles_version()))
    case .avif: return FormatSupport(format, heif)
    case .webp:
      let version = webpreader_version()
      return FormatSupport(format, "libwebp \(version >> 16).\(version >> 8 & 255).\(version & 255)")
    case .tiff: return FormatSupport(format, library("libtiff", tiffreader_version()))
    case .jxl, .jp2:
      let name = Self.library(of: format)
      guard isBuiltIn(format) else { return FormatSupport(format, readBy: "nothing") }
      let version = jxlreader_version()
      return format == .jp2
        ? FormatSupport(format, library(name, jp2reader_version()))
        : FormatSupport(format, "\(name) \(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)")
    case .gif, .bmp: return FormatSupport(format, readBy: "Deckle itself")
    case .raw:
      let reader = "the JPEG inside, of CR2, CR3, CRW, NEF, ARW, DNG, RAF, ORF, RW2, PEF, SRW and X3F"
      return FormatSupport(format, readBy: reader)
    }
  }

  private init(_ format: ImageFormat, _ libraries: String..., readBy reader: String? = nil) {
    self.format = format
    self.libraries = libraries
    self.reader = reader ?? libraries.joined(separator: ", ")
  }
}
