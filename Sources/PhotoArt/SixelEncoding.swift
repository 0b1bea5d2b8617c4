package import PhotoModel

/// A picture as sixels: the whole control string, to be written at the cursor.
///
/// The colours are chosen for the picture and mixed by error diffusion (Floyd and Steinberg 1976). Pixels below the
/// last full row of six stay as they were. Source: DEC STD 070, as described in xterm's ctlseqs.
/// - Parameter colors: The number of colours that the terminal can hold at a time, 2 to 256.
/// - Returns: Nothing where the picture has no pixels.
/// - Complexity: 600 000 pixels take about 40 ms and come to some 400 kilobytes.
package func sixelBytes(of picture: RGBPicture, colors: Int = 256) -> [UInt8] {
  guard picture.width > 0, picture.height > 0 else { return [] }
  let palette = SixelPalette(of: picture, most: min(256, max(2, colors)))
  let indices = dithered(picture, palette)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(picture.size.pixels)
  // 1: what no sixel sets stays; then the shape of a pixel and the size of the picture.
  bytes += "\u{1B}P0;1;0q\"1;1;\(picture.width);\(picture.height)".utf8
  for (number, color) in palette.percents.enumerated() {
    bytes += "#\(number);2;\(color.red);\(color.green);\(color.blue)".utf8
  }
  var band = SixelBand(width: picture.width, colors: palette.colors.count)
  for top in stride(from: 0, to: picture.height, by: 6) {
    if top > 0 { bytes.append(UInt8(ascii: "-")) }
    band.fill(from: indices, top: top, rows: min(6, picture.height - top))
    band.write(to: &bytes)
  }
  bytes += [0x1B, UInt8(ascii: "\\")]
  return bytes
}

/// The number of the colour of each pixel.
private func dithered(_ picture: RGBPicture, _ palette: SixelPalette) -> [UInt8] {
  let (width, height) = (picture.width, picture.height)
  // The nearest palette index for each of 32 × 32 × 32 colours, computed when the colour is first met.
  var known = [Int16](repeating: -1, count: 32_768)
  var indices = [UInt8](repeating: 0, count: width * height)
  // Sixteenths of the error that a row passes on to the next, three for each pixel, with one more at both ends.
  var below = [Int32](repeating: 0, count: (width + 2) * 3)
  var here = below
  for y in 0..<height {
    swap(&here, &below)
    for index in below.indices { below[index] = 0 }
    var right: (Int32, Int32, Int32) = (0, 0, 0)
    for x in 0..<width {
      let source = (y &* width &+ x) &* 3
      let slot = (x &+ 1) &* 3
      let red = clamped(Int32(picture.pixels[source]) &+ (here[slot] &+ right.0) / 16)
      let green = clamped(Int32(picture.pixels[source &+ 1]) &+ (here[slot &+ 1] &+ right.1) / 16)
      let blue = clamped(Int32(picture.pixels[source &+ 2]) &+ (here[slot &+ 2] &+ right.2) / 16)
      let bin = Int((red >> 3) << 10 | (green >> 3) << 5 | blue >> 3)
      if known[bin] < 0 { known[bin] = palette.nearest(red: red & ~7 | 4, green: green & ~7 | 4, blue: blue & ~7 | 4) }
      let index = Int(known[bin])
      indices[y &* width &+ x] = UInt8(truncatingIfNeeded: index)
      let color = palette.colors[index]
      let error = (red &- color.red, green &- color.green, blue &- color.blue)
      right = (error.0 &* 7, error.1 &* 7, error.2 &* 7)
      for (offset, weight) in [(-3, Int32(3)), (0, 5), (3, 1)] {
        below[slot &+ offset] = below[slot &+ offset] &+ error.0 &* weight
        below[slot &+ offset &+ 1] = below[slot &+ offset &+ 1] &+ error.1 &* weight
        below[slot &+ offset &+ 2] = below[slot &+ offset &+ 2] &+ error.2 &* weight
      }
    }
  }
  return indices
}

private func clamped(_ value: Int32) -> Int32 { min(255, max(0, value)) }

/// Six rows of pixels: for each colour a row of columns, a bit for each pixel that has it.
private struct SixelBand {
  private let width: Int
  private var columns: [UInt8]
  /// The first and the last column of each colour; first > last where it has none.
  private var first: [Int]
  private var last: [Int]

  init(width: Int, colors: Int) {
    self.width = width
    columns = [UInt8](repeating: 0, count: width * colors)
    first = [Int](repeating: .max, count: colors)
    last = [Int](repeating: -1, count: colors)
  }

  mutating func fill(from indices: [UInt8], top: Int, rows: Int) {
    for row in 0..<rows {
      let start = (top + row) * width
      let bit = UInt8(1) << UInt8(row)
      for x in 0..<width {
        let color = Int(indices[start &+ x])
        columns[color &* width &+ x] |= bit
        if x < first[color] { first[color] = x }
        if x > last[color] { last[color] = x }
      }
    }
  }

  /// Writes the band and empties it.
  mutating func write(to bytes: inout [UInt8]) {
    var isFirstColor = true
    for color in first.indices where first[color] <= last[color] {
      if !isFirstColor { bytes.append(UInt8(ascii: "$")) }
      isFirstColor = false
      bytes.append(UInt8(ascii: "#"))
      append(color, to: &bytes)
      appendRun(of: 0, count: first[color], to: &bytes)
      let base = color * width
      var x = first[color]
      while x <= last[color] {
        let value = columns[base + x]
        var end = x + 1
        while end <= last[color], columns[base + end] == value { end += 1 }
        appendRun(of: value, count: end - x, to: &bytes)
        x = end
      }
      for x in first[color]...last[color] { columns[base + x] = 0 }
      first[color] = .max
      last[color] = -1
    }
  }

  private func appendRun(of value: UInt8, count: Int, to bytes: inout [UInt8]) {
    let character = value &+ 63
    if count > 3 {
      bytes.append(UInt8(ascii: "!"))
      append(count, to: &bytes)
      bytes.append(character)
    } else {
      for _ in 0..<count { bytes.append(character) }
    }
  }

  private func append(_ number: Int, to bytes: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
