import Foundation
import PhotoModel
import SystemPackage
import Testing

@testable import PhotoAnalysis

/// Crowds: more photos that are nearly the same than one of them may keep pairs with.
@Suite struct CrowdTests {
  /// Features out of numbers: photos of one scene differ by noise.
  private struct MadeScene {
    private var directions: [Double]
    private let hash: UInt64
    private let light: [Double]

    /// A scene on the way to another one, 0…1.
    func becoming(_ other: MadeScene, _ share: Double) -> MadeScene {
      var scene = self
      scene.directions = zip(directions, other.directions).map { $0 * cos(share * .pi / 2) + $1 * sin(share * .pi / 2) }
      return scene
    }

    init(_ random: inout SplitMix64) {
      directions = (0..<DescriptorGrid.count).map { _ in Double.random(in: -1...1, using: &random) }
      hash = random.next()
      light = (0..<256).map { _ in Double.random(in: 30...220, using: &random) }
    }

    func photo(
      _ path: String, noise: Double, at seconds: Int64? = nil, _ random: inout SplitMix64
    ) -> ScannedPhoto {
      var features = PhotoFeatures(format: .jpeg, pixelSize: PixelSize(width: 400, height: 300))
      features.descriptor = directions.map { Int8(60 * ($0 + noise * Double.random(in: -1...1, using: &random))) }
      features.perceptualHash = (0..<Int(noise * 20)).reduce(hash) { hash, _ in
        hash ^ 1 << UInt64.random(in: 0..<64, using: &random)
      }
      features.lumaThumbnail = light.map { UInt8($0 + 20 * noise * Double.random(in: -1...1, using: &random)) }
      features.sharpness = Double.random(in: 0.4...0.45, using: &random)
      features.facts.make = "M"
      features.facts.model = "X"
      features.facts.capturedAt = seconds.map { CaptureTime(milliseconds: $0 * 1000) }
      let identity = FileIdentity(device: 1, inode: random.next() | 1, size: 1000, modified: 0, changed: 0)
      return ScannedPhoto(
        path: FilePath(path), identity: identity,
        digest: ContentDigest(bytes: (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }),
        features: features)
    }
  }

  /// Shots five seconds apart in which one scene becomes another one.
  private func changing(_ count: Int, _ random: inout SplitMix64) -> [ScannedPhoto] {
    let (first, last) = (MadeScene(&random), MadeScene(&random))
    return (0..<count).map { number in
      first.becoming(last, Double(number) / Double(count - 1))
        .photo("/change/\(1000 + number)", noise: 0.1, at: Int64(number * 5), &random)
    }
  }

  private func crowd(_ count: Int, inTime: Bool = true, _ random: inout SplitMix64) -> [ScannedPhoto] {
    let scene = MadeScene(&random)
    return (0..<count).map { number in
      scene.photo("/crowd/\(1000 + number)", noise: 0.1, at: inTime ? Int64(number * 60) : nil, &random)
    }
  }

  @Test(arguments: [true, false]) func `a crowd is one group, and keeps few pairs of each photo`(inTime: Bool) {
    var random = SplitMix64(seed: 81)
    let photos = crowd(700, inTime: inTime, &random)
    let index = FindingsIndex(photos: photos)

    #expect(index.neighbours.pairs.count <= 700 * 64)
    let groups = index.findings(settings: ScanSettings()).groups
    #expect(groups.map(\.members.count) == [700])
    #expect(groups[0].category == (inTime ? .similar : .duplicate))
    #expect(groups[0].members.allSatisfy { $0.similarity ?? 0 >= 0.80 })
  }

  @Test func `the shots of a fixed camera are one group, however far the scene changes`() {
    var random = SplitMix64(seed: 85)
    let photos = changing(700, &random)
    let index = FindingsIndex(photos: photos)

    let ends = PairEvidence(index.photos[0], index.photos[699])?.similarity ?? 0
    #expect(ends < 0.60)
    let groups = index.findings(settings: ScanSettings()).groups
    #expect(groups.map(\.members.count) == [700])
    #expect(groups[0].members.allSatisfy { $0.similarity ?? 0 >= 0.80 })
  }

