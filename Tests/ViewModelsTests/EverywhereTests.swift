import PhotoModel
import SystemPackage
import Testing
import TextSurface
import ViewModels

/// What works on every screen: tabs, help, suspending, redrawing.
@MainActor @Suite struct EverywhereTests {
  @Test func `tabs lead round and the scan is where it was`() async throws {
    let bench = try await Bench.opened(saved: SavedSession()) { $0.apps.list = { [] } }
    bench.type("]")
    #expect(bench.state.route == .apps && bench.state.route.tab == .apps)
    bench.type("]")
    #expect(bench.state.route == .settings)
    bench.type("]")
    #expect(bench.state.route == .home)
    bench.type("[")
    #expect(bench.state.route == .settings)
    bench.type("1s3")
    #expect(bench.state.route == .settings)
    bench.type("1")
    #expect(bench.state.route == .scanning)
    bench.disk.scan.finish([])
    await bench.work.idle()
    #expect(bench.state.route == .home)
  }

  @Test func `the help lies over any screen and gives it back`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)

    bench.type("?")
    #expect(bench.state.overlay == .help() && bench.state.help.first?.title == "Review")
    bench.press(Key(.enter))
    #expect(bench.state.overlay == nil, "nothing is chosen yet, so Enter closes")
    bench.type("?")
    bench.press(Key(.down), Key(.pageDown), Key(.up))
    guard case .help(let search) = bench.state.overlay else { throw fullDisk }
    #expect(search.choice == 9)
    bench.press(Key(.escape))
    bench.type("?h")
    #expect(bench.marked == [])
    bench.press(Key(.escape), Key(.escape))

    #expect(bench.state.overlay == nil && bench.state.route == .deck(.blurry))
  }

  @Test func `suspending and redrawing are asked of the shell, also under a question`() async throws {
    let bench = try await Bench.opened()
    #expect(bench.app.press(.control("z")) == .suspend)
    await bench.open(.duplicate)
    bench.type("D")
    #expect(bench.app.press(.control("l")) == .redraw && bench.app.press(.control("z")) == .suspend)

    #expect(bench.state.overlay != nil)
  }

  @Test func `coming back tries again what could not be shown`() async throws {
    let switched = Switch()
    let bench = try await Bench.opened { dependencies in
      dependencies.pictures.preview = { request in
        switched.isOn ? .ready(Surface(request.area)) : .unavailable("the drive is away")
      }
    }
    await bench.open(.blurry)
    #expect(bench.deck.card?.picture == .unavailable("the drive is away"))
    switched.turnOn()

    bench.app.returned()
    await bench.work.idle()

    guard case .ready = bench.deck.card?.picture else {
      Issue.record("the picture was not tried again")
      return
    }
  }
}

/// A clock that a test turns by hand.
@MainActor
final class TestClock {
  var time: Duration = .zero
}
