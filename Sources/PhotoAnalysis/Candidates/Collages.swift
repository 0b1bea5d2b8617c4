import PhotoModel

/// A photo shown in a part of a picture, most of it visible: a collage may cut it to the shape of a tile.
private struct Inset {
  /// The distance of its middle to the right of the middle of the picture, in shares of the picture's width.
  var across: Double
  /// The distance of its middle below the middle of the picture, in shares of the picture's height.
  var down: Double
  /// The width and height of the photo, in shares of the picture's.
  var width: Double
  var height: Double

  /// - Parameters:
  ///   - found: The verification from the picture to the photo.
  ///   - picture: The size of the picture, as keypoints see it.
  ///   - photo: The size of the photo, as keypoints see it.
  init?(_ found: PairVerification, picture: PixelSize, photo: PixelSize) {
    guard found.inliers >= 8 || found.correlation >= 0.9, !found.isMirrored, abs(found.rotation) < 30,
      found.firstOverlap <= 0.8, found.secondOverlap >= 0.6, found.scale > 0
    else { return nil }
    (across, down) = (found.across, found.down)
    width = Double(photo.width) / found.scale / Double(picture.width)
    height = Double(photo.height) / found.scale / Double(picture.height)
  }

  /// Whether two photos are beside each other; the part that a collage cuts off a photo would overlap its neighbour.
  func isBeside(_ other: Inset) -> Bool {
    abs(across - other.across) > (width + other.width) / 5 || abs(down - other.down) > (height + other.height) / 5
  }
}

extension CandidatePairs {
  /// The pairs without those of a collage with the photos in it.
  ///
  /// A picture without camera metadata that shows two unlike photos beside each other is a work of its own: it must not
  /// join unrelated photos in one set, or stay for them as the largest of all.
  ///
  /// - Parameters:
  ///   - pairs: The pairs by their indices, each once.
  ///   - isCrowded: Whether a photo has so many similar others that it is no collage.
  func withoutCollages(_ pairs: [SimilarPair], isCrowded: [Bool]) -> [SimilarPair] {
    // Most pairs are of two photos of cameras, or of copies.
    let insets = concurrentMap(pairs.count, blocks: 512) { index -> (picture: Int, photo: Int, inset: Inset)? in
      let (first, second) = (Int(pairs[index].first), Int(pairs[index].second))
      guard pairs[index].similarity <= LinkedSimilarities.most, !isCrowded[first], !isCrowded[second],
        let found = verifications[first, second]
      else { return nil }
      return inset(of: second, in: first, found) ?? inset(of: first, in: second, found)
    }
    var parts: [Int: [(photo: Int, inset: Inset)]] = [:]
    for found in insets { parts[found.picture, default: []].append((found.photo, found.inset)) }
    parts = parts.filter { $0.value.count > 1 }
    guard !parts.isEmpty else { return pairs }
    let alike = Set(pairs.lazy.filter { $0.similarity >= LinkedSimilarities.known }.map(\.key))
    var dropped: Set<UInt64> = []
    func key(_ one: Int, _ other: Int) -> UInt64 { indexPairKey(min(one, other), max(one, other)) }
    for (picture, parts) in parts {
      let isCollage = parts.indices.contains { index in
        parts[..<index].contains { other in
          parts[index].inset.isBeside(other.inset) && !alike.contains(key(parts[index].photo, other.photo))
        }
      }
      if isCollage { for (photo, _) in parts { dropped.insert(key(picture, photo)) } }
    }
    return dropped.isEmpty ? pairs : pairs.filter { !dropped.contains($0.key) }
  }

  /// The position of a photo in a picture without camera metadata; nil where the picture does not show it.
  private func inset(
    of photo: Int, in picture: Int, _ found: PairVerification
  ) -> (picture: Int, photo: Int, inset: Inset)? {
    guard let part = photos[photo].coarse, let whole = photos[picture].coarse, whole.model == nil,
      let digest = photos[photo].photo.digest, let other = photos[picture].photo.digest
    else { return nil }
    let sizes = [part, whole].map { $0.pixelSize.fitted(longSide: LocalFeatures.workingSide) }
    let found = other < digest ? found : found.reversed(from: sizes[0], to: sizes[1])
    return Inset(found, picture: sizes[1], photo: sizes[0]).map { (picture, photo, $0) }
  }
}
