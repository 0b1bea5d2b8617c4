import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

@testable import PhotoScan

/// A first scan that was stopped: what it found is there, then and at the next start, and it is said how far it came.
@MainActor @Suite struct StoppedScanTests {
  private let part = Array(Sample.photos.prefix(5))

  private func read(_ count: Int, of total: Int = 14, stage: ScanProgress.Stage = .reading) -> ScanEvent {
    .progress(ScanProgress(processed: count, total: total, stage: stage), current: nil)
  }

  /// What is left of a first scan that was stopped after five photos, one of which was marked.
  private func stopped() async throws -> Bench {
    let bench = try await Bench.fresh()
    bench.type("s")
    bench.disk.scan.notify(read(5))
    bench.disk.scan.notify(.snapshot(ScannedLibrary(photos: part), Sample.findings(in: part)))
    await bench.until("Enter is offered") { bench.state.scanning.canReview }
    bench.press(Key(.enter))
    await bench.until("the picture stands") { if case .ready = bench.deck.card?.picture { true } else { false } }
    bench.type("h")
    bench.disk.scan.notify(read(5, stage: .comparing))
    bench.disk.scan.finish(part, isInterrupted: true)
    await bench.work.idle()
    bench.press(Key(.escape))
    return bench
  }

  private func next(after bench: Bench, known: [ScannedPhoto]) async throws -> Bench {
    let unseen = Sample.photos.filter { !known.contains($0) }.map(\.path)
    return try await Bench.opened(saved: bench.session.now.saved, photos: known) {
      $0.scan.cachedPhotos = { _ in ScannedLibrary(photos: known, unseen: unseen) }
    }
  }

  @Test func `what was decided while the first scan ran is there at the next start, with how far that came`()
    async throws
  {
    let first = try await stopped()
    #expect(first.session.now.scans.isEmpty && first.state.home.binCount == 1)

    let bench = try await next(after: first, known: part)

    #expect(bench.state.home.notice == nil && bench.state.home.binCount == 1 && bench.marked == ["a2"])
    #expect(bench.state.home.cards.map(\.photos) == [2, 0, 2, 0] && bench.state.home.focus == .card(.duplicate))
    #expect(bench.state.home.cards.last?.emptyText == "nothing yet")
    #expect(bench.state.home.stoppedScanLine == "5 photos looked at · 9 not yet")
    #expect(bench.state.home.lastScanLine == nil && bench.state.home.news == nil)
    bench.type("b")
    #expect(bench.bin == ["a2"])
    bench.press(Key(.escape))
    bench.type("s")
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()
    #expect(bench.state.home.stoppedScanLine == nil && bench.state.home.lastScanLine != nil && bench.marked == ["a2"])
    #expect(bench.state.home.cards.allSatisfy { !$0.isUnfinished })
  }

  @Test func `who only looked at a card finds it again, and who looked at none is offered the scan`() async throws {
    let begun = SavedSession(bookmarks: [.duplicate: Sample.path("a3")])
    #expect(try await Bench.opened(saved: begun, photos: part).state.home.cards.map(\.photos) == [2, 0, 2, 0])

    let none = try await Bench.opened(saved: SavedSession(), photos: part)
    #expect(none.state.home.notice?.title == "Ready when you are" && none.state.home.stoppedScanLine == nil)
  }

  @Test func `a first scan that was stopped says how far it came, and not how much is left where it did not find all`()
    async throws
  {
    let bench = try await stopped()
    #expect(bench.state.home.stoppedScanLine == "5 photos looked at · 9 not yet")

    bench.type("s")
    bench.disk.scan.notify(read(0, of: 3, stage: .finding))
    bench.disk.scan.notify(read(2, of: 3, stage: .comparing))
    await bench.until("it is told") { bench.state.scanning.progress.stage == .comparing }
    bench.disk.scan.finish(Array(part.prefix(2)), isInterrupted: true)
    await bench.work.idle()
    #expect(bench.state.home.stoppedScanLine == "5 photos looked at")
  }

