package import FileSafety
package import PhotoModel
package import Removal
import Review
import SystemPackage

/// The measurements of the photos of a library: kept by content, so that copies and files that moved are known; and by
/// file where an outcome has nothing to do with the content.
package struct ShrinkMeasurements: Sendable {
  /// The outcome of one measurement.
  enum Outcome: Hashable {
    /// The size of the smaller file.
    case smaller(ByteCount)
    /// The reason why the photo is left as it is, as a sentence.
    case left(String)
    /// The reason why nothing could be measured, as a sentence.
    case failed(String)
  }

  private var contents: [ShrinkWay: [ContentDigest: ShrinkMeasurement.Outcome]] = [:]
  private var files: [ShrinkWay: [FilePath: (identity: FileIdentity, outcome: Outcome)]] = [:]
  /// Contents that came out of shrinking with a loss.
  var shrunk: Set<ContentDigest> = []
  /// Whether the measurements of earlier sessions are among these.
  var hasEarlier = false
  /// Grows with each measurement.
  private(set) var changeCount = 0

  /// Creates the measurements of earlier sessions, which may be those of many libraries.
  init(earlier shrinking: ShrinkDependencies) async {
    for measurement in await shrinking.known() { add(measurement) }
    shrunk = (try? shrinking.shrunkContents()) ?? []
    hasEarlier = true
  }

  /// Creates an empty value.
  init() {}

  /// The outcome for a photo in one way; nil where it was not measured, or has changed since.
  func outcome(of photo: ScannedPhoto, by way: ShrinkWay) -> Outcome? {
    if photo.hasOtherNames { return .left(Self.otherNames) }
    // The scan saw it already; a refusal is kept for no other session, and the rest would never count as measured.
    if let features = photo.features, features.isDamaged { return .left(ShrinkRefusal.damaged.sentence) }
    if let known = files[way]?[photo.path], known.identity.isUnchanged(since: photo.identity) { return known.outcome }
    switch photo.digest.flatMap({ contents[way]?[$0] }) {
    case .smaller(let after):
      guard after < photo.fileSize else { return nil }
      // A loss of quality without a gain is never wanted.
      if way != .lossless, case .smaller(let whole) = outcome(of: photo, by: .lossless), whole <= after {
        return .left(Self.asSmallWithoutLoss)
      }
      return .smaller(after)
    case .left(let reason): return .left(reason)
    case nil: return nil
    }
  }

  private static let asSmallWithoutLoss = "Its file becomes as small with nothing lost."
  private static let otherNames = "The file has several names (hard links), and the others would keep its bytes."

  /// Adds what holds for a content.
  mutating func add(_ measurement: ShrinkMeasurement) {
    contents[measurement.way, default: [:]][measurement.content] = measurement.outcome
    changeCount += 1
  }

  /// Adds the measurements of earlier sessions; a content that was measured since keeps its outcome.
  mutating func add(earlier: ShrinkMeasurements) {
    contents.merge(earlier.contents) { own, earlier in own.merging(earlier) { own, _ in own } }
    shrunk.formUnion(earlier.shrunk)
    hasEarlier = true
    changeCount += 1
  }

  /// Adds the outcome of a measurement.
  mutating func add(_ outcome: FileOutcome, of item: RemovalItem, by way: ShrinkWay) {
    if let measurement = ShrinkMeasurement(outcome, of: item, by: way) { return add(measurement) }
    let reason = outcome.reason ?? ""
    let isRefusal = outcome.outcome == .refused || outcome.outcome == .skipped
    files[way, default: [:]][item.path] = (item.identity, isRefusal ? .left(reason) : .failed(reason))
    changeCount += 1
  }

  /// The sizes that the photos of a review could have with nothing lost; nil where nothing measured becomes smaller and
  /// some are not measured.
  func gain(of review: Review) -> ShrinkGain? {
    guard contents[.lossless] != nil else { return nil }
    var gain = ShrinkGain()
    let keptWhole = review.grouping.keptWhole
    for photo in review.photos.list {
      let outcome = outcome(of: photo, by: .lossless)
      switch outcome {
      case .left, .failed: continue
      case nil where gain.isPartial: continue
      case .smaller, nil: break
      }
      let selection = ShrinkSelection([photo], by: .lossless, keptWhole: keptWhole, shrunk: shrunk)
      guard !selection.items.isEmpty else { continue }
      if case .smaller(let after) = outcome { gain.add(photo.fileSize, after) } else { gain.isPartial = true }
    }
    return gain.isPartial && gain.photos == 0 ? nil : gain
  }

  /// Forgets results about files and not about contents, so that they are tried again.
  mutating func forgetFiles() { files = [:] }
}

extension ShrinkMeasurement {
  /// Creates a measurement from an outcome that holds for every file with the same content; nil for others.
  package init?(_ outcome: FileOutcome, of item: RemovalItem, by way: ShrinkWay) {
    guard let content = item.file.digest else { return nil }
    switch outcome.outcome {
    case .shrunk: self.init(content, way, .smaller(outcome.bytesAfter ?? .zero))
    case .skipped: self.init(content, way, .left(outcome.reason ?? ""))
    default: return nil
    }
  }
}

extension ShrinkSelection {
  /// Selects the photos of a review.
  init(_ review: Review, by way: ShrinkWay, shrunk: Set<ContentDigest>) {
    self.init(review.photos.list, by: way, keptWhole: review.grouping.keptWhole, shrunk: shrunk)
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
  /// Whether other photos are not measured yet.
  package var isPartial = false

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

  /// "nothing lost", "3 072 pixels".
  var shortTitle: String {
    switch self {
    case .lossless: title
    case .fit(let longSide, _): "\(groupedDigits(longSide)) pixels"
    }
  }

  /// The ways that the key goes through: first the one that loses nothing, then smaller pictures, the largest first.
  static let offered: [ShrinkWay] = [.lossless] + [4096, 3072, 2048].map { .fit(longSide: $0, byteLimit: nil) }
}
