import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// All photos: groups, the grid, and decks of what was chosen.
@MainActor @Suite struct BrowseTests {
  @Test func `a on Home shows the months, the newest first, with what is in them`() async throws {
    let bench = try await Bench.browsing()

    #expect(bench.state.route == .browse)
    // By the clock of the tests it is the 14th of November.
    #expect(bench.groupTitles == ["All photos", "On this day", "2023", "July 2023", "2022", "November 2022"])
    #expect(bench.browse.rows.map(\.photos) == [14, 6, 8, 8, 6, 6])
    #expect(bench.browse.rows.allSatisfy { $0.goneThrough == 0 })
    #expect(bench.tileNames == ["a1", "a2", "a3", "b1", "b2", "c1", "e1", "e2", "s3"])
    bench.press(Key(.escape))
    #expect(bench.state.route == .home && bench.state.home.focus == .allPhotos)
    #expect(bench.state.home.allPhotos?.text == "14 photos, 105 KB")
  }

  @Test func `what was kept or marked in a deck was looked at, and an undo takes that back`() async throws {
    let bench = try await Bench.opened(photos: Bench.datedPhotos)
    await bench.open(.duplicate)
    await bench.play("lh")
    bench.press(Key(.escape))
    await bench.play("a")
    #expect(bench.browse.rows.first?.goneThrough == 2)

    await bench.play("u")

    #expect(bench.browse.rows.first?.goneThrough == 1)
  }

  @Test func `before a scan there is nothing to show, and the key says so`() async throws {
    let bench = try await Bench.fresh()

    await bench.play("a")

    #expect(bench.state.browse.notice?.title == "No photos are known yet")
  }

