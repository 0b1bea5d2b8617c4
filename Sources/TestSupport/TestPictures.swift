import CTestImages
package import PhotoModel

// Pictures made from a seed, and the files a camera or a screen would write of them.

/// Deterministic pictures and what happens to pictures: the same arguments give the same pixels on every machine.
package enum TestPictures {
  /// A picture like a photo: a sky with clouds above a textured land, hard-edged things standing in it, detail down
  /// to a few pixels. Different seeds are different scenes; different sizes of a seed are the same scene.
  package static func scene(seed: UInt64, size: PixelSize = PixelSize(width: 320, height: 240)) -> RGBPicture {
    var random = SeededNumbers(seed: seed)
    let horizon = random.unit(0.3, 0.65)
    let waves = (0..<4).map { _ in (random.unit(1, 9), random.unit(0, 6.3), random.unit(0.01, 0.05)) }
    let colors = (0..<4).map { _ in random.color() }
    let things = (0..<9).map { _ in
      Thing(
        isDisc: random.next() % 2 == 0, x: random.unit(0, 1), y: random.unit(0.1, 1), width: random.unit(0.03, 0.16),
        height: random.unit(0.04, 0.22), color: random.color(), texture: random.unit(0, 60))
    }
    let clouds = noise(size, seed: seed &+ 1, cells: [2, 4, 8])
    let texture = noise(size, seed: seed &+ 2, cells: [3, 6, 12, 24, 48, 96, 192].filter { $0 * 3 <= size.longSide })

    let skyline = (0..<size.width).map { column in
      let x = Double(column) / Double(size.width)
      return horizon + waves.reduce(0) { $0 + $1.2 * wave($1.0 * x + $1.1) }
    }
    var pixels = [UInt8]()
    pixels.reserveCapacity(size.pixels * 3)
    for row in 0..<size.height {
      let y = (Double(row) + 0.5) / Double(size.height)
      for column in 0..<size.width {
        let x = (Double(column) + 0.5) / Double(size.width)
        let index = row * size.width + column
        let isSky = y < skyline[column]
        var shade = isSky ? Double(clouds[index]) * 40 : Double(texture[index]) * 110
        var color = isSky ? mixed(colors[0], colors[1], y / horizon) : mixed(colors[2], colors[3], y)
        if let thing = things.last(where: { $0.covers(x, y) }) {
          color = thing.color
          shade = Double(texture[index]) * thing.texture
        }
        for part in [color.0, color.1, color.2] { pixels.append(UInt8(min(255, max(0, part + shade)))) }
      }
    }
    return RGBPicture(width: size.width, height: size.height, pixels: pixels)
  }

  /// A picture like a screenshot: flat areas, a bar, icons, and lines of letter-like strokes two pixels wide.
  package static func screen(seed: UInt64, size: PixelSize = PixelSize(width: 360, height: 640)) -> RGBPicture {
    var random = SeededNumbers(seed: seed)
    let isDark = random.next() % 3 == 0
    let paper: UInt8 = isDark ? 24 : 250
    let ink: UInt8 = isDark ? 230 : 30
    var canvas = [UInt8](repeating: paper, count: size.pixels * 3)
    func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ color: (UInt8, UInt8, UInt8)) {
      for row in rows.clamped(to: 0..<size.height) {
        for column in columns.clamped(to: 0..<size.width) {
          let start = (row * size.width + column) * 3
          (canvas[start], canvas[start + 1], canvas[start + 2]) = color
        }
      }
    }
    let accent = random.color()
    let bar = (UInt8(accent.0), UInt8(accent.1), UInt8(accent.2))
    fill(0..<size.width, 0..<44, bar)
    var top = 60
    while top < size.height {
      let isIcon = random.next() % 4 == 0
      if isIcon { fill(12..<44, top..<top + 32, bar) }
      var left = isIcon ? 56 : 12
      let end = size.width - 12 - Int(random.next() % 90)
      while left + 10 < end {
        // A letter is a 5 × 7 pattern of its code; the sixth code is a space.
        let code = random.next() % 26
        let pattern = code % 6 == 5 ? 0 : SeededNumbers.hash(code &+ 77)
        for cell in 0..<35 where pattern >> UInt64(cell) & 1 == 1 {
          let (column, row) = (left + cell % 5 * 2, top + cell / 5 * 2)
          fill(column..<column + 2, row..<row + 2, (ink, ink, ink))
        }
        left += 12
      }
      top += isIcon ? 44 : 20
      if random.next() % 5 == 0 { fill(0..<size.width, top - 3..<top - 2, (128, 128, 128)) }
    }
    return RGBPicture(width: size.width, height: size.height, pixels: canvas)
  }

  /// Three box blurs of `radius`, close to a Gaussian of σ = √(radius · (radius + 1)) pixels.
  package static func blurred(_ picture: RGBPicture, radius: Int) -> RGBPicture {
    guard radius > 0 else { return picture }
    var pixels = picture.pixels
    let (width, height) = (picture.width, picture.height)
    for _ in 0..<3 {
      for row in 0..<height {
        for channel in 0..<3 { boxBlur(&pixels, start: row * width * 3 + channel, step: 3, count: width, radius) }
      }
      for column in 0..<width {
        for channel in 0..<3 {
          boxBlur(&pixels, start: column * 3 + channel, step: width * 3, count: height, radius)
        }
      }
    }
    return RGBPicture(width: width, height: height, pixels: pixels)
  }

  /// Every channel moved by `amount` (−255…255), clamped.
  package static func brightened(_ picture: RGBPicture, by amount: Int) -> RGBPicture {
    let pixels = picture.pixels.map { UInt8(min(255, max(0, Int($0) + amount))) }
    return RGBPicture(width: picture.width, height: picture.height, pixels: pixels)
  }

  /// Every channel moved by a seeded amount of at most `amplitude`: sensor noise.
  package static func noisy(_ picture: RGBPicture, amplitude: Int, seed: UInt64) -> RGBPicture {
    var random = SeededNumbers(seed: seed)
    let pixels = picture.pixels.map { value in
      UInt8(min(255, max(0, Int(value) + Int(random.next() % UInt64(2 * amplitude + 1)) - amplitude)))
    }
    return RGBPicture(width: picture.width, height: picture.height, pixels: pixels)
  }

  /// Area-averaged where it shrinks, nearest pixel where it grows.
  package static func resized(_ picture: RGBPicture, to size: PixelSize) -> RGBPicture {
    let small = picture.areaAveraged(to: size)
    return remapped(small, to: size) { ($0 * small.width / size.width, $1 * small.height / size.height) }
  }

  /// The part that begins at (x, y). The part must lie inside.
  package static func cropped(_ picture: RGBPicture, x: Int, y: Int, width: Int, height: Int) -> RGBPicture {
    remapped(picture, to: PixelSize(width: width, height: height)) { ($0 + x, $1 + y) }
  }

  /// Left and right exchanged.
  package static func mirrored(_ picture: RGBPicture) -> RGBPicture {
    remapped(picture, to: picture.size) { (picture.width - 1 - $0, $1) }
  }

  /// What a camera held in `orientation` stores of a scene: decoding it with that orientation gives `picture`.
  package static func stored(_ picture: RGBPicture, orientation: Orientation) -> RGBPicture {
    let (right, bottom) = (picture.width - 1, picture.height - 1)
    let turned = PixelSize(width: picture.height, height: picture.width)
    let size = orientation.exchangesSides ? turned : picture.size
    return remapped(picture, to: size) { x, y in
      switch orientation {
      case .up: (x, y)
      case .upMirrored: (right - x, y)
      case .down: (right - x, bottom - y)
      case .downMirrored: (x, bottom - y)
      case .leftMirrored: (y, x)
      case .right: (right - y, x)
      case .rightMirrored: (right - y, bottom - x)
      case .left: (y, bottom - x)
      }
    }
  }

  /// `from` says which pixel of `picture` stands at a place of the result.
  private static func remapped(_ picture: RGBPicture, to size: PixelSize, from: (Int, Int) -> (Int, Int)) -> RGBPicture
  {
    var pixels = [UInt8]()
    pixels.reserveCapacity(size.pixels * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (column, row) = from(x, y)
        let start = (row * picture.width + column) * 3
        pixels.append(contentsOf: picture.pixels[start..<start + 3])
      }
    }
    return RGBPicture(width: size.width, height: size.height, pixels: pixels)
  }

  private struct Thing {
    var isDisc: Bool
    var x, y, width, height: Double
    var color: (Double, Double, Double)
    var texture: Double

    func covers(_ column: Double, _ row: Double) -> Bool {
      let across = (column - x) / width
      let down = (row - y) / height
      return isDisc ? across * across + down * down < 1 : abs(across) < 1 && abs(down) < 1
    }
  }
}

