import Dispatch
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoScan

@Suite struct ScanEventsTests {
  private func scene(photos: Int) throws -> Scene {
    let scene = try Scene()
    for number in 0..<photos { try scene.write(Pictures.jpeg(UInt64(number / 2)), to: "\(100 + number).jpg") }
    return scene
  }

  private func progress(_ events: [ScanEvent]) -> [ScanProgress] {
    events.compactMap { if case .progress(let progress, _) = $0 { progress } else { nil } }
  }

  @Test(arguments: [1, 8]) func `progress never goes back`(jobs: Int) async throws {
    let scene = try scene(photos: 24)
    try scene.write(Array("letters".utf8), to: "letter")
    try scene.write([], to: "empty.jpg")
    // Answers at once, so that the workers get in each other's way.
    let decoder = ObservedDecoder { _, _ in
      Inspection(digest: ContentDigest(bytes: [UInt8](repeating: 1, count: 32)))
    }

    let all = progress(await events(of: scene.engine(decoder).scan(scene.request(jobs: jobs))))

    let order = ScanProgress.Stage.allCases
    for (earlier, later) in zip(all, all.dropFirst()) {
      let stages = [earlier, later].compactMap { order.firstIndex(of: $0.stage) }
      #expect(stages[0] <= stages[1])
      #expect(earlier.processed <= later.processed && earlier.skipped <= later.skipped)
      if earlier.stage == later.stage { #expect(earlier.fraction <= later.fraction) }
      #expect(earlier.verified <= later.verified)
      for category in IssueCategory.allCases {
        #expect((earlier.found[category] ?? 0) <= (later.found[category] ?? 0))
      }
    }
    #expect(all.first?.stage == .finding && all.last?.stage == .comparing)
    #expect(all.last?.processed == 25 && all.last?.total == 25)
  }

  @Test func `the last event is the report and there is one`() async throws {
    let all = await events(of: try scene(photos: 3).engine().scan(try scene(photos: 3).request()))

    let reports = all.filter { if case .finished = $0 { true } else { false } }
    #expect(reports.count == 1)
    if case .finished = all.last {} else { Issue.record("the report is not the last event") }
  }

  @Test func `duplicates are counted while the scan runs`() async throws {
    let scene = try scene(photos: 10)

    let all = progress(await events(of: scene.engine().scan(scene.request(jobs: 1))))

    #expect(all.last?.found[.duplicate] == 5)
  }

  private func snapshots(_ events: [ScanEvent]) -> [([ScannedPhoto], Findings)] {
    events.compactMap { if case .snapshot(let library, let findings) = $0 { (library.photos, findings) } else { nil } }
  }

  @Test func `where photos take long the first snapshot does not wait for their number`() async throws {
    let scene = try scene(photos: 20)
    let engine = scene.engine(timeout: ScanTimeouts(firstSnapshot: .zero, snapshotShare: 0))
    var request = scene.request(jobs: 1, batchSize: 15)
    func counts() async -> [Int] { snapshots(await events(of: engine.scan(request))).map(\.0.count) }

    #expect(await counts() == [15])
    request.mayBeginEarly = true
    #expect(await counts() == [2, 10, 20])
  }

  @Test func `snapshots grow and hold findings that can be reviewed`() async throws {
    let scene = try scene(photos: 20)

    let engine = scene.engine(timeout: ScanTimeouts(snapshotShare: 0))
    let snapshots = snapshots(await events(of: engine.scan(scene.request(jobs: 4, batchSize: 4))))

    let counts = snapshots.map { $0.0.count }
    #expect(counts == counts.sorted() && Set(counts).count == counts.count)
    #expect((counts.first ?? 0) >= 4 && counts.count >= 2)
    for (photos, findings) in snapshots {
      let known = Set(photos.map(\.path))
      #expect(findings.issues.allSatisfy { known.contains($0.path) })
    }
  }

  @Test func `once all photos are read a snapshot has them all, and a known library needs none`() async throws {
    let scene = try scene(photos: 20)
    let engine = scene.engine(cache: MemoryCache(), timeout: ScanTimeouts(snapshotShare: .infinity))
    let request = scene.request(jobs: 1, batchSize: 15)

    let first = await events(of: engine.scan(request))
    try scene.write(Pictures.jpeg(30), to: "new.jpg")
    let second = await events(of: engine.scan(request))

    let counts = snapshots(first).map(\.0.count)
    #expect(counts.first == 15 && counts.count >= 2 && counts.dropFirst().allSatisfy { $0 == 20 })
    #expect(snapshots(second).count == 1, "as the new photo is read")
  }

  @Test func `a cancelled scan keeps what is computed and says that it was interrupted`() async throws {
    let scene = try scene(photos: 10)
    let decoder = ObservedDecoder()
    let cache = MemoryCache()
    let running = Mutex<ScanRun?>(nil)
    let isKnown = DispatchSemaphore(value: 0)
    decoder.whenAsked {
      if $0 == 1 { isKnown.wait() }
      if $0 == 3 { running.withLock { $0?.cancel() } }
    }
    let run = scene.engine(decoder, cache: cache).scan(scene.request(jobs: 1))
    running.withLock { $0 = run }
    isKnown.signal()

    let first = try await report(of: run)

    #expect(first.isInterrupted)
    #expect(first.photos.count == 3 && first.foundCount == 10)
    #expect(cache.count == 3)
    let again = ObservedDecoder()
    let second = try await scene.scan(decoder: again, cache: cache)
    #expect(again.names.count == 7)
    #expect(second.photos.count == 10 && !second.isInterrupted && second.fromCacheCount == 3)
  }

  @Test func `a scan that is cancelled at once still reports`() async throws {
    let scene = try scene(photos: 4)
    let run = scene.engine().scan(scene.request())
    run.cancel()

    #expect(try await report(of: run).isInterrupted)
  }
}
