import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// Keys of decks whose cards are not all of a category's.
@MainActor @Suite struct FilteredDeckTests {
  private func filter(_ line: String, in bench: Bench) async {
    bench.press(Key("/"))
    bench.type(line)
    bench.press(Key(.enter))
    await bench.work.idle()
  }

  private func hints(_ bench: Bench) -> [Action] { bench.app.hints.compactMap(\.action) }

  @Test func `A in a filtered deck marks what matches, and nothing else`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await filter("b1", in: bench)

    bench.press(Key("A"))
    guard case .question(let question) = bench.state.overlay else {
      Issue.record("no question")
      return
    }
    #expect(question.title == "Mark the one photo left in Blurry / b1?")
    await bench.play("y")

    #expect(bench.marked == ["b1"])
    bench.press(Key(.escape))
    #expect(bench.card == "b2")
  }

  @Test func `a deck without a match says so, and Enter shows all again`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    bench.press(Key(.left))
    await filter("2023-13", in: bench)

    let notice = bench.state.deck.endNotice(KeyTable())
    #expect(notice.title == "No photo matches" && notice.actions.map(\.title) == ["Show all again"])
    bench.press(Key(.enter))
    #expect(bench.state.route.isDeck && bench.card == "b2")
  }

  @Test func `a filtered deck remembers the card that came last`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await filter("b", in: bench)
    let first = try #require(bench.card)
    await bench.play("s")
    let second = try #require(bench.card)
    #expect(Set([first, second]) == ["b1", "b2"])

    #expect(bench.library.bookmarks[.blurry] == Sample.path(second))
    #expect(bench.deck.goal?.progress == "none decided")
    // What is decided last leaves no card that matches: among all cards the place stays.
    await bench.play("h")
    #expect(bench.library.bookmarks[.blurry] == Sample.path(second))
    #expect(bench.deck.goal?.progress == "1 decided")
  }

  @Test func `the end of a filtered deck says what is decided`() {
    var state = DeckState(category: .duplicate)
    state.goal = GoalProgress(title: "Duplicates / 2120", progress: "1 decided", fraction: 1, filter: "2120")
    (state.total, state.decided) = (1, 1)
    #expect(state.endNotice(KeyTable()).lines.first == "1 photo in Duplicates that matches “2120” is decided.")
    (state.total, state.decided) = (20, 20)
    #expect(state.endNotice(KeyTable()).lines.first == "20 photos in Duplicates that match “2120” are decided.")
  }

  @Test func `among all photos keys say why they cannot act, and those that can are in the line`() async throws {
    let bench = try await Bench.opened()
    bench.type("a")
    await bench.work.idle()
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.state.route == .deck(.browse))

    #expect(Set([.moveToFolder, .search]).isSubset(of: hints(bench)))
    #expect(bench.app.obstacles[.deleteCategory] != nil && bench.app.obstacles[.changeOrder] != nil)
    bench.press(Key("A"))
    #expect(bench.deck.message == "Among all photos nothing is proposed: each is looked at by itself")
    #expect(bench.state.overlay == nil)
  }

  @Test func `a filtered deck has the keys for a folder, the set and the filter in its line`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    let keys: Set<Action> = [.moveToFolder, .showSet, .search]
    #expect(keys.isDisjoint(with: hints(bench)))
    await filter("e2", in: bench)

    #expect(keys.isSubset(of: hints(bench)))
    #expect(bench.app.obstacles[.acceptRemaining] == "only without a filter")
    bench.press(Key(.escape))
    #expect(keys.isDisjoint(with: hints(bench)))
  }
}