// MARK: - Files

/// How a test JPEG is stored.
package struct JPEGForm: Sendable {
  package enum Sampling: String, CaseIterable, Sendable {
    case full = "1x1"
    case halfWidth = "2x1"
    case halfHeight = "1x2"
    case halfBoth = "2x2"
    case quarterWidth = "4x1"
    case quarterHeight = "1x4"

    /// Of the first component, horizontal and vertical.
    var factors: (Int32, Int32) {
      switch self {
      case .full: (1, 1)
      case .halfWidth: (2, 1)
      case .halfHeight: (1, 2)
      case .halfBoth: (2, 2)
      case .quarterWidth: (4, 1)
      case .quarterHeight: (1, 4)
      }
    }
  }

  /// CMYK is stored inverted with an Adobe marker, as Photoshop does, or plainly without.
  package enum Color: String, CaseIterable, Sendable { case ycc, rgb, gray, cmyk, adobeCMYK, adobeYCCK }

  package var quality = 90
  package var sampling = Sampling.halfBoth
  package var color = Color.ycc
  package var isProgressive = false
  package var isArithmetic = false
  /// Blocks between restart markers, 0: none.
  package var restartInterval = 0

  package init() {}
}

/// A JPEG file of a picture.
///
/// - Parameter exif: From `exifBlock`, goes into an APP1 segment.
package func jpegData(
  of picture: RGBPicture, quality: Int = 90, subsampling: JPEGForm.Sampling = .halfBoth, progressive: Bool = false,
  arithmetic: Bool = false, exif: [UInt8]? = nil
) -> [UInt8] {
  var form = JPEGForm()
  form.quality = quality
  form.sampling = subsampling
  form.isProgressive = progressive
  form.isArithmetic = arithmetic
  return jpegData(of: picture, form: form, exif: exif)
}

