import PhotoModel

/// Sixels back to pixels, as a terminal reads them (DEC STD 070), for what our own encoder writes.
struct SixelReader {
  var width = 0
  var height = 0
  /// Colours that were defined.
  var colors: [Int: (UInt8, UInt8, UInt8)] = [:]
  /// Nil where no sixel was set.
  var pixels: [(UInt8, UInt8, UInt8)?] = []
  /// What was not understood.
  var problems: [String] = []

  init(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), text.hasPrefix("\u{1B}P"), text.hasSuffix("\u{1B}\\"),
      let start = text.firstIndex(of: "q")
    else {
      problems.append("no control string")
      return
    }
    var rest = Array(text[text.index(after: start)...].dropLast(2).utf8)[...]
    var (x, top, color, count) = (0, 0, 0, 1)
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        let values = numbers(&rest)
        guard values.count == 4 else {
          problems.append("raster attributes \(values)")
          return
        }
        (width, height) = (values[2], values[3])
        pixels = Array(repeating: nil, count: width * height)
      case UInt8(ascii: "#"):
        let values = numbers(&rest)
        color = values.first ?? -1
        if values.count == 5 {
          let parts = values[2...].map { UInt8(($0 * 255 + 50) / 100) }
          colors[color] = (parts[0], parts[1], parts[2])
        } else if values.count != 1 || colors[color] == nil {
          problems.append("colour \(values)")
        }
      case UInt8(ascii: "!"): count = numbers(&rest).first ?? 0
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, top) = (0, top + 6)
      case 63...126:
        for _ in 0..<count {
          for bit in 0..<6 where (byte - 63) >> UInt8(bit) & 1 == 1 {
            if x < width, top + bit < height {
              pixels[(top + bit) * width + x] = colors[color]
            } else {
              problems.append("outside at \(x), \(top + bit)")
            }
          }
          x += 1
        }
        count = 1
      default: problems.append("byte \(byte)")
      }
    }
  }

  var picture: RGBPicture? {
    guard problems.isEmpty, !pixels.isEmpty else { return nil }
    var bytes: [UInt8] = []
    for pixel in pixels {
      guard let pixel else { return nil }
      bytes += [pixel.0, pixel.1, pixel.2]
    }
    return RGBPicture(width: width, height: height, pixels: bytes)
  }

  private func numbers(_ rest: inout ArraySlice<UInt8>) -> [Int] {
    var values = [0]
    while let byte = rest.first {
      if byte == UInt8(ascii: ";") {
        values.append(0)
      } else if (48...57).contains(byte) {
        values[values.count - 1] = values[values.count - 1] * 10 + Int(byte) - 48
      } else {
        break
      }
      rest.removeFirst()
    }
    return values
  }
}
