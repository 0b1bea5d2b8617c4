import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

@testable import PhotoScan

/// What Home says beside its cards, and what is said on the way out.
@MainActor @Suite struct HomeTextTests {
  @Test func `what the last scan did not see is said at the start, without what could not be read, until a scan`()
    async throws
  {
    var saved = SavedSession(lastScan: Sample.lastScan, lastScanElapsed: .seconds(3))
    saved.skipped = [SkippedFile(path: Sample.path("n2"), reason: .corrupt, message: "Damaged.")]
    let bench = try await Bench.opened(saved: saved) {
      $0.scan.cachedPhotos = { _ in
        ScannedLibrary(photos: Sample.photos, unseen: [Sample.path("n1"), Sample.path("n2")])
      }
    }
    #expect(bench.state.home.news == "1 file here waits for a scan")
    #expect(bench.state.home.warning == nil && bench.state.home.cards.map(\.photos) == [3, 3, 3, 1])

    bench.type("s")
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()
    #expect(bench.state.home.news == nil)
  }

  @Test func `an empty folder into which photos came is not said to hold none`() async throws {
    let nothing = ScanResult(date: .distantPast, photosScanned: 0, issueCounts: [:], reclaimable: .zero)
    let bench = try await Bench.opened(saved: SavedSession(lastScan: nothing, lastScanElapsed: .seconds(1))) {
      $0.scan.cachedPhotos = { _ in ScannedLibrary(unseen: [Sample.path("n1")]) }
    }
    #expect(bench.state.home.notice?.title == "Ready when you are" && bench.state.home.news != nil)
    // Not a second time for the letter of the same.
    #expect(bench.state.hints.filter { $0.title == "scan" }.map(\.action) == [.open])
  }

  @Test func `when one name of a file goes the other is looked at again, and nothing else is`() async throws {
    var photos = Sample.photos
    let (one, other) = (5, 6)
    photos[other].identity = photos[one].identity
    for index in [one, other] { photos[index].hasOtherNames = true }
    let bench = try await Bench.opened(photos: photos)
    bench.disk.answerAtOnce()

    bench.library.photosMoved([photos[0].path])
    await bench.work.idle()
    #expect(bench.disk.now.scans.isEmpty)

    // Its time of change is another one now, and the move of what was marked would refuse it.
    bench.library.photosMoved([photos[one].path])
    await bench.work.idle()
    #expect(bench.disk.now.scans.count == 1)
  }

  @Test func `photos that somebody else put back are noticed when the program is looked at again`() async throws {
    let back = Switch()
    let identity = Sample.photos[0].identity
    let bench = try await Bench.opened {
      $0.pictures.identity = { back.isOn && $0 == Sample.path("a2") ? identity : nil }
    }
    bench.library.photosMoved([Sample.path("a2"), Sample.path("a3")])
    await bench.work.idle()
    bench.app.returned()
    await bench.work.idle()
    #expect(bench.state.home.news == nil)

    back.turnOn()
    bench.app.returned()
    await bench.work.idle()
    #expect(bench.state.home.news == "1 file here waits for a scan")
    bench.type("s")
    #expect(bench.state.route == .scanning)
    var photos = Sample.photos.filter { $0.path != Sample.path("a3") }
    // A move and its way back change the time of change.
    for index in photos.indices where photos[index].path == Sample.path("a2") { photos[index].identity.changed += 1 }
    bench.disk.scan.finish(photos)
    await bench.work.idle()
    bench.app.returned()
    await bench.work.idle()
    #expect(bench.state.home.news == nil)
  }

  @Test func `who only looks is not told that a trash is ready`() async throws {
    let bench = try await Bench.opened(readOnly: "You asked only to look.")
    #expect(bench.state.home.trashLine == "read only")
  }

  @Test func `another folder is offered, and during a scan it is said why not`() async throws {
    let bench = try await Bench.fresh()
    #expect(bench.state.hints.contains { $0.action == .chooseFolder && $0.title == "folder" })
    bench.type("s")
    bench.disk.scan.notify(.snapshot(ScannedLibrary(photos: Sample.photos), Sample.findings))
    await bench.until("the findings are taken over") { bench.state.scanning.canReview }
    bench.press(Key(.enter), Key(.escape))
    #expect(bench.state.route == .home && !bench.state.hints.contains { $0.action == .chooseFolder })
    #expect(bench.state.home.isScanning)
    bench.type("o")
    #expect(bench.state.overlay == nil && bench.state.home.remark == "A scan is under way")
    bench.type("s")
    #expect(bench.state.route == .scanning && bench.disk.now.scans.count == 1, "it is shown, not begun again")
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()
    #expect(bench.state.route == .home && !bench.state.home.isScanning)
  }

  @Test func `who leaves before anything was decided is not told that a decision is kept`() async throws {
    #expect(try await Bench.fresh().app.farewell == nil)

    let steps = try Bench(saved: SavedSession(), firstStep: .trash) {
      $0.onboarding.suggestions = { [] }
      $0.onboarding.count = { _ in PictureCount(pictures: 0) }
      $0.apps.list = { [] }
    }
    await steps.work.idle()
    #expect(steps.app.farewell == "The first steps go on from here at the next start.")
    steps.type("2")
    #expect(steps.app.farewell?.hasPrefix("The first steps") == true)
  }
}
