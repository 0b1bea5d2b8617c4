import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// The loupe, the comparison, the details and the order of the cards.
@MainActor @Suite struct LookingTests {
  // MARK: Loupe

  /// Pictures of 4032 × 3024; the keeper of the similar set is sharpest at the upper right.
  private func opened() async throws -> Bench {
    var photos = Sample.photos
    for index in photos.indices where photos[index].path == Sample.path("s1") {
      photos[index].features?.sharpestRegion = RelativePoint(x: 0.8, y: 0.2)
      photos[index].features?.sharpness = 0.95
    }
    let bench = try await Bench.opened(photos: photos)
    await bench.open(.similar)
    while bench.card != "s2" { await bench.play("s") }
    return bench
  }

  @Test func `the loupe opens where the keeper is sharpest, and flips to it at the same spot`() async throws {
    let bench = try await opened()

    await bench.play("z")
    #expect(bench.state.route == .loupe && bench.state.loupe.name == "s2" && bench.state.loupe.zoom == .fit)
    #expect(bench.state.loupe.scale.title == "fit" && bench.state.loupe.positionTitle == "the whole photo")
    #expect(bench.state.hints.first?.title == "1:1")
    await bench.play("h")
    #expect(bench.state.loupe.message == "The whole photo is on the screen")
    await bench.play("z")
    #expect(bench.state.loupe.zoom == .full && bench.state.hints.first?.title == "close")
    #expect(bench.state.loupe.positionTitle == "across 80 %, down 20 %")
    await bench.play("c")
    #expect(bench.state.loupe.name == "s1" && bench.state.loupe.isKeeper)
    #expect(bench.state.loupe.positionTitle == "across 80 %, down 20 %")
    await bench.play("z")

    #expect(bench.state.route == .deck(.similar) && bench.card == "s2")
  }

  @Test func `in the loupe the arrows look around and decide nothing`() async throws {
    let bench = try await opened()
    await bench.play("  ")

    for key in [Key(.left), Key("h"), Key(.right), Key("l"), Key(.up), Key(.down)] {
      let before = bench.state.loupe.positionTitle
      bench.press(key)
      await bench.work.idle()
      #expect(bench.state.loupe.positionTitle != before, "\(key.title)")
    }
    for _ in 0..<100 { bench.press(Key(.right)) }
    #expect(bench.state.loupe.message == "This is the edge")
    await bench.play("++++--")
    #expect(bench.state.loupe.zoom == .full)

    bench.press(Key(.escape))
    #expect(bench.session.now.saved.actions == [] && bench.card == "s2")
  }

  @Test func `the loupe calls 1:1 only what is shown pixel by pixel`() async throws {
    let bench = try await opened()
    await bench.play("zz")
    // 40 × 20 cells of 8 × 16 pixels, as characters.
    #expect(bench.state.loupe.scale == .characters(PixelSize(width: 8, height: 16)))
    #expect(bench.state.loupe.scale.title == "1 character = 8×16 px")
    await bench.play("++")
    #expect(bench.state.loupe.scale == .characters(PixelSize(width: 2, height: 4)))

    let pixels = try await Bench.opened {
      $0.pictures.preview = { request in
        var cells = Surface(request.area)
        cells.attach(ImageID(1))
        return .ready(cells)
      }
    }
    await pixels.open(.similar)
    await pixels.play("zz")
    #expect(pixels.state.loupe.scale.title == "1:1")
    await pixels.play("-")
    #expect(pixels.state.loupe.scale.title == "1:2")
  }

  @Test func `the loupe says how sharp the photo is, beside its keeper and the limit`() async throws {
    let bench = try await opened()
    await bench.play("z")
    #expect(bench.state.loupe.sharpness?.title == "Sharpness 0.80 · the keeper 0.95 · blurry below 0.30")
    await bench.play("c")
    #expect(bench.state.loupe.sharpness?.shortTitle == "Sharp 0.95 · other 0.80 · limit 0.30")
    #expect(bench.state.loupe.text.first == "Sharpness 0.95 of 1, blurry below 0.30; the other has 0.80")
  }

