import CChafa
package import PhotoModel
package import TextSurface

/// The characters that a picture may be made of: each set needs more of the terminal's font than the one before.
package enum SymbolSet: Hashable, Sendable, CaseIterable {
  /// `░▒` in the 8 or 16 colours: all that the fonts of the Linux console have.
  case shades
  /// `▀▄█`: two pixels a cell. Soft, in every font.
  case halfBlocks
  /// Quarters and eighths of a cell as well, and the 2 × 3 blocks of Unicode 13: sharpest.
  case sextants
  /// 2 × 4 dots of one colour.
  case braille
  /// Printable ASCII only.
  case ascii

  /// The sharpest that a terminal can be trusted with. Without colours dots carry a picture best, wherever their font
  /// comes from.
  package init(_ glyphs: GlyphSet, depth: ColorDepth) {
    self =
      switch glyphs {
      case .ascii: .ascii
      case .console: depth == .none ? .braille : .shades
      case .common, .bitmap: depth == .none ? .braille : .halfBlocks
      case .full: depth == .none ? .braille : .sextants
      }
  }
}

/// A picture as coloured characters, stretched to fill the cells (libchafa).
///
/// Works on any thread, and the same input always gives the same cells.
/// - Parameters:
///   - columns: The number of columns, 1 to 4096.
///   - rows: The number of rows, 1 to 4096.
///   - depth: With `.none` the shape alone carries the picture. With `.ansi16` it is made of quarters and shades, of
///     these alone where the symbols are.
///   - ansiColors: The number of the 16 colours that the terminal has, 8 or 16.
///   - onLight: Without colours, whether the terminal's background is the lighter of its two colours.
///   - symbols: nil takes the best for the depth: sextants with many colours, braille without.
/// - Returns: `columns` × `rows` cells; an empty surface where a size is out of range.
/// - Complexity: 640 × 480 into 60 × 24 cells takes about 12 ms.
package func pictureCells(
  of picture: RGBPicture, columns: Int, rows: Int, depth: ColorDepth = .direct24, symbols: SymbolSet? = nil,
  ansiColors: Int = 16, onLight: Bool = false
) -> Surface {
  let allowed = 1...4096
  guard allowed.contains(columns), allowed.contains(rows), picture.width > 0, picture.height > 0 else {
    return Surface(Size(columns: 0, rows: 0))
  }
  let set = symbols ?? SymbolSet(.full, depth: depth)
  if depth == .ansi16 || set == .shades {
    return ansiCells(
      of: picture, columns: columns, rows: rows, colors: ansiColors, hasQuarters: set != .shades && set != .ascii)
  }
  var cells = [cchafa_cell](repeating: cchafa_cell(), count: columns * rows)
  let status = cchafa_draw(
    picture.pixels, Int32(clamping: picture.width), Int32(clamping: picture.height), Int32(columns), Int32(rows),
    Int32(number(of: set)), Int32(depth.rawValue), onLight ? 1 : 0, &cells)
  var surface = Surface(Size(columns: columns, rows: rows))
  guard status == 0 else { return surface }
  for row in 0..<rows {
    for column in 0..<columns {
      let cell = cells[row * columns + column]
      let (front, back) = (color(cell.foreground, depth), color(cell.background, depth))
      if set == .halfBlocks, cell.character == lowerHalf, let front, let back, back.isBrighter(than: front) {
        // Text over a picture gets the darker half as its background.
        surface[column, row] = Cell("▀", style: Style(foreground: back, background: front))
      } else {
        surface[column, row] = Cell(
          Unicode.Scalar(cell.character) ?? " ", style: Style(foreground: front, background: back))
      }
    }
  }
  return surface
}

private let lowerHalf = UInt32(0x2584)

extension RGB {
  fileprivate func isBrighter(than other: RGB) -> Bool {
    func light(_ color: RGB) -> Int { 3 * Int(color.red) + 6 * Int(color.green) + Int(color.blue) }
    return light(self) > light(other)
  }
}

private func number(of set: SymbolSet) -> Int {
  switch set {
  case .shades, .halfBlocks: CCHAFA_HALF_BLOCKS
  case .sextants: CCHAFA_SEXTANTS
  case .braille: CCHAFA_BRAILLE
  case .ascii: CCHAFA_ASCII
  }
}

private func color(_ value: Int32, _ depth: ColorDepth) -> RGB? {
  guard value >= 0 else { return nil }
  switch depth {
  case .none, .ansi16: return nil
  case .indexed256: return paletteColor(Int(min(255, value)))
  case .direct24: return RGB(hex: UInt32(value))
  }
}
