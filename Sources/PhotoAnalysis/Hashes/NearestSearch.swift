import PhotoModel
import Synchronization

/// A search on all cores for the nearest others of photos by the signs of their descriptors, and for all copies by a
/// hash.
///
/// Where neighbours of few photos are wanted, or there are few photos, all pairs with them are estimated. Else
/// signatures and hashes propose pairs, and only those are estimated: the cost then grows with the photos, not with
/// their square.
struct NearestSearch: Sendable {
  /// The number of pairs up to which each is estimated: half a second of one core for a million.
  static let mostPairs = 9_000_000

  private let photos: SearchedPhotos
  /// The distance of the farthest of the nearest that were found for each photo; nil: the photo is asked for.
  private let reaches: [Int16?]
  private let kept: Int
  private let mostPairs: Int
  private let spill: SpillAllocator?
  private let progress: @Sendable (Double) -> Void
  private let isWorthVerifying: @Sendable (NearPair) -> Bool

  /// - Parameter isWorthVerifying: Whether a pair is part of the result; most are not, and all would take much memory.
  init(
    _ photos: SearchedPhotos, reaches: [Int16?], keeping kept: Int, mostPairs: Int, spill: SpillAllocator?,
    progress: @escaping @Sendable (Double) -> Void, isWorthVerifying: @escaping @Sendable (NearPair) -> Bool
  ) {
    self.photos = photos
    self.reaches = reaches
    self.kept = kept
    self.mostPairs = mostPairs
    self.spill = spill
    self.progress = progress
    self.isWorthVerifying = isWorthVerifying
  }

  private func readSigns() -> DescriptorSigns { DescriptorSigns(of: photos.inReadingOrder) { photos.descriptor($0) } }

  struct Outcome: Sendable {
    /// The pairs in rising order; a pair may be there more than once.
    var pairs: [NearPair] = []
    /// The photos that were asked for, with the distance of the farthest of their nearest.
    var reaches: [(photo: Int, reach: Int)] = []
  }

  var outcome: Outcome {
    let asked = reaches.indices.filter { reaches[$0] == nil }
    guard !asked.isEmpty else { return Outcome() }
    // A search through signatures costs about as much as comparing 128 photos with all.
    let isExhaustive = asked.count <= min(128, mostPairs) || asked.count * photos.count <= mostPairs
    var result = isExhaustive ? ofAll(asked) : ofProposed
    result.pairs.sort()
    return result
  }

  // MARK: All pairs

  /// A photo that is compared with all others, block by block.
  private struct Asker: Sendable {
    let photo: Int
    /// Signs of its eight forms and its windows.
    let forms: [UInt64]
    let windows: [UInt8]
    let hash: UInt64?
    let pdqHash: LongHash?
    var nearest: NearestPhotos
    var copies = 0
    var pairs: [NearPair] = []
  }

  private func ofAll(_ asked: [Int]) -> Outcome {
    let signs = readSigns()
    let askers = Mutex(
      zip(asked, photos.windows(of: asked)).map { photo, windows in
        Asker(
          photo: photo, forms: signs.forms(photo), windows: windows, hash: photos.hash(photo),
          pdqHash: photos.pdqHash(photo), nearest: NearestPhotos(kept))
      })
    photos.forEachBlock { others, windows in
      let hashes = others.map { photos.hash($0) }
      let pdqHashes = others.map { photos.pdqHash($0) }
      let before = askers.withLock { $0 }
      let after = concurrentBlocks(of: before.count, size: 16) { range in
        before[range].map { asker in
          var asker = asker
          for (index, other) in others.enumerated() where other != asker.photo {
            hold(&asker, against: other, windows[index], (hashes[index], pdqHashes[index]), by: signs)
          }
          return asker
        }
      }.flatMap { $0 }
      askers.withLock { $0 = after }
      progress(Double(others.upperBound) / Double(photos.count))
    }
    return askers.withLock { $0 }.reduce(into: Outcome()) { result, asker in
      result.pairs += asker.pairs
      take(asker.nearest, of: asker.photo, &result)
    }
  }

