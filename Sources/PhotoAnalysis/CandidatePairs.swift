import PhotoModel

/// Which pairs are worth an exact look: all of a small library, through a cheap signature; candidates of a large one.
struct CandidatePairs {
  private let photos: [ComparedPhoto]
  /// The photos that have a descriptor.
  private let rows: [Int]

  init(of photos: [ComparedPhoto]) {
    self.photos = photos
    rows = photos.indices.filter { photos[$0].comparable != nil }
  }

  /// Calls `body` with each pair that has something in common, the first smaller; maybe more than once, and then
  /// with other evidence: the best counts.
  ///
  /// - Complexity: About 70 ns for each pair up to the limit, nearly linear above.
  func forEach(exhaustiveLimit: Int, _ body: (Int, Int, PairEvidence) -> Void) {
    if rows.count <= exhaustiveLimit {
      allPairs(body)
    } else {
      let look = { (i: Int, j: Int) in
        if let evidence = PairEvidence(photos[min(i, j)], photos[max(i, j)]) { body(min(i, j), max(i, j), evidence) }
      }
      hashNeighbours(look)
      timeNeighbours(look)
    }
  }

  private func allPairs(_ body: (Int, Int, PairEvidence) -> Void) {
    let upright = DescriptorTable(rows.map { photos[$0].comparable?.descriptor ?? [] })
    upright.forEachPair(with: upright, within: 0.78, bits: 46) { i, j, distance in
      let (first, second) = (rows[i], rows[j])
      if let evidence = PairEvidence(photos[first], photos[second], gradientDistance: Double(distance)) {
        body(first, second, evidence)
      }
    }
    for form in DihedralForm.all.dropFirst() {
      upright.forEachPair(with: upright.turned(form), within: 0.46, bits: 33) { i, j, distance in
        let (first, second) = (rows[i], rows[j])
        if let evidence = PairEvidence(
          photos[first], photos[second], gradientDistance: Double(upright.distance(i, upright, j)),
          turnedDistance: Double(distance), turnedForm: form)
        {
          body(first, second, evidence)
        }
      }
    }
  }

  /// Pairs within 11 bits of each other.
  private func hashNeighbours(_ body: (Int, Int) -> Void) {
    var byHash: [UInt64: [Int]] = [:]
    for row in rows {
      if let hash = photos[row].comparable?.perceptualHash { byHash[hash, default: []].append(row) }
    }
    for equal in byHash.values { nearInOrder(equal, body) }
    let index = HashIndex(byHash.keys)
    index.forEachPair(within: 11) { i, j, _ in
      // A hash that many share is compared by its first few: the rest hang on those.
      for a in (byHash[index.hashes[i]] ?? []).prefix(16) {
        for b in (byHash[index.hashes[j]] ?? []).prefix(16) { body(a, b) }
      }
    }
  }

  /// Shots of one camera within ten seconds, in the order they were taken.
  private func timeNeighbours(_ body: (Int, Int) -> Void) {
    var byCamera: [String: [(time: Int64, row: Int)]] = [:]
    for row in rows {
      guard let facts = photos[row].comparable?.facts, let time = facts.capturedAt, let model = facts.model else {
        continue
      }
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
