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

/// The nearest others of one photo; of equally near ones the first count.
struct NearestPhotos: Sendable {
  private let kept: Int
  private(set) var best: [(differing: Int, photo: Int)] = []
  /// The distance below which a photo is among the nearest.
  private(set) var reach = Int.max

  init(_ kept: Int) { self.kept = kept }

  mutating func offer(_ photo: Int, _ differing: Int) {
    guard differing < reach else { return }
    let index = best.firstIndex { differing < $0.differing } ?? best.count
    best.insert((differing, photo), at: index)
    if best.count > kept { best.removeLast() }
    if best.count == kept { reach = best[kept - 1].differing }
  }
}
