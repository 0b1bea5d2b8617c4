import PhotoModel

/// The colours that a sixel picture is made of: median cut (Heckbert 1982) over a histogram of 32 × 32 × 32.
struct SixelPalette {
  /// The colours in hundredths of full brightness, as sixels hold them.
  let percents: [(red: Int, green: Int, blue: Int)]
  /// The colours as the terminal shows them, 0 to 255.
  let colors: [(red: Int32, green: Int32, blue: Int32)]

  private struct Bin {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    var count: Int
  }

  /// Bins `start ..< end` of the list.
  private struct Box {
    var start: Int
    var end: Int
    var count: Int
    /// The longest side of it, and which colour that is.
    var length: Int
    var channel: Int
  }

  /// - Parameter most: The largest number of colours, at least 2.
  init(of picture: RGBPicture, most: Int) {
    var bins = Self.histogram(of: picture)
    var boxes = [Self.box(bins, 0, bins.count)]
    while boxes.count < max(2, most) {
      // The one whose cut helps most: many pixels, far apart.
      guard
        let widest = boxes.indices.filter({ boxes[$0].length > 0 })
          .max(by: { boxes[$0].count * boxes[$0].length < boxes[$1].count * boxes[$1].length })
      else { break }
      let box = boxes[widest]
      let cut = Self.cut(box, &bins)
      boxes[widest] = Self.box(bins, box.start, cut)
      boxes.append(Self.box(bins, cut, box.end))
    }
    percents = boxes.map { box in
      var (red, green, blue, count) = (0, 0, 0, 0)
      for bin in bins[box.start..<box.end] {
        red += Int(bin.red) * bin.count
        green += Int(bin.green) * bin.count
        blue += Int(bin.blue) * bin.count
        count += bin.count
      }
      // Rescaled from 0…31 to 0…100, rounded.
      func percent(_ sum: Int) -> Int { count == 0 ? 0 : (sum * 200 / (count * 31) + 1) / 2 }
      return (percent(red), percent(green), percent(blue))
    }
    colors = percents.map { percent in
      func value(_ percent: Int) -> Int32 { Int32((percent * 255 + 50) / 100) }
      return (value(percent.red), value(percent.green), value(percent.blue))
    }
  }

  /// The nearest colour by least squares.
  func nearest(red: Int32, green: Int32, blue: Int32) -> Int16 {
    var best = 0
    var least = Int32.max
    for (index, color) in colors.enumerated() {
      let (r, g, b) = (color.red &- red, color.green &- green, color.blue &- blue)
      let distance = r &* r &+ g &* g &+ b &* b
      if distance < least {
        least = distance
        best = index
      }
    }
    return Int16(best)
  }

  private static func histogram(of picture: RGBPicture) -> [Bin] {
    var counts = [Int](repeating: 0, count: 32_768)
    picture.pixels.withUnsafeBufferPointer { pixels in
      var index = 0
      while index + 2 < pixels.count {
        let bin = Int(pixels[index] >> 3) << 10 | Int(pixels[index + 1] >> 3) << 5 | Int(pixels[index + 2] >> 3)
        counts[bin] &+= 1
        index += 3
      }
    }
    return counts.indices.compactMap { index in
      counts[index] == 0
        ? nil
        : Bin(
          red: UInt8(index >> 10), green: UInt8(index >> 5 & 31), blue: UInt8(index & 31), count: counts[index])
    }
  }

  private static func value(_ bin: Bin, _ channel: Int) -> UInt8 {
    channel == 0 ? bin.red : channel == 1 ? bin.green : bin.blue
  }

  private static func box(_ bins: [Bin], _ start: Int, _ end: Int) -> Box {
    var box = Box(start: start, end: end, count: 0, length: 0, channel: 0)
    for bin in bins[start..<end] { box.count += bin.count }
    for channel in 0..<3 where end > start {
      var (low, high): (UInt8, UInt8) = (255, 0)
      for bin in bins[start..<end] {
        low = min(low, value(bin, channel))
        high = max(high, value(bin, channel))
      }
      if Int(high) - Int(low) > box.length {
        box.length = Int(high) - Int(low)
        box.channel = channel
      }
    }
    return box
  }

  /// Sorts the bins of a box along its longest side, and returns the index at half of its pixels; both parts hold bins.
  private static func cut(_ box: Box, _ bins: inout [Bin]) -> Int {
    bins[box.start..<box.end].sort { value($0, box.channel) < value($1, box.channel) }
    var seen = 0
    for index in box.start..<box.end - 1 {
      seen += bins[index].count
      if seen * 2 >= box.count { return index + 1 }
    }
    return box.end - 1
  }
}
