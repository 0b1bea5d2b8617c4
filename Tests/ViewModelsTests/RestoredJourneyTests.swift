import PhotoModel
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// What a review becomes once photos are gone, and once they came back.
@MainActor @Suite struct RestoredJourneyTests {
  @Test func `Home follows every decision, and calls new only what nobody has looked at`() async throws {
    let bench = try await Bench.opened()
    func card(_ category: IssueCategory) -> HomeState.Card? {
      bench.state.home.cards.first { $0.category == category }
    }
    let before = bench.state.home
    #expect(before.cards.allSatisfy { $0.isNew })
    await bench.open(.blurry)
    let kept = try #require(bench.card)
    await bench.play("lh")
    bench.press(Key(.escape))

    // What is in the bin is not left to gain: it has a number of its own.
    #expect(bench.state.home.photosToGain == before.photosToGain - 2)
    #expect(bench.state.home.keptCount == 1 && bench.state.home.binCount == 1)
    #expect(
      bench.state.home.reclaimable == before.reclaimable - Sample.size(kept) - bench.state.home.binBytes)
    // The card counts what is listed, as Settings does: a decision takes nothing off that list.
    #expect(card(.blurry)?.photos == 3 && card(.blurry)?.bytes == before.cards[2].bytes)
    #expect(card(.blurry)?.decided == 2 && card(.blurry)?.isNew == false)
    bench.type("3")
    #expect(bench.state.settings.rows[0].figures == "3 photos · \(before.cards[2].bytes.formatted)")
    bench.type("1")
    #expect(card(.screenshot) == before.cards[3])
    await bench.open(.blurry)
    await bench.play("uu")
    bench.press(Key(.escape))
    #expect(bench.state.home.photosToGain == before.photosToGain && card(.blurry)?.decided == 0)
    #expect(card(.blurry)?.isNew == false && card(.similar)?.isNew == true)
    // A set that lost a photo to the trash has no decision left, and is not new all the same.
    await bench.open(.similar)
    while bench.card != "s2" { await bench.play("s") }
    await bench.play("hm")
    bench.type("y")
    await bench.work.idle()
    bench.press(Key(.enter))
    #expect(card(.similar)?.decided == 0 && card(.similar)?.isNew == false && card(.duplicate)?.isNew == true)
  }

  @Test func `what was begun before is not new at the next start`() async throws {
    let saved = SavedSession(
      bookmarks: [.blurry: Sample.path("b2")], lastScan: Sample.lastScan, lastScanElapsed: .seconds(3))

    let bench = try await Bench.opened(saved: saved)

    #expect(bench.state.home.cards.map(\.isNew) == IssueCategory.allCases.map { $0 != .blurry })
  }

  @Test func `a shorter list is no review`() async throws {
    let bench = try await Bench.opened()
    let before = bench.state.home.cards

    bench.library.follow(EffectiveFolders(excluded: [Sample.path("b1").lastComponent?.string ?? ""]))
    await bench.work.idle()

    #expect(bench.state.home.cards[2].photos < before[2].photos)
    #expect(bench.state.home.cards.allSatisfy { $0.isNew })
  }

  @Test func `a restored batch is scanned anew and is undecided again`() async throws {
    let bench = try await Bench.marked()
    bench.type("bm")
    await bench.work.idle()
    bench.type("y")
    await bench.work.idle()
    #expect(bench.state.route == .done)
    bench.disk.answerAtOnce()

    bench.type("r")
    #expect(bench.state.route == .moving && bench.state.moving.isRestoring)
    await bench.work.idle()

    #expect(bench.state.route == .done && bench.state.done.restored == 4 && !bench.state.done.canRestore)
    #expect(bench.state.done.message == "4 photos are back where they were, undecided again.")
    #expect(bench.disk.now.scans.count == 1)
    #expect(bench.session.now.scans.isEmpty, "nobody asked for this scan, so the last one is still the user's")
    #expect(bench.marked == [] && bench.library.review.groups.count == 4)
    bench.type("r")
    #expect(bench.state.route == .done)
    bench.press(Key(.enter))
    #expect(bench.state.home.cards.map(\.decided) == [1, 2, 0, 0], "only what was kept is decided")
  }

  /// Four photos marked, moved and put back; the disk answers at once.
  private func restored(_ change: (Bench) -> Void = { _ in }) async throws -> Bench {
    let bench = try await Bench.marked()
    bench.type("bm")
    await bench.work.idle()
    bench.type("y")
    await bench.work.idle()
    bench.trash.know(
      Dictionary(uniqueKeysWithValues: Sample.photos.compactMap { photo in photo.digest.map { (photo.path, $0) } }))
    change(bench)
    bench.disk.answerAtOnce()
    bench.type("r")
    await bench.work.idle()
    bench.press(Key(.enter))
    await bench.work.idle()
    return bench
  }

  @Test func `one undo marks what came back again, and the next one takes that back`() async throws {
    let bench = try await restored()
    #expect(bench.marked == [])
    await bench.open(.duplicate)
    #expect(bench.library.pathChanges.returned != nil)

    await bench.play("u")
    #expect(Set(bench.marked) == ["a2", "a3", "s2", "b1"])
    #expect(bench.deck.message == "Undone: 4 photos in the bin again")
    #expect(bench.trash.now.back.count == 4, "nothing moves")
    await bench.play("u")
    #expect(bench.marked == [] && bench.deck.message == "Undone: 4 photos are undecided again")
  }

  @Test func `what is said after a restore is taken back first, and the marks come back no more`() async throws {
    let bench = try await restored()
    await bench.open(.screenshot)
    await bench.play("h")
    await bench.play("u")
    await bench.play("u")
    #expect(bench.marked == [])
  }

  @Test func `a photo with other bytes than those that went is marked by no undo`() async throws {
    let bench = try await restored { bench in
      let b1 = Sample.photos.first { $0.path == Sample.path("b1") }
      bench.trash.know(
        [Sample.path("b1"): ContentDigest(bytes: [UInt8](repeating: 99, count: 32))].compactMapValues(\.self))
      #expect(b1?.digest != nil)
    }
    await bench.open(.duplicate)
    await bench.play("u")
    #expect(Set(bench.marked) == ["a2", "a3", "s2"])
  }

  @Test(arguments: [true, false])
  func `undo after a restore tells of the last of a set that it does not mark`(_ isInDeck: Bool) async throws {
    let bench = try await Bench.opened()
    bench.disk.answerAtOnce()
    let back = ["b1", "e1", "e2"].map(Sample.path)
    let digests = Dictionary(
      uniqueKeysWithValues: Sample.photos.compactMap { photo in photo.digest.map { (photo.path, $0) } })
    bench.library.photosMoved(back)
    await bench.work.idle()
    bench.library.photosRestored(back, digests: digests)
    await bench.work.idle()
    if isInDeck { await bench.open(.blurry) } else { bench.type("b") }

    await bench.play("u")

    #expect(bench.marked == ["b1", "e2"])
    let text = "2 photos in the bin again; e1 stays unmarked: it is the last of its set"
    #expect((isInDeck ? bench.deck.message : bench.state.bin.message)?.contains(text) == true)
  }

  @Test func `undo after a restore of a last photo alone tells why it marks nothing`() async throws {
    let bench = try await Bench.opened()
    bench.disk.answerAtOnce()
    let e2 = try #require(Sample.photos.first { $0.path == Sample.path("e2") })
    await bench.open(.duplicate)
    while bench.card != "e2" { await bench.play("s") }
    bench.library.photosMoved([e2.path])
    await bench.work.idle()
    bench.library.photosRestored([e2.path], digests: [e2.path: try #require(e2.digest)])
    await bench.work.idle()
    let keeper = try #require(bench.library.review.photos[Sample.path("e1")])
    let mark = DecisionAction(items: [bench.library.review.item(.delete, for: keeper, in: .duplicate)])
    bench.library.review.apply(mark)

    #expect(bench.library.undo().problem == "e2 stays unmarked: it is the last of its set")
    #expect(bench.library.undo().action != nil, "from then on undo is about decisions again")
  }

  @Test func `a deck opens with what was put back, and goes on where it was left`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    let first = bench.card
    await bench.play("h")
    let second = bench.card
    bench.type("m")
    await bench.work.idle()
    bench.type("y")
    await bench.work.idle()
    bench.disk.answerAtOnce()
    bench.type("r")
    await bench.work.idle()
    bench.press(Key(.enter))

    await bench.open(.duplicate)
    #expect(bench.card == first && first != second)
    bench.press(Key(.right))
    #expect(bench.card == second)
    bench.press(Key(.escape))
    await bench.open(.duplicate)
    #expect(bench.card == second, "what was put back was seen")
  }

  @Test func `after a restore a deck opens at the first undecided card, also before those that came back`() async throws
  {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    let skipped = bench.card
    await bench.play("sh")
    bench.type("m")
    await bench.work.idle()
    bench.type("y")
    await bench.work.idle()
    bench.disk.answerAtOnce()
    bench.type("r")
    await bench.work.idle()
    bench.press(Key(.enter))

    await bench.open(.blurry)

    #expect(bench.card == skipped && bench.deck.decided == 0)
  }

  @Test func `an empty category says why it is empty`() async throws {
    let bench = try await Bench.opened()
    var text: String? { bench.state.home.cards.first { $0.category == .screenshot }?.emptyText }
    await bench.open(.screenshot)
    await bench.play("hm")
    bench.type("y")
    await bench.work.idle()
    bench.press(Key(.enter))
    #expect(text == "nothing left")

    bench.library.photosRestored([Sample.path("c1")])
    #expect(bench.library.isScanning && text == "still looking")
    bench.disk.scan.finish(Sample.photos.filter { $0.path != Sample.path("c1") })
    await bench.work.idle()

    #expect(text == "nothing found")
  }

  @Test func `what is forgotten with a file that came back is in the bin of the open review no more`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("hh")
    #expect(bench.marked.sorted() == ["b1", "b2"])

    // By the journal, with a RAW that came back beside it.
    bench.session.writeByHand(Array(bench.session.now.saved.actions.dropFirst()))
    bench.library.photosRestored([Sample.path("b1.cr2")])

    #expect(bench.marked == ["b2"])
  }

  @Test func `what came back is open again, and nothing is said to be gone`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("hhmy")
    bench.press(Key(.enter))
    bench.disk.answerAtOnce()
    var card: HomeState.Card? { bench.state.home.cards.first { $0.category == .blurry } }
    #expect(card?.photos == 1 && card?.hasLost == true)

    bench.library.photosRestored([Sample.path("b1")])
    await bench.work.idle()
    #expect(card?.decided == 0 && card?.hasLost == true, "the other one is still away")
    bench.library.photosRestored([Sample.path("b2")])
    await bench.work.idle()

    #expect(card?.decided == 0 && card?.hasLost == false)
  }
}
