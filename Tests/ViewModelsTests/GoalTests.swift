import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// Short decks.
@MainActor @Suite struct GoalTests {
  private func review() -> Review {
    var review = Review()
    review.replaceFindings(Sample.findings, photos: Sample.photos)
    return review
  }

  @Test func `a quick pass holds each open photo once, and no more than its goal needs`() {
    let review = review()

    let all = GoalDeck(.bytes(ByteCount(1_000_000)), review: review, pace: .seconds(4))
    let few = GoalDeck(.bytes(ByteCount(12_000)), review: review, pace: .seconds(4))
    let minutes = GoalDeck(.minutes(1), review: review, pace: .seconds(20))

    #expect(Set(all.keys.map(\.path)).count == all.keys.count && all.keys.count == 9)
    // Nothing is proposed, so half is expected to go: the largest two are enough.
    #expect(few.keys.map(\.path) == [Sample.path("s3"), Sample.path("s2")])
    #expect(minutes.keys.count == 3)
  }

  @Test func `only decks that differ are offered, and bytes that are out of reach once at most`() {
    let ranking = GoalRanking(review())
    func offered(_ goals: [DeckGoal], pace: Duration) -> [DeckGoal] {
      GoalDeck.different(goals, out: ranking, pace: pace).map(\.goal)
    }
    let bytes = [1000, 12_000, 1_000_000, 2_000_000].map { DeckGoal.bytes(ByteCount($0)) }

    #expect(offered(bytes + [.minutes(10)], pace: .seconds(4)) == [bytes[0], bytes[1], .minutes(10)])
    #expect(offered(bytes + [.minutes(1)], pace: .seconds(20)) == bytes[0...2] + [.minutes(1)])
    #expect(GoalDeck.different(bytes, out: GoalRanking(Review()), pace: .seconds(4)).isEmpty)
  }

  @Test func `what other names keep on the disk counts for no goal of bytes`() async throws {
    func photos(linked isLinked: (ScannedPhoto) -> Bool) -> [ScannedPhoto] {
      Sample.photos.map { photo in
        var photo = photo
        photo.hasOtherNames = isLinked(photo)
        return photo
      }
    }
    let bytes = DeckGoal.bytes(ByteCount(20_000))
    let all = photos { _ in true }
    var review = Review()
    review.replaceFindings(Sample.findings, photos: all)
    #expect(
      GoalDeck.different([bytes, .minutes(10)], out: GoalRanking(review), pace: .seconds(4)).map(\.goal)
        == [.minutes(10)])
    #expect(GoalDeck(bytes, review: review, pace: .seconds(4)).keys.isEmpty)
    #expect(GoalDeck(.minutes(10), review: review, pace: .seconds(4)).keys.count == 9)

