import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// The grid of all photos: its cursor, what is chosen in it, and what becomes of that.
@MainActor @Suite struct BrowseGridTests {
  @Test func `photos chosen in the grid are a deck of their own`() async throws {
    let bench = try await Bench.browsing()
    bench.press(Key(" "))
    #expect(bench.browse.grid.chosen.isEmpty && bench.browse.message == "Photos are chosen at the right")
    bench.press(Key(.right), Key(" "), Key(.right), Key(" "), Key(" "))
    #expect(bench.browse.grid.chosen == [0, 2, 3])
    #expect(bench.state.hints.first?.title == "go through 3")

    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.deck.total == 3 && bench.deck.goal?.title == "3 chosen" && bench.card == "a1")
    await bench.play("l")
    #expect(bench.card == "b1", "a3 has the bytes of a1")
    bench.press(Key(.escape))
    #expect(bench.state.route == .browse && bench.browse.grid.chosen == [0, 2, 3])
    bench.press(Key(.escape))
    #expect(bench.browse.grid.chosen.isEmpty && bench.browse.isGridFocused)
    bench.press(Key(.escape))
    #expect(!bench.browse.isGridFocused)
    bench.press(Key(.escape))
    #expect(bench.state.route == .home)
  }

  @Test func `the cursor moves in the grid and back to the groups`() async throws {
    let bench = try await Bench.browsing()
    bench.press(Key(.right), Key(.down), Key(.right))
    #expect(bench.browse.grid.cursor == 4)
    bench.press(Key(.pageDown))
    #expect(bench.browse.grid.cursor == 10 && bench.browse.grid.visible.contains(10))
    bench.press(Key(.left), Key(.left))
    #expect(!bench.browse.isGridFocused)
    bench.press(Key(.down))
    #expect(bench.browse.selected?.heading == "On this day" && bench.browse.grid.cursor == 0)
    bench.app.select(5)
    #expect(bench.browse.selected?.heading == "November 2022")
    bench.app.selectPhoto(2)
    #expect(bench.browse.isGridFocused && bench.browse.grid.cursor == 2)
    bench.press(Key(.end))
    #expect(bench.browse.grid.cursor == bench.browse.grid.count - 1)
    bench.press(Key(.home))
    #expect(bench.browse.isGridFocused && bench.browse.grid.cursor == 0)
    bench.press(Key(.left), Key(.end))
    #expect(!bench.browse.isGridFocused && bench.browse.selection == bench.browse.rows.count - 1)
    bench.press(Key(.home))
    #expect(bench.browse.selection == 0)
  }

  @Test func `i shows a whole row, and where a photo of the grid lies`() async throws {
    let bench = try await Bench.browsing()
    bench.type("ai")
    #expect(bench.browse.message == bench.browse.rowText(0))
    bench.press(Key(.right))
    #expect(bench.browse.message == nil)
    bench.type("i")
    let name = try #require(bench.tileNames.first)
    #expect(bench.browse.message?.hasPrefix("\(name) in ~/Pictures") == true)
  }

  @Test func `t in the grid sends what is chosen to a folder, and one undo takes it back`() async throws {
    let bench = try await Bench.browsing()
    _ = try bench.session.preferencesDependencies.change { $0.moveFolders = ["~/Family"] }
    bench.type("t")
    #expect(bench.state.overlay == nil && bench.browse.message == "Photos are chosen at the right")
    bench.press(Key(.right), Key(" "))
    #expect(bench.browse.message == "Chosen: a1")
    bench.press(Key(" "), Key("t"))
    guard case .folders(let chooser) = bench.state.overlay else {
      Issue.record("no folders")
      return
    }
    #expect(chooser.text == "2 photos go there with the next move")
    bench.type("1")

    #expect(bench.marked == ["a1", "a2"] && bench.browse.grid.chosen.isEmpty)
    #expect(bench.browse.message == "2 photos move to ~/Family with the next move; u takes it back")
    #expect(bench.library.review.destination(of: Sample.path("a1")) == "/home/me/Family")
    #expect(bench.browse.grid.tiles[0]?.mark == .moving)
    bench.type("m")
    await bench.work.idle()
    let question = bench.state.confirmation
    #expect(question.title == "Move 2 photos to ~/Family?" && question.bytes == .zero && question.folderBytes > .zero)
    bench.press(Key(.escape))
    #expect(bench.state.route == .browse)
    bench.type("u")
    #expect(bench.marked == [] && bench.browse.message?.hasPrefix("Undone in All photos: 2 photos") == true)
    bench.press(.control("r"))
    #expect(bench.marked == ["a1", "a2"])
  }

  @Test func `t in a deck of all photos sends the card to the folder, and not to the trash`() async throws {
    let bench = try await Bench.browsing()
    _ = try bench.session.preferencesDependencies.change { $0.moveFolders = ["~/Family"] }
    bench.press(Key(.enter))
    await bench.work.idle()

    await bench.play("t1")

    #expect(bench.marked == ["a1"])
    #expect(bench.library.review.destination(of: Sample.path("a1")) == "/home/me/Family")
  }

  @Test func `keys of the grid that cannot act say why`() async throws {
    let bench = try await Bench.browsing()
    bench.type("m")
    #expect(bench.state.route == .browse && bench.browse.message == "The bin is empty")
    bench.type("u")
    #expect(bench.browse.message == "Nothing to undo")

    let reading = try await Bench.browsing(readOnly: "Read-only")
    reading.press(Key(.right), Key("t"))
    #expect(reading.state.overlay == nil && reading.browse.message == "Read-only")
  }
}
