import Foundation
import PhotoModel
import TestSupport
import Testing
import TextSurface
import ViewModels

/// Whole sessions through the shell, over a real library: which files moved, and that nothing else did.
@MainActor
struct ReviewJourneyTests {
  /// Two sets of exact copies, one of three and one of two, and two plain photos.
  private func library(columns: Int = 80, rows: Int = 24, isReadOnly: Bool = false) throws -> RealLibrary {
    try RealLibrary(columns: columns, rows: rows, isReadOnly: isReadOnly) { folder in
      for (seed, names) in [(1, ["a1", "a2", "a3"]), (2, ["b1", "b2"]), (3, ["c"]), (4, ["d"])] {
        let scene = TestPictures.scene(seed: UInt64(seed), size: PixelSize(width: 320, height: 240))
        let bytes = jpegData(of: scene, quality: 90)
        for name in names { _ = try folder.write(bytes, to: "Pictures/\(name).jpg") }
      }
    }
  }

  @Test func `what was marked moves to the trash, and nothing else does`() async throws {
    let library = try library()
    let before = library.contents

    await library.type(Key("s"))
    #expect(library.screen.contains("in 2 sets"), "\(library.screen)")
    await library.type(Key(.enter), Key(.left), Key(.right), Key(.left), Key("m"))
    #expect(library.screen.contains("Move 2 photos to the trash?"), "\(library.screen)")
    #expect(library.contents == before)
    await library.type(Key("y"))

    #expect(library.screen.contains("2 photos moved"), "\(library.screen)")
    #expect(library.trashed.count == 2)
    let gone = Set(before.keys).subtracting(library.contents.keys)
    #expect(gone == Set(library.trashed.keys))
    for (name, bytes) in library.contents { #expect(before[name] == bytes) }

    await library.type(Key("r"))
    #expect(library.contents == before)
    #expect(library.trashed.isEmpty)
  }

  @Test func `the confirmation is answered with no by Enter, Esc and n`() async throws {
    let library = try library()
    let before = library.contents
    await library.type(Key("s"), Key(.enter), Key(.left))

    for answer in [Key(.enter), Key(.escape), Key("n")] {
      await library.type(Key("m"))
      #expect(library.screen.contains("Move 1 photo"), "\(library.screen)")
      await library.type(answer)
      #expect(!library.screen.contains("Move 1 photo"))
    }

    #expect(library.contents == before)
  }

  @Test func `the last photo of a set is only marked after a question`() async throws {
    let library = try library()
    await library.type(Key("s"), Key(.enter), Key(.left), Key(.left))
    // The keeper, looked at with the arrow keys.
    await library.type(Key("u"), Key(.up))
    #expect(library.screen.contains("keeper"), "\(library.screen)")
    await library.type(Key(.left), Key("u"))

    await library.type(Key(.escape), Key(.enter))
    let isAsking = library.app.state.overlay != nil
    #expect(!isAsking)
  }

  @Test func `of copies that are all marked, one stays until it is moved on its own`() async throws {
    let library = try RealLibrary { folder in
      let scene = TestPictures.scene(seed: 2, size: PixelSize(width: 320, height: 240))
      for name in ["b1", "b2"] { _ = try folder.write(jpegData(of: scene, quality: 90), to: "Pictures/\(name).jpg") }
    }
    await library.type(Key("s"), Key(.enter), Key(.up), Key(.left), Key(.left))
    #expect(library.screen.contains("Mark the last one of this set?"), "\(library.screen)")
    await library.type(Key("y"))
    #expect(library.app.state.deck.binCount == 2)

    await library.type(Key("m"))
    #expect(library.screen.contains("Move 1 photo to the trash?"), "\(library.screen)")
    #expect(library.screen.contains("All files with its bytes were marked"), "\(library.screen)")
    await library.type(Key("y"))
    #expect(library.contents.count == 1)
    #expect(library.trashed.count == 1)

    await library.type(Key(.enter), Key("b"), Key("m"), Key("y"))
    #expect(library.contents.isEmpty)
    #expect(library.trashed.count == 2)
  }

  @Test func `the pictures after a move and in the history are those of the files in the trash`() async throws {
    let library = try library(columns: 120, rows: 40)
    let before = library.contents
    await library.type(Key("s"), Key(.enter), Key(.left))
    await library.type(Key("m"), Key("y"))
    #expect(library.screen.contains("photo moved"), "\(library.screen)")
    let name = try #require(library.trashed.keys.first)
    let inTrash = library.folder["data/Trash/files"].appending(name)
    #expect(library.drawnFiles.contains(inTrash), "\(library.drawnFiles)")
    #expect(library.screen.contains("free now, as before"), "\(library.screen)")

    await library.type(Key(.enter), Key("y"), Key(.enter))
    #expect(library.app.state.route == .batch && library.screen.contains("in the trash"), "\(library.screen)")
    #expect(library.app.state.history.batch?.pictures.count == 1)
    await library.type(Key(.enter))
    #expect(library.app.state.route == .batchPhoto && library.screen.contains("1 of 1"), "\(library.screen)")

    await library.type(Key("r"))
    #expect(library.app.state.route == .batch && library.screen.contains("back where it was"), "\(library.screen)")
    #expect(library.contents == before && library.trashed.isEmpty)
  }

  @Test func `after putting back, one undo marks the same photos again and moves nothing`() async throws {
    let library = try library()
    let before = library.contents
    await library.type(Key("s"), Key(.enter), Key(.left), Key(.left), Key("m"), Key("y"))
    #expect(library.trashed.count == 2)
    await library.type(Key("r"), Key(.enter), Key(.enter))
    #expect(library.app.state.route == .deck(.duplicate) && library.app.state.deck.binCount == 0)

    await library.type(Key("u"))

    #expect(library.app.state.deck.binCount == 2)
    #expect(library.beside.contains("2 photos in the bin again"), "\(library.screen)")
    #expect(library.contents == before && library.trashed.isEmpty)
  }

  @Test func `what was typed ahead decides about nothing that was not shown`() async throws {
    let library = try library()
    let before = library.contents
    await library.type(Key("s"), Key(.enter))

    // One read from the terminal: a card, the question of `A`, its yes, the confirmation, its yes.
    for key in "hhhhAymy".unicodeScalars { library.shell.handle(.key(Key(key))) }
    await library.settle()

    #expect(library.app.state.deck.binCount == 1)
    #expect(library.contents == before)
  }

  @Test func `read-only refuses every decision and says so`() async throws {
    let library = try library(isReadOnly: true)
    let before = library.contents
    await library.type(Key("s"), Key(.enter), Key(.left))
    #expect(library.app.state.deck.message == "Read-only")
    #expect(library.app.state.deck.binCount == 0)
    #expect(library.contents == before)
  }

  @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6])
  func `no keys without a yes move anything`(seed: UInt64) async throws {
    let library = try library(columns: 100, rows: 30)
    let before = library.contents
    var random = SeededGenerator(seed: seed)
    // Enter is left out too: on the highlighted button it would be a yes.
    let keys: [Key] =
      [.left, .right, .up, .down, .escape, .backspace, .pageDown].map { Key($0) }
      + "shjklu*iDAbm?[]123xrn0czo+-af ".unicodeScalars.map { Key($0) } + [.control("r"), .control("l")]
    await library.type(Key("s"), Key(.enter))
    for _ in 0..<120 {
      await library.type(keys.randomElement(using: &random)!)
      if Int.random(in: 0..<20, using: &random) == 0 {
        library.terminal.size = Size(
          columns: .random(in: 1...140, using: &random), rows: .random(in: 1...50, using: &random))
        library.shell.handle(.resized(library.terminal.size))
      }
      #expect(library.app.state.route != .moving)
    }
    #expect(library.contents == before)
    #expect(library.trashed.isEmpty)
  }

  @Test(arguments: [UInt64(11), 12, 13, 14])
  func `whatever is typed, every photo is at home or in the trash`(seed: UInt64) async throws {
    let library = try library(columns: 100, rows: 30)
    let before = library.contents
    var random = SeededGenerator(seed: seed)
    let keys: [Key] =
      [.left, .left, .right, .up, .enter].map { Key($0) } + "shlumyyrbxA".unicodeScalars.map { Key($0) }
    await library.type(Key("s"), Key(.enter))
    for _ in 0..<100 { await library.type(keys.randomElement(using: &random)!) }

    let home = library.contents
    let trash = library.trashed
    for (name, bytes) in before { #expect((home[name] == bytes) != (trash[name] == bytes), "\(name)") }
    #expect(home.count + trash.count == before.count)
  }
}
