import PhotoModel
import Synchronization

/// Earlier inspections by content, whatever the names of the files: a copy, or a file that was moved, is not measured
/// again.
///
/// Measuring depends on the bytes alone, so the known result is the one that measuring would give.
final class KnownContents: Sendable {
  private let cache: (any FeatureCache)?
  private let settings: ScanSettings
  /// The inspections that the cache does not have.
  private let measured = Mutex<[ContentDigest: Inspection]>([:])

  init(cache: (any FeatureCache)?, settings: ScanSettings) {
    self.cache = cache
    self.settings = settings
  }

  /// The inspection of a content; nil where there is none, and where it failed: each such file is tried by itself.
  subscript(content: ContentDigest) -> Inspection? {
    let known = measured.withLock { $0[content] } ?? (try? cache?.inspection(of: content)) ?? nil
    return known.flatMap { $0.serves(settings) ? $0 : nil }
  }

  /// Adds an inspection of this scan, for when there is no cache, or it cannot be written.
  func add(_ inspection: Inspection) {
    guard inspection.isWhole, let digest = inspection.digest else { return }
    measured.withLock { $0[digest] = inspection }
  }
}
