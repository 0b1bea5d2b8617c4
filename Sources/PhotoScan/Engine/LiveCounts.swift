import PhotoAnalysis
import PhotoModel

/// Counts per category while a scan runs, kept up photo by photo at no cost that grows.
///
/// Similar photos need the whole index, so their count is that of the last snapshot.
struct LiveCounts {
  private let settings: ScanSettings
  private var seenDigests: Set<ContentDigest> = []
  private(set) var counts: [IssueCategory: Int] = [:]

  /// - Parameter total: The largest number of photos to expect.
  init(settings: ScanSettings, total: Int) {
    self.settings = settings
    seenDigests.reserveCapacity(total)
  }

  mutating func add(_ photo: ScannedPhoto) {
    guard !photo.isProtected else { return }
    if let digest = photo.digest, photo.identity.size > 0, !seenDigests.insert(digest).inserted {
      counts[.duplicate, default: 0] += 1
    }
    if isScreenshot(photo) {
      counts[.screenshot, default: 0] += 1
    } else if let sharpness = judgedSharpness(of: photo), sharpness < settings.blurThreshold {
      counts[.blurry, default: 0] += 1
    }
  }

  /// Adopts the counts of a snapshot.
  mutating func adopt(_ findings: Findings) {
    counts[.similar] = findings.issues.count { $0.category == .similar }
  }
}