/// A JPEG file of a picture in any form. Empty where libjpeg refuses the form.
package func jpegData(of picture: RGBPicture, form: JPEGForm, exif: [UInt8]? = nil) -> [UInt8] {
  let isInk = [.cmyk, .adobeCMYK, .adobeYCCK].contains(form.color)
  let (horizontal, vertical) = form.color == .gray ? (1, 1) : form.sampling.factors
  var options = TestJPEGOptions(
    quality: Int32(form.quality), horizontal_sampling: horizontal, vertical_sampling: vertical,
    is_progressive: form.isProgressive, is_arithmetic: form.isArithmetic, is_stored_as_rgb: form.color == .rgb,
    is_stored_as_ycck: form.color == .adobeYCCK, has_adobe_marker: form.color != .cmyk,
    restart_interval: Int32(form.restartInterval))
  let pixels = form.color == .gray ? picture.luma.pixels : isInk ? ink(of: picture, form.color) : picture.pixels
  let channels: Int32 = form.color == .gray ? 1 : isInk ? 4 : 3
  let app1 = exif.map { Array("Exif\0\0".utf8) + $0 }
  var count = 0
  let bytes = testimages_jpeg(
    pixels, Int32(picture.width), Int32(picture.height), channels, &options, app1, app1?.count ?? 0, &count)
  return taken(bytes, count)
}

/// No black ink, which is enough to tell the channels and the inversion apart.
private func ink(of picture: RGBPicture, _ color: JPEGForm.Color) -> [UInt8] {
  var ink = [UInt8]()
  ink.reserveCapacity(picture.size.pixels * 4)
  for start in stride(from: 0, to: picture.pixels.count, by: 3) {
    for light in picture.pixels[start..<start + 3] { ink.append(color == .cmyk ? 255 - light : light) }
    ink.append(color == .cmyk ? 0 : 255)
  }
  return ink
}

/// How a test PNG is stored.
package struct PNGForm: Sendable {
  package enum Color: String, CaseIterable, Sendable {
    case rgb, rgba, rgb16, rgba16, gray, gray16, grayAlpha
    /// 64 colours: two bits of each part.
    case palette
  }

  package var color = Color.rgb
  package var isInterlaced = false
  /// Of every pixel where the form has alpha; of the first 32 palette entries. 255 writes none into a palette.
  package var alpha: UInt8 = 255

  package init() {}
}

