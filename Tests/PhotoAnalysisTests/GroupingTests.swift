import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

@Suite struct ConnectedComponentsTests {
  @Test func `no pairs make no groups`() {
    #expect(connectedComponents(of: [], count: 5) == [])
    #expect(connectedComponents(of: [], count: 0) == [])
  }

  @Test func `A with B and B with C make one group of three`() {
    #expect(connectedComponents(of: [(0, 1), (1, 2)], count: 4) == [[0, 1, 2]])
  }

  @Test func `disjoint pairs make separate groups`() {
    #expect(connectedComponents(of: [(3, 2), (0, 1)], count: 4) == [[0, 1], [2, 3]])
  }

  @Test func `a pair of one with itself, repeated and unknown pairs change nothing`() {
    #expect(connectedComponents(of: [(1, 1)], count: 3) == [])
    #expect(connectedComponents(of: [(0, 1), (1, 0), (0, 1), (0, 9), (-1, 2)], count: 3) == [[0, 1]])
  }

  @Test func `no group of one, and the order of the pairs does not matter`() {
    var random = SpreadGenerator(seed: 21)
    for _ in 0..<40 {
      let pairs = (0..<30).map { _ in (Int.random(in: 0..<40, using: &random), Int.random(in: 0..<40, using: &random)) }
      let groups = connectedComponents(of: pairs, count: 40)

      #expect(groups.allSatisfy { $0.count > 1 && $0 == $0.sorted() })
      #expect(Set(groups.joined()).count == groups.joined().count)
      #expect(groups == connectedComponents(of: pairs.shuffled(using: &random).map { ($0.1, $0.0) }, count: 40))
    }
  }
}

@Suite struct GuardedGroupsTests {
  private func groups(of pairs: [(Int, Int)], count: Int, rank: (Int) -> Int = { $0 }) -> [[Int]] {
    guardedGroups(
      of: pairs, count: count,
      keeper: { members in members.min { (rank($0), $0) < (rank($1), $1) } ?? members[0] })
  }

  @Test func `a chain falls apart where its keeper ends`() {
    let chain = (0..<5).map { ($0, $0 + 1) }
    #expect(groups(of: chain, count: 6) == [[0, 1], [2, 3], [4, 5]])
  }

  @Test func `a set where all are near the keeper stays whole`() {
    #expect(groups(of: [(0, 2), (2, 1), (2, 3)], count: 4) { $0 == 2 ? -1 : $0 } == [[2, 0, 1, 3]])
  }

  @Test func `the keeper is the best of all, and who is not near it is no member`() {
    let star = [(0, 1), (0, 2)]
    #expect(groups(of: star, count: 3) { -$0 } == [[2, 0]])
    #expect(groups(of: star + [(1, 2)], count: 3) { -$0 } == [[2, 0, 1]])
  }

  @Test func `no keeper is worse than a member of its group`() {
    var random = SpreadGenerator(seed: 24)
    for _ in 0..<40 {
      let pairs = (0..<60).map { _ in (Int.random(in: 0..<40, using: &random), Int.random(in: 0..<40, using: &random)) }
      for group in groups(of: pairs, count: 40, rank: { $0 * 17 % 41 }) {
        #expect(group.allSatisfy { group[0] * 17 % 41 <= $0 * 17 % 41 })
      }
    }
  }

  @Test func `every member is within the threshold of its keeper`() {
    var random = SpreadGenerator(seed: 22)
    for _ in 0..<40 {
      let pairs = (0..<60).map { _ in (Int.random(in: 0..<40, using: &random), Int.random(in: 0..<40, using: &random)) }
      let near = Set(pairs.flatMap { [[$0.0, $0.1], [$0.1, $0.0]] })
      let found = groups(of: pairs, count: 40) { $0 % 7 }

      for group in found {
        #expect(group.count > 1)
        #expect(group.dropFirst().allSatisfy { near.contains([group[0], $0]) })
      }
      #expect(Set(found.joined()).count == found.joined().count)
      #expect(found == groups(of: pairs.shuffled(using: &random), count: 40) { $0 % 7 })
    }
  }
}

@Suite struct HashIndexTests {
  @Test(arguments: [0, 3, 4, 8, 11]) func `index search equals brute force`(radius: Int) {
    var random = SpreadGenerator(seed: 23)
    var hashes = (0..<120).map { _ in UInt64.random(in: .min ... .max, using: &random) }
    for _ in 0..<300 {
      var near = hashes[Int.random(in: 0..<120, using: &random)]
      for _ in 0..<Int.random(in: 0...14, using: &random) { near ^= 1 << UInt64.random(in: 0..<64, using: &random) }
      hashes.append(near)
    }
    let index = HashIndex(hashes)

    var found: [[Int]] = []
    index.forEachPair(within: radius) { i, j, distance in
      #expect(distance == bitDistance(index.hashes[i], index.hashes[j]))
      found.append([i, j])
    }
    var expected: [[Int]] = []
    for i in index.hashes.indices {
      for j in i + 1..<index.hashes.count where bitDistance(index.hashes[i], index.hashes[j]) <= radius {
        expected.append([i, j])
      }
    }

    #expect(found.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) } == expected)
  }

