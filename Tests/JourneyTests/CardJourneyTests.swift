import PhotoModel
import TestSupport
import Testing
import TextSurface
import ViewModels
import Views

/// The card in the hand, beside its keeper and below the loupe, through the shell and over a real library.
@MainActor
struct CardJourneyTests {
  private func library(columns: Int = 100, rows: Int = 30) throws -> RealLibrary {
    try RealLibrary(columns: columns, rows: rows) { folder in
      for (seed, names) in [(1, ["a1", "a2", "a3"]), (2, ["b1", "b2"])] {
        let scene = TestPictures.scene(seed: UInt64(seed), size: PixelSize(width: 320, height: 240))
        for name in names { _ = try folder.write(jpegData(of: scene, quality: 90), to: "Pictures/\(name).jpg") }
      }
    }
  }

  private func drag(_ library: RealLibrary, from x: Int, through steps: [Int]) async {
    library.shell.handle(.mouse(Mouse(.press, x: x, y: 12)))
    for step in steps { library.shell.handle(.mouse(Mouse(.drag, x: step, y: 12))) }
    library.clock.time += .milliseconds(50)
    library.shell.draw()
  }

  /// The bin or the check of the edge: nothing else on a deck is drawn in braille.
  private func hasDrawnGlyph(_ screen: String) -> Bool {
    screen.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
  }

  @Test func `a card is dragged to its side, leans and tells what letting go would do`() async throws {
    let library = try library()
    await library.type(Key("s"), Key(.enter))
    let width = AppView.cardWidth(in: library.terminal.size, of: library.app.state.deck)
    let before = library.screen

    await drag(library, from: 50, through: [45, 50 - width / 2])
    #expect(library.screen.contains(" DELETE ") && hasDrawnGlyph(library.screen), "\(library.screen)")
    #expect(library.app.state.deck.binCount == 0)
    library.shell.handle(.mouse(Mouse(.release, x: 50 - width / 2, y: 12)))
    await library.settle()
    #expect(library.app.state.deck.binCount == 1)

    await library.type(Key("u"))
    await drag(library, from: 50, through: [50 + width / 5])
    #expect(library.screen.contains(" KEEP") && hasDrawnGlyph(library.screen))
    library.shell.handle(.mouse(Mouse(.release, x: 50 + width / 5, y: 12)))
    await library.settle()
    #expect(library.app.state.deck.binCount == 0 && library.app.state.deck.decided == 0)
    #expect(library.screen.contains("a2.jpg") == before.contains("a2.jpg"))
  }

  @Test func `a click on the picture opens the loupe, one in it goes on, and one on a sign shows that photo`()
    async throws
  {
    let library = try library()
    await library.type(Key("s"), Key(.enter))
    func click(_ x: Int, _ y: Int) async {
      library.shell.handle(.mouse(Mouse(.press, x: x, y: y)))
      library.shell.handle(.mouse(Mouse(.release, x: x, y: y)))
      await library.settle()
    }

    await click(30, 12)
    #expect(library.app.state.route == .loupe && library.app.state.loupe.zoom == .fit)
    await click(30, 12)
    #expect(library.app.state.loupe.zoom == .full)
    await click(30, 12)
    #expect(library.app.state.route.isDeck && library.app.state.deck.decided == 0)

    let thumbnails = library.app.state.deck.filmstrip
    let other = try #require(thumbnails.indices.first { !thumbnails[$0].isCurrent })
    let size = library.terminal.size
    let cells = (0..<size.rows).flatMap { y in (0..<size.columns).map { (x: $0, y: y) } }
    let cell = try #require(
      cells.first { AppView.hit(library.app.state, size: size, x: $0.x, y: $0.y) == .member(other) })
    await click(cell.x, cell.y)
    #expect(library.app.state.deck.filmstrip[other].isCurrent && library.app.state.deck.binCount == 0)
  }

  @Test func `a drag shows how far the card has to go, and says what letting go does`() async throws {
    let library = try library()
    await library.type(Key("s"), Key(.enter))
    let width = AppView.cardWidth(in: library.terminal.size, of: library.app.state.deck)

    await drag(library, from: 50, through: [45])
    #expect(library.screen.contains("▼") && library.screen.contains("▲"), "\(library.screen)")
    #expect(library.beside.contains("let go beyond ▼ to delete"), "\(library.screen)")
    await drag(library, from: 50, through: [50 - width / 2])
    #expect(library.beside.contains("let go to delete"), "\(library.screen)")
    await drag(library, from: 50, through: [50 + width / 2])
    #expect(library.screen.contains("let go to keep"), "\(library.screen)")
  }

  @Test func `compare and loupe are entered and left again by keys, and nothing moves`() async throws {
    let library = try library()
    let before = library.contents
    await library.type(Key("s"), Key(.enter), Key("c"))
    #expect(library.screen.contains("Compare") && library.screen.contains("★ keeper"), "\(library.screen)")
    #expect(library.screen.contains("The same bytes: nothing differs"))
    await library.type(Key(.tab), Key("z"))
    #expect(library.screen.hasPrefix(" fit ") && library.screen.contains("the whole photo"), "\(library.screen)")
    await library.type(Key(" "))
    #expect(
      library.screen.hasPrefix(" 1 character = ") && library.screen.contains("\n Sharpness "), "\(library.screen)")
    await library.type(Key(.left), Key(.right), Key("+"), Key("c"))
    #expect(
      library.screen.hasPrefix(" 1 character = ") && library.screen.contains(" px  ★ keeper"), "\(library.screen)")
    // The map stands where the photo was: the first press shows it again.
    await library.type(Key(.escape), Key(.left))
    #expect(library.app.state.deck.binCount == 0 && library.screen.contains("press the key again"), "\(library.screen)")
    await library.type(Key(.left))
    #expect(library.app.state.deck.binCount == 1 && library.app.state.route == .compare)
    await library.type(Key(.escape), Key(.escape))

    #expect(library.app.state.route == .home && library.contents == before)
  }

  @Test func `a quick pass is made, gone through and leads to the trash`() async throws {
    let library = try library()
    let before = library.contents
    await library.type(Key("s"), Key("f"))
    let screen = library.screen
    #expect(screen.contains("A quick pass") && screen.contains("❯ Up to ten minutes"), "\(screen)")
    await library.type(Key(.enter))
    #expect(library.app.state.route == .goalDeck, "\(library.screen)")
    await library.type(Key(.left), Key(.left), Key(.left))
    #expect(library.screen.contains("All reviewed!"), "\(library.screen)")
    await library.type(Key("m"), Key("y"))

    #expect(library.trashed.count == 3 && library.contents.count == before.count - 3)
  }

  @Test func `a slow terminal gets fewer frames, each for its own moment`() async throws {
    let library = try library()
    await library.type(Key("s"), Key(.enter))
    let clock = library.clock
    var taken: [(began: Duration, ended: Duration)] = []
    library.terminal.onPresent = {
      let began = clock.time
      clock.time += .milliseconds(60)
      taken.append((began, clock.time))
    }

    library.shell.handle(.key(Key(.left)))
    for _ in 0..<1000 {
      library.shell.draw()
      clock.time += .milliseconds(1)
    }

    // Sixty milliseconds each, as long between them, and the end of the motion: without a rest there would be five.
    #expect(taken.count == 3, "\(taken)")
    #expect(taken[1].began - taken[0].ended >= .milliseconds(59), "\(taken)")
    #expect(library.app.state.deck.motion == nil)
  }
}
