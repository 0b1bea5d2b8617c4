import PhotoModel

/// Two photos that may show the same, the first smaller.
struct NearPair: Comparable, Sendable {
  var first: Int32
  var second: Int32
  /// Signs of their descriptors, of 512.
  var differing: Int32

  init(_ a: Int, _ b: Int, differing: Int) {
    first = Int32(min(a, b))
    second = Int32(max(a, b))
    self.differing = Int32(differing)
  }

  static func < (left: NearPair, right: NearPair) -> Bool {
    (left.first, left.second, left.differing) < (right.first, right.second, right.differing)
  }
}

/// The nearest others of photos by the signs of their descriptors, and all that a hash takes for copies; on all cores.
///
/// Where few are asked for, or there are few photos, all pairs with them are estimated. Else sketches and hashes propose
/// pairs, and only those are estimated: the cost then grows with the photos, not with their square.
struct NearestSearch: Sendable {
  /// Up to so many pairs each is estimated: half a second of one core for a million.
  static let mostPairs = 9_000_000

  private let signs: DescriptorSigns
  private let hashes: [UInt64?]
  private let fineHashes: [LongHash?]
  /// How near another photo must be to be among the nearest that were found for one; nil: it is asked for.
  private let reaches: [Int?]
  private let kept: Int
  private let mostPairs: Int

  /// - Parameter photos: None of them flat.
  init(_ photos: [PhotoFeatures], reaches: [Int?], keeping kept: Int, mostPairs: Int = mostPairs) {
    signs = DescriptorSigns(photos)
    hashes = photos.map(\.perceptualHash)
    fineHashes = photos.map { LongHash($0.fineHash) }
    self.reaches = reaches
    self.kept = kept
    self.mostPairs = mostPairs
  }

  struct Outcome: Sendable {
    /// In rising order, each once.
    var pairs: [NearPair] = []
    /// Of each photo that was asked for: how near another must be to be among its nearest.
    var reaches: [Int: Int] = [:]
  }

  var outcome: Outcome {
    let asked = reaches.indices.filter { reaches[$0] == nil }
    guard !asked.isEmpty else { return Outcome() }
    // A search through sketches costs about as much as 128 photos held against all.
    let isExhaustive = asked.count <= min(128, mostPairs) || asked.count * signs.count <= mostPairs
    var result = isExhaustive ? ofAll(asked) : ofProposed(asked)
    result.pairs.sort()
    var last: NearPair?
    result.pairs.removeAll { pair in
      defer { last = pair }
      return last.map { $0.first == pair.first && $0.second == pair.second } ?? false
    }
    return result
  }

  // MARK: All pairs

  private func ofAll(_ asked: [Int]) -> Outcome {
    inBlocks(of: asked.count, size: 16) { range, result in
      for place in range { holdAgainstAll(asked[place], &result) }
    }
  }

  private func holdAgainstAll(_ photo: Int, _ result: inout Outcome) {
    let asker = signs.asker(photo)
    var nearest = NearestPhotos(kept)
    var copies = 0
    for other in 0..<signs.count where other != photo {
      let reach = reaches[other] ?? -1
      let differing = signs.differing(asker, other, below: max(reach + 1, min(nearest.reach, DescriptorGrid.count)))
      // It would have been among the nearest of the other one, or as near as the last of them.
      if differing <= reach { result.pairs.append(NearPair(photo, other, differing: differing)) }
      nearest.offer(other, differing)
      guard copies < 2 * kept, isCopy(photo, other) else { continue }
      copies += 1
      result.pairs.append(NearPair(photo, other, differing: signs.differing(asker, other)))
    }
    take(nearest, of: photo, &result)
  }

  private func isCopy(_ i: Int, _ j: Int) -> Bool {
    if let x = hashes[i], let y = hashes[j], bitDistance(x, y) <= 17 { return true }
    guard let x = fineHashes[i], let y = fineHashes[j] else { return false }
    return x.distance(to: y) <= 102
  }

  // MARK: Proposed pairs

  private func ofProposed(_ asked: [Int]) -> Outcome {
    // Half as many again: the sketch orders them nearly as the measure does.
    let search = SketchSearch(SketchedPhotos(signs), asked: reaches.map { $0 == nil }, keeping: kept * 3 / 2)
    let proposals = search.candidates
    var result = inBlocks(of: signs.count, size: 256) { range, result in
      for photo in range {
        let mine = proposals[photo]
        if !mine.isEmpty { measure(mine, of: photo, &result) }
      }
    }
    result.pairs += measured(hashNeighbours)
    // Photos that nothing was proposed for.
    for photo in asked where result.reaches[photo] == nil { result.reaches[photo] = DescriptorGrid.count }
    return result
  }

