import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// All photos: groups, the grid, and decks of what was chosen.
@MainActor @Suite struct BrowseTests {
  /// The sample, each photo with a time of its own: a1 to e2 in July 2023, the rest in November 2022.
  private static let photos: [ScannedPhoto] = Sample.photos.enumerated().map { number, photo in
    var photo = photo
    let time =
      number < 8
      ? CaptureTime(year: 2023, month: 7, day: 20 - number, hour: 9, minute: 0, second: 0)
      : CaptureTime(year: 2022, month: 11, day: 14, hour: 9, minute: 0, second: number)
    photo.features?.facts.capturedAt = time
    return photo
  }

  private func bench(readOnly: String? = nil) async throws -> Bench {
    let bench = try await Bench.opened(photos: Self.photos, readOnly: readOnly)
    bench.app.setGridCapacity(
      .list, browse: GridCapacity(columns: 3, tile: Size(columns: 10, rows: 4), rows: 18))
    await bench.play("a")
    return bench
  }

  private func browse(_ bench: Bench) -> BrowseState { bench.state.browse }
  private func titles(_ bench: Bench) -> [String] { browse(bench).rows.map(\.heading) }
  private func names(_ bench: Bench) -> [String] {
    browse(bench).grid.tiles.sorted { $0.key < $1.key }.map(\.value.name)
  }

  @Test func `a on Home shows the months, the newest first, with what is in them`() async throws {
    let bench = try await bench()

    #expect(bench.state.route == .browse)
    // By the clock of the tests it is the 14th of November.
    #expect(titles(bench) == ["All photos", "On this day", "2023", "July 2023", "2022", "November 2022"])
    #expect(browse(bench).rows.map(\.photos) == [14, 6, 8, 8, 6, 6])
    #expect(browse(bench).rows.allSatisfy { $0.goneThrough == 0 })
    #expect(names(bench) == ["a1", "a2", "a3", "b1", "b2", "c1", "e1", "e2", "s3"])
    bench.press(Key(.escape))
    #expect(bench.state.route == .home && bench.state.home.focus == .allPhotos)
    #expect(bench.state.home.allPhotos?.text == "14 photos, 105 KB")
  }

  @Test func `what was kept or marked in a deck was looked at, and an undo takes that back`() async throws {
    let bench = try await Bench.opened(photos: Self.photos)
    await bench.open(.duplicate)
    await bench.play("lh")
    bench.press(Key(.escape))
    await bench.play("a")
    #expect(browse(bench).rows.first?.goneThrough == 2)

    await bench.play("u")

    #expect(browse(bench).rows.first?.goneThrough == 1)
  }

  @Test func `before a scan there is nothing to show, and the key says so`() async throws {
    let bench = try await Bench.fresh()

    await bench.play("a")

    #expect(bench.state.browse.notice?.title == "No photos are known yet")
  }

