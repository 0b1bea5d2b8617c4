import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// The quick way through an ordinary PNG, held against libpng.
@Suite struct InflatedPNGTests {
  @Test(arguments: PNGForm.Color.allCases, [UInt8(255), 77])
  func `pictures come as libpng gives them, and odd kinds are left to it`(color: PNGForm.Color, alpha: UInt8) throws {
    for size in [PixelSize(width: 1, height: 1), PixelSize(width: 67, height: 45), PixelSize(width: 300, height: 260)] {
      var form = PNGForm()
      form.color = color
      form.alpha = alpha
      let bytes = pngData(of: TestPictures.scene(seed: 5, size: size), form: form)

      let found = inflatedPixels(ofPNG: bytes)

      let isOrdinary = ![.rgb16, .rgba16, .gray16].contains(color)
      #expect((found != nil) == isOrdinary)
      if let found { #expect(try libraryPixels(ofPNG: bytes).picture == found) }
      form.isInterlaced = true
      #expect(inflatedPixels(ofPNG: pngData(of: TestPictures.scene(seed: 5, size: size), form: form)) == nil)
    }
  }

  @Test(
    arguments: [
      [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1], [4, 4, 4, 3, 4, 4, 2, 4, 1, 4, 4, 4], [3, 4, 4, 4, 4, 0, 4, 4, 4, 1, 3, 3],
    ] as [[UInt8]])
  func `every filter on every kind of row comes as libpng gives it`(filters: [UInt8]) throws {
    var random = SeededGenerator(seed: 42)
    for (type, stride) in [(0, 1), (2, 3), (4, 2), (6, 4)] {
      for width in [1, 2, 3, 17, 64] {
        let rows = filters.flatMap { filter in
          [filter] + (0..<width * stride).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        let bytes = png(type: type, width: width, height: 12, rows: rows)

        let found = try #require(inflatedPixels(ofPNG: bytes))

        let library = try libraryPixels(ofPNG: bytes)
        #expect(library.warnings == 0)
        #expect(library.picture == found)
      }
    }
  }

  @Test func `what libpng minds or forgives is left to libpng`() {
    let row = [UInt8](repeating: 0, count: 7)
    let good = png(type: 2, width: 2, height: 1, rows: row)
    #expect(inflatedPixels(ofPNG: good) != nil)

    var wrongSum = good
    wrongSum[good.count - 20] ^= 1
    let bad: [String: [UInt8]] = [
      "a wrong sum": wrongSum,
      "a filter that there is not": png(type: 2, width: 2, height: 1, rows: [5] + row.dropFirst()),
      "a row too few": png(type: 2, width: 2, height: 2, rows: row),
      "a row too many": png(type: 2, width: 2, height: 1, rows: row + row),
      "something behind the stream": png(type: 2, width: 2, height: 1, rows: row, behind: [0]),
      "a chunk that is needed and not known": png(
        type: 2, width: 2, height: 1, rows: row, before: pngChunk("ABCD", [])),
      "a colour that is transparent": png(
        type: 2, width: 2, height: 1, rows: row, before: pngChunk("tRNS", [0, 1, 0, 1, 0, 1])),
      "a palette that is missing": png(type: 3, width: 2, height: 1, rows: [0, 0, 0]),
      "a colour beyond the palette": png(
        type: 3, width: 2, height: 1, rows: [0, 0, 1], before: pngChunk("PLTE", [1, 2, 3])),
      "no end": Array(good.dropLast(12)),
      "nothing": [],
    ]

    for (name, bytes) in bad { #expect(inflatedPixels(ofPNG: bytes) == nil, "\(name)") }
  }

  @Test func `broken bytes never give other pixels than libpng, nor pixels where libpng warns`() throws {
    var random = SeededGenerator(seed: 7)
    var forms = PNGForm.Color.allCases.map { color in
      var form = PNGForm()
      form.color = color
      return pngData(of: TestPictures.scene(seed: 3, size: PixelSize(width: 40, height: 30)), form: form)
    }
    forms.append(png(type: 3, width: 2, height: 1, rows: [0, 0, 1], before: pngChunk("PLTE", [1, 2, 3, 4, 5, 6])))
    var taken = 0

    for _ in 0..<3000 {
      var bytes = try #require(forms.randomElement(using: &random))
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let found = inflatedPixels(ofPNG: bytes) else { continue }
      let library = try libraryPixels(ofPNG: bytes)
      taken += 1
      if library.picture != found || library.warnings > 0 { Issue.record("\(bytes)") }
    }

    #expect(taken > 300)
  }

  /// A PNG of eight bits a number whose rows, with their filters, lie uncompressed in it.
  private func png(
    type: Int, width: Int, height: Int, rows: [UInt8], before: [UInt8] = [], behind: [UInt8] = []
  ) -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    let length = [UInt8(truncatingIfNeeded: rows.count), UInt8(truncatingIfNeeded: rows.count >> 8)]
    let sums = rows.reduce((1, 0)) { sums, byte in
      let low = (sums.0 + Int(byte)) % 65_521
      return (low, (sums.1 + low) % 65_521)
    }
    let stream = [0x78, 0x01, 0x01] + length + length.map { ~$0 } + rows + big(sums.1 << 16 | sums.0) + behind
    let header = big(width) + big(height) + [8, UInt8(type), 0, 0, 0]
    let half = stream.count / 2
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + pngChunk("IHDR", header) + before
      + pngChunk("IDAT", Array(stream.prefix(half))) + pngChunk("IDAT", Array(stream.dropFirst(half)))
      + pngChunk("IEND", [])
  }
}