  @Test func `without a keeper a flip says why not`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.screenshot)
    await bench.play("zc")

    #expect(bench.state.loupe.message == "There is no keeper beside it" && !bench.state.loupe.isKeeper)
    #expect(!bench.state.hints.contains { $0.key == "c" })
  }

  // MARK: Compare

  @Test func `compare stands the card beside its keeper and decides about the card`() async throws {
    let bench = try await opened()

    await bench.play("c")
    #expect(bench.state.route == .compare)
    #expect(bench.state.compare.left?.name == "s1" && bench.state.compare.right?.name == "s2")
    let rows = bench.state.compare.rows
    #expect(rows.contains { $0.label == "Sharpness" && $0.better == .left && $0.advantage == "sharper" })
    // One twelfth more bytes says nothing about a picture.
    #expect(rows.contains { $0.label == "Size" && $0.better == .neither })
    #expect(bench.state.compare.sameLine == "the same: pixels, format")
    await bench.play("h")

    #expect(bench.marked == ["s2"] && bench.state.route == .compare && bench.state.compare.right?.name == "s3")
    await bench.play("l")
    #expect(bench.state.route == .deck(.similar), "the end of the deck has nothing to compare")
    await bench.play("u")
    #expect(bench.card == "s3")
  }

  @Test func `sizes are those of the pictures, and what belongs to one of them has a line of its own`() async throws {
    var photos = Sample.photos
    for index in photos.indices where photos[index].path == Sample.path("a2") {
      photos[index].identity = FileIdentity(device: 1, inode: 99, size: 1000, modified: 1, changed: 1)
      // Reads as 0.80, as the keeper's does.
      photos[index].features?.sharpness = 0.8012
      photos[index].companions = [
        Companion(path: Sample.path("a2.xmp"), identity: photos[0].identity, role: .sidecar, owner: .shown)
      ]
    }
    let bench = try await Bench.opened(photos: photos)
    await bench.open(.duplicate)
    while bench.card != "a2" { await bench.play("s") }

    await bench.play("c")

    let compare = bench.state.compare
    #expect(compare.rows.map(\.label) == ["With it"] && compare.sameLine?.contains("size") == true)
    #expect(compare.rows.first?.left == "none" && compare.rows.first?.right == "1 file, 1.0 KB")
    #expect(compare.mapLine == "The same bytes: nothing differs")
  }

  @Test(arguments: [
    (0, 0.95, false, "No part of the picture differs by more than noise"),
    (20, 0.95, false, "This one is lighter as a whole; no single part stands out"),
    (-20, 0.95, true, "This one is darker as a whole; they differ in 5 % of the picture, mostly at the top"),
    (0, 0.8, false, "Sharpness differs as a whole; no single part stands out"),
    (0, 0.8, true, "Sharpness differs as a whole; they differ in 5 % of the picture, mostly at the top"),
    (0, 0.95, true, "They differ in 5 % of the picture, mostly at the top"),
  ])
  func `compare says what differs as a whole before it says where`(
    step: Int, sharpness: Double, isRetouched: Bool, text: String
  ) async throws {
    var photos = Sample.photos
    for index in photos.indices where photos[index].path == Sample.path("s1") || photos[index].path == Sample.path("s2")
    {
      let isCard = photos[index].path == Sample.path("s2")
      photos[index].features?.sharpness = isCard ? sharpness : 0.95
      photos[index].features?.lumaThumbnail = (0..<256).map { field in
        var light = 60 + field % 64
        if isCard { light += step }
        if isCard, isRetouched, field < 12 { light += 30 }
        return UInt8(light)
      }
    }
    let bench = try await Bench.opened(photos: photos)
    await bench.open(.similar)
    while bench.card != "s2" { await bench.play("s") }

    await bench.play("c")

    #expect(bench.state.compare.mapLine == text)
  }

  @Test func `where the card is not drawn a key shows it first, and the next card begins with its picture`()
    async throws
  {
    let bench = try await opened()
    await bench.play("c")
    for _ in 0..<2 {
      bench.press(Key(.tab))
      #expect(bench.state.compare.view != .pictures)
      let before = bench.marked
      await bench.play("h")

      #expect(bench.marked == before && bench.state.compare.view == .pictures)
      #expect(bench.state.compare.message?.hasSuffix("this one: press the key again") == true)
    }
    bench.press(Key(.tab))
    bench.press(Key(.down))
    await bench.work.idle()
    #expect(bench.state.compare.right?.name == "s3" && bench.state.compare.view == .pictures)
    bench.press(Key(.tab))
    await bench.play("h")
    bench.press(Key(.escape))
    #expect(bench.state.route == .deck(.similar) && bench.deck.message == nil)
    await bench.play("ch")
    #expect(bench.marked == ["s3"])
  }

  @Test func `of two photos of one day the hours are told, and of two days the dates`() async throws {
    func taken(_ seconds: [Int64]) async throws -> [CompareState.Row] {
      var photos = Sample.photos
      for (name, second) in zip(["s1", "s2"], seconds) {
        for index in photos.indices where photos[index].path == Sample.path(name) {
          photos[index].features?.facts.capturedAt = CaptureTime(milliseconds: second * 1000)
        }
      }
      let bench = try await Bench.opened(photos: photos)
      await bench.open(.similar)
      while bench.card != "s2" { await bench.play("s") }
      await bench.play("c")
      return bench.state.compare.rows.filter { $0.label == "Taken" }
    }
    let near = try await taken([1_721_028_601, 1_721_028_602])
    #expect(near.map(\.left) == ["07:30:01"] && near.map(\.right) == ["07:30:02"])
    let far = try await taken([1_721_028_601, 1_721_115_001])
    #expect(far.first?.left.hasPrefix("15 Jul 2024") == true && far.first?.right.hasPrefix("16 Jul 2024") == true)
  }

  @Test func `the arrows walk through the set and leave the keeper where it is`() async throws {
    let bench = try await opened()
    await bench.play("c")

    bench.press(Key(.down))
    await bench.work.idle()
    #expect(bench.state.compare.right?.name == "s3")
    bench.press(Key(.down))
    await bench.work.idle()
    #expect(bench.state.compare.right?.name == "s2" && bench.state.compare.left?.name == "s1")
  }

  @Test func `who becomes the keeper changes places with the one that was, and both are still compared`() async throws {
    let bench = try await opened()
    await bench.play("c*")

    #expect(bench.state.route == .compare)
    #expect(bench.state.compare.left?.name == "s2" && bench.state.compare.right?.name == "s1")
    #expect(bench.state.compare.message == "The two changed places: this one was the keeper; u takes it back")
    await bench.play("u")
    #expect(bench.state.route == .compare)
    #expect(bench.state.compare.left?.name == "s1" && bench.state.compare.right?.name == "s2")
    bench.press(Key(.escape))
    #expect(bench.state.route == .deck(.similar), "one step")
  }

  @Test(arguments: ["c", "z"]) func `what closed by itself does not take the deck along with the key meant for it`(
    key: String
  ) async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    await bench.play(key)
    bench.app.presented()
    // The photo is away, and the next one belongs to no set.
    bench.library.photosMoved(Sample.photos.map(\.path).filter { $0 != Sample.path("b1") })
    await bench.work.idle()
    #expect(bench.state.route == .deck(.duplicate))

    bench.press(Key(.escape))
    #expect(bench.state.route == .deck(.duplicate), "it was pressed when the screen showed something else")
    bench.app.presented()
    bench.press(Key(.escape))
    #expect(bench.state.route == .home)
  }

  @Test func `of a photo without a set there is nothing to compare`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    bench.type("c")

    #expect(bench.state.route == .deck(.blurry) && bench.deck.message?.contains("belongs to no set") == true)
  }

  @Test func `of a blurry photo that has a set elsewhere it is said where`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("ss")
    let text = "in a set of 3 in Similar, where the keeper is s1"

    for key in ["c", "j", "*", "n", "D"] {
      await bench.play(key)
      #expect(
        bench.deck.message == "Blurry is about sharpness alone; this one is \(text)", "after \(key)")
    }
    await bench.play("i")
    #expect(bench.card == "s2" && bench.deck.details?.contains(Detail("Set", text)) == true)
    var review = bench.library.review
    _ = review.action(.delete, for: [Sample.path("s1")], in: .similar).map { review.apply($0) }

    #expect(
      review.setsText(Sample.path("s2")) == "in a set of 3 in Similar, where the keeper, s1, is in the bin")
    #expect(review.setsText(Sample.path("q1")) == "the keeper of a set of 3 in Similar")
    #expect(review.setsText(Sample.path("b1")) == nil)
  }

  @Test func `the details take columns from the picture, which stands whole beside them`() async throws {
    let asked = Asked()
    let bench = try await Bench.opened { dependencies in
      dependencies.pictures.preview = { request in
        await asked.note(request.area)
        return .ready(Surface(request.area))
      }
    }
    bench.app.setPictureAreas(
      PictureAreas(
        card: CardAreas(Size(columns: 40, rows: 20)),
        cardWithFilmstrip: CardAreas(
          Size(columns: 40, rows: 16), belowWithDetails: Size(columns: 25, rows: 16)),
        bin: .none))
    await bench.open(.similar)
    func shown() -> Size? {
      guard case .ready(let cells) = bench.deck.card?.picture else { return nil }
      return cells.size
    }
    #expect(shown() == Size(columns: 40, rows: 16))

    await bench.play("i")
    #expect(shown() == Size(columns: 25, rows: 16))
    await bench.play("h")
    #expect(shown() == Size(columns: 25, rows: 16) && bench.deck.details != nil)
    await bench.play("i")

    #expect(shown() == Size(columns: 40, rows: 16))
    #expect(await asked.areas == [Size(columns: 40, rows: 16), Size(columns: 25, rows: 16)])
  }

  @Test func `while a picture is not there the comparison decides nothing`() async throws {
    let gate = Gate()
    let bench = try await Bench.opened { dependencies in
      dependencies.pictures.preview = { request in
        if request.area.columns == 11 { await gate.pass() }
        return .ready(Surface(request.area))
      }
    }
    bench.app.setPictureAreas(
      PictureAreas(
        card: CardAreas(Size(columns: 40, rows: 20)), bin: .none, compare: CompareAreas(Size(columns: 11, rows: 9))))
    await bench.open(.similar)
    bench.type("ch")

    #expect(bench.state.route == .compare && bench.marked == [])
    #expect(bench.state.compare.message == "The pictures are not there yet")
    gate.open()
    await bench.work.idle()
    await bench.play("h")
    #expect(bench.marked == ["q2"])
  }

  @Test func `the loupe opens from the comparison and leads back to it`() async throws {
    let bench = try await opened()
    await bench.play("cz")
    #expect(bench.state.route == .loupe)
    bench.press(Key(.escape))
    #expect(bench.state.route == .compare)
    bench.press(Key(.escape))
    #expect(bench.state.route == .deck(.similar))
  }

  @Test func `the details of the photo on the right stand in the place of the table, and Esc closes them first`()
    async throws
  {
    let bench = try await opened()
    await bench.play("ci")
    #expect(bench.state.compare.details?.contains(Detail("Name", "s2")) == true)
    bench.press(Key(.pageDown))
    #expect(bench.state.compare.detailsScroll == 5)
    await bench.play("j")
    #expect(bench.state.compare.details?.contains(Detail("Name", "s3")) == true, "\(bench.state.compare.details ?? [])")

    bench.press(Key(.escape))
    #expect(bench.state.route == .compare && bench.state.compare.details == nil)
    bench.press(Key(.pageDown))
    #expect(bench.state.compare.message == "Only while the details are open")
    bench.press(Key(.escape))
    #expect(bench.state.route == .deck(.similar))
  }

  @Test func `the small pictures of the next set are decoded while the card before is looked at`() async throws {
    let asked = Asked()
    let bench = try await Bench.opened { dependencies in
      dependencies.pictures.preview = { request in
        await asked.note(request.area)
        return .ready(Surface(request.area))
      }
    }
    bench.app.setPictureAreas(
      PictureAreas(card: CardAreas(Size(columns: 40, rows: 20)), thumbnail: Size(columns: 11, rows: 4), bin: .none))
    await bench.open(.duplicate)
    await bench.work.idle()
    let before = await asked.areas.count

    bench.type("h")
    let pictures = bench.deck.filmstrip.map(\.picture)

    #expect(!pictures.isEmpty && pictures.allSatisfy { if case .ready? = $0 { true } else { false } }, "\(pictures)")
    #expect(bench.deck.card?.isShown == true && before > 0)
  }

  // MARK: Details and order

  @Test func `the details scroll and begin at the top when they are opened again`() async throws {
    let bench = try await opened()
    bench.press(Key(.pageDown))
    #expect(bench.deck.message?.contains("opens the details") == true)
    bench.type("i")
    bench.press(Key(.pageDown))
    #expect(bench.deck.detailsScroll == 5)
    bench.press(Key(.pageUp), Key(.pageUp))
    #expect(bench.deck.detailsScroll == 0)
    bench.press(Key(.pageDown))
    bench.type("ii")
    #expect(bench.deck.detailsScroll == 0)
  }

  @Test func `another order begins with its first card and is remembered`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("o")

    #expect(bench.card == "s2" && bench.deck.position == 1 && bench.deck.order == .bytes)
    #expect(bench.session.now.saved.cardOrder == .bytes)
    #expect(
      bench.library.review.issues[.blurry]?.map(\.path) == [Sample.path("s2"), Sample.path("b2"), Sample.path("b1")])

    let again = try await Bench.opened(
      saved: SavedSession(lastScan: Sample.lastScan, lastScanElapsed: .seconds(3), cardOrder: .bytes))
    await again.open(.blurry)
    #expect(again.card == "s2")
  }
}

/// The rooms that pictures were asked for in.
private actor Asked {
  private(set) var areas: Set<Size> = []

  func note(_ area: Size) { areas.insert(area) }
}
