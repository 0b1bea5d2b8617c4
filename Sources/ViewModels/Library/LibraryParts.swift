package import PhotoModel
import PhotoScan
package import SystemPackage

/// The scan that is running, with its results so far.
package struct CurrentScan {
  /// The scan itself; nil while none is running.
  var run: ScanRun?
  /// The progress of the scan; nil while none is running.
  package internal(set) var progress: ScanProgress?
  /// The file that was read last.
  package internal(set) var currentFile: FilePath?
  /// The file or folder that the scan waits for, and for how long it has not answered.
  package internal(set) var waiting: (path: FilePath, stall: Duration)?
  /// The files that are found and not read yet; nil while more may be found.
  var filesLeft: Int?
  /// Whether the library was unknown before the scan, so that the review may begin with the results so far.
  var isFirstVisit = false
  /// Whether nobody asked for the scan: it only brings the library up to date after a move or a restore.
  var isFollowUp = false
  /// Whether photos came back during the scan that may have passed their folder already.
  var mustRepeat = false
  /// The ledger that the scan was started with.
  var ledger = Ledger()
  /// Whether every file was walked past, so that photos that are not among the findings to come are missing.
  var findsMissing = false
}

/// The results of the last scan besides its findings.
package struct LastScan {
  /// The figures of the scan; nil where none has ended.
  package internal(set) var result: ScanResult?
  /// The time that the scan took.
  package internal(set) var elapsed: Duration?
  /// The progress of a scan that was stopped before anything was known, as long as none has ended since: the first one,
  /// or one after the cache was cleared. The photos known now are those it had read.
  package internal(set) var stopped: StoppedScan?
  /// Whether its findings are being read from the cache.
  package internal(set) var isBeingRead = false
  /// The folders that belong to other programs and were not walked.
  package internal(set) var leftOut: [LeftOutPlace] = []
  /// The files that the scan could not judge.
  package internal(set) var skipped: [SkippedFile] = []
  /// The number of photos in each category that are left out because they were kept in an earlier review.
  package internal(set) var keptBefore: [IssueCategory: Int] = [:]
}

/// Counters that distinguish outdated results from current ones.
struct ChangeCounts {
  /// Changes of the review.
  var review = 0
  /// Changes of the photos under review by other means than new findings.
  var subject = 0
  /// Changes of the folders that are protected or left out.
  var folders = 0
  /// Changes of the folders of the library.
  var roots = 0
  /// Events that end a row of agreements: a mark that is taken back, other settings, other folders.
  var agreements = 0
  /// Searches for missing photos.
  var missing = 0
}
