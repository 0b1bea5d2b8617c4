package import PhotoModel

/// The pairs that verifications proved so far: photos that are nearly the same are connected long before each pair of
/// them is verified.
package struct ProvenPairs: Sendable {
  /// The number of connected photos from which they are a crowd.
  private static let crowd = 64
  /// The number of proven pairs that are enough for a photo of a crowd.
  private static let enough = 2

  private var sets: DisjointSets
  /// The number of photos of each set, by its root.
  private var sizes: [Int]
  private var counts: [Int]

  /// - Parameter count: The number of photos.
  package init(count: Int) {
    sets = DisjointSets(count: count)
    sizes = [Int](repeating: 1, count: count)
    counts = [Int](repeating: 0, count: count)
  }

  /// Adds a pair that was verified, by the indices of its photos, if the verification proves it.
  package mutating func add(_ first: Int, _ second: Int, of photos: [ScannedPhoto], _ found: PairVerification) {
    let evidence = PairEvidence(ComparedPhoto(photos[first]), ComparedPhoto(photos[second]), verification: found)
    if evidence?.similarity ?? 0 >= LinkedSimilarities.known { add(first, second) }
  }

  /// Adds a pair that is proven.
  mutating func add(_ first: Int, _ second: Int) {
    counts[first] += 1
    counts[second] += 1
    let (one, other) = (sets.root(of: first), sets.root(of: second))
    guard one != other else { return }
    sets.join(one, other)
    sizes[sets.root(of: one)] = sizes[one] + sizes[other]
  }

  /// Whether a verification of the two would add little: they are of one crowd, and each has enough proven pairs.
  package mutating func suffice(for first: Int, _ second: Int) -> Bool {
    guard counts[first] >= Self.enough, counts[second] >= Self.enough else { return false }
    let root = sets.root(of: first)
    return sizes[root] >= Self.crowd && root == sets.root(of: second)
  }

  /// Whether a photo is of a crowd.
  package mutating func isOfCrowd(_ photo: Int) -> Bool { sizes[sets.root(of: photo)] >= Self.crowd }
}