  @Test(arguments: [(40, 31), (400, 31), (1500, 24), (1500, 15)])
  func `index search of long hashes equals brute force`(count: Int, radius: Int) {
    var random = SpreadGenerator(seed: 29)
    let far = (0..<count).map { _ in (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) } }
    let near = far.prefix(30).flatMap { bytes in
      (0..<3).map { _ in
        (0..<Int.random(in: 0...40, using: &random)).reduce(into: bytes) { changed, _ in
          changed[Int.random(in: 0..<32, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
    }
    let index = HashIndex((far + near).compactMap { LongHash($0) })

    var found: [[Int]] = []
    index.forEachPair(within: radius) { i, j, _ in found.append([i, j]) }
    var expected: [[Int]] = []
    for i in index.hashes.indices {
      for j in i + 1..<index.hashes.count where index.hashes[i].distance(to: index.hashes[j]) <= radius {
        expected.append([i, j])
      }
    }

    #expect(found.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) } == expected)
    #expect(expected.count >= 30)
  }

  @Test func `of many hashes each near pair is told once, in the same order every time`() {
    var random = SpreadGenerator(seed: 31)
    var hashes = (0..<7000).map { _ in UInt64.random(in: .min ... .max, using: &random) }
    for hashIndex in 0..<3000 {
      hashes.append(
        (0..<Int.random(in: 1...12, using: &random)).reduce(hashes[hashIndex]) { hash, _ in
          hash ^ (1 << UInt64.random(in: 0..<64, using: &random))
        })
    }
    let index = HashIndex(hashes)
    func found() -> [UInt64] {
      var pairs: [UInt64] = []
      index.forEachPair(within: 8) { i, j, _ in pairs.append(indexPairKey(i, j)) }
      return pairs
    }
    var expected: [UInt64] = []
    for i in index.hashes.indices {
      for j in i + 1..<index.hashes.count where bitDistance(index.hashes[i], index.hashes[j]) <= 8 {
        expected.append(indexPairKey(i, j))
      }
    }

    let pairs = found()
    #expect(pairs.sorted() == expected && expected.count > 1500)
    #expect(found() == pairs)
  }

  @Test func `of a crowd of hashes that are all near each other no pair is lost`() {
    // More pairs than are held at once.
    let index = HashIndex((0..<1024).map { UInt64($0) << 20 })
    var pairs: Set<UInt64> = []
    index.forEachPair(within: 11) { i, j, _ in #expect(pairs.insert(indexPairKey(i, j)).inserted) }
    #expect(pairs.count == 1024 * 1023 / 2)
  }

  @Test func `the more hashes there are, the longer the chunks, and no bit is left out`() {
    for (bits, radius) in [(64, 11), (64, 8), (256, 31)] {
      let lengths = [1000, 30_000, 1_000_000].map { hashes -> Int in
        let chunks = HashChunks(bitCount: bits, radius: radius, hashes: hashes).all
        // Two that differ in `radius` bits anywhere are within the radius of one chunk.
        #expect(chunks.reduce(0) { $0 + $1.radius + 1 } > radius)
        return chunks.map(\.count).max() ?? 0
      }
      #expect(lengths == lengths.sorted() && lengths[2] > lengths[0], "\(bits) \(lengths)")
    }
  }

  @Test func `equal hashes count as one`() {
    var pairs = 0
    let index = HashIndex([UInt64](repeating: 5, count: 10_000) + [7])
    index.forEachPair(within: 8) { _, _, _ in pairs += 1 }
    #expect(index.hashes == [5, 7])
    #expect(pairs == 1)
  }
}

@Suite struct NeighboursTests {
  private let photos: [ComparedPhoto] = {
    var made: [ScannedPhoto] = []
    for seed in 0..<8 {
      let scene = Drawn.scene(UInt64(100 + seed), width: 240, height: 180)
      made.append(scanned("/p/\(seed)a", scene))
      made.append(scanned("/p/\(seed)b", scene.noisy(5, seed: 1)))
      made.append(scanned("/p/\(seed)c", scene.mapped { $0 * 0.8 + 20 }))
      made.append(scanned("/p/\(seed)d", scene.mirrored))
    }
    return made.map { ComparedPhoto($0) }
  }()

  @Test func `the signature passes over no pair that brute force joins`() {
    let neighbours = Neighbours(of: photos)
    for i in photos.indices {
      for j in photos.indices where j > i {
        let exact = PairEvidence(photos[i], photos[j])?.similarity ?? 0
        if exact >= 0.80 { #expect(abs(neighbours.similarity(i, j) - exact) < 1e-6) }
      }
    }
  }

  @Test func `a large library finds its copies by hash`() {
    let neighbours = Neighbours(of: photos, exhaustiveLimit: 0)
    for seed in 0..<8 { #expect(neighbours.similarity(seed * 4, seed * 4 + 1) >= 0.80) }
  }
}
