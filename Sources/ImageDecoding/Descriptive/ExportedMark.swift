import PhotoModel

/// A property in which other programs read an exported verdict.
/// - `xmp:Rating` −1 is "rejected" by its definition (XMP specification, part 1, §8.4); darktable and Adobe Bridge read
///   it.
/// - `digiKam:PickLabel`: 1 rejected, 3 accepted.
/// - `xmpDM:pick`: −1 and 1, the flags of Lightroom Classic since it writes them.
enum ExportedMark: String, CaseIterable {
  case rating = "xmp:Rating"
  case pickLabel = "digiKam:PickLabel"
  case flag = "xmpDM:pick"

  /// The property with the verdict of the last export: marks that still agree with it are not those of a person.
  static let verdict = "deckle:Exported"

  /// The value for a verdict; nil where the program has none.
  func value(_ verdict: ExportedVerdict) -> String? {
    switch (self, verdict) {
    case (.rating, .rejected), (.flag, .rejected): "-1"
    case (.pickLabel, .rejected), (.flag, .pick): "1"
    case (.pickLabel, .pick): "3"
    case (.rating, .pick), (_, .none): nil
    }
  }

  /// The verdict that an export wrote last; nil without one.
  static func exported(in properties: [String: XMPValue]) -> ExportedVerdict? {
    properties[verdict]?.text.flatMap(ExportedVerdict.init(rawValue:))
  }

  /// The properties without the marks that an export wrote and nobody changed since.
  static func withoutExported(_ properties: [String: XMPValue]) -> [String: XMPValue] {
    guard let verdict = exported(in: properties) else { return properties }
    return properties.filter { name, value in
      Self(rawValue: name).flatMap { $0.value(verdict) }.map { $0 != value.text } ?? true
    }
  }

  /// Whether a packet has marks of an export, and nothing else.
  static func areAll(_ properties: [String: XMPValue]) -> Bool {
    exported(in: properties) != nil && properties.keys.allSatisfy { $0 == verdict || Self(rawValue: $0) != nil }
  }
}