  @Test func `Enter goes through a month: → is remembered, ← marks, and the month has its tick`() async throws {
    let bench = try await bench()
    bench.press(Key(.down), Key(.down), Key(.down))
    #expect(browse(bench).selected?.heading == "July 2023")
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
    #expect(bench.state.route == .browse && browse(bench).selected?.goneThrough == 5)
    #expect(browse(bench).rows.first?.progress == "36 %")

    // The second visit begins with what is new.
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.card == "c1")
    await bench.play("ll")
    #expect(bench.card == nil)
    #expect(bench.deck.endNotice(KeyTable()).title == "All looked at!")
    bench.press(Key(.escape))
    #expect(browse(bench).selected?.isDone == true && browse(bench).rows.first { $0.title == "2023" }?.isDone == true)
    #expect(titles(bench).contains("Not looked at yet"))
    #expect(bench.library.review.decision(Sample.path("b1"), in: .blurry) == .pending)
    #expect(bench.state.home.cards.isEmpty == false)
  }

  @Test func `undo brings back what was looked at, and what was marked, one after the other`() async throws {
    let bench = try await bench()
    bench.press(Key(.enter))
    await bench.work.idle()
    await bench.play("lh")
    #expect(bench.marked == ["b1"])

    await bench.play("u")
    #expect(bench.card == "b1" && bench.marked == [] && bench.deck.message == "Undone: b1 is not looked at")
    await bench.play("u")
    #expect(bench.card == "a1" && bench.library.review.viewed.isEmpty)
    bench.press(.control("r"))
    #expect(bench.card == "b1" && bench.library.review.viewed.count == 1)
  }

  @Test func `→ on a photo of the bin takes it out, and undo puts it back`() async throws {
    let bench = try await bench()
    bench.press(Key(.right), Key(.enter))
    await bench.work.idle()
    await bench.play("h")
    bench.press(Key(.escape))
    #expect(browse(bench).grid.tiles[0]?.mark == .inBin)
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.card == "a1" && bench.deck.card?.decision == .delete, "it begins at the photo under the cursor")

    await bench.play("l")
    #expect(bench.marked == [] && bench.deck.message == "Out of the bin: a1; u puts it back")
    await bench.play("u")
    #expect(bench.marked == ["a1"])
  }

  @Test func `the last of a set is asked about before it is marked`() async throws {
    let bench = try await bench()
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

  @Test func `photos chosen in the grid are a deck of their own`() async throws {
    let bench = try await bench()
    bench.press(Key(" "))
    #expect(browse(bench).grid.chosen.isEmpty && browse(bench).message == "Photos are chosen at the right")
    bench.press(Key(.right), Key(" "), Key(.right), Key(" "), Key(" "))
    #expect(browse(bench).grid.chosen == [0, 2, 3])
    #expect(bench.state.hints.first?.title == "go through 3")

    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.deck.total == 3 && bench.deck.goal?.title == "3 chosen" && bench.card == "a1")
    await bench.play("l")
    #expect(bench.card == "b1", "a3 has the bytes of a1")
    bench.press(Key(.escape))
    #expect(bench.state.route == .browse && browse(bench).grid.chosen == [0, 2, 3])
    bench.press(Key(.escape))
    #expect(browse(bench).grid.chosen.isEmpty && browse(bench).isGridFocused)
    bench.press(Key(.escape))
    #expect(!browse(bench).isGridFocused)
    bench.press(Key(.escape))
    #expect(bench.state.route == .home)
  }

  @Test func `the cursor moves in the grid and back to the groups`() async throws {
    let bench = try await bench()
    bench.press(Key(.right), Key(.down), Key(.right))
    #expect(browse(bench).grid.cursor == 4)
    bench.press(Key(.pageDown))
    #expect(browse(bench).grid.cursor == 10 && browse(bench).grid.visible.contains(10))
    bench.press(Key(.left), Key(.left))
    #expect(!browse(bench).isGridFocused)
    bench.press(Key(.down))
    #expect(browse(bench).selected?.heading == "On this day" && browse(bench).grid.cursor == 0)
    bench.app.select(5)
    #expect(browse(bench).selected?.heading == "November 2022")
    bench.app.selectPhoto(2)
    #expect(browse(bench).isGridFocused && browse(bench).grid.cursor == 2)
    bench.press(Key(.end))
    #expect(browse(bench).grid.cursor == browse(bench).grid.count - 1)
    bench.press(Key(.home))
    #expect(browse(bench).isGridFocused && browse(bench).grid.cursor == 0)
    bench.press(Key(.left), Key(.end))
    #expect(!browse(bench).isGridFocused && browse(bench).selection == browse(bench).rows.count - 1)
    bench.press(Key(.home))
    #expect(browse(bench).selection == 0)
  }

  @Test func `i shows a whole row, and where a photo of the grid lies`() async throws {
    let bench = try await bench()
    bench.type("ai")
    #expect(browse(bench).message == browse(bench).rowTexts[0])
    bench.press(Key(.right))
    #expect(browse(bench).message == nil)
    bench.type("i")
    let name = try #require(names(bench).first)
    #expect(browse(bench).message?.hasPrefix("\(name) in ~/Pictures") == true)
  }

  @Test func `v shows the folders, and r goes through some at random`() async throws {
    let bench = try await bench()
    await bench.play("v")
    #expect(titles(bench) == ["All photos", "On this day"], "all photos lie in one folder")
    await bench.play("vr")

    #expect(bench.state.route == .deck(.browse) && bench.deck.goal?.title == "14 at random" && bench.deck.total == 14)
    let card = bench.card
    await bench.play("l")
    #expect(bench.card != card && bench.library.review.viewed.count == 1)
  }

  @Test func `what is typed narrows all photos at once, and Esc shows all again`() async throws {
    let bench = try await bench()
    await bench.play("/")
    bench.type("2022 s")
    guard case .entry(let dialog) = bench.state.overlay else {
      Issue.record("nothing is typed")
      return
    }
    #expect(dialog.subject == .filter && dialog.note == "3 of 14 photos · 39.0 KB")
    #expect(titles(bench) == ["All photos", "On this day", "2022", "November 2022"])
    bench.press(Key(.enter))
    #expect(bench.state.overlay == nil && browse(bench).filter == "2022 s" && names(bench) == ["s3", "s2", "s1"])

    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.deck.total == 3)
    bench.press(Key(.escape), Key(.escape))
    #expect(browse(bench).filter == "" && names(bench).count == 9)
    await bench.play("/")
    bench.type("nothing like it")
    #expect(bench.state.browse.notice?.title == "No photo matches")
    bench.press(Key(.enter))
    let idle: Set<Action> = [.open, .right, .changeArrangement, .random]
    #expect(bench.state.hints.allSatisfy { $0.action.map(idle.contains) != true })
    bench.press(Key("v"))
    #expect(bench.state.browse.message == "No photo is here")
    bench.press(Key(.escape))
    #expect(browse(bench).rows.count == 6)
  }

  @Test func `a filter asked for on Home is of all photos, and the bin has one of its own`() async throws {
    let bench = try await bench()
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
    #expect(bench.state.route == .browse && names(bench) == ["b1", "b2"])
  }

  @Test func `a photo of the bin that was marked here is looked at by itself`() async throws {
    let bench = try await bench()
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
    let bench = try await bench()
    bench.press(Key(.enter))
    await bench.work.idle()
    await bench.play("l")
    bench.press(Key(.escape), Key(.escape))
    await bench.open(.blurry)
    await bench.play("u")
    #expect(bench.state.route == .deck(.browse) && bench.card == "a1")

    var saved = bench.session.now.saved
    saved.viewed = Set(Self.photos.compactMap(\.digest))
    let next = try await Bench.opened(saved: saved, photos: Self.photos)
    #expect(next.state.home.allPhotos?.text == "14 photos, 105 KB, looked at")
  }

  @Test func `a read-only session shows all photos and decides nothing`() async throws {
    let bench = try await bench(readOnly: "Read-only")
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

  @Test func `t in the grid sends what is chosen to a folder, and one undo takes it back`() async throws {
    let bench = try await bench()
    _ = try bench.session.preferencesEffects.change { $0.moveFolders = ["~/Family"] }
    bench.type("t")
    #expect(bench.state.overlay == nil && browse(bench).message == "Photos are chosen at the right")
    bench.press(Key(.right), Key(" "), Key(" "), Key("t"))
    guard case .folders(let chooser) = bench.state.overlay else {
      Issue.record("no folders")
      return
    }
    #expect(chooser.photo == "2 photos")
    bench.type("1")

    #expect(bench.marked == ["a1", "a2"] && browse(bench).grid.chosen.isEmpty)
    #expect(browse(bench).message == "2 photos move to ~/Family with the next move; u takes it back")
    #expect(bench.library.review.destination(of: Sample.path("a1")) == "/home/me/Family")
    #expect(browse(bench).grid.tiles[0]?.mark == .moving)
    bench.type("m")
    await bench.work.idle()
    let question = bench.state.confirmation
    #expect(question.title == "Move 2 photos to ~/Family?" && question.bytes == .zero && question.folderBytes > .zero)
    bench.press(Key(.escape))
    #expect(bench.state.route == .browse)
    bench.type("u")
    #expect(bench.marked == [] && browse(bench).message?.hasPrefix("Undone in All photos: 2 photos") == true)
    bench.press(.control("r"))
    #expect(bench.marked == ["a1", "a2"])
  }

  @Test func `t in a deck of all photos sends the card to the folder, and not to the trash`() async throws {
    let bench = try await bench()
    _ = try bench.session.preferencesEffects.change { $0.moveFolders = ["~/Family"] }
    bench.press(Key(.enter))
    await bench.work.idle()

    await bench.play("t1")

    #expect(bench.marked == ["a1"])
    #expect(bench.library.review.destination(of: Sample.path("a1")) == "/home/me/Family")
  }

  @Test func `keys of the grid that cannot act say why`() async throws {
    let bench = try await bench()
    bench.type("m")
    #expect(bench.state.route == .browse && browse(bench).message == "The bin is empty")
    bench.type("u")
    #expect(browse(bench).message == "Nothing to undo")

    let reading = try await self.bench(readOnly: "Read-only")
    reading.press(Key(.right), Key("t"))
    #expect(reading.state.overlay == nil && browse(reading).message == "Read-only")
  }

  @Test func `a slash in a deck narrows its cards, and Esc shows all of them again`() async throws {
    let bench = try await Bench.opened(photos: Self.photos)
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
    let bench = try await Bench.opened(photos: Self.photos)
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
    let bench = try await Bench.opened(photos: Self.photos)
    bench.app.setGridCapacity(
      .list, browse: GridCapacity(columns: 3, tile: Size(columns: 10, rows: 4), rows: 18))
    bench.type("a/2022 s")
    #expect(names(bench) == ["s3", "s2", "s1"])
    bench.press(Key(.escape))
    await bench.work.idle()
    bench.type("/2022 s")
    #expect(names(bench) == ["s3", "s2", "s1"])
  }
}
