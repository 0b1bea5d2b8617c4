import Foundation
import ImageDecoding
import PhotoArt
import PhotoModel
import TestSupport
import Testing
import TextSurface

@Suite struct ImageEncodingTests {
  private let scene = TestPictures.scene(seed: 8, size: PixelSize(width: 130, height: 97))

  @Test(arguments: [2, 16, 64, 256])
  func `sixels give the picture back as well as so many colours can`(colors: Int) throws {
    let read = SixelReader(sixelBytes(of: scene, colors: colors))

    let picture = try #require(read.picture, "\(read.problems)")
    #expect(picture.size == scene.size)
    #expect(read.colors.count <= colors)
    // Each pixel is mixed from neighbours: seen from a little farther off it is right.
    let small = PixelSize(width: 32, height: 24)
    let difference = meanDifference(picture.areaAveraged(to: small).pixels, scene.areaAveraged(to: small).pixels)
    #expect(difference < (colors == 2 ? 40 : colors == 16 ? 9 : 3), "\(difference)")
  }

  @Test(arguments: [(1, 1), (1, 7), (7, 1), (5, 6), (300, 13)])
  func `sixels of any size are whole and stay inside`(width: Int, height: Int) throws {
    var random = SeededGenerator(seed: 2)
    let noise = RGBPicture(width: width, height: height, pixels: random.bytes(width * height * 3))

    let read = SixelReader(sixelBytes(of: noise, colors: 256))

    #expect(read.problems.isEmpty, "\(read.problems)")
    #expect(read.picture?.size == noise.size)
  }

  @Test func `few colours are met exactly, to a hundredth`() throws {
    let flags = RGBPicture(
      width: 4, height: 1, pixels: [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255])

    let picture = try #require(SixelReader(sixelBytes(of: flags)).picture)

    #expect(meanDifference(picture.pixels, flags.pixels) < 2)
  }

  @Test func `a PNG comes back byte for byte`() throws {
    let file = try #require(pngBytes(of: scene))
    #expect(try decodePicture(file, minimumLongSide: nil).picture == scene)
    #expect(pngBytes(of: RGBPicture(width: 0, height: 0, pixels: [])) == nil)
  }

  @Test func `base64 is what others make of it`() {
    var random = SeededGenerator(seed: 5)
    for count in 0..<100 {
      let bytes = random.bytes(count)
      #expect(String(decoding: base64(bytes), as: UTF8.self) == Data(bytes).base64EncodedString())
    }
  }

  @Test(arguments: [ImageProtocol.kitty, .iterm, .sixel])
  func `pixels fill exactly the cells, whatever their size`(imageProtocol: ImageProtocol) throws {
    let cell = CellPixels(width: 9, height: 19)
    let cells = Size(columns: 21, rows: 7)

    let image = try #require(encodedImage(of: scene, cells: cells, cell: cell, imageProtocol: imageProtocol))

    #expect(image.size == cells)
    let size: PixelSize?
    if imageProtocol == .sixel {
      size = SixelReader(image.bytes).picture?.size
      #expect(image.tile == cell)
    } else {
      let file = [UInt8](try #require(Data(base64Encoded: Data(image.bytes))))
      size = try decodePicture(file, minimumLongSide: nil).picture.size
    }
    #expect(size == PixelSize(width: 21 * image.tile.width, height: 7 * image.tile.height))
  }

  @Test func `a small picture is not sent larger than it is, and a huge one not at all as sixels`() throws {
    let dot = RGBPicture(width: 2, height: 2, pixels: [UInt8](repeating: 9, count: 12))
    let cell = CellPixels(width: 20, height: 40)
    let large = Size(columns: 200, rows: 60)

    let small = try #require(encodedImage(of: dot, cells: large, cell: cell, imageProtocol: .kitty))
    #expect(small.pixels <= 200 * 60)
    let sharp = try #require(encodedImage(of: scene, cells: large, cell: cell, imageProtocol: .kitty))
    #expect(sharp.pixels < 100_000)
    #expect(encodedImage(of: scene, cells: large, cell: cell, imageProtocol: .sixel) == nil)
    let limits = PixelLimits(colors: 16, width: 100, height: 100)
    #expect(
      encodedImage(
        of: scene, cells: Size(columns: 11, rows: 2), cell: CellPixels(width: 10, height: 20), imageProtocol: .sixel,
        limits: limits) == nil)
    #expect(encodedImage(of: scene, cells: large, cell: cell, imageProtocol: .symbols) == nil)
  }

  @Test(arguments: [ImageProtocol.kitty, .iterm])
  func `of a part that is looked at pixel by pixel none is left out`(imageProtocol: ImageProtocol) throws {
    let cell = CellPixels(width: 10, height: 20)
    let cells = Size(columns: 160, rows: 56)
    let part = scene.stretched(to: PixelSize(width: 1600, height: 1120))

    #expect(
      try #require(encodedImage(of: part, cells: cells, cell: cell, imageProtocol: imageProtocol, isDetail: true)).tile
        == cell)
    #expect(try #require(encodedImage(of: part, cells: cells, cell: cell, imageProtocol: imageProtocol)).tile != cell)
  }

  @Test func `stretching keeps what is even, and the corners`() {
    let even = RGBPicture(width: 3, height: 2, pixels: [UInt8](repeating: 77, count: 18))
    #expect(even.stretched(to: PixelSize(width: 40, height: 31)).pixels.allSatisfy { $0 == 77 })
    let wide = scene.stretched(to: PixelSize(width: 400, height: 50))
    #expect(wide.size == PixelSize(width: 400, height: 50))
    let larger = scene.stretched(to: PixelSize(width: 260, height: 194))
    #expect(Array(larger.pixels.prefix(3)) == Array(scene.pixels.prefix(3)))
    #expect(meanDifference(larger.areaAveraged(to: scene.size).pixels, scene.pixels) < 6)
  }
}

private func meanDifference(_ left: [UInt8], _ right: [UInt8]) -> Double {
  guard left.count == right.count, !left.isEmpty else { return .infinity }
  return Double(zip(left, right).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(left.count)
}