  @Test func `where what it found cannot be read again the marks are said to wait`() async throws {
    let first = try await stopped()

    let bench = try await next(after: first, known: [])

    #expect(bench.state.home.isForgotten && bench.state.home.marksWaiting == 1 && bench.state.home.notice == nil)
    #expect(bench.state.home.stoppedScanLine == nil)
    bench.type("b")
    #expect(bench.state.bin.items.isEmpty && bench.state.bin.waiting == 1)
    bench.press(Key(.escape))
    bench.type("s")
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()
    #expect(bench.state.home.binCount == 1 && bench.state.home.marksWaiting == 0)
    bench.type("b")
    #expect(bench.state.bin.waiting == 0 && bench.bin == ["a2"])
  }

  @Test func `only where nothing was said of a library the review begins with a few photos`() async throws {
    let bench = try await Bench.opened(photos: []) { $0.session.load = { _ in SavedSession() } }
    bench.disk.answerAtOnce()
    bench.type("s")
    await bench.work.idle()
    bench.type("s")
    await bench.work.idle()

    #expect(bench.disk.now.requests.map(\.mayBeginEarly) == [true, false])
  }

  @Test func `after the cache was cleared a stopped scan says how far it came, and no figures of before`() async throws
  {
    let bench = try await Bench.opened {
      $0.scan.cachedPhotos = { _ in ScannedLibrary(unseen: Sample.photos.map(\.path)) }
    }
    #expect(bench.state.home.isForgotten && bench.state.home.lastScanLine != nil)
    bench.type("s")
    bench.disk.scan.notify(read(5))
    bench.disk.scan.notify(.snapshot(ScannedLibrary(photos: part), Sample.findings(in: part)))
    await bench.until("the findings are taken over") { bench.state.scanning.canReview }
    bench.press(Key(.enter), Key(.escape))
    #expect(bench.state.home.scanInPartText == "The scan is under way" && bench.state.home.lastScanLine == nil)

    bench.disk.scan.notify(read(5, stage: .comparing))
    bench.disk.scan.finish(part, isInterrupted: true)
    await bench.work.idle()

    let home = bench.state.home
    #expect(home.scanInPartText == "The scan was stopped" && !home.isForgotten)
    #expect(home.stoppedScanLine == "5 photos looked at · 9 not yet, found again by the scan")
    #expect(home.lastScanLine == nil)
    #expect(home.news == nil && home.cards.allSatisfy(\.isUnfinished))
    // The next start knows that much, and what waits.
    let next = try await next(after: bench, known: part)
    #expect(next.state.home.news == "9 files here wait for a scan")
    bench.library.photosRestored([Sample.path("b2")])
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()
    #expect(bench.state.home.scanInPartText == nil && bench.state.home.lastScanLine != nil)
    #expect(bench.session.now.scans.count == 1, "all of it is known again")
  }

  @Test func `a scan that was stopped before what is known had been read takes nothing of that away`() async throws {
    let gate = AsyncStream.makeStream(of: Void.self)
    let bench = try Bench { dependencies in
      dependencies.scan.cachedPhotos = { _ in
        for await _ in gate.stream {}
        return ScannedLibrary(photos: Sample.photos)
      }
    }
    bench.type("s")
    bench.disk.scan.finish([], isInterrupted: true)
    await bench.until("the scan is over") { !bench.library.isScanning }
    #expect(bench.library.lastScan.stopped != nil)

    gate.continuation.finish()
    await bench.work.idle()

    #expect(bench.state.home.scanInPartText == nil && bench.state.home.lastScanLine != nil)
    #expect(bench.state.home.cards.map(\.photos) == [3, 3, 3, 1])
  }

  @Test func `where a known library is scanned and that is stopped the figures of before stand`() async throws {
    let bench = try await Bench.opened()
    bench.type("s")
    bench.disk.scan.notify(read(2))
    bench.disk.scan.finish(Array(Sample.photos.prefix(2)), isInterrupted: true)
    await bench.work.idle()
    #expect(bench.state.home.scanInPartText == nil && bench.state.home.lastScanLine != nil)
  }

  @Test func `a scan behind a restore that comes to its end is remembered where none was before`() async throws {
    let bench = try await stopped()

    bench.library.photosRestored([Sample.path("b2")])
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()

    #expect(bench.session.now.scans.map(\.photosScanned) == [14] && bench.state.home.stoppedScanLine == nil)
    bench.library.photosRestored([Sample.path("b1")])
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()
    #expect(bench.session.now.scans.count == 1, "the user's own scan stands")
  }
}
