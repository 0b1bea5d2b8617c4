import FileSafety
import PhotoModel
import Synchronization
import SystemPackage

/// The times after which a scan reports a disk that does not answer, and those of its snapshots.
package struct ScanTimeouts: Sendable {
  /// The time between two checks of the watchdog.
  package var pulse: Duration = .seconds(1)
  /// The shortest stall that is reported: a disk that wakes up takes a moment.
  package var limit: Duration = .seconds(3)
  /// The time for the last check of the folders of the library.
  package var ofRoots: Duration = .seconds(10)
  /// The time after which the first photos are shown for review, even if they are fewer than the settings demand.
  package var firstSnapshot: Duration = .seconds(3)
  /// The share of a scan's time that may go into snapshots of all its photos.
  package var snapshotShare = 0.01
}

/// The state of a running scan, for a report when it has to end because a disk does not answer.
final class RunningScan: Sendable {
  private struct Known {
    var collector: Collector
    var skipped: [SkippedFile]
  }

  let watchdog = IOWatchdog()
  private let request: ScanRequest
  private let start = ContinuousClock.now
  private let known = Mutex<Known?>(nil)

  init(_ request: ScanRequest) { self.request = request }

  /// The walk is over: these files will be read.
  func keep(_ collector: Collector, _ skipped: [SkippedFile]) {
    known.withLock { $0 = Known(collector: collector, skipped: skipped) }
  }

  /// A report of the photos that were read by now, in which the folder that does not answer is away.
  func report(hungAt path: FilePath, _ naming: (FilePath) -> String) -> ScanReport {
    let known = known.withLock { $0 }
    let outcome = known?.collector.outcome
    let files = (outcome?.photos ?? []).sorted { precedesInByteOrder($0.path, $1.path) }
    let roots = request.roots.map { root in
      path.starts(with: root)
        ? RootCheck.unresponsive(root, naming) : LibraryRoot(path: root, access: .limited, trash: .none)
    }
    return ScanReport(
      roots: roots,
      photos: known?.collector.companions.photos(of: files) ?? [],
      skipped: ((known?.skipped ?? []) + (outcome?.skipped ?? [])).sorted { precedesInByteOrder($0.path, $1.path) },
      foundCount: outcome?.total ?? 0, fromCacheCount: outcome?.fromCache ?? 0, isInterrupted: true,
      elapsed: start.duration(to: .now))
  }
}
