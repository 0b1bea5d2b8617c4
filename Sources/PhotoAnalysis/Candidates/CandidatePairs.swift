import PhotoModel

/// The pairs that are worth an exact comparison: all of a small library, through a cheap signature; candidates of a
/// large one.
struct CandidatePairs: Sendable {
  let photos: [ComparedPhoto]
  /// The photos that have a descriptor.
  private let rows: [Int]
  let verifications: NeighbourVerifications
  private let least: Double

  /// - Parameters:
  ///   - verified: The verifications of pairs; each of these pairs is a candidate.
  ///   - least: The similarity below which pairs do not count.
  init(of photos: [ComparedPhoto], verified: VerifiedPairs, atLeast least: Double) {
    self.photos = photos
    self.least = least
    verifications = NeighbourVerifications(verified, at: photos)
    rows = photos.indices.filter { photos[$0].coarse != nil }
  }

  /// Calls `body` with each pair that is alike enough; maybe more than once, and then with another similarity: the
  /// largest counts. In the same order every time.
  ///
  /// - Complexity: About 3 ns of a processor for each pair up to the limit, nearly linear above.
  /// - Parameter progress: Called with the part of the photos that is done.
  func forEach(exhaustiveLimit: Int, progress: (Double) -> Void = { _ in }, _ body: (SimilarPair) -> Void) {
    var open: [UInt64] = []
    if rows.count <= exhaustiveLimit {
      allPairs(progress, body)
    } else {
      open.reserveCapacity(Self.pairsAtOnce)
      func propose(_ i: Int, _ j: Int) {
        open.append(indexPairKey(min(i, j), max(i, j)))
        if open.count == Self.pairsAtOnce { measure(&open, body) }
      }
      hashNeighbours(progress, propose)
      timeNeighbours(propose)
    }
    open += verifications.indices
    measure(&open, body)
  }

  /// Enough pairs for all cores, and few enough to take little memory even where all are alike.
  private static let pairsAtOnce = 1 << 18
  private static let rowsAtOnce = 256
  /// The most near photos taken for one photo in one form, and for one hash in one chunk: the nearest of them.
  private static let (mostOfForm, mostOfHash) = (512, 64)

  private func alike(_ i: Int, _ j: Int, _ evidence: PairEvidence?) -> SimilarPair? {
    guard var evidence else { return nil }
    evidence.verification = verifications[i, j]
    let similarity = evidence.similarity
    return similarity >= least ? SimilarPair(i, j, similarity) : nil
  }

  /// Measures pairs, by their places, and forgets them.
  private func measure(_ open: inout [UInt64], _ body: (SimilarPair) -> Void) {
    open.sort()
    let pairs = open
    open.removeAll(keepingCapacity: true)
    notify(concurrentBlocks(of: pairs.count, size: 1024) { measured(pairs[$0]) }, body)
  }

  private func measured(_ pairs: ArraySlice<UInt64>) -> [SimilarPair] {
    var found: [SimilarPair] = []
    var forms: (photo: Int, forms: DescriptorForms)?
    var last: UInt64?
    for key in pairs where key != last {
      last = key
      let (i, j) = (Int(key >> 32), Int(key & 0xFFFF_FFFF))
      // The pairs of one photo stand together.
      if forms?.photo != i { forms = photos[i].coarse.map { (i, DescriptorForms($0)) } }
      let evidence = PairEvidence(photos[i], photos[j], forms: forms?.forms, verification: verifications[key])
      guard let similarity = evidence?.similarity, similarity >= least else { continue }
      found.append(SimilarPair(i, j, similarity))
    }
    return found
  }

  private func notify(_ parts: [[SimilarPair]], _ body: (SimilarPair) -> Void) {
    for part in parts { for pair in part { body(pair) } }
  }

  private func allPairs(_ progress: (Double) -> Void, _ body: (SimilarPair) -> Void) {
    let upright = DescriptorTable(rows.map { photos[$0].coarse?.features.descriptor ?? [] })
    let forms = Array(DihedralForm.all.dropFirst())
    let turned = concurrentBlocks(of: forms.count, size: 1) { upright.turned(forms[$0.lowerBound]) }
    for start in stride(from: 0, to: rows.count, by: Self.rowsAtOnce) {
      let count = min(Self.rowsAtOnce, rows.count - start)
      let parts = concurrentBlocks(of: count, size: 8) { block in
        let range = start + block.lowerBound..<start + block.upperBound
        var found: [SimilarPair] = []
        upright.forEachPair(range, with: upright, within: 0.78, bits: 46, atMost: Self.mostOfForm) { i, j, distance in
          let evidence = PairEvidence(photos[rows[i]], photos[rows[j]], gradientDistance: Double(distance))
          if let pair = alike(rows[i], rows[j], evidence) { found.append(pair) }
        }
        for (form, table) in zip(forms, turned) {
          upright.forEachPair(range, with: table, within: 0.46, bits: 33, atMost: Self.mostOfForm) { i, j, distance in
            let evidence = PairEvidence(
              photos[rows[i]], photos[rows[j]], gradientDistance: Double(upright.distance(i, upright, j)),
              turnedDistance: Double(distance), turnedForm: form)
            if let pair = alike(rows[i], rows[j], evidence) { found.append(pair) }
          }
        }
        return found
      }
      notify(parts, body)
      progress(Double(start + count) / Double(rows.count))
    }
  }

  /// Pairs of hashes that are near each other.
  private func hashNeighbours(_ progress: (Double) -> Void, _ body: (Int, Int) -> Void) {
    let owners = HashOwners(rows.map { photos[$0].coarse?.perceptualHash })
    for hash in owners.hashes.indices { nearInOrder(owners[hash].map { rows[Int($0)] }, body) }
    let index = HashIndex(distinct: owners.hashes)
    index.forEachPair(
      within: HashRadius(photos: rows.count).short, atMost: Self.mostOfHash, progress: progress
    ) { i, j, _ in
      // A hash that many share is compared by its first few: the others are connected to those.
      for a in owners[i].prefix(16) { for b in owners[j].prefix(16) { body(rows[Int(a)], rows[Int(b)]) } }
    }
  }

  /// Shots of one camera within ten seconds, in the order they were taken.
  private func timeNeighbours(_ body: (Int, Int) -> Void) {
    var byCamera: [String: [(time: Int64, row: Int)]] = [:]
    for row in rows {
      guard let features = photos[row].coarse, let time = features.capturedAt, let model = features.model
      else { continue }
      byCamera[model, default: []].append((time.milliseconds, row))
    }
    for shots in byCamera.values {
      let sorted = shots.sorted { ($0.time, $0.row) < ($1.time, $1.row) }
      for (index, shot) in sorted.enumerated() {
        for next in sorted[(index + 1)...].prefix(64) {
          guard next.time - shot.time <= 10_000 else { break }
          body(shot.row, next.row)
        }
      }
    }
  }

  /// Calls `body` with each and the first, and each and the 64 after it: k equal hashes cost k, and all are still
  /// connected.
  private func nearInOrder(_ equal: [Int], _ body: (Int, Int) -> Void) {
    for (index, row) in equal.enumerated() {
      if index > 0 { body(equal[0], row) }
      for next in equal[(index + 1)...].prefix(64) { body(row, next) }
    }
  }
}
