import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

@testable import PhotoScan

/// Reviewing, key by key, over the whole of the view models.
@MainActor @Suite struct DeckJourneyTests {
  @Test func `delete and keep take a card each and the next one stands there`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    #expect(bench.state.route == .deck(.duplicate) && bench.card == "a2")
    #expect(bench.deck.position == 1 && bench.deck.total == 3 && bench.deck.decided == 0)
    #expect(bench.deck.filmstrip.map(\.isKeeper) == [true, false, false])

    await bench.play("h")
    #expect(bench.card == "a3" && bench.deck.binCount == 1 && bench.deck.binBytes == Sample.size("a2"))
    #expect(bench.deck.motion?.kind == .leaving(.delete) && bench.deck.motion?.card.name == "a2")
    await bench.play("l")

    #expect(bench.card == "e2" && bench.deck.decided == 2)
    #expect(bench.session.now.saved.actions.map { $0.items[0].decision } == [.delete, .keep])
    #expect(bench.session.now.saved.actions.map { $0.items[0].path } == [Sample.path("a2"), Sample.path("a3")])
    #expect(bench.session.now.saved.bookmarks[.duplicate] == Sample.path("e2"))
  }

  @Test func `after a change of order every deck opens at its first open card`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    await bench.play("l")
    #expect(bench.card == "a3")
    bench.press(Key(.escape))
    await bench.open(.similar)
    bench.type("o")
    bench.press(Key(.escape))

    await bench.open(.duplicate)

    #expect(bench.card == "e2" && bench.deck.position == 1)
  }

  @Test func `skip leaves a photo pending and the end of the deck offers it again`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)

    await bench.play("s")
    #expect(bench.card == "b2" && bench.deck.decided == 0)
    await bench.play("hl")
    #expect(
      bench.card == nil && bench.deck.position == 3 && bench.deck.message == "1 photo still undecided; Enter shows it")
    bench.press(Key(.enter))

    #expect(bench.card == "b1" && bench.session.now.saved.actions.count == 2)
  }

  @Test func `a deck opens on the card of the last time, and on the first open one where that is settled`() async throws
  {
    var saved = SavedSession(lastScan: Sample.lastScan)
    saved.bookmarks = [.similar: Sample.path("s2"), .blurry: Sample.path("gone")]
    let bench = try await Bench.opened(saved: saved)

    await bench.open(.similar)
    #expect(bench.card == "s2")
    bench.press(Key(.escape))
    await bench.open(.blurry)

    #expect(bench.card == "b1")
  }

  @Test func `keys before the picture decide nothing`() async throws {
    let gate = Gate()
    let bench = try await Bench.opened { dependencies in
      dependencies.pictures.preview = { request in
        await gate.pass()
        return .ready(Surface(request.area))
      }
    }
    bench.app.focusHome(.card(.blurry))
    bench.press(Key(.enter))
    guard case .loading = bench.deck.card?.picture else {
      Issue.record("the picture stands before it was decoded")
      return
    }

    bench.type("hlh")

    #expect(bench.card == "b1" && bench.deck.message == "The picture is not there yet")
    #expect(bench.session.now.saved.actions == [])
    gate.open()
    await bench.work.idle()
    await bench.play("h")
    #expect(bench.marked == ["b1"])
  }

  @Test func `a picture that cannot be shown can still be decided`() async throws {
    let bench = try await Bench.opened { dependencies in
      dependencies.pictures.preview = { _ in .unavailable("the file is damaged") }
    }
    await bench.open(.blurry)
    #expect(bench.deck.card?.picture == .unavailable("the file is damaged"))

    await bench.play("h")

    #expect(bench.marked == ["b1"])
  }

  @Test func `a decision that cannot be recorded changes nothing and says so`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    await bench.play("h")
    bench.session.refuse()
    let before = bench.library.review.actions

    await bench.play("h")
    #expect(bench.card == "a3" && bench.marked == ["a2"] && bench.deck.message == fullDisk.sentence)
    #expect(bench.deck.motion == nil)
    bench.type("u")
    #expect(bench.marked == ["a2"] && bench.deck.message == fullDisk.sentence)
    bench.type("*")
    #expect(
      bench.deck.message == fullDisk.sentence && bench.deck.filmstrip.first { $0.isKeeper }?.path == Sample.path("a1"))
    bench.type("D")
    bench.type("y")
    #expect(bench.marked == ["a2"] && bench.deck.message == fullDisk.sentence)

    #expect(bench.library.review.actions == before)
  }

  @Test func `a read-only session refuses every decision with its reason`() async throws {
    let bench = try await Bench.opened(readOnly: "Another Deckle is open.")
    await bench.open(.duplicate)
    #expect(bench.state.isReadOnly)

    for keys in ["h", "l", "*", "D", "A", "n", "a", "p"] {
      await bench.play(keys)
      #expect(bench.deck.message == "Another Deckle is open.", "\(keys)")
      #expect(bench.card == "a2" && bench.marked == [] && bench.state.overlay == nil)
    }
    #expect(bench.state.hints.allSatisfy { ![.delete, .keep, .undo, .moveToTrash].contains($0.action) })
    bench.type("s")

    #expect(bench.card == "a3")
    #expect(bench.session.now.writes == 0)
  }

  @Test func `a picture that is late hides no reason`() async throws {
    let bench = try await Bench.opened(readOnly: "Another Deckle is open.")
    bench.app.focusHome(.card(.duplicate))
    bench.press(Key(.enter))
    #expect(bench.deck.card?.isShown == false)

    bench.type("h")

    #expect(bench.deck.message == "Another Deckle is open.")
    await bench.work.idle()
  }

  @Test func `at the end keys that want a card say what Enter does, and Enter goes on`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.screenshot)
    await bench.play("s")
    #expect(bench.card == nil)
    for key in ["h", "l", "n", "z"] {
      bench.type(key)
      #expect(bench.deck.message == "Enter shows the photo that is left", "\(key)")
    }

    bench.press(Key(.enter))
    #expect(bench.card == "c1")
    await bench.play("l")
    #expect(bench.deck.isAllDecided)
    bench.type("h")
    #expect(bench.deck.message == "Every photo here is decided")
    // Nothing is in the bin, so that there is nothing to move.
    bench.press(Key(.enter))
    #expect(bench.state.route == .home)
    await bench.open(.screenshot)
    await bench.play("uh")
    #expect(bench.deck.isAllDecided && bench.marked == ["c1"])
    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(bench.state.route == .confirmation && !bench.state.confirmation.isMoveFocused)
  }

  @Test func `the details name a file that other disks take for this one`() async throws {
    let collision = Sample.photo("A1", number: 99, bytes: 200)
    let bench = try await Bench.opened(photos: Sample.photos + [collision])
    await bench.open(.duplicate)
    func text() -> String? { bench.deck.details?.first { $0.label == "Same name" }?.value }

    await bench.play("i")
    #expect(bench.card == "a2")
    let sentence = "~/Pictures/A1 has the same bytes, but on some drives it and a1 would be one file: no copy"
    #expect(text() == sentence, "\(text() ?? "nothing")")
    await bench.play("k")
    #expect(bench.card == "a1" && text() == sentence)
    await bench.play("jss")

    #expect(bench.card == "e2" && bench.deck.details != nil && text() == nil)
  }

  @Test func `a card without a copy says so where another name only looks like one`() async throws {
    let collision = Sample.photo("B1", number: 99, bytes: 4)
    let text = "B1 is no copy to count on: on some drives it and this one would be one file"
    let bench = try await Bench.opened(photos: Sample.photos + [collision])
    await bench.open(.blurry)
    let why = bench.deck.card?.issue.why ?? ""
    #expect(bench.card == "b1" && why.hasPrefix(text), "\(why)")
    #expect(why.count > text.count, "the reason stands behind it")
    await bench.play("s")
    #expect(bench.card == "b2" && bench.deck.card?.issue.why.contains("no copy") == false)

    // A copy under another name is there to be counted on.
    let copied = try await Bench.opened(
      photos: Sample.photos + [collision, Sample.photo("other", number: 98, bytes: 4)])
    await copied.open(.blurry)
    #expect(copied.card == "b1" && copied.deck.card?.issue.why.contains("no copy") == false)
  }

  @Test func `it is said from the moment on that the last copy is marked`() async throws {
    let bench = try await Bench.opened(photos: Sample.photos + [Sample.photo("A1", number: 99, bytes: 200)])
    await bench.open(.duplicate)
    await bench.play("hkk")
    #expect(bench.card == "a1" && bench.deck.card?.issue.why.contains("no copy") == false)
    await bench.play("jjhb")
    bench.press(Key(.enter))
    await bench.work.idle()
    await bench.play("k")

    #expect(bench.card == "a1" && bench.marked == ["a2", "a3"], "\(bench.card ?? "") \(bench.marked)")
    #expect(
      bench.deck.card?.issue.why.hasPrefix(
        "A1 is no copy to count on: on some drives it and this one would be one file") == true)
  }

  @Test func `"not the same" leaves the cards in their order, also the largest first`() async throws {
    let bench = try await Bench.opened { dependencies in
      dependencies.scan.findings = { library, _, ledger in
        var findings = Sample.findings(in: library.photos)
        // The photo leaves its set, which becomes the smaller of the two.
        guard !ledger.refusals.isEmpty else { return findings }
        for index in findings.groups.indices {
          findings.groups[index].members.removeAll { $0.path == Sample.path("s2") }
        }
        findings.issues.removeAll { $0.path == Sample.path("s2") }
        for index in findings.issues.indices where findings.issues[index].path == Sample.path("q2") {
          findings.issues[index].size = ByteCount(1_000_000)
        }
        return findings
      }
    }
    await bench.open(.similar)
    await bench.play("o")
    #expect(bench.card == "s2" && bench.deck.position == 1)

    await bench.play("n")

    #expect(bench.card == "s3" && bench.deck.position == 1, "\(bench.library.review.deck(.similar)?.issues ?? [])")
    await bench.play("l")
    #expect(bench.card == "q2")
  }

  @Test func `protected photos cannot be marked`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.similar)
    await bench.play("jh")

    #expect(bench.card == "p1" && bench.deck.message == "It lies in a protected folder and stays")
    #expect(bench.session.now.saved.actions == [])
  }

  @Test func `the details say when a photo was taken by its sidecar, else perhaps by its name`() async throws {
    let named = Sample.photo("IMG-20230412-WA0007.jpg", number: 99, bytes: 200)
    let time = CaptureTime(year: 2021, month: 3, day: 7, hour: 9, minute: 5, second: 1)
    let sidecar = Companion(
      path: Sample.path("b1.xmp"), identity: named.identity, role: .sidecar, owner: .shown,
      contents: SidecarContents(capturedAt: time))
    let photos = Sample.photos.map { photo in
      var photo = photo
      photo.features?.facts.capturedAt = nil
      if photo.path == Sample.path("b1") { photo.companions.append(sidecar) }
      return photo
    }
    let bench = try await Bench.opened(photos: photos + [named])
    func taken(of name: String) async -> String? {
      while bench.card != name, bench.card != nil { await bench.play("s") }
      return bench.deck.details?.first { $0.label == "Taken" }?.value
    }
    await bench.play("a")
    bench.press(Key(.enter))
    await bench.play("i")

    #expect(await taken(of: "IMG-20230412-WA0007.jpg") == "perhaps 12 Apr 2023, by its name")
    #expect(await taken(of: "b1") == "7 Mar 2021 09:05:01")
    #expect(bench.deck.card?.facts.contains("7 Mar 2021 09:05:01") == true)
    #expect(await taken(of: "a1") == nil && bench.card == "a1")
  }

  @Test func `details open and close`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    #expect(bench.deck.details == nil)

    bench.type("i")
    #expect(bench.deck.details?.contains(Detail("Pixels", "4032 × 3024, 12.2 megapixels")) == true)
    #expect(bench.deck.details?.first == Detail("Name", "b1"))
    // The line on the card may be cut at the width of the screen; the details have it whole.
    let why = try #require(bench.deck.card?.issue.why)
    #expect(bench.deck.details?.contains(Detail("Why", why)) == true)
    bench.type("i")

    #expect(bench.deck.details == nil)
  }

  /// Any keys in any order: the screen, the session on the disk and the bin always agree.
  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64]) func `what is on the screen is what is on the disk`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let bench = try await Bench.opened()
    bench.disk.answerAtOnce()
    let keys =
      Array("hlusjkDAyni*b1mx").map { Key($0.unicodeScalars.first ?? "h") }
      + [.control("r"), Key(.enter), Key(.escape), Key(.left), Key(.right), Key(.up), Key(.down)]
    for _ in 0..<150 {
      // Moving is another suite's business.
      let key = keys.randomElement(using: &random) ?? Key("h")
      if bench.state.route == .confirmation { bench.press(Key("n")) } else { bench.press(key) }
      await bench.work.idle()
      #expect(bench.session.now.saved.actions.filter { !$0.isUndone } == bench.library.review.actions)
      #expect(bench.session.now.saved.actions.filter(\.isUndone) == bench.library.review.undone.reversed())
      switch bench.state.route {
      case .deck(let category): #expect(bench.deck.category == category && bench.deck.binCount == bench.marked.count)
      case .home: #expect(bench.state.home.binCount == bench.marked.count)
      case .bin: #expect(bench.bin == bench.marked)
      default: break
      }
    }
    let again = try await Bench.opened(saved: bench.session.now.saved)
    #expect(again.marked == bench.marked)
  }
}

/// A door that lets nothing through until it is opened.
final class Gate: Sendable {
  private let door = AsyncStream.makeStream(of: Void.self)

  func open() { door.continuation.finish() }
  func pass() async { for await _ in door.stream {} }
}
