package import PhotoModel

/// Descriptive texts of the main directory of an EXIF block, named after the tags.
package struct EXIFDescription: Hashable, Sendable {
  /// Tag 0x010E.
  package var imageDescription: String?
  /// Tag 0x8298: the photographer's, and behind a NUL the editor's.
  package var copyright: String?
  /// Tag 0x0131.
  package var software: String?
  /// Tag 0x4746: stars, as `DescriptiveMetadata.rating`.
  package var rating: Int?
  /// Tag 0x4749: stars in per cent, as Windows writes them.
  package var ratingPercent: Int?
  /// Tag 0x9C9B of Windows; this one and the next three are UTF-16 with the lowest byte first.
  package var xpTitle: [UInt8] = []
  /// Tag 0x9C9C.
  package var xpComment: [UInt8] = []
  /// Tag 0x9C9E: keywords with semicolons between them.
  package var xpKeywords: [UInt8] = []
  /// Tag 0x9C9F.
  package var xpSubject: [UInt8] = []

  /// Creates the description of a block without texts.
  package init() {}

  /// The texts as descriptive metadata, without those that cameras write into every picture.
  package var metadata: DescriptiveMetadata {
    var metadata = DescriptiveMetadata()
    metadata.rating =
      DescriptiveMetadata.rating(rating.map(String.init))
      ?? DescriptiveMetadata.rating(percent: ratingPercent.map(String.init))
    metadata.caption =
      DescriptiveMetadata.caption(imageDescription) ?? DescriptiveMetadata.caption(Self.text(xpComment))
    // Windows writes the title into both.
    let title = DescriptiveMetadata.caption(Self.text(xpTitle))
    metadata.setTitle(title, headline: DescriptiveMetadata.caption(Self.text(xpSubject)))
    if title == metadata.caption { metadata.title = nil }
    metadata.addKeywords(Self.text(xpKeywords).split(separator: ";").map(String.init))
    metadata.copyright = Self.holders(copyright)
    metadata.edit = software.flatMap(photoEditor) ?? imageDescription.flatMap(Self.recipe)
    return metadata.limited
  }

  private static func text(_ bytes: [UInt8]) -> String {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }

  /// The photographer's and the editor's, parted by a NUL.
  private static func holders(_ text: String?) -> String? {
    let parts = (text ?? "").split(separator: "\0").compactMap { DescriptiveMetadata.text(String($0)) }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// "Processed with VSCO with a6 preset".
  private static func recipe(_ description: String) -> String? {
    description.hasPrefix("Processed with ") ? photoEditor(in: description) : nil
  }
}
