package import PhotoModel

/// The part of a picture that its sharpness is measured in: without plain bars and frames, without captions and dates
/// at the upper and the lower side, and without the outermost 3 % of the longer side.
///
/// The border of a frame and letters are drawn, and sharp however blurred the photo is. The outermost part is left out
/// because frames are often not straight (black edges of a lens correction), rounded or torn.
///
/// - Returns: The part in pixels of `luma`; about 94 % of the longer side where nothing is drawn.
package func contentArea(of luma: LumaPlane) -> PixelRect {
  let small = luma.areaAveraged(to: luma.size.fitted(longSide: 256))
  var margins = Margins()
  // A bar with a caption is outside or inside of a frame.
  for _ in 0..<2 {
    margins.add(captionBars(of: small.cropped(to: margins)))
    margins.add(trimmedMargins(of: small.cropped(to: margins)))
  }
  let across = inner(margins.left, margins.right, of: small.width, scaledTo: luma.width)
  var down = inner(margins.top, margins.bottom, of: small.height, scaledTo: luma.height)
  let inside = PixelRect(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
  let border = border(of: inside.size)
  let letters = letterRows(of: luma, in: inside.inset(by: border))
  down = down.lowerBound + letters.above..<down.upperBound - letters.below
  return PixelRect(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count).inset(by: border)
}

/// 3 % of the longer side, at most an eighth of the shorter one.
private func border(of size: PixelSize) -> Int { min((size.longSide * 3 + 99) / 100, size.shortSide / 8) }

extension PixelRect {
  fileprivate func inset(by border: Int) -> PixelRect {
    PixelRect(x: x + border, y: y + border, width: width - 2 * border, height: height - 2 * border)
  }
}

/// The number of rows with letters at the upper and the lower side, where letters are the only sharp part of a blurred
/// picture: steps of more than 64 levels from one pixel to the next, nearly all of them in the outer quarters, and at
/// one end most of them of one level, which is the ink. 0 where there are steps elsewhere, too: such a picture is sharp
/// with its letters.
private func letterRows(of luma: LumaPlane, in area: PixelRect) -> (above: Int, below: Int) {
  let bands = 24
  guard area.height >= 2 * bands, area.width >= 16 else { return (0, 0) }
  var steps = [StepCount](repeating: StepCount(), count: bands)
  luma.pixels.withUnsafeBufferPointer { pixels in
    for y in 0..<area.height {
      let band = y * bands / area.height
      let row = (area.y + y) * luma.width + area.x
      for index in row..<row + area.width - 1 {
        let (first, second) = (pixels[index], pixels[index + 1])
        if max(first, second) - min(first, second) > 64 { steps[band].add(min(first, second), max(first, second)) }
      }
    }
  }
  let all = steps.reduce(0) { $0 + $1.count }
  let outer = bands / 4
  guard all >= 40, steps[outer..<bands - outer].reduce(0, { $0 + $1.count }) * 20 <= all else { return (0, 0) }
  /// The number of rows of the bands from a side on, up to the last band with enough steps.
  func rows(_ outside: [StepCount]) -> Int {
    guard let last = outside.lastIndex(where: { $0.count * 100 > all }), outside.areOfOneInk else { return 0 }
    return (last + 1) * area.height / bands + 1
  }
  return (rows(Array(steps.prefix(outer))), rows(steps.suffix(outer).reversed()))
}

/// Steps between neighbouring pixels, by the levels at their darker and their brighter end.
private struct StepCount {
  var count = 0
  var dark = [Int](repeating: 0, count: 32)
  var bright = [Int](repeating: 0, count: 32)

  mutating func add(_ low: UInt8, _ high: UInt8) {
    count += 1
    dark[Int(low) / 8] += 1
    bright[Int(high) / 8] += 1
  }
}

extension [StepCount] {
  /// Three neighbouring bins of eight levels have half of the steps.
  fileprivate var areOfOneInk: Bool {
    let all = reduce(0) { $0 + $1.count }
    return [\StepCount.dark, \StepCount.bright].contains { end in
      (0..<30).contains { bin in reduce(0) { $0 + $1[keyPath: end][bin...bin + 2].reduce(0, +) } * 2 >= all }
    }
  }
}

extension Margins {
  fileprivate mutating func add(_ inside: Margins) {
    left += inside.left
    top += inside.top
    right += inside.right
    bottom += inside.bottom
  }
}

/// The range between two opposite margins of a side, at another scale; all of it where less than a quarter would be
/// left.
private func inner(_ first: Int, _ last: Int, of side: Int, scaledTo full: Int) -> Range<Int> {
  guard (side - first - last) * 4 >= side else { return 0..<full }
  return (first * full + side - 1) / side..<max(1, full - (last * full + side - 1) / side)
}

/// Bars of one level with letters in them, above and below.
private func captionBars(of plane: LumaPlane) -> Margins {
  Margins(
    top: captionBar(of: plane, rows: Array(0..<plane.height)),
    bottom: captionBar(of: plane, rows: (0..<plane.height).reversed()))
}

/// The number of rows of a bar that begins with the first of these rows: each has the level of the bar at one of its
/// ends and in a quarter of its pixels, or at both ends and letters between them, until a row comes that is plain; and
/// a picture that has the level nowhere in particular follows. At most 30 % of the height: a sky or a studio's ground
/// goes on for longer, or ends bit by bit.
private func captionBar(of plane: LumaPlane, rows: [Int]) -> Int {
  guard plane.width >= 16, let first = rows.first else { return 0 }
  let level = plane.row(first).sorted()[plane.width / 2]
  let isNear = { (pixel: UInt8) in abs(Int(pixel) - Int(level)) <= 8 }
  func share(_ row: Int) -> Double { Double(plane.row(row).count(where: isNear)) / Double(plane.width) }
  func ends(_ row: Int) -> Int {
    let (pixels, end) = (plane.row(row), max(2, plane.width / 50))
    return [pixels.prefix(end), pixels.suffix(end)].count { $0.allSatisfy(isNear) }
  }
  guard share(first) > 0.9 else { return 0 }
  var height = 0
  for (index, row) in rows.prefix(rows.count * 3 / 10 + 1).enumerated() {
    let (share, ends) = (share(row), ends(row))
    if share > 0.9 || height == index && ends > 0 && share >= 0.25 { height = index + 1 } else if ends < 2 { break }
  }
  let beyond = rows.dropFirst(height + 1).prefix(3)
  guard height > 0, height * 10 <= rows.count * 3, !beyond.isEmpty else { return 0 }
  return beyond.reduce(0) { $0 + share($1) } < 0.25 * Double(beyond.count) ? height + 1 : 0
}

extension LumaPlane {
  fileprivate func row(_ y: Int) -> ArraySlice<UInt8> { pixels[y * width..<(y + 1) * width] }
}
