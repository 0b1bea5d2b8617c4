import PhotoModel

/// Where two pictures of one framing differ beyond what saving again or another size explains.
///
/// Both are shrunk to one size of at most 1024 pixels, and the means of 4 × 4 pixels are held against each other. Compression
/// and scaling move such a mean by up to 4 levels, beside edges by 0.3 of the gradient more: measured on 10 photos saved as JPEG
/// at 30 to 95, WebP at 75 and HEIC at 60, at one half, a third and 0.7 of their size (largest share 0.98). A closed eye, a
/// caption or a healed spot of 3 % of the width reach 2 to 28.
///
/// - Returns: `colour` and `region`; nothing else is known.
func difference(of first: RGBPicture, _ second: RGBPicture) -> PairComparison {
  let smaller = PixelSize(width: min(first.width, second.width), height: min(first.height, second.height))
  let size = smaller.fitted(longSide: ComparedPixels.side)
  let (a, b) = (ChromaPlanes(first.areaAveraged(to: size)), ChromaPlanes(second.areaAveraged(to: size)))
  guard a.size == b.size, a.size.width >= 4, a.size.height >= 4 else {
    return PairComparison(colour: 255, region: 1000)
  }
  return PairComparison(colour: colourDifference(a, b), region: regionDifference(a, b))
}

/// Levels by which luma and chroma may differ, and the share of the gradient that is added.
private let lumaTolerance: Float = 4
private let chromaTolerance: Float = 9
private let gradientShare: Float = 0.30

private func regionDifference(_ a: ChromaPlanes, _ b: ChromaPlanes) -> Double {
  let (across, down) = (a.size.width / 4, a.size.height / 4)
  var luma = [Float](repeating: 0, count: across * down)
  var chroma = luma
  var gradient = luma
  for row in 0..<down {
    for column in 0..<across {
      var (y, blue, red, slope): (Float, Float, Float, Float) = (0, 0, 0, 0)
      for line in row * 4..<row * 4 + 4 {
        for x in column * 4..<column * 4 + 4 {
          let place = line * a.size.width + x
          y += a.luma[place] - b.luma[place]
          blue += a.blue[place] - b.blue[place]
          red += a.red[place] - b.red[place]
          slope += max(a.gradient(x, line), b.gradient(x, line))
        }
      }
      let cell = row * across + column
      luma[cell] = abs(y) / 16
      chroma[cell] = (blue * blue + red * red).squareRoot() / 16
      gradient[cell] = slope / 16
    }
  }
  var largest: Float = 0
  for row in 0..<down {
    for column in 0..<across {
      // An edge nearby may have moved in.
      var slope: Float = 0
      for line in max(0, row - 1)...min(down - 1, row + 1) {
        for x in max(0, column - 1)...min(across - 1, column + 1) { slope = max(slope, gradient[line * across + x]) }
      }
      let cell = row * across + column
      let margin = gradientShare * slope
      largest = max(largest, luma[cell] / (lumaTolerance + margin), chroma[cell] / (chromaTolerance + 1.5 * margin))
    }
  }
  return Double(min(1000, largest))
}

/// The largest distance between the mean chroma of 16 × 16 fields. Saving again moves it by up to 2.5, white balance a twentieth
/// warmer by 4.3 and more.
private func colourDifference(_ a: ChromaPlanes, _ b: ChromaPlanes) -> Double {
  if a.isGray != b.isGray { return 255 }
  let fields = 16
  var sums = [SIMD4<Float>](repeating: .zero, count: fields * fields)
  var counts = [Float](repeating: 0, count: fields * fields)
  for y in 0..<a.size.height {
    for x in 0..<a.size.width {
      let field = y * fields / a.size.height * fields + x * fields / a.size.width
      let place = y * a.size.width + x
      sums[field] += SIMD4(a.blue[place], a.red[place], b.blue[place], b.red[place])
      counts[field] += 1
    }
  }
  var largest: Float = 0
  for (sum, count) in zip(sums, counts) where count > 0 {
    let (blue, red) = ((sum[0] - sum[2]) / count, (sum[1] - sum[3]) / count)
    largest = max(largest, (blue * blue + red * red).squareRoot())
  }
  return Double(min(255, largest))
}

/// A picture as luma and chroma of BT.601, in levels.
private struct ChromaPlanes {
  let size: PixelSize
  var luma: [Float]
  var blue: [Float]
  var red: [Float]
  /// Nothing has a colour that could be seen.
  var isGray = true

  init(_ picture: RGBPicture) {
    size = picture.size
    let count = size.pixels
    luma = [Float](repeating: 0, count: count)
    blue = luma
    red = luma
    var coloured = 0
    picture.pixels.withUnsafeBufferPointer { pixels in
      for place in 0..<count {
        let (r, g, b) = (Float(pixels[3 &* place]), Float(pixels[3 &* place &+ 1]), Float(pixels[3 &* place &+ 2]))
        let y = 0.299 * r + 0.587 * g + 0.114 * b
        luma[place] = y
        blue[place] = (b - y) * 0.564
        red[place] = (r - y) * 0.713
        if abs(blue[place]) > 3 || abs(red[place]) > 3 { coloured &+= 1 }
      }
    }
    isGray = coloured * 1000 <= count
  }

  /// Length of the gradient of luma, in levels a pixel.
  func gradient(_ x: Int, _ y: Int) -> Float {
    func at(_ x: Int, _ y: Int) -> Float {
      luma[min(max(y, 0), size.height - 1) * size.width + min(max(x, 0), size.width - 1)]
    }
    let (across, down) = ((at(x + 1, y) - at(x - 1, y)) / 2, (at(x, y + 1) - at(x, y - 1)) / 2)
    return (across * across + down * down).squareRoot()
  }
}
