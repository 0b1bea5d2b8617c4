/// Width and height of a character cell in pixels.
package struct CellPixels: Hashable, Sendable {
  /// The width in pixels.
  package var width: Int
  /// The height in pixels.
  package var height: Int

  /// Creates a size; nothing is checked (`plausible`).
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The size assumed where the terminal does not tell: twice as high as wide, as in most fonts.
  package static let standard = CellPixels(width: 8, height: 16)

  /// Width divided by height.
  package var aspect: Double { Double(width) / Double(max(1, height)) }

  /// The size that a terminal reports; nil where no font has such cells.
  package static func plausible(width: Int, height: Int) -> CellPixels? {
    guard (2...200).contains(width), (4...400).contains(height) else { return nil }
    let cell = CellPixels(width: width, height: height)
    return (0.2...2).contains(cell.aspect) ? cell : nil
  }
}