/// A PNG file of a picture.
///
/// - Parameter exif: From `exifBlock`, goes into an eXIf chunk.
package func pngData(of picture: RGBPicture, form: PNGForm = PNGForm(), exif: [UInt8]? = nil) -> [UInt8] {
  let gray = picture.luma.pixels
  func eachPixel(_ bytes: (Int) -> [UInt8]) -> [UInt8] { (0..<picture.size.pixels).flatMap(bytes) }
  func parts(_ index: Int) -> ArraySlice<UInt8> { picture.pixels[index * 3..<index * 3 + 3] }
  let pixels: [UInt8]
  let type: Int32
  switch form.color {
  case .rgb: (pixels, type) = (picture.pixels, 2)
  case .rgba: (pixels, type) = (eachPixel { parts($0) + [form.alpha] }, 6)
  case .rgb16: (pixels, type) = (eachPixel { parts($0).flatMap { [$0, $0] } }, 2)
  case .rgba16: (pixels, type) = (eachPixel { (parts($0) + [form.alpha]).flatMap { [$0, $0] } }, 6)
  case .gray: (pixels, type) = (gray, 0)
  case .gray16: (pixels, type) = (gray.flatMap { [$0, $0] }, 0)
  case .grayAlpha: (pixels, type) = (gray.flatMap { [$0, form.alpha] }, 4)
  case .palette:
    (pixels, type) = (eachPixel { [parts($0).reduce(0) { $0 << 2 | $1 >> 6 }] }, 3)
  }
  let palette: [UInt8] = (0..<64).flatMap { code in [code >> 4, code >> 2 & 3, code & 3].map { UInt8($0) * 85 } }
  let isPalette = form.color == .palette
  let alpha = isPalette && form.alpha < 255 ? [UInt8](repeating: form.alpha, count: 32) : nil
  var count = 0
  let bytes: UnsafeMutablePointer<UInt8>? = palette.withUnsafeBufferPointer { palette in
    (alpha ?? []).withUnsafeBufferPointer { alpha in
      (exif ?? []).withUnsafeBufferPointer { exif in
        var options = TestPNGOptions(
          bit_depth: [.rgb16, .rgba16, .gray16].contains(form.color) ? 16 : 8, color_type: type,
          is_interlaced: form.isInterlaced, palette: isPalette ? palette.baseAddress : nil, palette_count: 64,
          palette_alpha: alpha.isEmpty ? nil : alpha.baseAddress, palette_alpha_count: Int32(alpha.count),
          exif: exif.isEmpty ? nil : exif.baseAddress, exif_count: exif.count)
        return testimages_png(
          pixels, Int32(picture.width), Int32(picture.height), pixels.count / picture.height, &options, &count)
      }
    }
  }
  return taken(bytes, count)
}

private func taken(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) -> [UInt8] {
  defer { testimages_free(bytes) }
  return Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
}

// MARK: - EXIF

/// An EXIF block from the byte order mark on, with a main and an Exif directory. What is nil is not written.
package func exifBlock(
  orientation: Orientation? = nil, capturedAt: CaptureTime? = nil, make: String? = nil, model: String? = nil,
  lens: String? = nil, software: String? = nil, userComment: String? = nil, exposureSeconds: Double? = nil,
  fNumber: Double? = nil, iso: Int? = nil, focalLength: Double? = nil, exposureBias: Double? = nil,
  isBigEndian: Bool = false
) -> [UInt8] {
  func number(_ value: Int, _ length: Int) -> [UInt8] {
    let little = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? little.reversed() : little
  }
  typealias Entry = (tag: Int, type: Int, count: Int, value: [UInt8])
  func text(_ tag: Int, _ value: String?) -> Entry? {
    value.map { (tag, 2, $0.utf8.count + 1, Array($0.utf8) + [0]) }
  }
  func fraction(_ tag: Int, _ value: Double?, type: Int = 5) -> Entry? {
    value.map { (tag, type, 1, number(Int(($0 * 100_000).rounded()), 4) + number(100_000, 4)) }
  }
  func directory(_ entries: [Entry], at offset: Int) -> [UInt8] {
    var head = number(entries.count, 2)
    var tail: [UInt8] = []
    let values = offset + 2 + entries.count * 12 + 4
    for entry in entries {
      head += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
      if entry.value.count <= 4 {
        head += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        head += number(values + tail.count, 4)
        tail += entry.value
      }
    }
    return head + number(0, 4) + tail
  }
  let time = capturedAt.map { $0.iso8601.replacing("-", with: ":").replacing("T", with: " ") }
  let milliseconds = capturedAt.map { Int(($0.milliseconds % 1000 + 1000) % 1000) }
  let subSeconds = milliseconds.flatMap { $0 == 0 ? nil : String(String(1000 + $0).dropFirst()) }
  let shooting: [Entry] = [
    fraction(0x829A, exposureSeconds), fraction(0x829D, fNumber), iso.map { (0x8827, 3, 1, number($0, 2)) },
    text(0x9003, time), fraction(0x9204, exposureBias, type: 10), fraction(0x920A, focalLength),
    userComment.map { (0x9286, 7, $0.utf8.count + 8, Array("ASCII\0\0\0".utf8) + Array($0.utf8)) },
    text(0x9291, subSeconds), text(0xA434, lens),
  ].compactMap { $0 }
  let main: [Entry?] = [
    text(0x010F, make), text(0x0110, model), orientation.map { (0x0112, 3, 1, number($0.rawValue, 2)) },
    text(0x0131, software),
  ]
  func whole(exifAt offset: Int) -> [UInt8] {
    directory(main.compactMap { $0 } + [(0x8769, 4, 1, number(offset, 4))], at: 8)
  }
  let shootingOffset = 8 + whole(exifAt: 0).count
  return (isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]) + number(42, 2) + number(8, 4)
    + whole(exifAt: shootingOffset) + directory(shooting, at: shootingOffset)
}

