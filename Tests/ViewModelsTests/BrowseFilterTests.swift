import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// The filter of all photos, and that of a deck.
@MainActor @Suite struct BrowseFilterTests {
  @Test func `what is typed narrows all photos at once, and Esc shows all again`() async throws {
    let bench = try await Bench.browsing()
    await bench.play("/")
    bench.type("2022 s")
    guard case .entry(let dialog) = bench.state.overlay else {
      Issue.record("nothing is typed")
      return
    }
    #expect(dialog.subject == .filter && dialog.note == "3 of 14 photos · 39.0 KB")
    #expect(bench.groupTitles == ["All photos", "On this day", "2022", "November 2022"])
    bench.press(Key(.enter))
    #expect(bench.state.overlay == nil && bench.browse.filter == "2022 s" && bench.tileNames == ["s3", "s2", "s1"])

    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.deck.total == 3)
    bench.press(Key(.escape), Key(.escape))
    #expect(bench.browse.filter == "" && bench.tileNames.count == 9)
    await bench.play("/")
    bench.type("nothing like it")
    #expect(bench.state.browse.notice?.title == "No photo matches")
    bench.press(Key(.enter))
    let idle: Set<Action> = [.open, .right, .changeArrangement, .random]
    #expect(bench.state.hints.allSatisfy { $0.action.map(idle.contains) != true })
    bench.press(Key("v"))
    #expect(bench.state.browse.message == "No photo is here")
    bench.press(Key(.escape))
    #expect(bench.browse.rows.count == 6)
  }

  @Test func `a filter asked for on Home is of all photos, and the bin has one of its own`() async throws {
    let bench = try await Bench.browsing()
    bench.press(Key(.enter))
    await bench.work.idle()
    await bench.play("hlh")
    bench.press(Key("b"))
    #expect(bench.bin == ["a1", "b1"])
    await bench.play("/")
    bench.type("b1")
    bench.press(Key(.enter))
    #expect(bench.bin == ["b1"] && bench.state.bin.total == 2 && bench.library.review.binCount == 2)
    bench.press(Key(.escape))
    #expect(bench.bin == ["a1", "b1"] && bench.state.route == .bin && bench.state.bin.selection == 1)
    bench.press(Key(.escape))
    #expect(bench.state.route == .deck(.browse))
    bench.press(Key(.escape), Key(.escape))
    #expect(bench.state.route == .home)

    await bench.play("/")
    bench.type("b")
    #expect(bench.state.route == .browse && bench.tileNames == ["b1", "b2"])
  }

  @Test func `a slash in a deck narrows its cards, and Esc shows all of them again`() async throws {
    let bench = try await Bench.opened(photos: Bench.datedPhotos)
    await bench.open(.blurry)
    #expect(bench.card == "b1" && bench.deck.total == 3)
    await bench.play("/")
    bench.type("2022")
    await bench.work.idle()
    guard case .entry(let dialog) = bench.state.overlay else {
      Issue.record("nothing is typed")
      return
    }
    #expect(dialog.note == "1 photo · 13.0 KB" && bench.card == "s2")
    bench.press(Key(.enter))
    #expect(bench.state.overlay == nil && bench.deck.total == 1 && bench.deck.goal?.title == "Blurry / 2022")

    await bench.play("h")
    #expect(bench.marked == ["s2"] && bench.card == nil && bench.state.route == .deck(.blurry))
    bench.press(Key(.escape))
    #expect(bench.state.route == .deck(.blurry) && bench.deck.total == 3 && bench.card == "b1")
    bench.press(Key(.escape))
    #expect(bench.state.route == .home)
  }

  @Test func `in a deck of sets a filter shows a set when one member matches`() async throws {
    let bench = try await Bench.opened(photos: Bench.datedPhotos)
    await bench.open(.similar)
    await bench.play("/")
    bench.type("s3")
    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(bench.deck.total == 2 && bench.card == "s2")
    bench.press(Key(.escape))
    await bench.play("/")
    bench.type("nothing like it")
    #expect(bench.card == nil && bench.deck.total == 0)
    bench.press(Key(.escape))
    #expect(bench.deck.total == 3)
  }

  @Test func `until the columns for filters are made photos are looked at one by one, with the same outcome`()
    async throws
  {
    let bench = try await Bench.opened(photos: Bench.datedPhotos)
    bench.app.setGridCapacity(
      .list, browse: GridCapacity(columns: 3, tile: Size(columns: 10, rows: 4), rows: 18))
    bench.type("a/2022 s")
    #expect(bench.tileNames == ["s3", "s2", "s1"])
    bench.press(Key(.escape))
    await bench.work.idle()
    bench.type("/2022 s")
    #expect(bench.tileNames == ["s3", "s2", "s1"])
  }
}
