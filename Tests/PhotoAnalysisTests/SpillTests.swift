import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

@Suite struct SpillTests {
  /// Pictures and what is made of them.
  private let photos: [ScannedPhoto] = (0..<24).flatMap { number -> [ScannedPhoto] in
    let scene = Drawn.scene(UInt64(800 + number), width: 160, height: 120).noisy(10, seed: UInt64(number))
    let pictures = [scene, scene.noisy(6, seed: 7), scene.mirrored, scene.cropped(to: Margins(left: 16, top: 12))]
    return pictures.enumerated().map { index, picture in
      var photo = scanned("/\(number)-\(index)", picture) { $0.windowDescriptors = windowDescriptors(of: picture) }
      photo.digest = ContentDigest(bytes: [UInt8(number), UInt8(index)] + [UInt8](repeating: 0, count: 30))
      return photo
    }
  }

  @Test(arguments: [0, 1000, 40_000]) func `the same is found, wherever the features lie`(limit: Int) {
    let spare = TestSpillBuffer()
    let pool = FeaturePool(limit: limit, spill: spare.allocator)
    let pooled = photos.map { photo in
      var photo = photo
      photo.features = photo.features.map(pool.pooled)
      return photo
    }

    #expect(spare.writes > 0 && spare.writes <= photos.count)
    #expect(pooled == photos)
    let found = verificationCandidates(of: pooled, mostPairs: 0)
    #expect(found.pairs == verificationCandidates(of: photos, mostPairs: 0).pairs && !found.pairs.isEmpty)
    let findings = findings(of: pooled, settings: ScanSettings())
    #expect(findings == PhotoAnalysisTests.findings(of: photos, settings: ScanSettings()) && !findings.groups.isEmpty)
  }

  @Test(arguments: [0, 1, .max]) func `a search that has no room in memory finds the same, also where the disk is full`(
    mostWrites: Int
  ) {
    let spare = TestSpillBuffer(mostWrites: mostWrites)
    let expected = verificationCandidates(of: photos, mostPairs: 0)

    let found = verificationCandidates(of: photos, mostPairs: 0, spill: spare.allocator)

    #expect(found.pairs == expected.pairs && found.reaches == expected.reaches && !found.pairs.isEmpty)
    #expect(spare.writes == min(1, mostWrites))
    #expect(spare.live == 0)
  }

  @Test(arguments: 0...6) func `a table goes on in memory where its room takes no more`(mostWrites: Int) {
    var random = SpreadGenerator(seed: 97)
    let spare = TestSpillBuffer(mostWrites: mostWrites)
    let numbers = (0..<500).map { _ in UInt64.random(in: .min ... .max, using: &random) }
    let table = SpillableTable<UInt64>(count: numbers.count, spare.allocator)
    for first in stride(from: 0, to: numbers.count, by: 100) {
      let part = LargeTable<UInt64>(count: 100)
      for index in 0..<100 { part[index] = numbers[first + index] }
      table.write(part, at: first)
    }

    #expect((0..<numbers.count).map { table.start[$0] } == numbers)
    #expect(spare.live == (mostWrites < 5 ? 0 : 1))
  }
}
