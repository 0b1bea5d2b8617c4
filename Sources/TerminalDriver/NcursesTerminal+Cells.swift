import CNcurses
import TextSurface

/// Cells to characters and colours of this terminal.
extension NcursesTerminal {
  /// Writes the cells that differ from those on the screen. False when the table of colour pairs became full.
  func putChanges(of surface: Surface) -> Bool {
    let area = surface.bounds.intersection(Rect(size))
    changedImages = []
    changedRows = []
    return surface.forEachChange(since: shown, in: area) { x, y, cell in
      changedRows.insert(y)
      if let tile = cell.tile { changedImages.insert(tile.image) }
      guard let scalar = cell.scalar else { return true }
      if scalar == PicturePlaceholders.scalar, let tile = cell.tile { return put(tile, x: x, y: y) }
      let isWideCut = displayWidth(scalar) == 2 && (x + 1 == area.width || surface[x + 1, y].scalar != nil)
      return put(isWideCut ? Cell(" ", style: cell.style) : cell, x: x, y: y)
    }
  }

  /// Writes the placeholder character of a piece of a picture.
  private func put(_ tile: ImageTile, x: Int, y: Int) -> Bool {
    guard case .kitty(let kitty) = images, let placeholders = kitty.placeholders,
      let row = PicturePlaceholders.mark(Int(tile.row)), let column = PicturePlaceholders.mark(Int(tile.column))
    else { return true }
    let color = Int32(placeholders.number(of: tile.image))
    return cncurses_put(Int32(y), Int32(x), PicturePlaceholders.scalar.value, row.value, column.value, 1, color, -1, 0)
      == 0
  }

  private func put(_ cell: Cell, x: Int, y: Int) -> Bool {
    let scalar = cell.scalar ?? " "
    let width = Int32(displayWidth(scalar))
    let style = cell.style
    // The bits of the two are the same by design, so they go through unchanged.
    let attributes = Int32(style.attributes.rawValue)
    let foreground = colorNumber(style.foreground)
    let background = colorNumber(style.background)
    guard glyphs != .ascii || scalar.isASCII else {
      let plain = likeness(of: scalar, in: .ascii).value
      for column in x..<(x + Int(max(1, width))) {
        let status = cncurses_put(Int32(y), Int32(column), plain, 0, 0, 1, foreground, background, attributes)
        if status < 0 { return false }
      }
      return true
    }
    return cncurses_put(
      Int32(y), Int32(x), likeness(of: scalar, in: glyphs).value, glyphs == .ascii ? 0 : cell.mark?.value ?? 0, 0,
      max(1, width), foreground, background, attributes) == 0
  }

  /// The number that this depth has for a colour; -1 for the terminal's own.
  func colorNumber(_ color: RGB?) -> Int32 {
    guard let color else { return -1 }
    switch colorDepth {
    case .none: return -1
    case .ansi16: return Int32(ansiIndex(nearest: color, of: ansiColors))
    case .indexed256: return Int32(paletteIndex(nearest: color))
    // The direct-colour entry keeps 0 to 7 for the ANSI colours; 8 is as black as 0.
    case .direct24: return Int32(max(8, color.hex))
    }
  }
}
