import PhotoModel

/// The estimate of the time until a scan is over, followed from its first progress to its last.
///
/// While photos are read, comparing them is expected to take a part of the time of reading. Once it is known how many
/// pairs there are, each is expected to take a part of the time of a photo. That gives way within seconds to the pace of
/// comparing itself.
struct ScanTimeEstimate {
  /// The time of comparing, in that of reading: 0.2 to 1 for photos of 12 megapixels, depending on how many resemble
  /// others; more for small pictures.
  private static let comparingShare = 0.5
  /// The time of verifying a pair, in that of reading a photo: 0.6 for 750 photos of 1 megapixel with 6 400 pairs.
  private static let pairShare = 0.6
  /// The seconds of verifying pairs after which only their own pace counts.
  private static let settlingTime = 10.0

  /// The pace of decoding, without photos from the cache; nil before it is known.
  private(set) var photosPerSecond: Double?
  /// The seconds until the scan is over; nil before anything is known about them, and while the scan finishes.
  private(set) var secondsLeft: Int?
  private var readingStart: Duration = .zero
  /// The seconds that comparing is expected to take, or what was left of it when pairs began to be verified; nil where
  /// no photo was read.
  private var comparing: Double?
  /// The time from which the pace of verifying is measured, and the part that was done by then.
  private var verifyingStart: (time: Duration, part: Double)?

  /// Follows the scan.
  ///
  /// - Parameter now: The time of the shell's clock.
  mutating func update(_ state: ScanningState, at now: Duration) {
    let progress = state.progress
    switch progress.stage {
    case .finding:
      self = ScanTimeEstimate()
      readingStart = now
    case .reading:
      // Photos from the cache come at once and do not count for the pace; most of their pairs are known, too.
      let (read, seconds) = (Double(progress.processed - progress.fromCache), (now - readingStart) / .seconds(1))
      guard read > 0, seconds > 0.5 else { return }
      let comparing = Double(progress.total - progress.fromCache) * Self.comparingShare * seconds / read
      (photosPerSecond, self.comparing) = (read / seconds, comparing)
      secondsLeft = Self.rounded(Double(progress.total - progress.processed) * seconds / read + comparing)
    case .comparing: secondsLeft = state.isFinishing ? nil : secondsOfComparing(state, now).map(Self.rounded)
    }
  }

  /// The seconds that the rest of comparing takes: as expected while photos were read, then by its own pace.
  private mutating func secondsOfComparing(_ state: ScanningState, _ now: Duration) -> Double? {
    let progress = state.progress
    guard progress.toCompare > 0 else {
      verifyingStart = nil
      return comparing
    }
    guard let start = verifyingStart, start.part <= progress.verified else {
      verifyingStart = (now, progress.verified)
      comparing = photosPerSecond.map { Double(progress.toCompare - progress.compared) * Self.pairShare / $0 }
      return comparing
    }
    let (left, done) = (1 - progress.verified, progress.verified - start.part)
    let expected = comparing.map { $0 * left / (1 - start.part) }
    let seconds = (now - start.time) / .seconds(1)
    guard done > 0, seconds >= 1 else { return expected }
    let measured = left * seconds / done
    let weight = min(1, seconds / Self.settlingTime)
    return expected.map { $0 * (1 - weight) + measured * weight } ?? measured
  }

  private static func rounded(_ seconds: Double) -> Int { max(1, Int(seconds.rounded(.up))) }
}
