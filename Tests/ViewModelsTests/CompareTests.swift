import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// The comparison of a card with its keeper.
@MainActor @Suite struct CompareTests {
  @Test func `compare stands the card beside its keeper and decides about the card`() async throws {
    let bench = try await Bench.openedAtSimilar()

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
    let bench = try await Bench.openedAtSimilar()
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
    let bench = try await Bench.openedAtSimilar()
    await bench.play("c")

    bench.press(Key(.down))
    await bench.work.idle()
    #expect(bench.state.compare.right?.name == "s3")
    bench.press(Key(.down))
    await bench.work.idle()
    #expect(bench.state.compare.right?.name == "s2" && bench.state.compare.left?.name == "s1")
  }

  @Test func `who becomes the keeper changes places with the one that was, and both are still compared`() async throws {
    let bench = try await Bench.openedAtSimilar()
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
    let bench = try await Bench.openedAtSimilar()
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
    let bench = try await Bench.openedAtSimilar()
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
}
