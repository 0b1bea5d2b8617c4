import SessionStore
import Synchronization
import SystemPackage

/// Says once of each cache that was found damaged and set aside: when it was opened, or by the work since.
final class CacheDamage: Sendable {
  private let features: FeatureStore?
  private let naming: @Sendable (FilePath) -> String
  private let reported = Mutex<FilePath?>(nil)

  init(_ features: FeatureStore?, naming: @escaping @Sendable (FilePath) -> String) {
    self.features = features
    self.naming = naming
  }

  /// The sentence about damage that was not reported yet; nil without any.
  func sentence() -> String? {
    guard let aside = features?.setAside else { return nil }
    return reported.withLock { reported in
      guard reported != aside else { return nil }
      reported = aside
      return "The cache was damaged. It is kept as \(naming(aside)); every photo is measured anew."
    }
  }
}
