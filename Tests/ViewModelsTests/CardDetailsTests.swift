import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// The details of a card, the pictures beside it, and the order of the cards.
@MainActor @Suite struct CardDetailsTests {
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

  @Test func `the details scroll and begin at the top when they are opened again`() async throws {
    let bench = try await Bench.openedAtSimilar()
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
      bench.library.review.deck(.blurry)?.issues.map(\.path) == [
        Sample.path("s2"), Sample.path("b2"), Sample.path("b1"),
      ])

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
