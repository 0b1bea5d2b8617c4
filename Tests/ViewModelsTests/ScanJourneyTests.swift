import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

@testable import PhotoScan

/// Scanning, and what Home says before, during and after.
@MainActor @Suite struct ScanJourneyTests {
  private func progress(_ processed: Int, _ total: Int = 14, stage: ScanProgress.Stage = .reading) -> ScanEvent {
    .progress(
      ScanProgress(processed: processed, total: total, stage: stage, found: [.duplicate: 2]), current: Sample.path("a1")
    )
  }

  @Test func `before the first scan Home offers one and touches no photo`() async throws {
    let bench = try await Bench.fresh { $0.scan.cachedPhotos = Dependencies.untouched.scan.cachedPhotos }

    #expect(bench.state.route == .home && bench.state.home.notice?.title == "Ready when you are")
    #expect(bench.state.home.cards == [] && bench.state.home.focus == .scan && bench.state.home.lastScanLine == nil)
    #expect(bench.state.home.libraryTitle == "~/Pictures" && bench.state.home.trashLine == "trash ready")
    #expect(bench.state.home.storage?.used == ByteCount(412_000_000_000))
  }

  @Test func `a later start shows the last findings at once`() async throws {
    let bench = try await Bench.opened()

    #expect(
      bench.state.home.cards.map(\.photos) == [3, 3, 3, 1] && bench.state.home.cards.map(\.sets) == [2, 2, 0, 0])
    #expect(bench.state.home.notice == nil && bench.state.home.photosToGain == 9)
    #expect(bench.state.home.lastScanLine == "last scan day 19675 · 3 s")
    #expect(bench.disk.now.scans.isEmpty)
  }

  @Test func `while the last findings are read again Home says so, and not that there is nothing`() async throws {
    let bench = try Bench()
    bench.type("1")
    #expect(bench.state.home.isReadingKnown && bench.state.home.notice == nil && bench.state.home.cards.isEmpty)

    await bench.work.idle()

    #expect(!bench.library.lastScan.isBeingRead && !bench.state.home.isReadingKnown)
    #expect(bench.state.home.photosToGain > 0)
  }

  @Test func `what cannot be read again is not said to be nothing`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("h")
    let saved = bench.session.now.saved

    let later = try await Bench.opened(saved: saved, photos: [])

    #expect(later.state.home.isForgotten && later.state.home.cards.isEmpty)
    #expect(later.state.home.binCount == 0 && later.state.home.marksWaiting == 1)
    #expect(!bench.state.home.isForgotten)
  }

  @Test func `a finished scan fills the cards and highlights the first that has work`() async throws {
    let bench = try await Bench.fresh()
    bench.press(Key(.enter))
    #expect(bench.state.route == .scanning)

    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()

    #expect(bench.state.route == .home && bench.state.home.focus == .card(.duplicate))
    #expect(bench.state.home.cards.map(\.photos) == [3, 3, 3, 1])
    #expect(bench.session.now.scans.map(\.photosScanned) == [14])
    #expect(bench.session.now.scans[0].issueCounts == [.duplicate: 3, .similar: 3, .blurry: 3, .screenshot: 1])
    #expect(bench.state.home.lastScanLine == "last scan day 20833 · 41 s")
  }

  @Test func `progress drives the scanning screen`() async throws {
    let bench = try await Bench.fresh()
    bench.type("s")
    #expect(bench.state.scanning.libraryTitle == "~/Pictures" && bench.state.scanning.progress.stage == .finding)

    bench.disk.scan.notify(progress(5))
    await bench.until("five photos are read") { bench.state.scanning.progress.processed == 5 }

    #expect(bench.state.scanning.currentName == "a1" && bench.state.scanning.progress.percentFormatted == "35%")
    #expect(!bench.state.scanning.canReview)
    bench.disk.scan.finish([])
    await bench.work.idle()
  }

  @Test func `a scan of a known library counts what Home has, and a sentence stays until the next key`() async throws {
    let bench = try await Bench.opened()
    bench.type("sx")
    let remark = bench.state.scanning.remark

    bench.disk.scan.notify(progress(5))
    await bench.until("five photos are read") { bench.state.scanning.progress.processed == 5 }

    #expect(remark != nil && bench.state.scanning.remark == remark)
    #expect(IssueCategory.allCases.map { bench.state.scanning.found[$0] } == [3, 3, 3, 1])
    #expect(bench.state.home.cards.map(\.photos) == [3, 3, 3, 1])
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()
  }

  @Test func `pace and time left come from what was read, not from the cache`() async throws {
    let clock = TestClock()
    let bench = try await Bench.fresh { $0.environment.now = { clock.time } }
    bench.type("s")
    clock.time = .seconds(10)

    bench.disk.scan.notify(.progress(ScanProgress(processed: 120, total: 200, fromCache: 100), current: nil))
    await bench.until("photos are read") { bench.state.scanning.progress.processed == 120 }

    #expect(
      bench.state.scanning.photosPerSecond == 2 && bench.state.scanning.secondsLeft == 65,
      "40 s of reading, and half of the time of what is new for comparing")
    bench.disk.scan.notify(progress(200, 200, stage: .comparing))
    await bench.until("photos are compared") { bench.state.scanning.progress.stage == .comparing }
    #expect(bench.state.scanning.secondsLeft == 25 && bench.state.scanning.workTitle == "looking for pairs")
    var pairs = ScanProgress(processed: 200, total: 200, stage: .comparing)
    (pairs.searched, pairs.toCompare) = (1, 40)
    // What was expected gives way to the pace of the pairs.
    for (verified, time, left) in [(0, 10, 12), (0.2, 16, 19), (0.5, 31, 21)] as [(Double, Int, Int)] {
      (pairs.compared, pairs.verified) = (Int(verified * 40), verified)
      clock.time = .seconds(time)
      bench.disk.scan.notify(.progress(pairs, current: nil))
      await bench.until("pairs are compared") {
        bench.state.scanning.progress.toCompare == 40 && bench.state.scanning.progress.verified == verified
      }
      #expect(bench.state.scanning.secondsLeft == left, "\(verified)")
    }
    #expect(bench.state.scanning.workTitle == "comparing")
    #expect(abs((bench.state.scanning.share(of: .comparing) ?? 0) - 0.55) < 1e-9)
    #expect(bench.state.scanning.share(of: .finding) == 1 && bench.state.scanning.share(of: .reading) == 1)
    (pairs.compared, pairs.verified) = (40, 1)
    bench.disk.scan.notify(.progress(pairs, current: nil))
    await bench.until("all pairs are compared") { bench.state.scanning.workTitle == "finishing" }
    #expect(bench.state.scanning.secondsLeft == nil)
    bench.disk.scan.finish([])
    await bench.work.idle()
  }

  @Test func `pictures of what is read pass by at a calm pace, and only while somebody looks`() async throws {
    let clock = TestClock()
    let photo = Sample.photos[0]
    let bench = try await Bench.fresh {
      $0.environment.now = { clock.time }
      $0.pictures.identity = { $0 == photo.path ? photo.identity : nil }
    }
    bench.app.setScanningPicture(Size(columns: 16, rows: 6))
    bench.type("s")
    /// The cells of the picture once a file has been read at a time, with the area of that moment.
    func read(_ count: Int, at time: Duration, columns: Int) async -> Int? {
      clock.time = time
      bench.app.setScanningPicture(Size(columns: columns, rows: 6))
      bench.disk.scan.notify(progress(count))
      await bench.until("it is read") { bench.state.scanning.progress.processed == count }
      for _ in 0..<100 { await Task.yield() }
      guard case .ready(let cells)? = bench.state.scanning.picture else { return nil }
      return cells.size.columns
    }

    #expect(await read(1, at: .seconds(1), columns: 16) == 16)
    #expect(await read(2, at: .seconds(2), columns: 17) == 16, "it stands for two seconds")
    #expect(await read(3, at: .seconds(3), columns: 18) == 18)
    #expect(await read(4, at: .seconds(9), columns: 0) == 18, "without room none is asked for")
    bench.type("1")
    #expect(bench.state.route == .home)
    #expect(await read(5, at: .seconds(20), columns: 19) == 18, "nobody looks")
    bench.disk.scan.finish([])
    await bench.work.idle()
    bench.type("s")
    #expect(bench.state.scanning.picture == nil, "a new scan begins without")
    bench.disk.scan.finish([])
    await bench.work.idle()
  }

  @Test func `the review begins while the first scan goes on`() async throws {
    let bench = try await Bench.fresh()
    bench.type("s")
    bench.press(Key(.enter))
    #expect(bench.state.route == .scanning)
    let part = Array(Sample.photos.prefix(5))
    bench.disk.scan.notify(.snapshot(ScannedLibrary(photos: part), Sample.findings(in: part)))
    await bench.until("Enter is offered") { bench.state.scanning.canReview }

    bench.press(Key(.enter))
    #expect(bench.state.route == .deck(.duplicate) && bench.card == "a2" && bench.deck.isProvisional)
    await bench.until("the picture stands") { if case .ready = bench.deck.card?.picture { true } else { false } }
    bench.type("h")
    #expect(bench.marked == ["a2"] && bench.card == "a3")
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()

    #expect(bench.state.route == .deck(.duplicate) && bench.card == "a3" && bench.deck.total == 3)
    #expect(!bench.deck.isProvisional && bench.marked == ["a2"])
  }

  @Test func `a second scan does not take the review away while it runs`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("h")
    bench.press(Key(.escape))
    bench.type("s")
    let part = Array(Sample.photos.prefix(2))

    bench.disk.scan.notify(.snapshot(ScannedLibrary(photos: part), Sample.findings(in: part)))
    bench.disk.scan.notify(progress(2))
    await bench.until("two photos are read") { bench.state.scanning.progress.processed == 2 }

    #expect(bench.library.review.photos.count == 14 && bench.marked == ["b1"])
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()
    #expect(bench.marked == ["b1"])
  }

  @Test func `a cancelled scan keeps what it read and what was known`() async throws {
    let bench = try await Bench.opened()
    bench.type("s")

    bench.press(Key(.escape))
    #expect(bench.disk.scan.isCancelled && bench.state.scanning.isStopping && bench.state.route == .scanning)
    bench.disk.scan.finish(Array(Sample.photos.prefix(3)), isInterrupted: true)
    await bench.work.idle()

    #expect(bench.state.route == .home && bench.library.review.photos.count == 14)
    #expect(bench.session.now.scans.isEmpty)
  }

  @Test func `a scan of a folder that is away forgets nothing of it`() async throws {
    let bench = try await Bench.opened()
    bench.type("s")

    bench.disk.scan.finish(
      [], roots: [LibraryRoot(path: Sample.folder, access: .denied, trash: .none, message: "~/Pictures is not there.")])
    await bench.work.idle()

    #expect(bench.library.review.photos.count == 14 && bench.session.now.scans.isEmpty)
  }

  @Test func `a folder that is read again loses what is gone from it, also beside one that is away`() async throws {
    let bench = try await Bench.opened()
    bench.type("s")

    let away = LibraryRoot(path: "/mnt/usb", access: .denied, trash: .none, message: "/mnt/usb is not there.")
    bench.disk.scan.finish(Array(Sample.photos.prefix(3)), roots: [Sample.root, away])
    await bench.work.idle()

    #expect(bench.library.review.photos.count == 3 && bench.session.now.scans.count == 1)
  }

  @Test func `a first scan that was cancelled shows what it found`() async throws {
    let bench = try await Bench.fresh()
    bench.type("s")
    bench.press(Key(.escape))

    bench.disk.scan.finish(Array(Sample.photos.prefix(3)), isInterrupted: true)
    await bench.work.idle()

    #expect(bench.state.home.cards.map(\.photos) == [2, 0, 0, 0] && bench.state.home.notice == nil)
    #expect(bench.state.home.lastScanLine == nil)
  }

  @Test func `a cancelled scan drops what it found damaged`() async throws {
    let bench = try await Bench.opened()
    bench.type("s")
    let skipped = SkippedFile(path: Sample.path("b1"), reason: .corrupt, message: "Damaged.")

    bench.disk.scan.finish([], isInterrupted: true, skipped: [skipped])
    await bench.work.idle()

    #expect(bench.library.review.photos.count == 13 && bench.state.home.unread == SkippedCount(files: 1))
  }

  @Test func `while nothing is found yet the review says why it does not begin, until the next key`() async throws {
    let bench = try await Bench.fresh()
    bench.type("s")

    bench.press(Key(.enter))
    #expect(bench.state.scanning.remark == "Nothing to review is found yet")
    #expect(bench.state.route == .scanning && bench.app.attention == 0)
    bench.type("?")
    bench.press(Key(.escape))
    #expect(bench.state.scanning.remark == nil)
    bench.press(Key(.enter))
    bench.disk.scan.notify(.snapshot(ScannedLibrary(photos: Sample.photos), Sample.findings))
    await bench.until("the findings are taken over") { bench.state.scanning.canReview }
    #expect(bench.state.scanning.remark == nil)
    bench.disk.scan.finish([])
    await bench.work.idle()
  }

  @Test func `the review is offered from the first finding on, and not before`() async throws {
    let bench = try await Bench.fresh()
    bench.type("s")
    #expect(bench.state.route == .scanning && !bench.state.hints.contains { $0.action == .open })

    bench.disk.scan.notify(.snapshot(ScannedLibrary(photos: Sample.photos), Sample.findings))
    await bench.until("the findings are taken over") { bench.state.scanning.canReview }
    #expect(bench.state.hints.contains { $0.action == .open })
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()
  }

  @Test func `a scan is started once however often it is asked for`() async throws {
    let bench = try await Bench.fresh()
    bench.type("s1s")
    #expect(bench.disk.now.scans.count == 1 && bench.state.route == .scanning)

    bench.disk.scan.finish([])
    await bench.work.idle()
    bench.type("s")
    #expect(bench.disk.now.scans.count == 2)
    bench.disk.scan.finish([])
    await bench.work.idle()
  }
}
