import PhotoAnalysis
package import PhotoModel
import Synchronization

/// Local features from the inspection of photos, kept until the pairs to be compared are known: these photos need no
/// second decoding. Kept beside the cache where there is one, so that a scan that continues a stopped one finds them
/// too; else in memory, for a limited number of photos. The others are decoded again where needed.
final class EarlyKeypoints: Sendable {
  private struct Content {
    var features: [ContentDigest: LocalFeatures] = [:]
    var bytes = 0
  }

  private let content = Mutex(Content())
  private let capacity: Int
  private let disk: (any KeypointStore)?

  /// - Parameters:
  ///   - capacity: The number of bytes in memory; a photo takes about 40 000.
  ///   - disk: The store that is used before memory; nil for none.
  init(capacity: Int, disk: (any KeypointStore)? = nil) {
    self.capacity = capacity
    self.disk = disk
  }

  var hasSpace: Bool { disk?.hasSpace == true || content.withLock { $0.bytes < capacity } }

  /// The features of a content; nil where they were not kept.
  subscript(content digest: ContentDigest?) -> LocalFeatures? {
    guard let digest else { return nil }
    return content.withLock { $0.features[digest] } ?? disk?.features(of: digest).flatMap(LocalFeatures.init)
  }

  func keep(_ features: LocalFeatures, of digest: ContentDigest) {
    if disk?.keep(features.bytes, of: digest) == true { return }
    content.withLock { content in
      guard content.bytes < capacity, content.features.updateValue(features, forKey: digest) == nil else { return }
      content.bytes += features.byteCount
    }
  }

  /// Discards all features, because every pair of these contents is verified.
  func discard(after contents: ContentSet) {
    content.withLock { $0 = Content() }
    disk?.discard(after: contents)
  }
}

/// The keypoints of one scan on the disk, as bytes by content, until they are discarded: also past the end of the
/// program.
///
/// The store is disposable, as the cache is: lost keypoints are computed again.
package protocol KeypointStore: Sendable {
  /// Whether the store accepts more features.
  var hasSpace: Bool { get }
  /// Stores the features of a content.
  ///
  /// - Returns: False where they are not stored.
  func keep(_ features: [UInt8], of content: ContentDigest) -> Bool
  /// The stored features of a content; nil where there are none, or they are damaged.
  func features(of content: ContentDigest) -> [UInt8]?
  /// Ends storing and erases the store, because every pair of these contents is verified; unless most of it belongs to
  /// other contents, such as those of a drive that is away now.
  func discard(after contents: ContentSet)
}
