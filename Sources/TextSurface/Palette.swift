/// xterm's 256 colours: 16 that the user may have changed, a cube of 6 × 6 × 6, and 24 greys.

/// The value of a colour of xterm's palette as xterm delivers it.
///
/// - Parameter index: 0 to 255.
package func paletteColor(_ index: Int) -> RGB {
  switch index {
  case ..<16: ansiColors[max(0, index)]
  case 16..<232:
    RGB(cubeLevels[(index - 16) / 36], cubeLevels[(index - 16) / 6 % 6], cubeLevels[(index - 16) % 6])
  default:
    RGB(gray: UInt8(8 + 10 * min(23, index - 232)))
  }
}

/// The colour of the cube or of the greys that is nearest (least squares in RGB).
///
/// - Returns: 16 to 255. The first 16 are never chosen: users change them.
package func paletteIndex(nearest color: RGB) -> Int {
  let red = nearestLevel(color.red)
  let green = nearestLevel(color.green)
  let blue = nearestLevel(color.blue)
  let cube = 16 + 36 * red + 6 * green + blue
  let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
  let gray = 232 + min(23, max(0, (mean - 3) / 10))
  return distance(paletteColor(gray), color) < distance(paletteColor(cube), color) ? gray : cube
}

/// The ANSI colour that is nearest, green counting most, as the eye has it.
///
/// - Parameter count: 8 or 16, as the terminal has.
package func ansiIndex(nearest color: RGB, of count: Int = 16) -> Int {
  (0..<min(max(1, count), ansiColors.count)).min { weighted(ansiColors[$0], color) < weighted(ansiColors[$1], color) }
    ?? 0
}

extension RGB {
  /// The same amount of each.
  package init(gray: UInt8) { self.init(gray, gray, gray) }
}

/// xterm's defaults.
private let ansiColors: [RGB] = [
  0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
  0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
].map(RGB.init(hex:))

private let cubeLevels: [UInt8] = [0, 95, 135, 175, 215, 255]

/// The boundaries lie half-way between the levels.
private func nearestLevel(_ value: UInt8) -> Int {
  switch value {
  case ..<48: 0
  case ..<116: 1
  case ..<156: 2
  case ..<196: 3
  case ..<236: 4
  default: 5
  }
}

private func distance(_ left: RGB, _ right: RGB) -> Int {
  let red = Int(left.red) - Int(right.red)
  let green = Int(left.green) - Int(right.green)
  let blue = Int(left.blue) - Int(right.blue)
  return red * red + green * green + blue * blue
}

private func weighted(_ left: RGB, _ right: RGB) -> Int {
  let red = Int(left.red) - Int(right.red)
  let green = Int(left.green) - Int(right.green)
  let blue = Int(left.blue) - Int(right.blue)
  return 2 * red * red + 4 * green * green + 3 * blue * blue
}
