/// What a terminal takes when pictures are sent to it as pixels.
package struct PixelLimits: Hashable, Sendable {
  /// Colours of a sixel picture at a time.
  package var colors: Int
  /// The longest sides of a picture.
  package var width: Int
  package var height: Int

  package init(colors: Int = 256, width: Int = 4096, height: Int = 4096) {
    self.colors = max(2, colors)
    self.width = width
    self.height = height
  }
}
