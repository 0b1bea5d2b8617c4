import PhotoModel

/// Shots of one camera, each within a minute of the one before and alike it, some of them crowded, as a fixed camera
/// takes them: light and clouds may change until the first and the last have little in common.
struct ShotSequences: Sendable {
  private static let longestPause: Int64 = 60_000

  /// The position of each photo in the order of cameras and times; -1 of others.
  private let positions: [Int32]
  /// For each position the similarity to the next one, then the least of 2, 4, 8 … such; 0 where a sequence ends.
  private let weakest: [[Double]]
  /// The pairs of neighbours.
  let pairs: [SimilarPair]

  /// - Parameter similarity: The similarity of two photos by themselves.
  init(_ photos: [ComparedPhoto], isCrowded: [Bool], similarity: @Sendable (Int, Int) -> Double?) {
    let shots = photos.indices.compactMap { index -> (model: String, time: Int64, index: Int)? in
      guard let features = photos[index].coarse, let time = features.capturedAt,
        let model = features.model
      else { return nil }
      return (model, time.milliseconds, index)
    }.sorted { ($0.model, $0.time, $0.index) < ($1.model, $1.time, $1.index) }
    var positions = [Int32](repeating: -1, count: photos.count)
    for (position, shot) in shots.enumerated() { positions[shot.index] = Int32(position) }
    self.positions = positions
    var level = concurrentMap(max(0, shots.count - 1), blocks: 512) { position -> Double? in
      let (shot, next) = (shots[position], shots[position + 1])
      guard shot.model == next.model, next.time - shot.time <= Self.longestPause,
        let similarity = similarity(shot.index, next.index), similarity >= LinkedSimilarities.known
      else { return 0 }
      return similarity
    }
    var start = 0
    for (position, link) in (level + [0]).enumerated() where link == 0 {
      if !shots[start..<min(shots.count, position + 1)].contains(where: { isCrowded[$0.index] }) {
        for link in start..<position { level[link] = 0 }
      }
      start = position + 1
    }
    pairs = level.indices.filter { level[$0] > 0 }
      .map { SimilarPair(shots[$0].index, shots[$0 + 1].index, level[$0]) }
    var weakest: [[Double]] = []
    while !level.isEmpty {
      let half = 1 << weakest.count
      weakest.append(level)
      level = level.indices.dropLast(half).map { min(level[$0], level[$0 + half]) }
    }
    self.weakest = weakest
  }

  /// The similarity of the weakest neighbours between two photos of one sequence, at most 0.92; 0 of others.
  func similarity(_ i: Int, _ j: Int) -> Double {
    let (first, last) = (Int(min(positions[i], positions[j])), Int(max(positions[i], positions[j])))
    guard first >= 0, first < last else { return 0 }
    let level = (last - first).bitWidth - 1 - (last - first).leadingZeroBitCount
    return min(LinkedSimilarities.most, weakest[level][first], weakest[level][last - 1 << level])
  }
}
