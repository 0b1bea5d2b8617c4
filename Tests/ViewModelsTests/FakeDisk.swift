import FileSafety
import Foundation
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import ViewModels

@testable import PhotoScan

/// A scan that tells what the test wants it to tell.
final class ScanStub: Sendable {
  let run: ScanRun
  private let continuation: AsyncStream<ScanEvent>.Continuation
  private let stop = CancellationFlag()

  init() {
    let (events, continuation) = AsyncStream.makeStream(of: ScanEvent.self)
    self.continuation = continuation
    run = ScanRun(events: events, stop: stop)
  }

  var isCancelled: Bool { stop.isRaised }

  func notify(_ event: ScanEvent) { continuation.yield(event) }

  func finish(
    _ photos: [ScannedPhoto], isInterrupted: Bool = false, skipped: [SkippedFile] = [],
    roots: [LibraryRoot] = [Sample.root]
  ) {
    continuation.yield(
      .finished(
        ScanReport(
          roots: roots, photos: photos, skipped: skipped, foundCount: photos.count + skipped.count,
          fromCacheCount: 0, isInterrupted: isInterrupted, elapsed: .seconds(41))))
    continuation.finish()
  }
}

/// Photos on a disk that is in memory, and the scans of them.
final class FakeDisk: Sendable {
  struct Content {
    var photos: [ScannedPhoto]
    var scans: [ScanStub] = []
    /// What each was asked for.
    var requests: [ScanRequest] = []
    /// Scans that are started end at once with all photos.
    var answersAtOnce = false
  }

  private let content: Mutex<Content>

  init(_ photos: [ScannedPhoto]) { content = Mutex(Content(photos: photos)) }

  var now: Content { content.withLock { $0 } }
  /// The scan that was started last.
  var scan: ScanStub { now.scans.last ?? ScanStub() }
  func hold(_ photos: [ScannedPhoto]) { content.withLock { $0.photos = photos } }
  func answerAtOnce() { content.withLock { $0.answersAtOnce = true } }

  var dependencies: ScanDependencies {
    ScanDependencies(
      start: { [self] request in
        let stub = ScanStub()
        content.withLock { content in
          content.scans.append(stub)
          content.requests.append(request)
          if content.answersAtOnce { stub.finish(content.photos) }
        }
        return stub.run
      },
      cachedPhotos: { [self] _ in ScannedLibrary(photos: now.photos) },
      findings: { library, _, _ in Sample.findings(in: library.photos) },
      roots: { _ in [Sample.root] },
      storage: { _ in StorageFigures(used: ByteCount(412_000_000_000), capacity: ByteCount(1_000_000_000_000)) },
      slide: { asked in
        let findings = Sample.findings(in: asked.library.photos)
        return SliderListing(
          figures: Dictionary(
            uniqueKeysWithValues: IssueCategory.allCases.map { category in
              let issues = findings.issues(in: category)
              return (category, SliderListing.Figures(photos: issues.count, bytes: issues.map(\.size).total))
            }))
      })
  }
}
