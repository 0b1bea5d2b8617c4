import PhotoModel
import TestSupport
import Testing
import TextSurface
import ViewModels
import Views

/// The window changes under way, and so does the look.
@MainActor
struct AppearanceJourneyTests {
  /// Two sets of exact copies.
  private func library() throws -> RealLibrary {
    try RealLibrary { folder in
      for (seed, names) in [(1, ["a1", "a2", "a3"]), (2, ["b1", "b2"])] {
        let scene = TestPictures.scene(seed: UInt64(seed), size: PixelSize(width: 320, height: 240))
        let bytes = jpegData(of: scene, quality: 90)
        for name in names { _ = try folder.write(bytes, to: "Pictures/\(name).jpg") }
      }
    }
  }

  @Test func `five hundred sizes while a card is on its way leave the same card and nothing of an old frame`()
    async throws
  {
    let library = try library()
    await library.type(Key("s"), Key(.enter))
    library.press(Key(.left))
    let card = library.app.state.deck.card?.name
    var random = SeededGenerator(seed: 5)

    for step in 0..<500 {
      // Another card goes now and then, and comes back: something is always on its way.
      if step % 50 == 49 { await library.type(Key("u"), Key(.left)) }
      let size = Size(
        columns: Int.random(in: 1...130, using: &random), rows: Int.random(in: 1...45, using: &random))
      library.resize(to: size)

      #expect(library.terminal.screen?.size == size)
      if step % 10 == 0 { #expect(library.terminal.screen == library.freshFrame) }
      #expect(library.app.state.deck.card?.name == card)
    }
    await library.settle()
  }

  @Test func `the theme changes under the settings at once`() async throws {
    let library = try library()
    await library.type(Key("3"))
    #expect(library.terminal.screen?[0, 0].style.background == Theme(.dark).ground)
    let row = library.app.state.settings.rows.firstIndex { $0.id == .theme }
    library.app.select(try #require(row))

    await library.type(Key(.right), Key(.right))

    #expect(library.terminal.screen?[0, 0].style.background == Theme(.light).ground)
  }

  @Test func `the theme follows the terminal's background, also while it runs`() async throws {
    let library = try library()
    await library.type(Key("3"))
    for isLight in [true, false] {
      library.terminal.ground = RGB(gray: isLight ? 250 : 20)
      library.shell.handle(.background(isLight: isLight))
      await library.settle()
      #expect(library.terminal.screen?[0, 0].style.background == Theme(isLight ? .light : .dark).ground)
    }
  }

  @Test func `the terminal's tab shows a scan until it is over, and the desktop tells the end of a long one`()
    async throws
  {
    let library = try library()
    library.shell.handle(.key(Key("s")))
    library.shell.notice()
    #expect(library.terminal.progress == [.unknown])
    await library.settle()
    #expect(library.terminal.progress == [.unknown, nil])
    #expect(library.terminal.notifications.isEmpty)

    for elapsed in [Duration.seconds(59), .seconds(75)] {
      library.app.library.onChange(.scanned(photos: 1204, elapsed: elapsed))
      await library.settle()
    }
    #expect(library.terminal.notifications == ["The scan is over: 1 204 photos in 1 min 15 s."])
  }

  @Test func `the bell rings where a key does nothing, and only if it was asked for`() async throws {
    for isAskedFor in [false, true] {
      let library = try library()
      await library.type(Key("3"))
      let row = library.app.state.settings.rows.firstIndex { $0.id == .bell }
      library.app.select(try #require(row))
      if isAskedFor { await library.type(Key(.enter)) }

      library.terminal.type(Key("w"))
      library.shell.run()

      #expect(library.terminal.alerts.map(\.bell) == (isAskedFor ? [true] : []))
    }
  }

  @Test func `nothing found is never said before something was looked at`() async throws {
    let library = try library()
    var titles: Set<String> = []
    library.app.library.onChange = { [old = library.app.library.onChange] change in
      old(change)
      if let notice = library.app.state.home.notice { titles.insert(notice.title) }
    }

    await library.type(Key("s"))

    #expect(library.screen.contains("in 2 sets"))
    #expect(!titles.contains("No duplicates found") && !titles.contains("No photos here"), "\(titles)")
  }
}