  @Test func `Enter goes through a month: → is remembered, ← marks, and the month has its tick`() async throws {
    let bench = try await Bench.browsing()
    bench.press(Key(.down), Key(.down), Key(.down))
    #expect(bench.browse.selected?.heading == "July 2023")
    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(bench.state.route == .deck(.browse) && bench.card == "a1" && bench.deck.total == 8)
    #expect(bench.deck.goal?.title == "July 2023" && bench.deck.card?.issue.category == .browse)
    #expect(bench.state.hints.first { $0.action == .keep }?.title == "looked at")
    await bench.play("lhl")
    // The bytes of a2 and a3 were looked at with a1.
    #expect(bench.marked == ["b1"] && bench.card == "c1")
    #expect(bench.deck.goal?.progress == "5 looked at")
    bench.press(Key(.escape))
    #expect(bench.state.route == .browse && bench.browse.selected?.goneThrough == 5)
    #expect(bench.browse.rows.first?.progress == "36 %")

    // The second visit begins with what is new.
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.card == "c1")
    await bench.play("ll")
    #expect(bench.card == nil)
    #expect(bench.deck.endNotice(KeyTable()).title == "All looked at!")
    bench.press(Key(.escape))
    #expect(bench.browse.selected?.isDone == true && bench.browse.rows.first { $0.title == "2023" }?.isDone == true)
    #expect(bench.groupTitles.contains("Not looked at yet"))
    #expect(bench.library.review.decision(Sample.path("b1"), in: .blurry) == .pending)
    #expect(bench.state.home.cards.isEmpty == false)
  }

  @Test func `undo brings back what was looked at, and what was marked, one after the other`() async throws {
    let bench = try await Bench.browsing()
    bench.press(Key(.enter))
    await bench.work.idle()
    await bench.play("lh")
    #expect(bench.marked == ["b1"])

    await bench.play("u")
    #expect(
      bench.card == "b1" && bench.marked == []
        && bench.deck.message == "Undone: b1 is out of the bin, and not looked at")
    await bench.play("u")
    #expect(bench.card == "a1" && bench.library.review.viewed.isEmpty)
    bench.press(.control("r"))
    #expect(bench.card == "b1" && bench.library.review.viewed.count == 1)
  }

  @Test func `→ on a photo of the bin takes it out, and undo puts it back`() async throws {
    let bench = try await Bench.browsing()
    bench.press(Key(.right), Key(.enter))
    await bench.work.idle()
    await bench.play("h")
    bench.press(Key(.escape))
    #expect(bench.browse.grid.tiles[0]?.mark == .inBin)
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.card == "a1" && bench.deck.card?.decision == .delete, "it begins at the photo under the cursor")

    await bench.play("l")
    #expect(bench.marked == [] && bench.deck.message == "Out of the bin: a1; u puts it back")
    await bench.play("u")
    #expect(bench.marked == ["a1"])
  }

  @Test func `the last of a set is asked about before it is marked`() async throws {
    let bench = try await Bench.browsing()
    bench.press(Key(.enter))
    await bench.work.idle()
    await bench.play("hhh")

    guard case .question(let question) = bench.state.overlay else {
      Issue.record("nothing was asked")
      return
    }
    #expect(question.subject == .emptyGroup(PhotoGroup.ID("A")) && bench.marked == ["a1", "a2"])
    await bench.play("y")
    #expect(bench.marked == ["a1", "a2", "a3"])
    #expect(bench.library.review.lastCopies == [Sample.path("a1")])
  }

  @Test func `v shows the folders, and r goes through some at random`() async throws {
    let bench = try await Bench.browsing()
    await bench.play("v")
    #expect(bench.groupTitles == ["All photos", "On this day"], "all photos lie in one folder")
    await bench.play("vr")

    #expect(bench.state.route == .deck(.browse) && bench.deck.goal?.title == "14 at random" && bench.deck.total == 14)
    let card = bench.card
    await bench.play("l")
    #expect(bench.card != card && bench.library.review.viewed.count == 1)
  }

  @Test func `a photo of the bin that was marked here is looked at by itself`() async throws {
    let bench = try await Bench.browsing()
    bench.press(Key(.enter))
    await bench.work.idle()
    await bench.play("lllhb")
    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(bench.state.route == .deck(.browse) && bench.card == "c1" && bench.deck.total == 1)
    bench.press(Key(.escape))
    #expect(bench.state.route == .bin)
  }

  @Test func `undo in another deck leads to the photo, and a restart still knows what was looked at`() async throws {
    let bench = try await Bench.browsing()
    bench.press(Key(.enter))
    await bench.work.idle()
    await bench.play("l")
    bench.press(Key(.escape), Key(.escape))
    await bench.open(.blurry)
    await bench.play("u")
    #expect(bench.state.route == .deck(.browse) && bench.card == "a1")

    var saved = bench.session.now.saved
    saved.viewed = Set(Bench.datedPhotos.compactMap(\.digest))
    let next = try await Bench.opened(saved: saved, photos: Bench.datedPhotos)
    #expect(next.state.home.allPhotos?.text == "14 photos, 105 KB, looked at")
  }

  @Test func `undo stays in the deck that has the photo, whichever deck asked about it`() async throws {
    let bench = try await Bench.browsing()
    bench.press(Key(.escape))
    await bench.open(.duplicate)
    let photo = try #require(bench.card)
    await bench.play("h")
    bench.press(Key(.escape))
    await bench.play("ar")
    #expect(bench.state.hints.first { $0.action == .undo }?.title == "undo")
    await bench.play("u")

    #expect(bench.state.route == .deck(.browse) && bench.deck.goal?.title == "14 at random")
    #expect(bench.card == photo && bench.marked == [])
    #expect(bench.deck.message == "Undone in Duplicates: \(photo) is undecided again")
    bench.press(.control("r"))
    #expect(bench.state.route == .deck(.browse) && bench.card != photo && bench.marked == [photo])

    await bench.play("u")
    bench.press(Key(.escape), Key(.right), Key(.enter))
    await bench.work.idle()
    let first = try #require(bench.card)
    await bench.play("h")
    bench.press(Key(.escape), Key(.escape), Key(.escape))
    await bench.open(.duplicate)
    await bench.play("u")
    #expect(bench.state.route == .deck(.duplicate) && bench.card == first && bench.marked == [])
  }

  @Test func `undo of a set that was decided on the contact sheet comes back to its photo in the deck`() async throws {
    let bench = try await Bench.browsing()
    bench.press(Key(.enter))
    await bench.work.idle()
    let photo = try #require(bench.card)
    await bench.play("g")
    bench.app.presented()
    bench.press(Key(.enter))
    #expect(bench.state.route == .deck(.browse) && bench.card != photo && !bench.marked.isEmpty)
    await bench.play("u")

    #expect(bench.state.route == .deck(.browse) && bench.card == photo && bench.marked == [])
  }

  @Test func `a read-only session shows all photos and decides nothing`() async throws {
    let bench = try await Bench.browsing(readOnly: "Read-only")
    bench.press(Key(.enter))
    await bench.work.idle()

    await bench.play("l")

    #expect(bench.card == "a1" && bench.deck.message == "Read-only" && bench.session.now.writes == 0)
  }

  @Test func `a key that the user gave to something else before stays where it is`() throws {
    let table = try KeyTable().remapped([
      KeyRemapping(.home, .scan, [Key("a")]), KeyRemapping(.everywhere, .quit, [Key("v"), Key("/")]),
    ])

    #expect(table.action(for: Key("a"), in: .home) == .scan)
    #expect(table.action(for: Key("v"), in: .browse) == .quit && table.action(for: Key("/"), in: .home) == .quit)
    #expect(table.title(of: .showAllPhotos, in: .home) == "")
    #expect(
      try KeyTable().remapped([KeyRemapping(.home, .showAllPhotos, [Key("t")])]).action(for: Key("t"), in: .home)
        == .showAllPhotos)
  }
}
