import PhotoModel
import TestSupport
import Testing

@Suite struct PixelRectTests {
  @Test func `a part around any place lies inside, is as large as can be, and holds the place`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<2000 {
      let whole = PixelSize(
        width: Int.random(in: 1...500, using: &random), height: Int.random(in: 1...500, using: &random))
      let size = PixelSize(
        width: Int.random(in: 1...700, using: &random), height: Int.random(in: 1...700, using: &random))
      let center = RelativePoint(
        x: Double.random(in: 0..<1, using: &random), y: Double.random(in: 0..<1, using: &random))

      let part = PixelRect(around: center, size: size, in: whole)

      #expect(part.lies(in: whole))
      #expect(part.size == PixelSize(width: min(size.width, whole.width), height: min(size.height, whole.height)))
      let x = Int(center.x * Double(whole.width))
      #expect(x >= part.x - 1 && x <= part.x + part.width)
    }
  }

  @Test(arguments: [
    PixelRect(x: -1, y: 0, width: 1, height: 1), PixelRect(x: 0, y: 0, width: 0, height: 1),
    PixelRect(x: 9, y: 0, width: 2, height: 1), PixelRect(x: .max, y: 0, width: 5, height: 5),
    PixelRect(x: 0, y: 0, width: .max, height: 1), PixelRect(x: 0, y: .min, width: 1, height: 1),
  ])
  func `a part that is not inside is told`(part: PixelRect) {
    #expect(!part.lies(in: PixelSize(width: 10, height: 10)))
    let picture = RGBPicture(width: 10, height: 10, pixels: [UInt8](repeating: 7, count: 300))
    #expect(picture.cropped(to: part) == nil)
  }
}
