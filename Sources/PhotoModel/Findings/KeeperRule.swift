package import SystemPackage

/// One line of the order by which the photo to keep is chosen. The first criteria ("not damaged", "in a protected
/// folder" and others, see `KeeperCriteria`) cannot be switched off; the raw value is the name in the configuration.
package enum KeeperRule: String, CaseIterable, Hashable, Sendable {
  /// The photo with the data of a camera; a re-save often has none.
  case original
  /// The sharper photo, by more than noise.
  case sharper
  /// The photo with more pixels.
  case larger
  /// RAW, then HEIC and AVIF, over their JPEG copy.
  case format
  /// The photo with more bytes, of two with one format and size.
  case lessCompressed
  /// An edited picture before the one it was made from: only where the user chose so.
  case edited
  /// The photo that was taken first, else the older file.
  case older
  case shorterPath

  /// The order where the user has not chosen another.
  package static let standardOrder: [KeeperRule] = allCases.filter { $0 != .edited }

  /// "The camera's original".
  package var title: String {
    switch self {
    case .original: "The camera's original"
    case .sharper: "Sharper"
    case .larger: "More pixels"
    case .format: "RAW, then HEIC"
    case .lessCompressed: "Less compressed"
    case .edited: "Edited"
    case .older: "Older"
    case .shorterPath: "Shorter path"
    }
  }

  /// The preference in a sentence.
  package var explanation: String {
    switch self {
    case .original: "a photo with the camera's data over a re-save without"
    case .sharper: "only by more than noise, and at comparable size"
    case .larger: "the picture with more pixels"
    case .format: "RAW over HEIC or AVIF over JPEG and the rest"
    case .lessCompressed: "the larger file of one format and size"
    case .edited: "a picture from an editor over the one it was made from"
    case .older: "what was taken first, lies in a named folder, else the older file"
    case .shorterPath: "no name of a copy, then what lies nearer to the top"
    }
  }
}

/// The order by which the photo to keep is chosen.
package struct KeeperOrder: Hashable, Sendable {
  /// The rules, the first that tells two photos apart decides; rules that are missing are switched off.
  package var rules: [KeeperRule]
  /// Folders whose photos stay before others that are as whole, as lasting and as well protected, hold as much, and
  /// were not made from the photo in the folder.
  package var preferredFolders: [FilePath]

  /// Creates an order.
  package init(_ rules: [KeeperRule], preferredFolders: [FilePath] = []) {
    self.rules = rules
    self.preferredFolders = preferredFolders
  }

  /// The order where the user has not chosen another, without preferred folders.
  package static let standard = KeeperOrder(KeeperRule.standardOrder)
}
