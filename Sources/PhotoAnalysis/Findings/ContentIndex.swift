import PhotoModel

/// The first index of each content. Digests are spread evenly, so that their first bytes are a hash already.
struct ContentIndex {
  private let digests: [ContentDigest?]
  private var table: IndexTable

  init(_ digests: [ContentDigest?]) {
    self.digests = digests
    table = IndexTable(count: digests.count)
    for (index, digest) in digests.enumerated() {
      guard let digest else { continue }
      let slot = self.slot(of: digest)
      if table[slot] == nil { table[slot] = index }
    }
  }

  /// The first index of a content; nil of one that is not there.
  subscript(_ digest: ContentDigest) -> Int? { table[slot(of: digest)] }

  /// The slot of a digest, or the free one for it.
  private func slot(of digest: ContentDigest) -> Int {
    table.slot(from: table.start(ofLast: digest.prefix)) { digests[$0] == digest }
  }
}
