import PhotoModel

/// Which pairs are worth an exact look: all of a small library, through a cheap signature; candidates of a large one.
struct CandidatePairs: Sendable {
  /// How alike the evidence says that two photos are.
  typealias Measure = @Sendable (_ i: Int, _ j: Int, PairEvidence) -> Double

  private let photos: [ComparedPhoto]
  /// The photos that have a descriptor.
  private let rows: [Int]
  private let measure: Measure
  private let least: Double

  /// - Parameters:
  ///   - least: Pairs below this similarity do not count.
  ///   - measure: Called on all cores.
  init(of photos: [ComparedPhoto], atLeast least: Double, measure: @escaping Measure) {
    self.photos = photos
    self.least = least
    self.measure = measure
    rows = photos.indices.filter { photos[$0].look != nil }
  }

  /// Calls `body` with each pair that is alike enough, the first smaller; maybe more than once, and then with another
  /// similarity: the largest counts. In the same order every time.
  ///
  /// - Complexity: About 3 ns of a processor for each pair up to the limit, nearly linear above.
  func forEach(exhaustiveLimit: Int, _ body: (Int, Int, Double) -> Void) {
    if rows.count <= exhaustiveLimit {
      allPairs(body)
    } else {
      var open: [(Int, Int)] = []
      let look = { (i: Int, j: Int) in
        open.append((min(i, j), max(i, j)))
        if open.count == Self.pairsAtOnce {
          measured(open, body)
          open.removeAll(keepingCapacity: true)
        }
      }
      hashNeighbours(look)
      timeNeighbours(look)
      measured(open, body)
    }
  }

  /// Enough for all cores, and so few that they take no room even where all are alike.
  private static let pairsAtOnce = 1 << 18
  private static let rowsAtOnce = 256

  private struct Alike: Sendable {
    var first: Int32
    var second: Int32
    var similarity: Double
  }

  private func alike(_ i: Int, _ j: Int, _ evidence: PairEvidence?) -> Alike? {
    guard let evidence else { return nil }
    let similarity = measure(i, j, evidence)
    return similarity >= least ? Alike(first: Int32(i), second: Int32(j), similarity: similarity) : nil
  }

  private func measured(_ pairs: [(Int, Int)], _ body: (Int, Int, Double) -> Void) {
    let parts = concurrentBlocks(of: pairs.count, size: 1024) { range in
      range.compactMap { alike(pairs[$0].0, pairs[$0].1, PairEvidence(photos[pairs[$0].0], photos[pairs[$0].1])) }
    }
    tell(parts, body)
  }

  private func tell(_ parts: [[Alike]], _ body: (Int, Int, Double) -> Void) {
    for part in parts { for pair in part { body(Int(pair.first), Int(pair.second), pair.similarity) } }
  }

  private func allPairs(_ body: (Int, Int, Double) -> Void) {
    let upright = DescriptorTable(rows.map { photos[$0].look?.descriptor ?? [] })
    let forms = Array(DihedralForm.all.dropFirst())
    let turned = concurrentBlocks(of: forms.count, size: 1) { upright.turned(forms[$0.lowerBound]) }
    for start in stride(from: 0, to: rows.count, by: Self.rowsAtOnce) {
      let count = min(Self.rowsAtOnce, rows.count - start)
      let parts = concurrentBlocks(of: count, size: 8) { block in
        let range = start + block.lowerBound..<start + block.upperBound
        var found: [Alike] = []
        upright.forEachPair(range, with: upright, within: 0.78, bits: 46) { i, j, distance in
          let evidence = PairEvidence(photos[rows[i]], photos[rows[j]], gradientDistance: Double(distance))
          if let pair = alike(rows[i], rows[j], evidence) { found.append(pair) }
        }
        for (form, table) in zip(forms, turned) {
          upright.forEachPair(range, with: table, within: 0.46, bits: 33) { i, j, distance in
            let evidence = PairEvidence(
              photos[rows[i]], photos[rows[j]], gradientDistance: Double(upright.distance(i, upright, j)),
              turnedDistance: Double(distance), turnedForm: form)
            if let pair = alike(rows[i], rows[j], evidence) { found.append(pair) }
          }
        }
        return found
      }
      tell(parts, body)
    }
  }

  /// Pairs of hashes that are near each other.
  private func hashNeighbours(_ body: (Int, Int) -> Void) {
    let owners = HashOwners(rows.map { photos[$0].look?.perceptualHash })
    for hash in owners.hashes.indices { nearInOrder(owners[hash].map { rows[Int($0)] }, body) }
    HashIndex(distinct: owners.hashes).forEachPair(within: HashRadius(photos: rows.count).short) { i, j, _ in
      // A hash that many share is compared by its first few: the rest hang on those.
      for a in owners[i].prefix(16) { for b in owners[j].prefix(16) { body(rows[Int(a)], rows[Int(b)]) } }
    }
  }

  /// Shots of one camera within ten seconds, in the order they were taken.
  private func timeNeighbours(_ body: (Int, Int) -> Void) {
    var byCamera: [String: [(time: Int64, row: Int)]] = [:]
    for row in rows {
      guard let look = photos[row].look, let time = look.capturedAt, let model = look.model else { continue }
      byCamera[model, default: []].append((time.milliseconds, row))
    }
    for shots in byCamera.values {
      let sorted = shots.sorted { ($0.time, $0.row) < ($1.time, $1.row) }
      for (place, shot) in sorted.enumerated() {
        for next in sorted[(place + 1)...].prefix(64) {
          guard next.time - shot.time <= 10_000 else { break }
          body(shot.row, next.row)
        }
      }
    }
  }

  /// Each with the first and with the 64 after it: k equal hashes cost k, and all still hang together.
  private func nearInOrder(_ equal: [Int], _ body: (Int, Int) -> Void) {
    for (place, row) in equal.enumerated() {
      if place > 0 { body(equal[0], row) }
      for next in equal[(place + 1)...].prefix(64) { body(row, next) }
    }
  }
}
