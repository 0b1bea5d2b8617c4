/// The limits of a terminal for pictures that are sent to it as pixels.
package struct PixelLimits: Hashable, Sendable {
  /// The number of colours of a sixel picture, at least 2.
  package var colors: Int
  /// The largest width of a picture in pixels.
  package var width: Int
  /// The largest height of a picture in pixels.
  package var height: Int

  /// Creates limits; without arguments those assumed where the terminal does not tell.
  package init(colors: Int = 256, width: Int = 4096, height: Int = 4096) {
    self.colors = max(2, colors)
    self.width = width
    self.height = height
  }
}
