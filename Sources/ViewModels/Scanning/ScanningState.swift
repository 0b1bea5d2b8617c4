package import PhotoModel

/// What the Scanning screen shows.
package struct ScanningState: Equatable, Sendable {
  package var progress = ScanProgress(processed: 0, total: 0, stage: .finding)
  /// The file being read, escaped.
  package var currentName: String = ""
  /// One of the last that were read; another one comes from time to time.
  package var picture: CardPicture?
  package var photosPerSecond: Double?
  package var secondsLeft: Int?
  package var libraryTitle: String = ""
  /// "Waiting for ~/Pictures/card: no answer for 12 s", while the disk does not answer; escaped.
  package var waiting: String?
  /// The review can start with what is found so far.
  package var canReview: Bool = false
  /// Why the last key did nothing.
  package var remark: String?
  /// The scan was told to stop and is putting its work away.
  package var isStopping: Bool = false

  package init() {}
}
