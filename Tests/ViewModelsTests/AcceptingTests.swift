import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// Accepting the rest after many agreements in a row.
@MainActor @Suite struct AcceptingTests {
  @Test func `what stays unmarked as the last of its set is called that in every category`() {
    var review = Review()
    review.replaceFindings(Sample.findings, photos: Sample.photos)

    let marking = MassMarking(
      of: ["e1", "e2"].map(Sample.path), in: .blurry, review, ledger: Ledger(), ratingsAreSacred: true)

    #expect(marking.leftOutLines == ["1 photo stays unmarked: it is the last of its set."])
  }

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

  /// Agreed to twenty of sixty, past the set to keep whole, which comes first; the first sample is on the screen.
  private func samples() async throws -> Bench {
    let bench = try await library(60)
    await bench.open(.duplicate)
    await bench.play("s")
    await agree(bench, 20)
    await bench.play("a")
    return bench
  }

  @Test func `a row of agreements outlasts another screen, and no mark that is taken back`() async throws {
    let bench = try await library(60)
    await bench.open(.duplicate)
    await bench.play("s")
    await agree(bench, 19)
    bench.press(Key(.escape))
    await bench.open(.blurry)
    bench.press(Key(.escape))
    await bench.open(.duplicate)
    #expect(bench.deck.acceptance == nil)
    await agree(bench, 1)
    #expect(bench.deck.acceptance == .offered(remaining: 40, margin: 0.9))

    bench.type("b")
    await bench.play("x")
    bench.press(Key(.escape))
    #expect(bench.deck.acceptance == nil)
    await agree(bench, 1)
    #expect(bench.deck.acceptance == nil)
  }

  @Test func `another limit ends a row of agreements`() async throws {
    let bench = try await library(60)
    await bench.open(.duplicate)
    await bench.play("s")
    await agree(bench, 20)
    #expect(bench.deck.acceptance != nil)
    bench.press(Key(.escape))
    bench.type("3")
    bench.press(Key(.left))
    await bench.work.idle()
    bench.type("1")
    await bench.open(.duplicate)
    #expect(bench.deck.acceptance == nil)
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
      guard bench.state.route == .deck(.duplicate), bench.state.overlay == nil else { continue }
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
    #expect(bench.app.obstacles[.acceptRemaining] == "hardly any like these are left")
    await bench.play("a")
    #expect(bench.deck.message == "Only 10 photos like these are left; they are quicker by hand")
  }

  @Test(arguments: [IssueCategory.similar, .screenshot]) func `where nothing is ever proposed the key says that`(
    category: IssueCategory
  ) async throws {
    let bench = try await Bench.opened()
    await bench.open(category)

    await bench.play("a")

    #expect(bench.deck.message == "Nothing is proposed in \(category.title), so there is nothing more to accept")
    #expect(bench.app.obstacles[.acceptRemaining] == "nothing is proposed in \(category.title)")
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

    #expect(none.deck.message == "No proposal is left in Blurry, so there is nothing more to accept")
  }

  @Test(arguments: ["l", "s"]) func `one disagreement among the samples ends it`(key: String) async throws {
    let bench = try await samples()
    await agree(bench, 4)

    await bench.play(key)

    #expect(bench.deck.acceptance == nil && bench.state.overlay == nil && bench.marked.count == 24)
    #expect(bench.deck.message?.contains("nothing more is accepted") == true)
    await bench.play("a")
    #expect(bench.deck.message?.contains("so far 0") == true)
  }

  @Test func `undo among the samples brings back the last one, and before the first it leaves them`() async throws {
    let bench = try await samples()
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
    #expect(bench.deck.message == "Nothing more was accepted")
    await bench.play("u")
    #expect(bench.marked.count == 19 && bench.deck.acceptance == nil)
  }

  @Test func `who said not yet after the samples is asked again, unless something else was decided`() async throws {
    let bench = try await samples()
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
    let bench = try await samples()
    await agree(bench, 2)

    bench.press(Key(.escape))

    #expect(bench.state.route == .deck(.duplicate) && bench.marked.count == 22)
    #expect(bench.deck.acceptance == .offered(remaining: 38, margin: 0.9))
    #expect(bench.deck.message == "Nothing more was accepted; the 2 you agreed to are marked")
    bench.press(Key(.escape))
    #expect(bench.state.route == .home)
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
      let bench = try await samples()
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
