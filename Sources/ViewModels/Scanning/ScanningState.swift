package import PhotoModel

/// The state of the Scanning screen.
package struct ScanningState: Equatable, Sendable {
  /// The progress of the scan.
  package var progress = ScanProgress(processed: 0, total: 0, stage: .finding)
  /// The number of photos in each category, as Home and the decks have them.
  package var found: [IssueCategory: Int] = [:]
  /// The file being read, escaped.
  package var currentName: String = ""
  /// The picture of a file that was read a moment ago; nil before the first.
  package var picture: CardPicture?
  /// The pace of decoding, without photos from the cache; nil until the pace can be told.
  package var photosPerSecond: Double?
  /// The estimated time until the scan is over, comparing included, in seconds; nil before the pace of reading is known,
  /// and while the scan finishes.
  package var secondsLeft: Int?
  /// The estimated time as text: "30 s", "4 min", "1 h 5 min"; nil where there is none.
  package var timeLeftTitle: String? {
    guard let secondsLeft, secondsLeft >= 0 else { return nil }
    if secondsLeft < 60 { return "\(secondsLeft) s" }
    let minutes = (secondsLeft - 1) / 60 + 1
    return minutes < 60 ? "\(minutes) min" : "\(groupedDigits(minutes / 60)) h \(minutes % 60) min"
  }
  /// The folders of the library as a short text; escaped.
  package var libraryTitle: String = ""
  /// "Waiting for ~/Pictures/card: no answer for 12 s", while the disk does not answer; escaped.
  package var waiting: String?
  /// Whether the review can start with the findings so far.
  package var canReview: Bool = false
  /// The reason why the last key did nothing; nil where there is none.
  package var remark: String?
  /// Whether the scan was asked to stop and is storing its work.
  package var isStopping: Bool = false

  /// The part of a stage that is done, 0…1; nil while it is not known.
  package func share(of stage: ScanProgress.Stage) -> Double? {
    let all = ScanProgress.Stage.allCases
    let (now, asked) = (all.firstIndex(of: progress.stage) ?? 0, all.firstIndex(of: stage) ?? 0)
    guard now == asked else { return now > asked ? 1 : 0 }
    switch stage {
    case .finding: return nil
    case .reading: return progress.total == 0 ? nil : progress.fraction
    case .comparing: return comparedShare
    }
  }

  /// The part of comparing that is done: a tenth for the search for pairs, the rest for their verification, which takes
  /// most of the time.
  private var comparedShare: Double? {
    guard progress.toCompare > 0 else { return progress.searched > 0 ? 0.1 * progress.searched : nil }
    return 0.1 + 0.9 * progress.verified
  }

  /// Whether all counted work is done, and the scan sorts and stores its results.
  package var isFinishing: Bool {
    progress.stage == .comparing && progress.toCompare > 0 && progress.verified >= 1
  }

  /// The name of the present work: "reading", "looking for pairs", "finishing".
  package var workTitle: String {
    guard progress.stage == .comparing else { return progress.stage.rawValue }
    return isFinishing ? "finishing" : progress.toCompare > 0 ? "comparing" : "looking for pairs"
  }
}
