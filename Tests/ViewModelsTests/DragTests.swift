import PhotoModel
import Testing
import TextSurface
import ViewModels

/// The card in the hand.
@MainActor @Suite struct DragTests {
  @Test func `let go past a third of its width the card is decided, to its side`() async throws {
    for (offset, marked, kept) in [(-0.4, ["a2"], 0), (0.5, [], 1)] {
      let bench = try await Bench.opened()
      await bench.open(.duplicate)

      bench.app.grabCard()
      bench.app.dragCard(to: offset / 2)
      #expect(bench.deck.drag?.decision == .pending && bench.deck.drag?.below?.name == "a3")
      bench.app.dragCard(to: offset)
      bench.app.dropCard()

      #expect(bench.card == "a3" && bench.marked == marked && bench.deck.drag == nil)
      #expect(bench.session.now.saved.actions.count { $0.items[0].decision == .keep } == kept)
      #expect(bench.deck.motion?.start == abs(offset) && bench.deck.motion?.card.name == "a2")
    }
  }

  @Test func `let go before that it springs back and nothing is said`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)

    bench.app.grabCard()
    bench.app.dragCard(to: -0.3)
    bench.app.dropCard()

    #expect(bench.card == "a2" && bench.session.now.saved.actions == [])
    #expect(bench.deck.motion?.kind == .springing(.delete) && bench.deck.motion?.start == 0.3)
  }

  @Test func `a key takes the card out of the hand, which then holds nothing`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)

    bench.app.grabCard()
    bench.app.dragCard(to: -0.5)
    await bench.play("s")
    bench.app.dragCard(to: -0.9)
    bench.app.dropCard()

    #expect(bench.card == "a3" && bench.session.now.saved.actions == [])
  }

  @Test func `a card that was left in the hand lies in its place when the deck is seen again`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)

    bench.app.grabCard()
    bench.app.dragCard(to: -0.6)
    bench.type("b")
    bench.press(Key(.escape))
    bench.app.dropCard()

    #expect(bench.state.route == .deck(.duplicate) && bench.card == "a2" && bench.deck.drag == nil)
    #expect(bench.session.now.saved.actions == [])
  }

  @Test func `the last one of a set goes back and is asked about`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    // Both copies of the first set, then the keeper of the second: its other photo is the last one.
    await bench.play("hhkh")
    #expect(bench.card == "e2" && bench.marked == ["a2", "a3", "e1"])

    bench.app.grabCard()
    bench.app.dragCard(to: -1)
    bench.app.dropCard()

    guard case .question(let question) = bench.state.overlay, case .emptyGroup = question.subject else {
      Issue.record("nothing was asked")
      return
    }
    #expect(bench.card == "e2" && bench.marked.count == 3 && bench.deck.drag == nil)
    #expect(bench.deck.motion?.kind == .springing(.delete))
  }

  @Test func `a question, a late picture and a card not shown yet are no grip`() async throws {
    let gate = Gate()
    let bench = try await Bench.opened { dependencies in
      dependencies.pictures.preview = { request in
        await gate.pass()
        return .ready(Surface(request.area))
      }
    }
    bench.app.focusHome(.card(.blurry))
    bench.press(Key(.enter))
    bench.app.presented()

    bench.app.grabCard()
    bench.app.dragCard(to: 1)
    bench.app.dropCard()
    #expect(bench.session.now.saved.actions == [] && bench.deck.message == "The picture is not there yet")

    bench.app.grabCard()
    bench.app.dragCard(to: 1)
    gate.open()
    await bench.work.idle()
    // The picture came, and nothing has drawn it.
    bench.app.dropCard()
    #expect(bench.session.now.saved.actions == [])
  }
}