  @Test func `a sequence ends where the camera pauses, and is as alike as its weakest neighbours`() {
    var random = SplitMix64(seed: 86)
    let scene = MadeScene(&random)
    let photos = [0, 5, 10, 80, 85, 90].map { second in
      ComparedPhoto(scene.photo("/\(100 + second)", noise: 0.1, at: second, &random))
    }
    let sequences = ShotSequences(photos, isCrowded: [Bool](repeating: true, count: 6)) { first, second in
      first == 1 && second == 2 ? 0.83 : 0.95
    }
    #expect(sequences.similarity(0, 1) == 0.92)
    #expect(sequences.similarity(2, 0) == 0.83)
    #expect(sequences.similarity(2, 3) == 0 && sequences.similarity(0, 5) == 0)
    #expect(sequences.similarity(5, 3) == 0.92)
    #expect(sequences.pairs.count == 4)
  }

  @Test func `the sliders list of a crowd what the findings list`() {
    var random = SplitMix64(seed: 82)
    let index = FindingsIndex(photos: crowd(300, inTime: false, &random) + crowd(300, &random))
    var preview = ThresholdPreview(index: index, settings: ScanSettings(), ledger: Ledger())
    for (duplicate, similar) in [(0.95, 0.80), (0.97, 0.80), (0.97, 0.95), (0.99, 0.99), (0.90, 0.60)] {
      var settings = ScanSettings()
      (settings.duplicateThreshold, settings.similarThreshold) = (duplicate, similar)
      let listing = preview.move(to: settings)
      let findings = index.findings(settings: settings)
      for category in [IssueCategory.duplicate, .similar] {
        #expect(listing.figures[category]?.photos == findings.issues(in: category).count)
      }
    }
  }

  @Test(arguments: 1..<5) func `photos that are akin to none change no group`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var photos = crowd(300, &random)
    for burst in 0..<12 {
      let scene = MadeScene(&random)
      for shot in 0..<Int.random(in: 1...9, using: &random) {
        let noise = Double.random(in: 0...0.6, using: &random)
        photos.append(scene.photo("/burst/\(burst)/\(shot)", noise: noise, at: Int64(burst * 9000 + shot * 4), &random))
      }
    }
    let strangers = (0..<300).map { number in
      MadeScene(&random).photo("/\(number % 2 == 0 ? "a" : "z")/\(number)", noise: 0, at: Int64(number * 77), &random)
    }
    let before = FindingsIndex(photos: photos).findings(settings: ScanSettings()).groups
    let after = FindingsIndex(photos: (photos + strangers).shuffled(using: &random))
      .findings(settings: ScanSettings()).groups

    #expect(before.count >= 5)
    #expect(before == after)
  }

  @Test func `of a crowd each photo is verified with a few others, of a set each pair is`() {
    func verified(_ count: Int, next: Int) -> Int {
      var proven = ProvenPairs(count: count)
      var verified = 0
      for first in 0..<count {
        for second in (first + 1)..<min(count, first + 1 + next) where !proven.suffice(for: first, second) {
          verified += 1
          proven.add(first, second)
        }
      }
      return verified
    }
    #expect(verified(40, next: 40) == 40 * 39 / 2)
    #expect(verified(20_000, next: 24) <= 20_000 * 2 + 64 * 24)
  }

  @Test func `of a crowd of hashes each tells a few pairs, and all hang together`() {
    let index = HashIndex((0..<2048).map { UInt64($0) << 20 })
    var pairs: [(Int, Int)] = []
    index.forEachPair(within: 11, atMost: 16) { i, j, _ in pairs.append((i, j)) }
    #expect(pairs.count <= 2048 * 16 * 6)
    #expect(connectedComponents(of: pairs, count: 2048).map(\.count) == [2048])
  }

  @Test func `a row of a crowd names its nearest`() {
    var random = SplitMix64(seed: 84)
    let scene = (0..<DescriptorGrid.count).map { _ in Double.random(in: -60...60, using: &random) }
    let table = DescriptorTable(
      (0..<60).map { row in scene.map { Int8($0 + Double(row) * Double.random(in: -1...1, using: &random)) } })
    var near: [Int] = []
    table.forEachPair(0..<1, with: table, within: 0.78, bits: 64, atMost: 8) { _, j, _ in near.append(j) }
    #expect(near.count == 8)
    #expect(near.allSatisfy { $0 <= 12 })
  }
}
