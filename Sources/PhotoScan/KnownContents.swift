import PhotoModel
import Synchronization

/// What was measured in contents before, under whatever name: a copy, or a file that was moved, has nothing new to say.
///
/// Measuring depends on the bytes alone, so what is known of them is what would be measured.
final class KnownContents: Sendable {
  private let cache: (any FeatureCache)?
  /// Where nothing is remembered from one scan to the next.
  private let measured = Mutex<[ContentDigest: Inspection]>([:])

  init(cache: (any FeatureCache)?) { self.cache = cache }

  /// Nil where something went wrong over it, too: that is for each file to say.
  subscript(content: ContentDigest) -> Inspection? {
    let known = cache.map { try? $0.inspection(of: content) } ?? measured.withLock { $0[content] }
    return known.flatMap { $0.features != nil && $0.problem == nil ? $0 : nil }
  }

  /// One more of this scan.
  func add(_ inspection: Inspection) {
    guard cache == nil, let digest = inspection.digest else { return }
    measured.withLock { $0[digest] = inspection }
  }
}
