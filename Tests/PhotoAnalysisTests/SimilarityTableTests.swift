import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

@Suite struct SimilarityTableTests {
  private func randomPairs(_ random: inout SpreadGenerator, count: Int, of photos: Int) -> [SimilarPair] {
    (0..<count).map { _ in
      let first = Int.random(in: 0..<photos - 1, using: &random)
      let second = Int.random(in: first + 1..<photos, using: &random)
      return SimilarPair(second, first, Double(Int.random(in: 50...100, using: &random)) / 100)
    }
  }

  @Test func `the table says of every two photos what a dictionary says`() {
    var random = SpreadGenerator(seed: 41)
    for photos in [2, 7, 40] {
      let pairs = merged(randomPairs(&random, count: photos * 3, of: photos))
      let table = SimilarityTable(pairs, count: photos)
      let expected = Dictionary(uniqueKeysWithValues: pairs.map { ($0.key, $0.similarity) })
      for i in 0..<photos {
        for j in 0..<photos where i != j {
          #expect(table[i, j] == expected[indexPairKey(min(i, j), max(i, j))])
        }
        var row: [Int] = []
        table.forEach(near: i) { other, similarity in
          #expect(similarity == table[i, other])
          row.append(other)
        }
        #expect(row == (0..<photos).filter { $0 != i && table[i, $0] != nil })
      }
      #expect(table.pairs.map(\.key) == pairs.map(\.key))
    }
  }

  @Test func `of pairs found twice the largest similarity counts, in whatever order they come`() {
    var random = SpreadGenerator(seed: 42)
    let pairs = randomPairs(&random, count: 300, of: 12)
    var expected: [UInt64: Double] = [:]
    for pair in pairs { expected[pair.key] = max(pair.similarity, expected[pair.key] ?? 0) }
    for _ in 0..<3 {
      let found = merged(pairs.shuffled(using: &random))
      #expect(found.map(\.key) == expected.keys.sorted())
      #expect(found.allSatisfy { expected[$0.key] == $0.similarity })
    }
  }

  @Test func `a photo with many others keeps its most similar, and a pair stands where one of the two keeps it`() {
    var random = SpreadGenerator(seed: 43)
    let pairs = merged(randomPairs(&random, count: 200, of: 30))
    var kept = BoundedPairs(count: 30, most: 12, ofCrowded: 3)
    for pair in (pairs + pairs).shuffled(using: &random) { kept.add(pair) }

    func isCrowded(_ photo: Int32) -> Bool { pairs.count { $0.first == photo || $0.second == photo } > 12 }
    func keeps(_ photo: Int32, _ pair: SimilarPair) -> Bool {
      func other(_ pair: SimilarPair) -> Int32 { pair.first == photo ? pair.second : pair.first }
      let row = pairs.filter { ($0.first == photo || $0.second == photo) && isCrowded(other($0)) }
      return row.count { ($0.similarity, -other($0)) > (pair.similarity, -other(pair)) } < 3
    }
    let expected = pairs.filter {
      !isCrowded($0.first) || !isCrowded($0.second) || keeps($0.first, $0) || keeps($0.second, $0)
    }
    #expect(kept.pairs.map(\.key) == expected.map(\.key))
    #expect(expected.count < pairs.count)
  }
}

@Suite struct DescriptorFormsTests {
  @Test func `turning one picture once is as good as turning the other each time`() {
    var random = SpreadGenerator(seed: 44)
    func verification() -> CoarseFeatures {
      var features = PhotoFeatures(format: .jpeg, pixelSize: PixelSize(width: 40, height: 30))
      features.descriptor = (0..<DescriptorGrid.count).map { _ in Int8.random(in: -127...127, using: &random) }
      return CoarseFeatures(features)
    }
    for _ in 0..<20 {
      let (mine, plain) = (verification(), verification())
      for form in DihedralForm.all {
        var features = PhotoFeatures(format: .jpeg, pixelSize: PixelSize(width: 40, height: 30))
        features.descriptor = form.sources.map { plain.features.descriptor[$0] }
        let theirs = CoarseFeatures(features)
        let found = DescriptorForms(mine).distances(to: theirs)
        let distances = DihedralForm.all.map {
          1 - Double(cosineSimilarity(mine.features.descriptor, features.descriptor, sources: $0.sources))
        }
        #expect(found.upright == distances[0])
        #expect(found.turned == distances.dropFirst().min())
        #expect(distances[DihedralForm.all.firstIndex(of: found.form) ?? 0] == found.turned)
      }
    }
  }
}

@Suite struct ContentIndexTests {
  @Test func `each content is found where it stands first, also where digests begin alike`() {
    func digest(_ number: Int) -> ContentDigest? {
      ContentDigest(bytes: [UInt8](repeating: UInt8(number % 3), count: 31) + [UInt8(number)])
    }
    let digests = (0..<60).map { $0 % 7 == 0 ? nil : digest($0 % 40) }
    let index = ContentIndex(digests)
    for number in 0..<60 {
      let content = digest(number)
      #expect(content.flatMap { index[$0] } == (content == nil ? nil : digests.firstIndex(of: content)))
    }
    #expect(ContentIndex([])[digest(1)!] == nil)
  }
}
