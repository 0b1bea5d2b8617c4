import Foundation
import PhotoModel
import TestSupport
import Testing
import TextSurface
import ViewModels

/// Folders that go and come back while Deckle is open.
@MainActor
struct AccessJourneyTests {
  @Test(arguments: [InputEvent.focus(true), .resumed])
  func `a folder is looked at again when the window has the focus or the program goes on`(event: InputEvent)
    async throws
  {
    let library = try RealLibrary { folder in
      _ = try folder.write(Array("no picture".utf8), to: "Pictures/a.jpg")
    }
    await library.settle()
    let away = library.folder["away"]

    try FileManager.default.moveItem(atPath: library.pictures.string, toPath: away.string)
    library.shell.handle(event)
    await library.settle()
    #expect(library.screen.contains("The photo folder is away"), "\(library.screen)")

    try FileManager.default.moveItem(atPath: away.string, toPath: library.pictures.string)
    library.shell.handle(event)
    await library.settle()
    #expect(!library.screen.contains("The photo folder is away"), "\(library.screen)")
    #expect(library.screen.contains("Ready when you are"))
  }
}
