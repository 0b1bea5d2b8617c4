import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// The last decision about a photo is what the bin does, in whatever category it was made; and one undo takes back one key.
@MainActor @Suite struct LastDecisionJourneyTests {
  private nonisolated static let seeds = Array(1...60) as [UInt64]

  @Test(arguments: seeds) func `each key that decides is on the disk by itself, and each undo takes back one`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let bench = try await Bench.opened(photos: Sample.withRAWs(["a2", "s2"]))
    var recorded: Int { bench.session.now.saved.actions.count { !$0.isUndone } }
    for _ in 0..<30 {
      if Int.random(in: 0..<4, using: &random) == 0 {
        bench.press(Key(.escape))
        await bench.open(try #require(IssueCategory.allCases.randomElement(using: &random)))
      }
      let before = recorded
      let card = bench.deck.card
      let key = try #require("hhllujk*np".randomElement(using: &random))
      await bench.play(String(key))
      if bench.state.overlay != nil {
        // "Mark the last one of this set?"
        bench.press(Key(.escape))
        #expect(recorded == before)
        continue
      }
      switch key {
      case "h" where card != nil && card?.name != "p1", "l" where card != nil:
        #expect(recorded == before + 1, "\(key) on \(card?.name ?? "")")
        if let card { #expect(bench.library.review.isInBin(card.issue.path) == (key == "h")) }
      case "u": #expect(recorded == max(0, before - 1))
      case "j", "k", "p": #expect(recorded == before)
      default: #expect(recorded == before || recorded == before + 1)
      }
      let onDisk = bench.session.now.saved.actions.filter { !$0.isUndone }
      #expect(bench.library.review.actions.map(\.id) == onDisk.map(\.id))
    }
  }

  @Test func `a keep ends the mark of another category, says so, and undo brings it back`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("ssh")
    #expect(bench.marked == ["s2"])
    bench.press(Key(.escape))
    await bench.open(.similar)
    // It is no question any more: from the next of its set.
    await bench.play("s")
    for _ in 0..<3 where bench.card != "s2" { await bench.play("k") }
    await bench.play("l")

    #expect(bench.marked == [])
    #expect(bench.deck.message == "Out of the bin: s2 was marked in Blurry; u puts it back")
    let again = try await Bench.opened(saved: bench.session.now.saved)
    #expect(again.marked == [])
    #expect(again.library.review.decision(Sample.path("s2"), in: .similar) == .keep)

    await bench.play("u")
    #expect(bench.marked == ["s2"])
    #expect(bench.deck.message == "Undone: s2 is in the bin again")
  }

  @Test func `who makes a marked photo the keeper takes it out of the bin`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    await bench.play("h")
    for _ in 0..<3 where bench.card != "a2" { await bench.play("k") }
    #expect(bench.marked == ["a2"] && bench.card == "a2")
    await bench.play("*")

    #expect(bench.marked == [] && bench.library.review.isKeeper(Sample.path("a2")))
    #expect(bench.deck.message == "This is the keeper now and out of the bin; u takes it back")
    await bench.play("u")
    #expect(bench.marked == ["a2"] && !bench.library.review.isKeeper(Sample.path("a2")))
  }

  @Test func `a keep that is said again is recorded again, and one undo leaves the first`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    let card = try #require(bench.deck.card)
    await bench.play("l")
    for _ in 0..<3 where bench.card != card.name { await bench.play("k") }
    await bench.play("l")

    let actions = bench.session.now.saved.actions
    #expect(actions.map { $0.items.map(\.decision) } == [[.keep], [.keep]])
    #expect(bench.session.now.changes[actions[1].id]?.kept.map(\.path) == [card.issue.path])
    await bench.play("u")
    #expect(bench.library.review.decision(card.issue.path, in: .duplicate) == .keep)
    #expect(bench.deck.message == "Undone: \(card.name) is kept again")
  }

  @Test func `what is said again is said under a new number, and comes back in the same order`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    await bench.play("lluu")
    let before = bench.session.now.saved.actions.map(\.id)
    bench.press(.control("r"))
    await bench.play("u")
    let again = try await Bench.opened(saved: bench.session.now.saved)

    let now = bench.session.now.saved.actions
    #expect(now.map(\.isUndone) == [true, true])
    #expect(now[0].id > (before.max() ?? 0))
    #expect(again.library.review.nextRedo?.id == now[0].id && bench.library.review.nextRedo?.id == now[0].id)
  }
}
