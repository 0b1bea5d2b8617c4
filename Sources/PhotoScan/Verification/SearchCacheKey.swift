import PhotoAnalysis
import PhotoModel

/// The inputs of a search for candidates as sixteen bytes: after a search that ended with every pair verified there is
/// nothing to find while these are the same.
///
/// The `analysisVersion`, the contents, which of them could be decoded, which of those in part, and the verifications
/// between them. The paths of files make no difference to a search, and features belong to a content.
struct SearchCacheKey {
  let bytes: [UInt8]

  init(_ photos: [ScannedPhoto], _ known: VerifiedPairs) {
    // Sums: neither photos nor pairs have an order here.
    var contents = Fingerprint()
    // Without a copy of each photo, which would count the references of all its parts.
    photos.withUnsafeBufferPointer { photos in
      for index in photos.indices {
        var part = Fingerprint()
        if let digest = photos[index].digest { part.add(digest) }
        part.add(photos[index].features != nil)
        part.add(photos[index].isPartial)
        contents.join(part)
      }
    }
    var pairs = Fingerprint()
    known.forEach(in: 0..<known.partCount) { first, second, verification in
      var part = Fingerprint()
      part.add(first)
      part.add(second)
      part.add(known.verification(verification).haveSamePixels != nil)
      pairs.join(part)
    }
    var all = Fingerprint()
    all.add(UInt64(analysisVersion))
    all.add(UInt64(photos.count))
    all.add(contents)
    all.add(UInt64(known.count))
    all.add(pairs)
    bytes = all.bytes
  }
}
