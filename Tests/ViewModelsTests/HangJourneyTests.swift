import FileSafety
import PhotoModel
import PhotoScan
import Removal
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// Every door to the disk stands shut, and the keys go on being answered.
@MainActor @Suite(.timeLimit(.minutes(20))) struct HangJourneyTests {
  /// What asks the disk waits here for ever.
  private nonisolated static let never: @Sendable () async -> Void = {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  private nonisolated static let stall = IOStall(path: "/home/me/Pictures/card", time: .seconds(12))

  @Test func `while the folders do not answer the interface opens, and every tab can be looked at`() throws {
    let bench = try Bench { dependencies in
      dependencies.scan.cachedPhotos = { _ in
        await Self.never()
        return ScannedLibrary()
      }
      dependencies.scan.roots = { _ in
        await Self.never()
        return []
      }
      dependencies.scan.storage = { _ in
        await Self.never()
        return nil
      }
    }

    bench.type("3")
    #expect(bench.state.route == .settings)
    bench.type("1")
    bench.type("?")
    #expect(bench.state.overlay == .help())
    bench.press(Key(.escape))
    bench.type("q")

    #expect(bench.app.wantsToQuit)
  }

  @Test func `a scan that waits says for what and how long, goes on when it can, and can be ended`() async throws {
    let bench = try await Bench.opened()
    bench.type("s")
    let scan = bench.disk.scan
    scan.notify(.waiting(for: "/home/me/Pictures/card", .seconds(12)))
    await bench.until("the waiting is said") { bench.state.scanning.waiting != nil }
    #expect(bench.state.scanning.waiting == "Waiting for ~/Pictures/card: no answer for 12 s")

    scan.notify(.progress(ScanProgress(processed: 1, total: 2), current: nil))
    await bench.until("it goes on") { bench.state.scanning.waiting == nil }
    scan.notify(.waiting(for: "/home/me/Pictures/card", .seconds(3)))
    bench.press(Key(.escape))

    #expect(scan.isCancelled && bench.state.scanning.isStopping)
    scan.finish([], isInterrupted: true)
    await bench.until("the scan ends") { !bench.library.isScanning }
    #expect(bench.library.review.photos.count == Sample.photos.count, "nothing is taken for deleted")
  }

  @Test func `a question whose guards hang says so and can be left`() async throws {
    let bench = try await Bench.opened { dependencies in
      dependencies.removal.preflight = { _ in
        await Self.never()
        return RemovalPreflight()
      }
      dependencies.removal.stall = { Self.stall }
    }
    await bench.open(.blurry)
    await bench.play("h")
    bench.type("m")

    #expect(bench.state.confirmation.waiting == "Waiting for ~/Pictures/card: no answer for 12 s")
    bench.type("y")
    #expect(bench.state.route == .confirmation)
    bench.press(Key(.escape))

    #expect(bench.state.route == .deck(.blurry))
    #expect(bench.marked == ["b1"])
  }

  @Test func `a move that hangs says so, and the stop is heard`() async throws {
    let stopped = Switch()
    let bench = try await Bench.opened { dependencies in
      dependencies.removal.move = { _, isStopped, _ in
        while !isStopped() { await Task.yield() }
        stopped.turnOn()
        await Self.never()
        return RemovalReceipt()
      }
      dependencies.removal.stall = { Self.stall }
    }
    await bench.open(.blurry)
    await bench.play("h")
    bench.type("m")
    await bench.work.idle()
    bench.type("y")

    #expect(bench.state.route == .moving)
    #expect(bench.state.moving.waiting == "Waiting for ~/Pictures/card: no answer for 12 s")
    bench.press(Key(.escape))
    await bench.until("the stop is heard") { stopped.isOn }
    #expect(bench.state.route == .moving, "nobody knows yet what became of it")
    #expect(bench.marked == ["b1"])
  }

  @Test func `a folder is protected by its name while its drive does not answer`() async throws {
    let bench = try await Bench.opened { dependencies in
      dependencies.onboarding.folder = { _ in .folder(Sample.folder) }
      dependencies.preferences.found = { _ in
        await Self.never()
        return []
      }
    }
    await bench.open(.blurry)
    await bench.play("h")
    bench.press(Key(.escape))
    bench.type("3")
    bench.app.select(
      try #require(bench.state.settings.rows.firstIndex { $0.id == .protectedFolders }, "no such row"))

    bench.press(Key(.enter))
    bench.app.answer(typed: "~/Pictures")
    await bench.until("the file says it") { bench.session.now.preferences.protectedFolders == ["~/Pictures"] }

    #expect(bench.library.folders.protected.contains(Sample.folder), "from this moment on")
    await bench.until("the bin is empty") { bench.marked.isEmpty }
    #expect(bench.state.settings.message?.hasSuffix("1 photo left the bin") == true)
    await bench.until("the photos follow") { bench.library.review.photos.values.allSatisfy { $0.isProtected } }
    bench.type("1")
    #expect(bench.state.route == .home)
  }

  @Test func `what a drive says late of a protected folder joins what holds`() async throws {
    let (answers, answer) = AsyncStream.makeStream(of: [FilePath].self)
    let bench = try await Bench.opened()
    bench.type("s")

    bench.library.follow(EffectiveFolders(protected: ["/mnt/card"])) {
      for await folders in answers { return folders }
      return []
    }
    #expect(bench.library.folders.protected == ["/mnt/card"])
    answer.yield([Sample.folder])
    await bench.until("it holds") { bench.library.folders.protected == [Sample.folder, "/mnt/card"] }
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()

    #expect(!bench.library.isScanning)
    #expect(bench.library.review.photos.values.allSatisfy { $0.isProtected }, "the scan knew nothing of it")
  }

  @Test func `a history that the disk holds back leaves the screen alive`() throws {
    let bench = try Bench { dependencies in
      dependencies.removal.history = {
        await Self.never()
        return []
      }
    }

    bench.type("y")
    #expect(bench.state.route == .history)
    bench.press(Key(.escape))

    #expect(bench.state.route == .home && bench.state.home.gained == nil)
  }

  @Test func `photos of a folder that could not be read are no deleted photos`() async throws {
    let bench = try await Bench.opened()
    bench.type("s")
    let folder = try #require(Sample.photos.first?.path.removingLastComponent())

    bench.disk.scan.finish([], skipped: [SkippedFile(path: folder, reason: .readError, message: "It failed.")])
    await bench.until("the scan ends") { !bench.library.isScanning }
    await bench.work.idle()

    #expect(bench.library.review.photos.count == Sample.photos.count)
  }
}
