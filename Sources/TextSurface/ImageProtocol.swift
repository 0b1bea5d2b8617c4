/// How pictures reach the screen, best first: the rungs of a ladder.
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

  /// Pictures are sent as pixels.
  package var hasPixels: Bool { self == .kitty || self == .iterm || self == .sixel }

  /// What the user reads.
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

/// The rung that is used, and why: what `deckle doctor` says.
package struct PictureDecision: Hashable, Sendable {
  package var imageProtocol: ImageProtocol
  /// A clause that ends a sentence: "the terminal says that it knows kitty's protocol".
  package var reason: String

  package init(_ imageProtocol: ImageProtocol, because reason: String) {
    self.imageProtocol = imageProtocol
    self.reason = reason
  }
}
