import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

@Suite struct CollageTests {
  private static let size = PixelSize(width: 480, height: 360)

  private func scene(_ number: UInt64) -> LumaPlane {
    Drawn.scene(number, width: Self.size.width, height: Self.size.height).noisy(10, seed: number)
  }

  /// Four pictures at half of their size, two and two.
  private func collage(_ pictures: [LumaPlane]) -> LumaPlane {
    let half = PixelSize(width: Self.size.width / 2, height: Self.size.height / 2)
    let parts = pictures.map { $0.areaAveraged(to: half) }
    var pixels = [UInt8](repeating: 0, count: Self.size.pixels)
    for row in 0..<Self.size.height {
      for column in 0..<Self.size.width {
        let part = parts[row / half.height * 2 + column / half.width]
        pixels[row * Self.size.width + column] = part.pixels[row % half.height * half.width + column % half.width]
      }
    }
    return LumaPlane(width: Self.size.width, height: Self.size.height, pixels: pixels)
  }

  /// The groups of similar photos among pictures, the last of them the collage.
  private func similar(
    _ pictures: [LumaPlane], digestOfCollage: UInt8 = 100, model: String? = nil
  ) -> [[String]] {
    let photos = pictures.enumerated().map { number, picture in
      let isCollage = number == pictures.count - 1
      return scanned("/\(number)", picture, digest: isCollage ? digestOfCollage : UInt8(number + 10)) {
        if isCollage { $0.facts.model = model }
      }
    }
    let features = pictures.map { LocalFeatures(of: $0) }
    var verified: [ContentPair: PairVerification] = [:]
    for first in photos.indices {
      for second in photos.indices.dropFirst(first + 1) {
        guard let a = photos[first].digest, let b = photos[second].digest, let key = ContentPair(a, b) else { continue }
        verified[key] =
          key.first == a
          ? verification(of: features[first], features[second]) : verification(of: features[second], features[first])
      }
    }
    return findings(of: photos, verified: VerifiedPairs(verified), settings: ScanSettings()).paths(of: .similar)
  }

  @Test(arguments: [1, 100] as [UInt8])
  func `a collage ties no strangers to one set`(digest: UInt8) {
    let pictures = (701...704).map { scene(UInt64($0)) }
    #expect(similar(pictures + [collage(pictures)], digestOfCollage: digest) == [])
    #expect(similar(Array(pictures[1...2]) + [collage(pictures)], digestOfCollage: digest) == [])
  }

  @Test func `what a camera took is no collage, nor what holds one photo or several shots of one scene`() {
    let pictures = (701...704).map { scene(UInt64($0)) }
    #expect(similar(pictures + [collage(pictures)], model: "X") == [["/0", "/1", "/2", "/3", "/4"]])
    #expect(similar([pictures[2], collage(pictures)]) == [["/0", "/1"]])
    let shots = (0..<4).map { scene(705).noisy(6, seed: $0) }
    #expect(similar(shots + [collage(shots)]).joined().contains("/4"))
  }
}
