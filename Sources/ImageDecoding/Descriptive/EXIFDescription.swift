package import PhotoModel

/// What people wrote into the main directory of an EXIF block, by the names of the tags.
package struct EXIFDescription: Hashable, Sendable {
  package var imageDescription: String?
  package var copyright: String?
  package var software: String?
  /// Tag 0x4746: stars.
  package var rating: Int?
  /// Tag 0x4749.
  package var ratingPercent: Int?
  /// Of Windows, UTF-16 with the lowest byte first: tags 0x9C9B, 0x9C9C, 0x9C9E and 0x9C9F.
  package var xpTitle: [UInt8] = []
  package var xpComment: [UInt8] = []
  /// Parted by semicolons.
  package var xpKeywords: [UInt8] = []
  package var xpSubject: [UInt8] = []

  package init() {}

  /// What of it people wrote: not what cameras write into every picture.
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
