import PhotoModel
import Synchronization

/// What was measured in contents before, under whatever name: a copy, or a file that was moved, has nothing new to say.
///
/// Measuring depends on the bytes alone, so what is known of them is what would be measured.
final class KnownContents: Sendable {
  private let cache: (any FeatureCache)?
  private let settings: ScanSettings
  /// What the cache does not remember.
  private let measured = Mutex<[ContentDigest: Inspection]>([:])

  init(cache: (any FeatureCache)?, settings: ScanSettings) {
    self.cache = cache
    self.settings = settings
  }

  /// Nil where something went wrong over it, too: that is for each file to say.
  subscript(content: ContentDigest) -> Inspection? {
    let known = measured.withLock { $0[content] } ?? (try? cache?.inspection(of: content)) ?? nil
    return known.flatMap { $0.serves(settings) ? $0 : nil }
  }

  /// One more of this scan, which the cache does not have: there is none, or it cannot be written.
  func add(_ inspection: Inspection) {
    guard inspection.isWhole, let digest = inspection.digest else { return }
    measured.withLock { $0[digest] = inspection }
  }
}
