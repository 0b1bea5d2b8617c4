package import TextSurface

/// How the user wants pictures to be shown.
package enum PictureChoice: String, CaseIterable, Sendable {
  /// As the terminal says.
  case auto
  case kitty, iterm, sixel, symbols, off

  /// Nil asks the terminal.
  package var imageProtocol: ImageProtocol? { ImageProtocol(rawValue: rawValue) }
}
