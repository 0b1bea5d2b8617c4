import PhotoModel
import TestSupport
import Testing

@Suite struct DifferenceMapTests {
  private func photo(_ lumaThumbnail: [UInt8], width: Int = 4000, height: Int = 3000) -> PhotoFeatures {
    PhotoFeatures(format: .jpeg, pixelSize: PixelSize(width: width, height: height), lumaThumbnail: lumaThumbnail)
  }

  private func scene(_ seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return (0..<256).map { _ in UInt8.random(in: 40...180, using: &random) }
  }

  @Test func `a picture and itself differ nowhere, a lighter and a more contrasty one neither`() throws {
    let scene = scene(1)
    let lighter = scene.map { $0 + 30 }
    let contrasty = scene.map { UInt8(110 + (Double($0) - 110) * 1.3) }

    for other in [scene, lighter, contrasty] {
      let map = try DifferenceMap(photo(scene), photo(other), relation: nil)
      #expect(map.differingFields == 0 && map.text == nil)
      #expect((map.lighter > 0) == (other == lighter), "what the fields leave out is told")
    }
    #expect(try DifferenceMap(photo(lighter), photo(scene), relation: nil).lighter == -30)
  }

  @Test func `what changed in one corner is said to be there`() throws {
    let scene = scene(2)
    var other = scene
    for y in 12..<16 { for x in 12..<16 { other[y * 16 + x] = scene[y * 16 + x] > 110 ? 0 : 255 } }

    let map = try DifferenceMap(photo(scene), photo(other), relation: nil)

    #expect(map.text?.contains("mostly at the bottom right") == true, "\(map.text ?? "")")
    let changed = (12..<16).flatMap { y in (12..<16).map { map.strengths[y * 16 + $0] } }
    #expect(changed.allSatisfy { $0 > 0.5 })
    #expect(map.strengths.allSatisfy { (0...1).contains($0) })
  }

  @Test func `what is framed differently has no map`() throws {
    let scene = scene(3)
    let sameShot = PairVerification(inliers: 80, spread: 0.8, firstOverlap: 1, secondOverlap: 0.97, correlation: 0.9)
    var crop = sameShot
    crop.firstOverlap = 0.4
    var mirrored = sameShot
    mirrored.isMirrored = true
    var turned = sameShot
    turned.rotation = 90

    #expect(throws: Never.self) { try DifferenceMap(photo(scene), photo(scene), relation: sameShot) }
    for relation in [crop, mirrored, turned] {
      #expect(throws: DifferenceMap.Obstacle.framedDifferently) {
        try DifferenceMap(photo(scene), photo(scene), relation: relation)
      }
    }
    #expect(throws: DifferenceMap.Obstacle.framedDifferently) {
      try DifferenceMap(photo(scene), photo(scene, width: 3000, height: 4000), relation: nil)
    }
    #expect(throws: DifferenceMap.Obstacle.notMeasured) {
      try DifferenceMap(photo(scene), photo([]), relation: nil)
    }
  }
}
