package import PhotoModel

/// The state of the Scanning screen.
package struct ScanningState: Equatable, Sendable {
  /// The progress of the scan.
  package var progress = ScanProgress(processed: 0, total: 0, stage: .finding)
  /// The file being read, escaped.
  package var currentName: String = ""
  /// The picture of a file that was read a moment ago; nil before the first.
  package var picture: CardPicture?
  /// The pace of decoding, without photos from the cache; nil until the pace can be told.
  package var photosPerSecond: Double?
  /// The estimated time until all photos are read, in seconds; nil before the pace is known, and in other stages.
  package var secondsLeft: Int?
  /// The folders of the library in a few words; escaped.
  package var libraryTitle: String = ""
  /// "Waiting for ~/Pictures/card: no answer for 12 s", while the disk does not answer; escaped.
  package var waiting: String?
  /// Whether the review can start with the findings so far.
  package var canReview: Bool = false
  /// The reason why the last key did nothing; nil where there is none.
  package var remark: String?
  /// Whether the scan was told to stop and is storing its work.
  package var isStopping: Bool = false

  /// Creates the state of a scan that has found nothing yet.
  package init() {}
}
