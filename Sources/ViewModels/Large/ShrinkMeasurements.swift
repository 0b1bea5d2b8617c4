import FileSafety
package import PhotoModel
import Removal
import Review
import SystemPackage

/// What photos of the library would become, as far as it was measured: kept for the session, of each file as it was then.
package struct ShrinkMeasurements: Sendable {
  /// The outcome of one measurement.
  package enum Outcome: Hashable, Sendable {
    /// The size of the smaller file.
    case smaller(ByteCount)
    /// The reason why the photo is left as it is, as a sentence.
    case left(String)
    /// The reason why nothing could be measured, as a sentence.
    case failed(String)
  }

  private struct Measurement {
    var identity: FileIdentity
    var outcome: Outcome
  }

  private var measurements: [ShrinkWay: [FilePath: Measurement]] = [:]
  /// Contents that came out of shrinking with a loss.
  var shrunk: Set<ContentDigest> = []
  /// Grows with each measurement.
  private(set) var changeCount = 0

  init() {}

  /// The outcome for a photo in one way; nil where it was not measured, or has changed since.
  func outcome(of photo: ScannedPhoto, by way: ShrinkWay) -> Outcome? {
    guard let known = measurements[way]?[photo.path], known.identity.isUnchanged(since: photo.identity) else {
      return nil
    }
    return known.outcome
  }

  /// Keeps an outcome.
  mutating func set(_ outcome: Outcome, of path: FilePath, _ identity: FileIdentity, by way: ShrinkWay) {
    measurements[way, default: [:]][path] = Measurement(identity: identity, outcome: outcome)
    changeCount += 1
  }

  /// What the photos of a review could become with nothing lost; nil where not all of them are measured.
  func gain(of review: Review) -> ShrinkGain? {
    guard measurements[.lossless] != nil else { return nil }
    var gain = ShrinkGain()
    for item in ShrinkSelection(review, by: .lossless, shrunk: shrunk).items {
      guard let photo = review.photos[item.path], let outcome = outcome(of: photo, by: .lossless) else { return nil }
      if case .smaller(let after) = outcome { gain.add(photo.fileSize, after) }
    }
    return gain
  }

  /// Forgets what could not be measured, so that it is tried again.
  mutating func forgetFailures() {
    for way in measurements.keys {
      measurements[way] = measurements[way]?.filter { if case .failed = $0.value.outcome { false } else { true } }
    }
  }
}

extension ShrinkSelection {
  /// Selects the photos of a review.
  init(_ review: Review, by way: ShrinkWay, shrunk: Set<ContentDigest>) {
    self.init(review.photos.list, by: way, keptWhole: review.grouping.keptWhole, shrunk: shrunk)
  }
}

extension ShrinkMeasurements.Outcome {
  /// Creates the value from what a measurement said.
  init(_ outcome: FileOutcome) {
    let reason = outcome.reason ?? ""
    switch outcome.outcome {
    case .shrunk: self = .smaller(outcome.bytesAfter ?? .zero)
    case .failed, .unknown: self = .failed(reason)
    default: self = .left(reason)
    }
  }
}

/// Photos that could be made smaller, with their sizes before and after.
package struct ShrinkGain: Hashable, Sendable {
  /// The number of photos.
  package var photos = 0
  /// The size of their files now.
  package var before = ByteCount.zero
  /// The size of their files afterwards.
  package var after = ByteCount.zero

  /// Creates the figures of no photo.
  package init() {}

  /// Creates figures.
  package init(photos: Int, before: ByteCount, after: ByteCount) {
    (self.photos, self.before, self.after) = (photos, before, after)
  }

  /// The bytes that are won.
  package var gain: ByteCount { before - after }

  mutating func add(_ before: ByteCount, _ after: ByteCount) {
    photos += 1
    self.before += before
    self.after += after
  }
}

extension ShrinkWay {
  /// "nothing lost", "at most 3 072 pixels".
  package var title: String {
    switch self {
    case .lossless: "nothing lost"
    case .fit(let longSide, _): "at most \(groupedDigits(longSide)) pixels"
    }
  }

  /// The ways that the key goes through: first the one that loses nothing, then smaller pictures, the largest first.
  static let offered: [ShrinkWay] = [.lossless] + [4096, 3072, 2048].map { .fit(longSide: $0, byteLimit: nil) }
}
