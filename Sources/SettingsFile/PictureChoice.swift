package import TextSurface

/// The user's choice of how pictures are shown.
package enum PictureChoice: String, CaseIterable, Sendable {
  /// The best protocol that the terminal reports.
  case auto
  case kitty, iterm, sixel, symbols, off

  /// The chosen image protocol; nil asks the terminal.
  package var imageProtocol: ImageProtocol? { ImageProtocol(rawValue: rawValue) }
}
