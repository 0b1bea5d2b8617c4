import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

@testable import PhotoScan

/// Leaving the program, with and without a scan under way.
@MainActor @Suite struct LeavingTests {
  @Test func `the wish to leave outlives the scan that was asked about, and no yes meant for that is taken for it`()
    async throws
  {
    let bench = try await Bench.fresh()
    bench.type("sq")
    bench.app.presented()
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()

    guard case .question(let question) = bench.state.overlay else {
      Issue.record("no question: \(String(describing: bench.state.overlay))")
      return
    }
    #expect(question.title == "The scan is over. Quit?" && bench.state.route == .home)
    bench.type("y")
    bench.press(Key(.enter))
    #expect(!bench.app.wantsToQuit && bench.state.overlay == .question(question), "they were meant for the other")
    bench.app.presented()
    bench.type("y")
    #expect(!bench.app.wantsToQuit, "the button is only highlighted")
    bench.press(Key(.enter))
    #expect(bench.app.wantsToQuit)
  }

  @Test func `who wanted to leave a scan may stay with what it found`() async throws {
    let bench = try await Bench.fresh()
    bench.type("sq")
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()

    bench.press(Key(.escape))

    #expect(bench.state.overlay == nil && bench.state.route == .home && !bench.app.wantsToQuit)
  }

  @Test func `quitting during a scan asks, and going on is the safe answer`() async throws {
    let bench = try await Bench.fresh()
    bench.type("s")

    bench.type("q")
    guard case .question(let question) = bench.state.overlay else {
      Issue.record("nothing was asked")
      return
    }
    #expect(question.subject == .leaveScan && !question.isActFocused)
    bench.press(Key(.enter))
    #expect(bench.state.overlay == nil && !bench.app.wantsToQuit)
    bench.type("q")
    bench.press(Key(.tab), Key(.enter))
    #expect(bench.app.wantsToQuit)
    bench.disk.scan.finish([])
    await bench.work.idle()
  }

  @Test func `quitting without a scan is at once and says what is kept`() async throws {
    let bench = try await Bench.opened()
    #expect(bench.app.farewell == "Every decision is kept.")
    await bench.open(.blurry)
    await bench.play("h")

    bench.type("q")

    #expect(bench.app.wantsToQuit)
    #expect(bench.app.farewell == "1 photo (4.0 KB) in the bin, not moved yet. Every decision is kept.")
  }

  @Test func `where the session has gone, leaving promises nothing, and a key that decides says so`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("h")
    bench.session.lose("What you decide is not kept: it was removed.")

    let bin = "1 photo (4.0 KB) in the bin, not moved yet."
    #expect(bench.app.farewell == "\(bin) What you decide is not kept: it was removed.")
    await bench.play("u")
    #expect(bench.marked == ["b1"], "what could not be written does not count")
  }

  @Test func `a session that has gone is said where nothing is in the bin`() async throws {
    let bench = try await Bench.opened()
    bench.session.lose("What you decide is not kept: it was removed.")

    #expect(bench.app.farewell == "What you decide is not kept: it was removed.")
  }
}