    let bench = try await Bench.opened(photos: photos { $0.path == Sample.path("s3") })
    bench.app.openDeck(bytes)
    await bench.work.idle()
    #expect(bench.card == "s2", "s3 is larger, and nothing is free without it")
    await bench.play("h")
    #expect(bench.deck.goal?.progress == "13.0 KB of 20.0 KB")
  }

  @Test func `proposals come before what is only listed, and sets to keep whole not at all`() {
    var findings = Sample.findings
    for index in findings.issues.indices where findings.issues[index].path == Sample.path("a2") {
      findings.issues[index].isPreselected = true
    }
    for index in findings.groups.indices where findings.groups[index].category == .similar {
      for member in findings.groups[index].members.indices { findings.groups[index].members[member].set = .panorama }
    }
    var review = Review()
    review.replaceFindings(findings, photos: Sample.photos)

    let deck = GoalDeck(.minutes(10), review: review, pace: .seconds(1))

    #expect(deck.keys.first?.path == Sample.path("a2"))
    #expect(!deck.keys.contains { $0.category == .similar })
  }

  @Test func `a deck of Home leads across the categories, says how far it is and ends at its goal`() async throws {
    let bench = try await Bench.opened()
    bench.app.openDeck(.bytes(ByteCount(20_000)))
    await bench.work.idle()
    #expect(bench.state.route == .goalDeck && bench.card == "s3" && bench.deck.category == .similar)

    await bench.play("h")
    #expect(bench.deck.goal?.progress == "14.0 KB of 20.0 KB" && bench.card == "s2")
    await bench.play("h")

    #expect(bench.card == nil && bench.deck.message == "The goal is reached" && bench.deck.goal?.fraction == 1)
    await bench.play("u")
    #expect(bench.state.route == .goalDeck && bench.card == "s2" && bench.marked == ["s3"])
  }

  @Test func `undo of what is no card of a quick pass does not leave it, and says where that was`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.screenshot)
    await bench.play("h")
    bench.app.openDeck(.bytes(ByteCount(12_000)))
    await bench.work.idle()
    let card = bench.card
    #expect(bench.state.hints.first { $0.action == .undo }?.title == "undo in Screenshots")

    await bench.play("u")
    #expect(bench.state.route == .goalDeck && bench.card == card && bench.marked == [] && bench.deck.binCount == 0)
    #expect(bench.deck.message == "Undone in Screenshots: c1 is undecided again")
    bench.press(.control("r"))

    #expect(bench.state.route == .goalDeck && bench.card == card && bench.marked == ["c1"])
    #expect(bench.deck.message == "Redone in Screenshots: c1 is in the bin again")
  }

  @Test func `the chooser opens with f, moves with the arrows and goes with Esc`() async throws {
    let bench = try await Bench.opened()

    bench.type("f")
    guard case .goals(let chooser) = bench.state.overlay else {
      Issue.record("no chooser")
      return
    }
    #expect(chooser.options.map(\.title) == ["Up to ten minutes"], "all of them would be the same nine cards")
    #expect(chooser.options.map(\.remark) == ["9 photos, about 1 min"])
    bench.press(Key(.escape))
    #expect(bench.state.overlay == nil && bench.state.route == .home)
    bench.press(Key("f"), Key(.down), Key(.down), Key(.down), Key(.down), Key(.enter))
    #expect(bench.state.route == .goalDeck && bench.deck.goal?.title == "Up to ten minutes")
    #expect(bench.deck.goal?.progress == "about 1 min left", "what the chooser said of it")
    bench.press(Key(.escape))
    #expect(bench.state.route == .home)
  }

  @Test func `where nothing is left the chooser says so and makes no deck`() async throws {
    let bench = try await Bench.opened()
    for category in IssueCategory.allCases {
      await bench.open(category)
      while bench.card != nil { await bench.play("l") }
      bench.press(Key(.escape))
    }
    #expect(!bench.state.hints.contains { $0.key == "f" })

    bench.press(Key("f"), Key(.enter))

    guard case .goals(let chooser) = bench.state.overlay else {
      Issue.record("no chooser")
      return
    }
    #expect(chooser.options.isEmpty && chooser.text == "Nothing is left to decide.")
    #expect(bench.state.route == .home)
  }

  @Test func `the dialog of quick passes says its keys, and of any other that it does nothing`() async throws {
    let bench = try await Bench.opened()
    func text() -> String? { if case .goals(let chooser) = bench.state.overlay { chooser.text } else { nil } }
    bench.type("f?")
    #expect(text() == "↑ up · ↓ down · Enter begin it · Esc not now")
    bench.type("x")
    #expect(text() == "x does nothing here")
    bench.press(Key(.down))
    #expect(text() == "The clearest cases come first.")
  }

  @Test func `a bin opened from a quick pass leads back to it`() async throws {
    let bench = try await Bench.opened()
    bench.app.openDeck(.minutes(10))
    await bench.play("h")
    let next = bench.card

    bench.type("b")
    #expect(bench.state.route == .bin)
    bench.press(Key(.escape))

    #expect(bench.state.route == .goalDeck && bench.card == next)
  }

  @Test func `the pace is the median of the last decisions, without pauses`() {
    var pace = DeckPace()
    #expect(pace.perCard == .seconds(4))
    var time: Duration = .zero
    for span in [1, 2, 2, 2, 9, 3600, 2] {
      time += .seconds(span)
      pace.decided(at: time)
    }
    #expect(pace.perCard == .seconds(2))
  }
}