  private func measure(_ proposals: [Int], of photo: Int, _ result: inout Outcome) {
    let asker = signs.asker(photo)
    if let reach = reaches[photo] {
      for other in proposals {
        let differing = signs.differing(asker, other, below: reach + 1)
        if differing <= reach { result.pairs.append(NearPair(photo, other, differing: differing)) }
      }
      return
    }
    var nearest = NearestPhotos(kept)
    for other in proposals { nearest.offer(other, signs.differing(asker, other)) }
    take(nearest, of: photo, &result)
  }

  /// Copies by either hash; of an equal hash each with the first of it and the next few, so that k cost k.
  private var hashNeighbours: [NearPair] {
    // Strangers are as near in a very large library.
    let radius = signs.count > 300_000 ? (8, 24) : (11, 31)
    return near(by: hashes, within: radius.0) + near(by: fineHashes, within: radius.1)
  }

  private func near<Hash: BitHash>(by hashes: [Hash?], within radius: Int) -> [NearPair] {
    var owners: [Hash: [Int]] = [:]
    for (photo, hash) in hashes.enumerated() { if let hash { owners[hash, default: []].append(photo) } }
    var pairs: [NearPair] = []
    func add(_ a: Int, _ b: Int) { pairs.append(NearPair(a, b, differing: 0)) }
    for equal in owners.values where equal.count > 1 {
      for (place, photo) in equal.enumerated() { for next in equal[(place + 1)...].prefix(kept) { add(photo, next) } }
    }
    let index = HashIndex(owners.keys)
    var used = [UInt8](repeating: 0, count: index.hashes.count)
    index.forEachPair(within: radius) { i, j, _ in
      // In a crowd of hashes that are all near each other the first few have to do.
      guard used[i] < 2 * kept || used[j] < 2 * kept else { return }
      used[i] = min(used[i] + 1, .max - 1)
      used[j] = min(used[j] + 1, .max - 1)
      for a in (owners[index.hashes[i]] ?? []).prefix(2) {
        for b in (owners[index.hashes[j]] ?? []).prefix(2) { add(a, b) }
      }
    }
    return pairs
  }

  /// The same pairs with what they differ in.
  private func measured(_ pairs: [NearPair]) -> [NearPair] {
    let sorted = pairs.filter { reaches[Int($0.first)] == nil || reaches[Int($0.second)] == nil }.sorted()
    return concurrentBlocks(of: sorted.count, size: 4096) { range in
      var asker: DescriptorSigns.Asker?
      return sorted[range].map { pair in
        let mine = asker.flatMap { $0.place == Int(pair.first) ? $0 : nil } ?? signs.asker(Int(pair.first))
        asker = mine
        return NearPair(mine.place, Int(pair.second), differing: signs.differing(mine, Int(pair.second)))
      }
    }.flatMap { $0 }
  }

  // MARK: Blocks

  private func take(_ nearest: NearestPhotos, of photo: Int, _ result: inout Outcome) {
    result.pairs += nearest.best.map { NearPair(photo, $0.photo, differing: $0.differing) }
    result.reaches[photo] = min(nearest.reach, DescriptorGrid.count)
  }

  private func inBlocks(
    of count: Int, size: Int, _ work: @Sendable (Range<Int>, inout Outcome) -> Void
  ) -> Outcome {
    let parts = concurrentBlocks(of: count, size: size) { range in
      var mine = Outcome()
      work(range, &mine)
      return mine
    }
    var all = Outcome()
    all.pairs.reserveCapacity(parts.reduce(0) { $0 + $1.pairs.count })
    all.reaches.reserveCapacity(parts.reduce(0) { $0 + $1.reaches.count })
    for part in parts {
      all.pairs += part.pairs
      all.reaches.merge(part.reaches) { first, _ in first }
    }
    return all
  }
}

/// The nearest of one photo; ties go to what comes first.
private struct NearestPhotos {
  private let kept: Int
  private(set) var best: [(differing: Int, photo: Int)] = []
  /// What is not below it is not among them.
  private(set) var reach = Int.max

  init(_ kept: Int) { self.kept = kept }

  mutating func offer(_ photo: Int, _ differing: Int) {
    guard differing < reach else { return }
    let place = best.firstIndex { differing < $0.differing } ?? best.count
    best.insert((differing, photo), at: place)
    if best.count > kept { best.removeLast() }
    if best.count == kept { reach = best[kept - 1].differing }
  }
}
