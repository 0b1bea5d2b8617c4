import Glibc

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

/// A colour of the 256 for a cell of a gradient: of the two that lie about it, the one that an ordered pattern of 2 × 2
/// cells takes there, so that a gradient has no bands.
package func dithered(_ color: RGB, _ column: Int, _ row: Int) -> RGB {
  let nearest = paletteColor(paletteIndex(nearest: color))
  // As far beyond the colour as the nearest one is on the other side.
  func beyond(_ value: UInt8, _ near: UInt8) -> UInt8 { UInt8(min(255, max(0, 2 * Int(value) - Int(near)))) }
  let other = paletteColor(
    paletteIndex(
      nearest: RGB(
        beyond(color.red, nearest.red), beyond(color.green, nearest.green), beyond(color.blue, nearest.blue))))
  guard other != nearest else { return nearest }
  let here = Double(distance(nearest, color)).squareRoot()
  let there = Double(distance(other, color)).squareRoot()
  // Bayer's matrix, in the middle of each of its four steps.
  let limits = [[0.125, 0.625], [0.875, 0.375]]
  return here / max(1e-9, here + there) > limits[row & 1][column & 1] ? other : nearest
}

/// The ANSI colour that is nearest, green counting most, as the eye has it.
///
/// - Parameter count: 8 or 16, as the terminal has.
package func ansiIndex(nearest color: RGB, of count: Int = 16) -> Int {
  (0..<min(max(1, count), ansiColors.count)).min { weighted(ansiColors[$0], color) < weighted(ansiColors[$1], color) }
    ?? 0
}

extension RGB {
  /// Contrast ratio of WCAG 2.2, 1 to 21: of the relative luminances, in either order.
  package func contrast(to other: RGB) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private var luminance: Double {
    func light(_ value: UInt8) -> Double {
      let part = Double(value) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
  }

  /// Creates a gray.
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