// MARK: - Making pixels

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
private struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    defer { state &+= 0x9E37_79B9_7F4A_7C15 }
    return Self.hash(state)
  }

  mutating func unit(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) / Double(1 << 53)
  }

  mutating func color() -> (Double, Double, Double) { (unit(20, 235), unit(20, 235), unit(20, 235)) }

  static func hash(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// A sine good to 0.001, the same on every machine: Bhaskara's formula on one period.
private func wave(_ angle: Double) -> Double {
  let pi = Double.pi
  let turned = angle - (angle / (2 * pi)).rounded(.down) * 2 * pi
  let half = turned < pi ? turned : turned - pi
  let height = 16 * half * (pi - half) / (5 * pi * pi - 4 * half * (pi - half))
  return turned < pi ? height : -height
}

private func mixed(
  _ first: (Double, Double, Double), _ second: (Double, Double, Double), _ share: Double
) -> (Double, Double, Double) {
  let share = min(1, max(0, share))
  return (
    first.0 + (second.0 - first.0) * share, first.1 + (second.1 - first.1) * share,
    first.2 + (second.2 - first.2) * share
  )
}

/// Value noise, −1…1, row-major: seeded lattices of `cells` across the long side, the finer the weaker.
private func noise(_ size: PixelSize, seed: UInt64, cells: [Int]) -> [Float] {
  var sum = [Float](repeating: 0, count: size.pixels)
  var weight: Float = 0.5
  for (octave, count) in cells.enumerated() {
    let scale = Float(count) / Float(size.longSide)
    let lattice = (0...count + 1).map { row in
      (0...count + 1).map { column in
        let place = UInt64(octave) << 40 | UInt64(row) << 20 | UInt64(column)
        return Float(SeededNumbers.hash(place &+ SeededNumbers.hash(seed)) >> 40) / Float(1 << 23) - 1
      }
    }
    for y in 0..<size.height {
      let row = Float(y) * scale
      let (top, down) = (Int(row), row - Float(Int(row)))
      let line = zip(lattice[top], lattice[top + 1]).map { $0 + ($1 - $0) * down }
      for x in 0..<size.width {
        let column = Float(x) * scale
        let left = Int(column)
        let value = line[left] + (line[left + 1] - line[left]) * (column - Float(left))
        sum[y * size.width + x] += value * weight
      }
    }
    weight *= 0.75
  }
  return sum
}

/// The mean over `radius` neighbours on both sides of a row or column, which ends repeat for ever.
private func boxBlur(_ pixels: inout [UInt8], start: Int, step: Int, count: Int, _ radius: Int) {
  let line = (0..<count).map { Int(pixels[start + $0 * step]) }
  func at(_ index: Int) -> Int { line[min(count - 1, max(0, index))] }
  var sum = (-radius...radius).reduce(0) { $0 + at($1) }
  let width = 2 * radius + 1
  for index in 0..<count {
    pixels[start + index * step] = UInt8((sum + width / 2) / width)
    sum += at(index + radius + 1) - at(index - radius)
  }
}
