import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoAnalysis

@Suite struct CandidateTests {
  private func photo(_ number: Int, _ luma: LumaPlane, change: (inout PhotoFeatures) -> Void = { _ in }) -> ScannedPhoto
  {
    var photo = scanned("/\(number)", luma) {
      $0.windowDescriptors = windowDescriptors(of: luma)
      change(&$0)
    }
    let bytes = [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    photo.digest = ContentDigest(bytes: bytes + [UInt8](repeating: 0, count: 30))
    return photo
  }

  private func keys(_ photos: [ScannedPhoto]) -> [ContentPair] { verificationCandidates(of: photos).pairs.map(\.key) }

  @Test func `a crop is a candidate of its original among many strangers`() throws {
    // Grain, or the plain sky would be trimmed as a margin, from the crop and the original differently.
    let scene = Drawn.scene(301, width: 240, height: 180).noisy(10, seed: 1)
    let crops = [
      Margins(left: 60), Margins(top: 45), Margins(left: 30, right: 30),
      Margins(left: 36, top: 27, right: 36, bottom: 27),
      Margins(left: 72, top: 54),
    ]
    let strangers = (0..<60).map {
      photo($0 + 10, Drawn.scene(UInt64($0 + 310), width: 240, height: 180).noisy(10, seed: UInt64($0)))
    }
    let original = photo(0, scene)
    for (number, margins) in crops.enumerated() {
      let crop = photo(number + 1, scene.cropped(to: margins))
      let key = try #require(original.digest.flatMap { a in crop.digest.flatMap { ContentPair(a, $0) } })
      #expect(keys(strangers + [original, crop]).contains(key), "crop \(number)")
    }
  }

  @Test func `candidates depend on no order, and are few`() {
    var random = SpreadGenerator(seed: 5)
    let photos = (0..<80).map { photo($0, Drawn.scene(UInt64($0 % 70 + 400), width: 120, height: 90)) }
    let expected = keys(photos)
    for _ in 0..<3 { #expect(keys(photos.shuffled(using: &random)) == expected) }
    #expect(expected.count <= photos.count * 12 + 200)
    #expect(Set(expected).count == expected.count)
  }

  /// Pictures and what is made of them, all in one library.
  private func library(scenes: Range<Int>, hashed: Bool = true) -> [ScannedPhoto] {
    scenes.flatMap { number -> [ScannedPhoto] in
      let scene = Drawn.scene(UInt64(600 + number), width: 240, height: 180).noisy(10, seed: UInt64(number))
      let pictures = [
        scene, scene.noisy(6, seed: 7), scene.mapped { $0 * 0.8 + 20 }, scene.mirrored,
        scene.cropped(to: Margins(left: 24, top: 18)),
      ]
      return pictures.enumerated().map { pictureIndex, picture in
        photo(number * 8 + pictureIndex, picture) {
          if !hashed { $0.perceptualHash = nil }
        }
      }
    }
  }

  @Test func `the index finds the promising pairs of one scene`() {
    let photos = library(scenes: 0..<40)
    let all = verificationCandidates(of: photos).pairs.filter { $0.isPromising && $0.first / 5 == $0.second / 5 }
      .map(\.key)
    let index = verificationCandidates(of: photos, mostPairs: 0).pairs.map(\.key)

    #expect(all.count > 200)
    #expect(Set(all).subtracting(index).count * 50 <= all.count)
    #expect(Set(index).count == index.count)
    #expect(verificationCandidates(of: photos.reversed(), mostPairs: 0).pairs.map(\.key) == index)
  }

  @Test(arguments: [nil, 0]) func `what is new is held against all, and what was searched is not searched again`(
    mostPairs: Int?
  ) {
    let photos = library(scenes: 0..<30, hashed: false)
    let before = verificationCandidates(of: Array(photos[20...]), mostPairs: mostPairs)
    let after = verificationCandidates(of: photos, searched: before.reaches, mostPairs: mostPairs)
    let new = Set(photos[..<20].compactMap(\.digest))

    #expect(Set(before.reaches.keys) == Set(photos[20...].compactMap(\.digest)))
    #expect(Set(after.reaches.keys) == new)
    #expect(after.pairs.allSatisfy { new.contains($0.key.first) || new.contains($0.key.second) })
    let together = Set((before.pairs + after.pairs).map(\.key))
    let atOnce = verificationCandidates(of: photos, mostPairs: mostPairs).pairs.map(\.key)
    #expect(mostPairs == 0 || Set(atOnce).subtracting(together).isEmpty)
    #expect(Set(atOnce).subtracting(together).count * 20 <= atOnce.count)
    #expect(verificationCandidates(of: photos, searched: before.reaches.merging(after.reaches) { $1 }).pairs.isEmpty)
  }

  @Test(arguments: [nil, 0], [0, 37]) func `signs of windows that are read come to the same as those in the photos`(
    mostPairs: Int?, searchedBefore: Int
  ) {
    let photos = library(scenes: 0..<20)
    let before = verificationCandidates(of: Array(photos[..<searchedBefore]), mostPairs: mostPairs).reaches
    var signs: [ContentDigest: [UInt8]] = [:]
    for photo in photos { if let digest = photo.digest { signs[digest] = photo.features?.windowDescriptors } }
    let known = signs
    let bare = photos.map { photo in
      var photo = photo
      photo.features?.windowDescriptors = []
      return photo
    }
    func keys(_ photos: [ScannedPhoto], _ windows: WindowReader?) -> [ContentPair] {
      verificationCandidates(of: photos, searched: before, windows: windows, mostPairs: mostPairs).pairs.map(\.key)
    }

    let own = keys(photos, nil)

    #expect(keys(bare) { contents in known.filter { contents.contains($0.key) } } == own)
    #expect(keys(bare, nil) != own)
  }

  @Test func `the signs of a turned picture are those of its turned descriptor`() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<20 {
      let descriptor = (0..<512).map { _ in Int8.random(in: -127...127, using: &random) }
      let signs = DescriptorSigns(of: [0]) { _ in descriptor }
      let sources: [Int] = DihedralForm.all.flatMap { form -> [Int] in form.sources }
      let expected: [Bool] = sources.map { descriptor[$0] > 0 }
      let forms = signs.forms(0)
      let found: [Bool] = expected.indices.map { forms[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
      #expect(found == expected)
    }
  }

  @Test func `a time-lapse costs as many looks as it has frames, not their square`() {
    let scene = Drawn.scene(650, width: 120, height: 90)
    let one = photo(0, scene)
    let frames = (0..<600).map { number -> ScannedPhoto in
      var frame = one
      frame.path = FilePath("/\(number)")
      frame.digest = ContentDigest(
        bytes: [UInt8(number % 256), UInt8(number / 256)] + [UInt8](repeating: 0, count: 30))
      return frame
    }
    let found = verificationCandidates(of: frames, mostPairs: 0).pairs

    #expect(found.count <= 600 * 24)
    let links = found.map { ($0.first, $0.second) }
    #expect(connectedComponents(of: links, count: 600).map(\.count) == [600])
  }

  @Test func `identical black frames cost as many looks as there are frames`() {
    let frames = (0..<600).map { photo($0, Drawn.flat(0, width: 32, height: 24)) }
    let found = verificationCandidates(of: frames).pairs
    #expect(found.count == 599)
    #expect(found.allSatisfy { $0.mayHaveSamePixels && !$0.needsFeatures })
  }

  @Test func `photos of one hour that look different are looked at, of different days not`() throws {
    let taken = { (number: Int, seed: UInt64, hours: Int64) in
      self.photo(number, Drawn.scene(seed, width: 160, height: 120)) {
        $0.windowDescriptors = []
        $0.facts.model = "X"
        $0.facts.capturedAt = CaptureTime(milliseconds: hours * 3_600_000)
      }
    }
    #expect(keys([taken(1, 501, 0), taken(2, 509, 0)]).count == 1)
    #expect(keys([taken(1, 501, 0), taken(2, 509, 48)]).isEmpty)
    #expect(keys([taken(1, 501, 0), taken(2, 501, 48)]).count == 1)
  }

  @Test func `only photos of one size and nearly the same light may have the same pixels`() {
    let scene = Drawn.scene(503, width: 160, height: 120)
    func may(_ other: LumaPlane) -> Bool? {
      verificationCandidates(of: [photo(1, scene), photo(2, other)]).pairs.first?.mayHaveSamePixels
    }
    #expect(may(scene) == true)
    #expect(may(scene.mapped { $0 * 0.9 }) == false)
    #expect(may(scene.areaAveraged(to: PixelSize(width: 80, height: 60))) == false)
  }

  @Test func `the fine hash is near for copies and far for strangers`() {
    let scene = Drawn.scene(504)
    func bits(_ other: LumaPlane) -> Int {
      zip(frequencyHash256(of: scene), frequencyHash256(of: other)).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    }
    #expect(bits(scene.noisy(4, seed: 1)) <= 31)
    #expect(bits(scene.areaAveraged(to: PixelSize(width: 120, height: 90))) <= 31)
    for seed in 505..<515 { #expect(bits(Drawn.scene(UInt64(seed))) > 90) }
    #expect(frequencyHash256(of: Drawn.flat(3)).isEmpty && windowDescriptors(of: Drawn.flat(3)).isEmpty)
    #expect(windowDescriptors(of: scene).count == 1344)
  }
}

@Suite struct LinkTests {
  private func linked(_ pairs: [(Int, Int, Double)], count: Int) -> [[Int: Double]] {
    let table = SimilarityTable(
      pairs.map { SimilarPair($0.0, $0.1, $0.2) }.sorted { $0.key < $1.key }, count: count)
    let linked = LinkedSimilarities(table).near
    return (0..<count).map { pictureIndex in
      var near: [Int: Double] = [:]
      linked.forEach(near: pictureIndex) { near[$0] = $1 }
      return near
    }
  }

  @Test func `what is known as one scene carries similarity on, eight links at most, and what is less carries none`() {
    let chain = linked((0..<12).map { ($0, $0 + 1, 0.9) }, count: 13)
    #expect(chain[0][2] == 0.9 && chain[0][8] == 0.9)
    #expect(chain[0][9] == nil)

    let weak = linked([(0, 1, 0.9), (1, 2, 0.79)], count: 3)
    #expect(weak[0][2] == nil)
  }

  @Test func `through others nothing becomes a duplicate, and nothing is lost`() throws {
    let chain = linked([(0, 1, 0.99), (1, 2, 0.99), (0, 3, 0.97)], count: 4)
    #expect(try #require(chain[0][2]) <= 0.92)
    #expect(chain[0][1] == 0.99 && chain[0][3] == 0.97)
    for (i, list) in chain.enumerated() {
      for (j, similarity) in list { #expect(chain[j][i] == similarity) }
    }
  }

  @Test func `two groups of five are not joined by one weak pair, but by a strong one or by two`() {
    let groups = (0..<5).flatMap { a in (a + 1..<5).flatMap { b in [(a, b), (a + 5, b + 5)] } }
    func joined(_ bridges: [(Int, Int)], weak: Bool) -> Int {
      connectedComponents(
        of: withoutWeakBridges(groups + bridges, count: 10) { a, b in weak && a < 5 && b >= 5 }, count: 10
      ).count
    }
    #expect(joined([(4, 5)], weak: true) == 2)
    #expect(joined([(4, 5)], weak: false) == 1)
    #expect(joined([(4, 5), (3, 6)], weak: true) == 1)
    let small = [(0, 1), (1, 2), (2, 3)]
    #expect(withoutWeakBridges(small, count: 4) { _, _ in true }.count == 3)
  }
}
