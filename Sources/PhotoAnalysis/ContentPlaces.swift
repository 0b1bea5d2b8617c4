import PhotoModel

/// Where each content stands first. Digests are spread evenly, so that their first bytes are a hash already.
struct ContentPlaces {
  private let digests: [ContentDigest?]
  /// Places in `digests`; -1: free. A power of two, at most half full.
  private var slots: [Int32]

  init(_ digests: [ContentDigest?]) {
    self.digests = digests
    var size = 16
    while size < digests.count * 2 { size *= 2 }
    slots = [Int32](repeating: -1, count: size)
    for (place, digest) in digests.enumerated() {
      guard let digest else { continue }
      let slot = self.slot(of: digest)
      if slots[slot] < 0 { slots[slot] = Int32(place) }
    }
  }

  /// Nil of a content that is not there.
  subscript(_ digest: ContentDigest) -> Int? {
    let place = slots[slot(of: digest)]
    return place < 0 ? nil : Int(place)
  }

  /// Where it stands, or would.
  private func slot(of digest: ContentDigest) -> Int {
    var slot = Int(truncatingIfNeeded: digest.prefix) & (slots.count - 1)
    while slots[slot] >= 0, digests[Int(slots[slot])] != digest { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}
