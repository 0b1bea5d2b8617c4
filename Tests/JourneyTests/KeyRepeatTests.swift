import PhotoModel
import TestSupport
import Testing
import TextSurface
import ViewModels

/// A key that is held down decides about one photo, and not about those that come while it is.
@MainActor
struct KeyRepeatTests {
  /// In the deck of nine copies of one photo.
  private func deck() async throws -> RealLibrary {
    let library = try RealLibrary { folder in
      let bytes = jpegData(of: TestPictures.scene(seed: 1, size: PixelSize(width: 320, height: 240)), quality: 90)
      for number in 1...10 { _ = try folder.write(bytes, to: "Pictures/a\(number).jpg") }
    }
    await library.type(Key("s"), Key(.enter))
    return library
  }

  /// Events with so many milliseconds before each; every picture stands long before the next one comes.
  private func play(_ event: InputEvent, after gaps: [Int], in library: RealLibrary) async {
    for gap in gaps {
      for _ in 0..<max(1, gap / 20) {
        await library.advance(by: .milliseconds(gap) / max(1, gap / 20))
      }
      library.shell.handle(event)
      await library.advance(by: .milliseconds(1))
    }
  }

  private func marked(_ library: RealLibrary) -> Int { library.app.state.deck.binCount }

  @Test(arguments: [25, 33, 40, 92])
  func `of a second of a held key the press and its first repetition decide`(gap: Int) async throws {
    let library = try await deck()

    await play(.key(Key(.left)), after: [0, 500] + Array(repeating: gap, count: 500 / gap), in: library)

    #expect(marked(library) == 2)
    #expect(library.beside.contains("← comes as if it were held down"), "\(library.screen)")
    // Let go, and pressed again.
    await play(.key(Key(.left)), after: [400, 200, 150], in: library)
    #expect(marked(library) == 5)
  }

  @Test func `keys that a slow line lets through in bursts are one held key`() async throws {
    let library = try await deck()
    await play(.key(Key(.left)), after: [0, 500, 0, 0, 0, 150, 0, 0, 190, 0, 0, 0], in: library)
    #expect(marked(library) == 2)
  }

  @Test func `where the terminal tells, a repetition decides nothing and the next press at once`() async throws {
    let library = try await deck()
    await play(.key(Key(.left)), after: [0], in: library)
    await play(.keyRepeat(Key(.left)), after: [500, 900, 40, 40], in: library)
    #expect(marked(library) == 1)
    await play(.keyUp(Key(.left)), after: [10], in: library)
    await play(.key(Key(.left)), after: [30], in: library)
    #expect(marked(library) == 2)
  }

  @Test func `other keys between end it, and lists are gone through by a held key`() async throws {
    let library = try await deck()
    await play(.key(Key(.left)), after: [0], in: library)
    await play(.key(Key("u")), after: [30], in: library)
    await play(.key(Key(.left)), after: [30], in: library)
    #expect(marked(library) == 1)
    await library.type(Key("l"), Key("l"), Key("h"), Key("b"))
    let first = library.app.state.bin.selection
    await play(.key(Key(.right)), after: [300, 30], in: library)
    #expect(library.app.state.bin.selection != first)
  }
}
