import PhotoModel
import Review
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// Taking words back in the decks, and saying them again.
@MainActor @Suite struct UndoJourneyTests {
  @Test func `undo brings the last card back and redo sends it away again`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    await bench.play("hl")

    await bench.play("u")
    #expect(
      bench.card == "a3" && bench.deck.message?.hasPrefix("Undone: a3 is undecided again") == true
        && bench.deck.motion?.kind == .returning(.keep))
    #expect(bench.session.now.saved.actions.map(\.isUndone) == [false, true])
    await bench.play("u")
    #expect(bench.card == "a2" && bench.marked == [])
    #expect(bench.library.review.nextRedo != nil && bench.library.review.nextUndo == nil)

    bench.press(.control("r"))
    #expect(bench.card == "a3" && bench.marked == ["a2"] && bench.deck.message == "Marked again")
    bench.press(.control("r"))
    #expect(bench.card == "e2" && bench.library.review.nextRedo == nil)
    #expect(bench.session.now.saved.actions.map(\.isUndone) == [false, false])
  }

  @Test func `undo with nothing to undo says so`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)

    bench.type("u")
    #expect(bench.deck.message == "Nothing to undo")
    bench.press(.control("r"))
    #expect(bench.deck.message == "Nothing to redo")
  }

  @Test func `undo of a decision in another deck leads there and says so`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("h")
    bench.press(Key(.escape))
    await bench.open(.screenshot)

    bench.type("u")

    #expect(bench.state.route == .deck(.blurry) && bench.card == "b1" && bench.marked == [])
    #expect(bench.deck.message == "Undone in Blurry: b1 is undecided again")
  }

  @Test func `where the next undo leads to another deck, its hint says so before`() async throws {
    let bench = try await Bench.opened()
    func hint() -> String? { bench.state.hints.first { $0.action == .undo }?.title }
    await bench.open(.blurry)
    await bench.play("h")
    #expect(hint() == "undo")
    bench.press(Key(.escape))

    await bench.open(.duplicate)
    #expect(hint() == "undo in Blurry")
    #expect(bench.state.hints.first { $0.action == .undo }?.shortTitle == "undo …")
    await bench.play("h")
    #expect(hint() == "undo")
    await bench.play("c")
    #expect(bench.state.route == .compare && hint() == "undo")
    await bench.play("u")
    #expect(hint() == "undo in Blurry")
    await bench.play("u")

    #expect(bench.state.route == .deck(.blurry) && bench.marked == [] && hint() == "undo")
  }

  @Test func `undo says what the photo is now, not what was said of it last`() async throws {
    let bench = try await Bench.marked()
    bench.type("b")
    bench.type("x")
    #expect(bench.bin == ["a3", "b1", "s2"])
    #expect(bench.state.bin.message == "Out of the bin: a2" && bench.marked == ["a3", "b1", "s2"])
    bench.press(Key(.escape))
    await bench.open(.screenshot)

    bench.type("u")

    #expect(bench.marked == ["a2", "a3", "b1", "s2"] && bench.state.route == .deck(.duplicate))
    #expect(bench.deck.message == "Undone in Duplicates: a2 is in the bin again")
    #expect(bench.card == "a2" && bench.deck.card?.decision == .delete)
  }

  @Test func `undo of a second word brings the first one back and says which`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.similar)
    await bench.play("llkh")
    #expect(bench.marked == ["s2"])

    await bench.play("u")

    #expect(bench.marked == [] && bench.deck.message == "Undone: s2 is kept again")
    #expect(bench.card == "s2" && bench.deck.card?.decision == .keep)
  }

  @Test func `undo of a mark leaves a photo that another deck marked in the bin, and says so`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("ssh")
    bench.press(Key(.escape))
    await bench.open(.similar)
    await bench.play("lkhu")

    #expect(bench.marked == ["s2"] && bench.deck.message == "Undone: s2 is still in the bin")
  }

  @Test func `redo of "not the same" goes on where it was, not at the end`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.similar)
    let first = bench.card
    await bench.play("n")
    let next = bench.card
    #expect(first != nil && next != nil && next != first)

    await bench.play("u")
    #expect(bench.card == first)
    bench.press(.control("r"))
    await bench.work.idle()
    #expect(bench.card == next && bench.deck.message == "Not the same again")
  }

  @Test func `undo of several photos in different states says that they are as before`() async throws {
    let bench = try await Bench.opened()
    func mark(_ names: [String], in category: IssueCategory) throws {
      let photos = try names.map { try #require(bench.library.review.photos[Sample.path($0)]) }
      let items = photos.map { bench.library.review.item(.delete, for: $0, in: category) }
      #expect(bench.library.decide(DecisionAction(items: items)) == nil)
    }
    try mark(["s2"], in: .similar)
    try mark(["s2", "b1"], in: .blurry)

    #expect(bench.library.undoAnywhere().text == "Undone in Blurry: 2 photos are as they were before")
    #expect(bench.library.redoAnywhere().text == "Redone in Blurry: 2 photos are as you decided")
  }
}
