/// The ways in which pictures reach the screen, best first.
package enum ImageProtocol: String, Hashable, Sendable, CaseIterable {
  /// Pixels by kitty's graphics protocol, also while they move.
  case kitty
  /// Pixels by iTerm2's inline images, at rest; characters while they move.
  case iterm
  /// Pixels as sixels, at rest; characters while they move.
  case sixel
  /// Coloured characters.
  case symbols
  /// Words alone.
  case off

  /// Whether pictures are sent as pixels.
  package var hasPixels: Bool { self == .kitty || self == .iterm || self == .sixel }

  /// The name for the user.
  package var title: String {
    switch self {
    case .kitty: "pixels, by kitty's protocol"
    case .iterm: "pixels, by iTerm2's protocol"
    case .sixel: "pixels, as sixels"
    case .symbols: "characters"
    case .off: "none, words alone"
    }
  }
}

/// The protocol in use and the reason for it, as `deckle doctor` shows them.
package struct PictureDecision: Hashable, Sendable {
  /// The protocol in use.
  package var imageProtocol: ImageProtocol
  /// The reason as a clause that ends a sentence: "the terminal says that it knows kitty's protocol".
  package var reason: String

  /// Creates a decision with its reason.
  package init(_ imageProtocol: ImageProtocol, because reason: String) {
    self.imageProtocol = imageProtocol
    self.reason = reason
  }
}