  private func hold(
    _ asker: inout Asker, against other: Int, _ windows: [UInt8], _ hashes: (UInt64?, LongHash?),
    by signs: DescriptorSigns
  ) {
    let reach = reaches[other].map(Int.init) ?? -1
    let limit = max(reach + 1, min(asker.nearest.reach, DescriptorGrid.count))
    let differing = differing(asker, other, windows, by: signs, below: limit)
    // This photo would have been among the nearest of the other one, or as near as the last of them.
    if differing <= reach { add(NearPair(asker.photo, other, differing: differing), to: &asker.pairs) }
    asker.nearest.offer(other, differing)
    guard asker.copies < 2 * kept, Self.areCopies((asker.hash, asker.pdqHash), hashes) else { return }
    asker.copies += 1
    let all = self.differing(asker, other, windows, by: signs, below: DescriptorGrid.count)
    add(NearPair(asker.photo, other, differing: all), to: &asker.pairs)
  }

  /// The least number of differing signs, 0…512, of whole, eight forms, and a window of one in the other; a result at
  /// or above the limit only means that it is not below.
  private func differing(
    _ asker: Asker, _ other: Int, _ windows: [UInt8], by signs: DescriptorSigns, below limit: Int
  ) -> Int {
    let forms = signs.least(asker.forms, to: other, below: limit)
    let own = asker.windows.withUnsafeBytes { signs.least($0, to: other, below: forms) }
    return windows.withUnsafeBytes { signs.least($0, to: asker.photo, below: own) }
  }

  private static func areCopies(_ a: (UInt64?, LongHash?), _ b: (UInt64?, LongHash?)) -> Bool {
    if let x = a.0, let y = b.0, bitDistance(x, y) <= 17 { return true }
    guard let x = a.1, let y = b.1 else { return false }
    return x.distance(to: y) <= 102
  }

  // MARK: Proposed pairs

  private var ofProposed: Outcome {
    // Half as many again: the signature orders them nearly as the measure does. The signs are read twice, because the
    // search takes most memory of all, and needs them for its signatures only.
    let near = ProposedPairs(
      proposals: LSHSearch(
        SignatureTable(photos, readSigns(), spill), asked: reaches.map { $0 == nil }, keeping: kept * 3 / 2,
        progress: { [progress] in progress(0.7 * $0) }
      ).candidates)
    let copies = ProposedPairs(pairs: hashNeighbours, count: photos.count)
    let signs = readSigns()
    photos.forEachBlock { range, windows in
      _ = concurrentBlocks(of: range.count, size: 256) { block in
        for index in block {
          let photo = range.lowerBound + index
          let forms = signs.forms(photo)
          near.measure(photo, forms: forms, windows: windows[index], by: signs)
          copies.measure(photo, forms: forms, windows: windows[index], by: signs)
        }
      }
      progress(0.8 + 0.2 * Double(range.upperBound) / Double(photos.count))
    }
    return concurrentBlocks(of: photos.count, size: 4096) { range in
      var result = Outcome()
      for photo in range {
        take(near.measured(photo), of: photo, &result)
        for (other, differing) in copies.measured(photo) {
          add(NearPair(photo, other, differing: differing), to: &result.pairs)
        }
      }
      return result
    }.reduce(into: Outcome()) { all, part in
      all.pairs += part.pairs
      all.reaches += part.reaches
    }
  }

  private func take(_ proposals: [(photo: Int, differing: Int)], of photo: Int, _ result: inout Outcome) {
    if let reach = reaches[photo] {
      for (other, differing) in proposals where differing <= Int(reach) {
        add(NearPair(photo, other, differing: differing), to: &result.pairs)
      }
      return
    }
    var nearest = NearestPhotos(kept)
    for (other, differing) in proposals.sorted(by: { $0.photo < $1.photo }) { nearest.offer(other, differing) }
    take(nearest, of: photo, &result)
  }

  /// Copies by either hash, of which one at least is asked for; in rising order.
  private var hashNeighbours: [NearPair] {
    let radius = HashRadius(photos: photos.count)
    let (short, long) = concurrently(
      { nearByHash(photos.map(photos.hash), within: radius.short, keeping: kept) },
      { nearByHash(photos.map(photos.pdqHash), within: radius.long, keeping: kept) })
    return (short + long).filter { reaches[Int($0.first)] == nil || reaches[Int($0.second)] == nil }.sorted()
  }

  // MARK: What comes out

  private func add(_ pair: NearPair, to pairs: inout [NearPair]) {
    if isWorthVerifying(pair) { pairs.append(pair) }
  }

  private func take(_ nearest: NearestPhotos, of photo: Int, _ result: inout Outcome) {
    for near in nearest.best { add(NearPair(photo, near.photo, differing: near.differing), to: &result.pairs) }
    result.reaches.append((photo, min(nearest.reach, DescriptorGrid.count)))
  }
}
