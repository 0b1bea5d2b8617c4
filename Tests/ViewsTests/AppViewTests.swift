import PhotoModel
import Testing
import TextSurface

@testable import ViewModels
@testable import Views

@Suite struct AppViewTests {
  static let routes: [Route] = [
    .home, .scanning, .deck(.similar), .goalDeck, .loupe, .compare, .bin, .confirmation, .moving, .done, .history,
    .apps, .settings, .ledger, .batch, .batchPhoto, .unread, .onboarding, .contactSheet,
  ]
  static let themes = [
    Theme(.dark), Theme(.light, depth: .indexed256, reducedMotion: true), Theme(.highContrast, depth: .ansi16),
    Theme(.noColor),
  ]

  /// Every right half of a wide scalar has its left half, and the other way round.
  private func isWhole(_ surface: Surface) -> Bool {
    for y in 0..<surface.size.rows {
      var x = 0
      while x < surface.size.columns {
        guard let scalar = surface[x, y].scalar else { return false }
        let width = displayWidth(scalar)
        if width == 2, x + 1 >= surface.size.columns || surface[x + 1, y].scalar != nil { return false }
        if width == 0 { return false }
        x += width
      }
    }
    return true
  }

  private func check(_ state: AppState, size: Size, theme: Theme, seed: UInt64) {
    let now = Duration.milliseconds(400)
    if state.route == .bin || state.route == .batch, AppView.fits(size) {
      #expect(isWhole(drawn(state.laidOut(for: size), size: size, theme: theme, now: now)), "seed \(seed), \(size)")
    }
    let surface = drawn(state, size: size, theme: theme, now: now)
    #expect(isWhole(surface), "seed \(seed), \(state.route), \(size)")
    if let cursor = surface.cursor {
      #expect(surface.bounds.contains(x: cursor.x, y: cursor.y), "seed \(seed), \(state.route), \(size)")
    }
    _ = AppView.animationNeeded(state, now: now, theme: theme)
    for step in 0..<8 {
      _ = AppView.hit(state, size: size, x: size.columns * step / 8, y: size.rows * (step * 5 % 8) / 8)
    }
  }

  @Test(arguments: routes) func `any state is drawn whole at any size`(route: Route) {
    var random = RandomStates(seed: 7)

    for seed in UInt64(0)..<16 {
      let size = Size(columns: random.number(1...200), rows: random.number(1...60))
      let state = random.app(route)

      check(state, size: size, theme: Self.themes[Int(seed) % Self.themes.count], seed: seed)
    }
  }

  @Test(arguments: routes) func `any state is drawn whole just above the smallest size`(route: Route) {
    var random = RandomStates(seed: 11)

    for rows in [11, 12, 14, 17, 20] {
      for columns in [39, 40, 46, 59, 60, 72, 76] {
        let state = random.app(route)

        check(state, size: Size(columns: columns, rows: rows), theme: Theme(.dark), seed: 11)
      }
    }
  }

  @Test(arguments: routes) func `a real state is drawn at every tiny size`(route: Route) {
    for rows in [1, 2, 3, 11, 12, 13] {
      for columns in [1, 2, 3, 20, 39, 40, 41] {
        check(Sample.app(route), size: Size(columns: columns, rows: rows), theme: Theme(.dark), seed: 0)
      }
    }
  }

  @Test(arguments: routes) func `the same state and time give the same frame`(route: Route) {
    let size = Size(columns: 100, rows: 30)

    #expect(drawn(Sample.app(route), size: size) == drawn(Sample.app(route), size: size))
  }

  @Test func `a move is drawn once a second, so that a disk that does not answer is seen`() {
    let step = AppView.timeToNextFrame(Sample.app(.moving), now: .seconds(1000), theme: Theme(.dark))

    #expect(step == .seconds(1))
  }

  @Test(arguments: routes.filter { $0 != .moving }) func `nothing is asked for while nothing moves`(route: Route) {
    #expect(!AppView.animationNeeded(Sample.app(route), now: .seconds(1000), theme: Theme(.dark)))
  }

