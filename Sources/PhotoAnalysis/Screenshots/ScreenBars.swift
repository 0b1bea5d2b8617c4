import PhotoModel

extension ScreenMeasures {
  /// Whether a bar lies over the whole width of a picture: in the upper quarter, or no thicker than a fourteenth at the
  /// bottom. A caption under a photo is thicker, and one in the upper quarter keeps away from both sides.
  static func hasBar(_ luma: LumaPlane) -> Bool {
    guard luma.width >= 100, luma.height >= 100 else { return false }
    return luma.pixels.withUnsafeBufferPointer { pixels in
      BarSearch(pixels, luma.size, isFromBottom: false).finds(within: luma.height / 4)
        || BarSearch(pixels, luma.size, isFromBottom: true).finds(within: luma.height / 14)
    }
  }
}

/// A search for a bar from one end of a picture: a bar has a plain background, ends at one row over the whole width,
/// has content near one of its ends, and is above a page and not above a photo.
private struct BarSearch {
  private let pixels: UnsafeBufferPointer<UInt8>
  private let width: Int
  private let height: Int
  private let isFromBottom: Bool
  /// The least height of a bar with letters in it.
  private static let leastRows = 14
  /// The most that a pixel of the ground differs from another one: some bars are shaded, and JPEG makes noise.
  private static let mostUneven = 5

  init(_ pixels: UnsafeBufferPointer<UInt8>, _ size: PixelSize, isFromBottom: Bool) {
    (self.pixels, width, height) = (pixels, size.width, size.height)
    self.isFromBottom = isFromBottom
  }

  func finds(within most: Int) -> Bool {
    let least = max(Self.leastRows, height * 3 / 200)
    guard least < most else { return false }
    // A test of seven columns excludes nearly all rows.
    let columns = (1...7).map { $0 * width / 8 }
    return (least..<most).contains { y in
      let ground = self[width / 4, y]
      let differing = columns.count { distance($0, y + 1, ground) > 8 }
      return differing >= 5 && endsBar(y, ground) && holdsSomething(above: y, ground) && isPage(from: y + 1)
    }
  }

  private subscript(x: Int, y: Int) -> UInt8 { pixels[(isFromBottom ? height &- 1 &- y : y) &* width &+ x] }

  private func distance(_ x: Int, _ y: Int, _ ground: UInt8) -> Int { abs(Int(self[x, y]) &- Int(ground)) }

  private func share(_ columns: Range<Int>, _ y: Int, where isMeant: (Int) -> Bool, _ ground: UInt8) -> Double {
    Double(columns.reduce(0) { isMeant(distance($1, y, ground)) ? $0 &+ 1 : $0 }) / Double(columns.count)
  }

  /// The row is all ground, and the next ones are not, out to both sides: more than a line between two of one colour.
  private func endsBar(_ y: Int, _ ground: UInt8) -> Bool {
    let (all, end) = (0..<width, max(2, width / 100))
    return share(all, y, where: { $0 <= Self.mostUneven }, ground) >= 0.98
      && share(all, y + 1, where: { $0 > 8 }, ground) >= 0.9
      && share(0..<end, y + 1, where: { $0 > 8 }, ground) > 0.5
      && share(width - end..<width, y + 1, where: { $0 > 8 }, ground) > 0.5
      && share(all, y + 4, where: { $0 > 8 }, ground) >= 0.8
  }

  /// Whether the bar has content: between a 500th and three tenths of it differ from its background, and come near one
  /// of its ends, as buttons, a name or a clock do. An empty bar is a frame or the edge of a film.
  private func holdsSomething(above end: Int, _ ground: UInt8) -> Bool {
    var (count, even, first, last) = (0, 0, width, -1)
    for y in 1..<end {
      for x in 0..<width {
        let distance = distance(x, y, ground)
        if distance <= Self.mostUneven { even &+= 1 }
        guard distance > 40 else { continue }
        count &+= 1
        (first, last) = (min(first, x), max(last, x))
      }
    }
    let all = Double(width * (end - 1))
    return (0.002...0.3).contains(Double(count) / all) && Double(even) >= 0.6 * all
      && min(first, width - 1 - last) * 40 <= width
  }

  /// Whether a quarter of the picture beyond the bar has exactly one gray: on the labelled screens with a bar 0.39 and
  /// more, on photos under a caption 0.06 at most.
  private func isPage(from start: Int) -> Bool {
    var counts = [Int](repeating: 0, count: 256)
    for y in stride(from: start, to: height, by: 4) {
      for x in stride(from: 0, to: width, by: 4) { counts[Int(self[x, y])] &+= 1 }
    }
    return (counts.max() ?? 0) * 4 >= counts.reduce(0, +)
  }
}
