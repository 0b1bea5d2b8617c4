import PhotoModel
import SystemPackage
import Testing
import TextSurface

@testable import ViewModels

/// What a key in the deck costs.
@MainActor @Suite struct DeckTransactionTests {
  @Test func `a swipe, undo, redo and skip make one transaction and one refresh of the deck each`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    let keys: [(key: Key, card: String?)] = [
      (Key("h"), "a3"), (Key("u"), "a2"), (.control("r"), "a3"), (Key("l"), "e2"), (Key("s"), nil),
    ]
    for (key, card) in keys {
      let (writes, refreshes) = (bench.session.now.writes, bench.app.deck.refreshCount)
      bench.press(key)

      #expect(bench.card == card && bench.session.now.writes == writes + 1, "\(key.title)")
      #expect(bench.app.deck.refreshCount == refreshes + 1, "\(key.title)")
      #expect(bench.session.now.saved.bookmarks[.duplicate]?.lastComponent?.string == card)
      await bench.work.idle()
    }
  }
}
