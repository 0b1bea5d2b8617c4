import PhotoAnalysis
import PhotoModel
import Synchronization

/// Local features that the first look at photos gave, until the pairs to be compared are known: what is here needs no
/// second look. Bounded: of a large library the rest is looked at again, where it must be.
final class EarlyLooks: Sendable {
  private struct Content {
    var features: [ContentDigest: LocalFeatures] = [:]
    var bytes = 0
  }

  private let content = Mutex(Content())
  private let capacity: Int

  /// - Parameter capacity: Bytes; a photo takes about 40 000.
  init(capacity: Int) { self.capacity = capacity }

  var hasRoom: Bool { content.withLock { $0.bytes < capacity } }

  /// Nil where it was not kept.
  subscript(content digest: ContentDigest?) -> LocalFeatures? {
    content.withLock { content in digest.flatMap { content.features[$0] } }
  }

  func keep(_ features: LocalFeatures, of digest: ContentDigest) {
    content.withLock { content in
      guard content.bytes < capacity, content.features.updateValue(features, forKey: digest) == nil else { return }
      content.bytes += features.byteCount
    }
  }
}