  @Test func `frames are asked for while a card is on its way and no longer`() {
    let state = Sample.app(.deck(.similar)) {
      $0.deck.motion = DeckState.Motion(kind: .leaving(.keep), card: Sample.card(), startedAt: .seconds(5))
    }
    let end = Duration.seconds(5) + DeckState.Motion.duration

    #expect(AppView.animationNeeded(state, now: .seconds(5), theme: Theme(.dark)))
    #expect(!AppView.animationNeeded(state, now: end, theme: Theme(.dark)))
    #expect(!AppView.animationNeeded(state, now: .seconds(5), theme: Theme(.dark, reducedMotion: true)))
  }

  @Test func `a picture that is late is asked about until its shimmer stands`() {
    let state = Sample.app(.deck(.similar)) { $0.deck.card?.picture = .loading(since: .zero) }
    let still = Theme(.dark, reducedMotion: true)

    #expect(AppView.timeToNextFrame(state, now: .milliseconds(50), theme: still) == .milliseconds(100))
    #expect(AppView.animationNeeded(state, now: .milliseconds(149), theme: still))
    #expect(!AppView.animationNeeded(state, now: .milliseconds(150), theme: still))
    #expect(AppView.animationNeeded(state, now: .milliseconds(5000), theme: Theme(.dark)))
  }

  @Test func `a picture of what crossed a line is late without holding the settings`() {
    let late = Sample.app(.settings) { $0.settings.step = .counted(Sample.picturedCrossings) }
    let noted = Sample.app(.settings) { $0.settings.step = .counted(Sample.crossings) }

    #expect(AppView.timeToNextFrame(late, now: .milliseconds(50), theme: Theme(.dark)) == .milliseconds(100))
    #expect(drawn(late, size: Size(columns: 80, rows: 24), now: .zero).text.contains("+ 12 photos now under Blurry"))
    #expect(!AppView.animationNeeded(noted, now: .milliseconds(50), theme: Theme(.dark)))
  }

  @Test func `words that the apps are looked for come late and then stand still`() {
    let state = Sample.app(.apps) {
      $0.apps = AppsState()
      $0.apps.loadingSince = .zero
    }
    let size = Size(columns: 80, rows: 24)
    let step = AppView.timeToNextFrame(state, now: .milliseconds(50), theme: Theme(.dark))

    #expect(step == .milliseconds(100))
    #expect(!drawn(state, size: size, now: .milliseconds(149)).text.contains("Looking"))
    #expect(drawn(state, size: size, now: .milliseconds(150)).text.contains("Looking"))
    #expect(!AppView.animationNeeded(state, now: .milliseconds(150), theme: Theme(.dark)))
  }

  @Test func `the command is read in full at every size, however far it is scrolled to`() {
    for size in ScreenGoldenTests.sizes {
      let texts = (0..<40).map { scroll in
        let state = Sample.app(.apps) {
          $0.apps.panel = Sample.appDetails
          $0.apps.panelScroll = scroll
        }
        return drawn(state, size: size).text
      }

      #expect(texts.contains { $0.contains("sudo apt-get remove blender") }, "\(size)")
    }
  }

  @Test func `a frame that follows no request differs in nothing`() {
    for route in Self.routes {
      let state = Sample.app(route)
      let size = Size(columns: 100, rows: 30)

      #expect(drawn(state, size: size, now: .seconds(500)) == drawn(state, size: size, now: .seconds(900)))
    }
  }

  @Test func `the check draws itself once and then rests`() {
    let state = Sample.app(.done)
    let dark = Theme(.dark)

    #expect(AppView.animationNeeded(state, now: .milliseconds(10_300), theme: dark))
    #expect(!AppView.animationNeeded(state, now: .milliseconds(10_600), theme: dark))
    let size = Size(columns: 80, rows: 24)
    let still = Theme(.dark, reducedMotion: true)
    #expect(drawn(state, size: size, theme: still, now: .seconds(10)) == drawn(state, size: size, theme: dark))
  }

  @Test func `read only is said in words on every screen but the deck's end`() {
    for route in Self.routes {
      let state = Sample.app(route) { $0.isReadOnly = true }

      #expect(drawn(state, size: Size(columns: 80, rows: 24)).text.contains("⚠ read only"), "\(route)")
    }
  }
}
