import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite struct JPEGWritingTests {
  @Test(arguments: [(1, 1), (17, 9), (64, 48), (333, 7)]) func `what is written reads back as the same picture`(
    _ width: Int, _ height: Int
  ) throws {
    // Smooth, so that what JPEG leaves out is little.
    let pixels = (0..<(width * height)).flatMap { index -> [UInt8] in
      [UInt8(index % width * 200 / width), UInt8(index / width * 200 / height), 90]
    }
    let bytes = try #require(jpegBytes(of: RGBPicture(width: width, height: height, pixels: pixels), quality: 95))

    let read = try decodePicture(bytes, minimumLongSide: nil).picture

    #expect(read.width == width && read.height == height)
    let worst = zip(read.pixels, pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(worst <= 40)
    let mean = Double(zip(read.pixels, pixels).map { abs(Int($0) - Int($1)) }.reduce(0, +)) / Double(pixels.count)
    #expect(mean < 6)
  }

  @Test func `a picture without pixels is none`() {
    #expect(jpegBytes(of: RGBPicture(width: 0, height: 0, pixels: [])) == nil)
  }
}
