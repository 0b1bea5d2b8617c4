import PhotoAnalysis
package import PhotoModel
import Synchronization

/// Local features that the first look at photos gave, until the pairs to be compared are known: what is here needs no
/// second look. Beside the cache where there is one, so that a scan which goes on where another was stopped finds them
/// too; else in memory, of so many photos only. The rest is looked at again, where it must be.
final class EarlyKeypoints: Sendable {
  private struct Content {
    var features: [ContentDigest: LocalFeatures] = [:]
    var bytes = 0
  }

  private let content = Mutex(Content())
  private let capacity: Int
  private let disk: (any KeypointStore)?

  /// - Parameters:
  ///   - capacity: Bytes in memory; a photo takes about 40 000.
  ///   - disk: Holds what there is before any of it is in memory.
  init(capacity: Int, disk: (any KeypointStore)? = nil) {
    self.capacity = capacity
    self.disk = disk
  }

  var hasSpace: Bool { disk?.hasSpace == true || content.withLock { $0.bytes < capacity } }

  /// Nil where it was not kept.
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

  /// Every pair of these contents is answered.
  func discard(after contents: ContentSet) {
    content.withLock { $0 = Content() }
    disk?.discard(after: contents)
  }
}

/// Holds the looks of one scan on the disk, as bytes by content, until they are discarded: also past the end of the
/// program.
///
/// Disposable, as the cache is: whatever goes wrong here is looked at again.
package protocol KeypointStore: Sendable {
  /// Another one would be kept.
  var hasSpace: Bool { get }
  /// - Returns: False where it is not kept.
  func keep(_ features: [UInt8], of content: ContentDigest) -> Bool
  /// As it was kept; nil where it was not, or is no longer the same.
  func features(of content: ContentDigest) -> [UInt8]?
  /// Every pair of these contents is answered: nothing more is kept, and what was is erased. Unless most of it belongs
  /// to other contents: a drive that was away this time comes back.
  func discard(after contents: ContentSet)
}
