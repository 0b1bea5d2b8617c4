import PhotoModel
import SystemPackage
import Testing
import TextSurface

@testable import ViewModels

/// Short decks, and accepting what is left.
@MainActor @Suite struct GoalTests {
  private func review() -> Review {
    var review = Review()
    review.replaceFindings(Sample.findings, photos: Sample.photos)
    return review
  }

  @Test func `a short deck holds each open photo once, and no more than its goal needs`() {
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
    #expect(bench.state.place == .goalDeck && bench.card == "s3" && bench.deck.category == .similar)

    await bench.play("h")
    #expect(bench.deck.goal?.progress == "14.0 KB of 20.0 KB" && bench.card == "s2")
    await bench.play("h")

    #expect(bench.card == nil && bench.deck.message == "The goal is reached" && bench.deck.goal?.fraction == 1)
    await bench.play("u")
    #expect(bench.state.place == .goalDeck && bench.card == "s2" && bench.marked == ["s3"])
  }

  @Test func `undo of what is no card of a short deck does not leave it, and says where that was`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.screenshot)
    await bench.play("h")
    bench.app.openDeck(.bytes(ByteCount(12_000)))
    await bench.work.idle()
    let card = bench.card
    #expect(bench.state.hints.first { $0.action == .undo }?.title == "undo in Screenshots")

    await bench.play("u")
    #expect(bench.state.place == .goalDeck && bench.card == card && bench.marked == [] && bench.deck.binCount == 0)
    #expect(bench.deck.message == "Undone in Screenshots: c1 is a question again")
    bench.press(.control("r"))

    #expect(bench.state.place == .goalDeck && bench.card == card && bench.marked == ["c1"])
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
    #expect(chooser.options.map(\.remark) == ["9 cards, about 1 min"])
    bench.press(Key(.escape))
    #expect(bench.state.overlay == nil && bench.state.place == .home)
    bench.press(Key("f"), Key(.down), Key(.down), Key(.down), Key(.down), Key(.enter))
    #expect(bench.state.place == .goalDeck && bench.deck.goal?.title == "Up to ten minutes")
    #expect(bench.deck.goal?.progress == "about 1 min left", "what the chooser said of it")
    bench.press(Key(.escape))
    #expect(bench.state.place == .home)
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
    #expect(chooser.options.isEmpty && chooser.words == "Nothing is open to be reviewed.")
    #expect(bench.state.place == .home)
  }

  @Test func `a bin opened from a short deck leads back to it`() async throws {
    let bench = try await Bench.opened()
    bench.app.openDeck(.minutes(10))
    await bench.play("h")
    let next = bench.card

    bench.type("b")
    #expect(bench.state.place == .bin)
    bench.press(Key(.escape))

    #expect(bench.state.place == .goalDeck && bench.card == next)
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

  // MARK: Accepting the rest

  /// Pairs of copies, of which the second is proposed; one set more is made to be kept whole, one is only listed.
  private func library(_ pairs: Int) async throws -> Bench {
    var photos: [ScannedPhoto] = []
    var findings = Findings()
    for number in 0..<(pairs + 2) {
      let names = ["k\(1000 + number)", "x\(1000 + number)"]
      for name in names {
        var photo = Sample.photo(name, number: UInt64(photos.count + 1), bytes: nil)
        photo.digest = ContentDigest(
          bytes: (0..<32).map { UInt8(truncatingIfNeeded: (number * 37) >> ($0 % 4 * 4) + $0) })
        photos.append(photo)
      }
      let size = photos[photos.count - 1].size
      let id = PhotoGroup.ID("g\(1000 + number)")
      findings.groups.append(
        PhotoGroup(
          id: id, category: .duplicate, keeper: Sample.path(names[0]), reason: "",
          members: names.map { name in
            PhotoGroup.Member(
              path: Sample.path(name), similarity: 1, size: size, set: number == pairs ? .panorama : nil)
          }))
      findings.issues.append(
        PhotoIssue(
          path: Sample.path(names[1]), category: .duplicate, confidence: number == pairs ? 0.95 : 0.9, score: 1,
          threshold: 0.95, size: size, group: id, isPreselected: number <= pairs))
    }
    let found = findings
    return try await Bench.opened(photos: photos) { $0.scan.findings = { _, _, _ in found } }
  }

  /// Agrees until the key would accept.
  private func agree(_ bench: Bench, _ times: Int) async {
    for _ in 0..<times { await bench.play("h") }
  }

  @Test func `after twenty agreements and ten samples one yes marks the rest, and one undo takes it back`() async throws
  {
    let bench = try await library(60)
    await bench.open(.duplicate)
    // The set to keep whole is the surest, and comes first.
    await bench.play("s")
    await agree(bench, 19)
    #expect(bench.deck.acceptance == nil)
    await bench.play("a")
    #expect(bench.deck.message?.contains("so far 19") == true)
    await agree(bench, 1)
    #expect(bench.deck.acceptance == .offered(remaining: 40, margin: 0.9))

    await bench.play("a")
    #expect(bench.deck.acceptance == .sampling(agreed: 0, of: 10, remaining: 30))
    await agree(bench, 10)
    guard case .question(let question) = bench.state.overlay, question.subject == .acceptRemaining(30) else {
      Issue.record("nothing was asked")
      return
    }
    #expect(bench.marked.count == 30)
    await bench.play("y")

    #expect(bench.marked.count == 60 && !bench.marked.contains("x1060") && !bench.marked.contains("x1061"))
    #expect(bench.session.now.saved.actions.last?.items.count == 30)
    await bench.play("u")
    #expect(bench.marked.count == 30)
  }

  @Test func `the offer says how many are left that are as clear, whatever is done meanwhile`() async throws {
    let bench = try await library(60)
    await bench.open(.duplicate)
    await bench.play("s")
    await agree(bench, 20)

    for key in ["h", "s", "h", "z", "z", "c", "c", "h", "D", "y", "h"] {
      await bench.play(key)
      guard bench.state.place == .deck(.duplicate), bench.state.overlay == nil else { continue }
      let count = bench.library.review.acceptable(in: .duplicate, margin: 0.9).count
      #expect(bench.deck.acceptance == .offered(remaining: count, margin: 0.9), "after \(key)")
    }
  }

  @Test func `where hardly any are left nothing is offered, and the key says so`() async throws {
    let bench = try await library(31)
    await bench.open(.duplicate)
    await bench.play("s")
    await agree(bench, 20)
    #expect(bench.deck.acceptance == .offered(remaining: 11, margin: 0.9))

    await agree(bench, 1)
    #expect(bench.deck.acceptance == nil)
    let help = bench.state.help.flatMap(\.hints).first { $0.action == .acceptRemaining }
    #expect(help?.obstacle == "hardly any like these are left")
    await bench.play("a")
    #expect(bench.deck.message == "Only 10 photos like these are left; they are quicker by hand")
  }

  @Test(arguments: [IssueCategory.similar, .screenshot]) func `where nothing is ever proposed the key says that`(
    category: IssueCategory
  ) async throws {
    let bench = try await Bench.opened()
    await bench.open(category)

    await bench.play("a")

    #expect(bench.deck.message == "Nothing is proposed in \(category.title), so there is no rest to accept")
    let help = bench.state.help.flatMap(\.hints).first { $0.action == .acceptRemaining }
    #expect(help?.obstacle == "nothing is proposed in \(category.title)")
  }

  @Test func `where too few proposals are left to accept them at once the key says how many`() async throws {
    let bench = try await library(30)
    await bench.open(.duplicate)
    await bench.play("a")
    #expect(bench.deck.message == "Only 30 proposals are left in Duplicates, too few to accept at once")
    let enough = try await library(31)
    await enough.open(.duplicate)
    await enough.play("a")
    #expect(enough.deck.message == "Accepts the rest after 20 proposals marked in a row; so far 0")

    let none = try await Bench.opened()
    await none.open(.blurry)
    await none.play("a")

    #expect(none.deck.message == "No proposal is left in Blurry, so there is no rest to accept")
  }

  @Test(arguments: ["l", "s"]) func `one disagreement among the samples ends it`(key: String) async throws {
    let bench = try await library(60)
    await bench.open(.duplicate)
    await bench.play("s")
    await agree(bench, 20)
    await bench.play("a")
    await agree(bench, 4)

    await bench.play(key)

    #expect(bench.deck.acceptance == nil && bench.state.overlay == nil && bench.marked.count == 24)
    #expect(bench.deck.message?.contains("nothing more is accepted") == true)
    await bench.play("a")
    #expect(bench.deck.message?.contains("so far 0") == true)
  }

  @Test func `undo among the samples brings back the last one, and before the first it leaves them`() async throws {
    let bench = try await library(60)
    await bench.open(.duplicate)
    await bench.play("s")
    await agree(bench, 20)
    await bench.play("a")
    let first = bench.card
    await agree(bench, 1)
    let second = bench.card

    await bench.play("u")
    #expect(bench.card == first && bench.marked.count == 20)
    #expect(bench.deck.acceptance == .sampling(agreed: 0, of: 10, remaining: 30))
    await agree(bench, 1)
    #expect(bench.card == second && bench.deck.acceptance == .sampling(agreed: 1, of: 10, remaining: 30))
    await bench.play("u")
    bench.press(.control("r"))
    await bench.work.idle()
    #expect(bench.card == second && bench.deck.acceptance == .sampling(agreed: 1, of: 10, remaining: 30))
    await bench.play("u")
    await bench.play("u")

    #expect(bench.deck.acceptance == .offered(remaining: 40, margin: 0.9) && bench.marked.count == 20)
    #expect(bench.deck.message == "No rest was accepted")
    await bench.play("u")
    #expect(bench.marked.count == 19 && bench.deck.acceptance == nil)
  }

  @Test func `who said not yet after the samples is asked again, unless something else was decided`() async throws {
    let bench = try await library(60)
    await bench.open(.duplicate)
    await bench.play("s")
    await agree(bench, 20)
    await bench.play("a")
    await agree(bench, 10)
    bench.press(Key(.escape))
    #expect(bench.state.overlay == nil && bench.marked.count == 30)

    await bench.play("a")
    guard case .question(let question) = bench.state.overlay, question.subject == .acceptRemaining(30) else {
      Issue.record("nothing was asked")
      return
    }
    bench.press(Key(.escape))
    // Past the set to keep whole, which is none of them.
    await bench.play("s")
    await agree(bench, 1)
    await bench.play("a")
    #expect(bench.deck.acceptance == .sampling(agreed: 0, of: 10, remaining: 19))
  }

  @Test func `Esc leaves the samples and not the deck, and the rest can be accepted later`() async throws {
    let bench = try await library(60)
    await bench.open(.duplicate)
    await bench.play("s")
    await agree(bench, 20)
    await bench.play("a")
    await agree(bench, 2)

    bench.press(Key(.escape))

    #expect(bench.state.place == .deck(.duplicate) && bench.marked.count == 22)
    #expect(bench.deck.acceptance == .offered(remaining: 38, margin: 0.9))
    #expect(bench.deck.message == "No rest was accepted; the 2 you agreed to are marked")
    bench.press(Key(.escape))
    #expect(bench.state.place == .home)
  }

  @Test func `where the row of agreements was broken off and few are left the key says both`() async throws {
    let bench = try await library(40)
    await bench.open(.duplicate)
    await bench.play("s")
    await agree(bench, 20)
    await bench.play("l")

    await bench.play("a")

    #expect(
      bench.deck.message
        == "→ or u ended the row of 20; 19 proposals are left in Duplicates, too few for another")
  }

  @Test func `the samples are the same each time`() async throws {
    var seen: [[String?]] = []
    for _ in 0..<2 {
      let bench = try await library(60)
      await bench.open(.duplicate)
      await bench.play("s")
      await agree(bench, 20)
      await bench.play("a")
      var names: [String?] = []
      for _ in 0..<9 {
        names.append(bench.card)
        await bench.play("h")
      }
      seen.append(names)
    }
    #expect(seen[0] == seen[1] && Set(seen[0]).count == 9)
  }

  @Test func `what would be the last of its kind is never accepted`() {
    var findings = Sample.findings
    for index in findings.issues.indices { findings.issues[index].isPreselected = true }
    var review = Review()
    review.replaceFindings(findings, photos: Sample.photos)

    #expect(review.acceptable(in: .blurry, margin: 0).map { $0 } == [Sample.path("s2")])
    #expect(review.acceptable(in: .screenshot, margin: 0) == [])
    #expect(review.acceptable(in: .duplicate, margin: 0).count == 3)
    #expect(review.acceptable(in: .duplicate, margin: 0.95) == [])
  }
}
