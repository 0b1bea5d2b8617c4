/// The characters that a terminal can be trusted to show, from the fewest to all.
///
/// A character that its font lacks is a hollow box, or comes from another font, is wider than its cell and cut in half.
package enum GlyphSet: Hashable, Sendable, CaseIterable {
  /// Printable ASCII: the locale names an encoding that has no more.
  case ascii
  /// The characters of the fonts of the Linux console, Debian's as well as the kernel's own. Those of Debian lack half
  /// blocks.
  case console
  /// The characters of bitmap fonts (WGL4), with half blocks: a terminal that has such a font of its own and no other.
  case bitmap
  /// The characters of nearly all fonts, with half blocks and the arrow of shell prompts.
  case common
  /// Also symbols that mostly come from another font, and the 2 × 3 blocks of Unicode 13, which the terminal draws
  /// itself.
  case full
}
