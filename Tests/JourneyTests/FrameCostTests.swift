import PhotoModel
import TestSupport
import Testing
import TextSurface
import ViewModels

/// What a frame costs.
@MainActor
struct FrameCostTests {
  @Test func `the app state is made once for the frame of a swipe, and for no frame in which nothing changed`()
    async throws
  {
    let library = try RealLibrary { folder in
      let bytes = jpegData(of: TestPictures.scene(seed: 1, size: PixelSize(width: 320, height: 240)), quality: 90)
      for number in 1...4 { _ = try folder.write(bytes, to: "Pictures/a\(number).jpg") }
    }
    await library.type(Key("s"), Key(.enter))

    for key in [Key(.left), Key("u"), Key(.right)] {
      let (states, frames) = (library.app.stateCount, library.terminal.frames.count)
      library.press(key)

      #expect(library.app.stateCount == states + 1 && library.terminal.frames.count == frames + 1, "\(key.title)")
      await library.settle()
    }
    let states = library.app.stateCount
    library.shell.draw()
    #expect(library.app.stateCount == states)
  }
}
