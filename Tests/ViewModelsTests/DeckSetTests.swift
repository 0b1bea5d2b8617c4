import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

@testable import PhotoScan

/// Reviewing sets: what is left of them, who is their keeper, and what marking many at once takes.
@MainActor @Suite struct DeckSetTests {
  @Test func `the last member of a group asks, and the safe button comes first`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    await bench.play("lls")
    // e1, the keeper of e2.
    bench.press(Key(.escape))
    await bench.open(.duplicate)
    #expect(bench.card == "e2")
    await bench.play("k")
    #expect(bench.card == "e1" && bench.deck.card?.badge == "keeper")
    await bench.play("h")
    #expect(bench.marked == ["e1"] && bench.card == "e2")

    bench.type("h")

    guard case .question(let question) = bench.state.overlay else {
      Issue.record("nothing was asked")
      return
    }
    #expect(question.title == "Mark the last one of this set?" && !question.isActFocused)
    bench.press(Key(.enter))
    #expect(bench.state.overlay == nil && bench.marked == ["e1"])
    bench.type("h")
    bench.press(Key(.tab), Key(.enter))
    #expect(bench.marked == ["e1", "e2"])
  }

  @Test func `the last member asks in every category it is seen in`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.similar)
    await bench.play("l")
    #expect(bench.card == "s2")
    await bench.play("kh")
    #expect(bench.marked == ["s1"] && bench.card == "s2")
    await bench.play("lh")
    #expect(bench.marked == ["s1", "s3"])
    bench.press(Key(.escape))
    await bench.open(.blurry)
    await bench.play("ll")
    #expect(bench.card == "s2")

    bench.type("h")

    guard case .question(let question) = bench.state.overlay else {
      Issue.record("the last photo of a set was marked without a word")
      return
    }
    #expect(question.subject == .emptyGroup(PhotoGroup.ID("S")))
    bench.type("n")
    #expect(bench.marked == ["s1", "s3"])
  }

  @Test func `a yes is for the photo that was asked about and no other`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    await bench.play("llk")
    await bench.play("h")
    bench.type("h")
    #expect(bench.state.overlay != nil && bench.card == "e2")

    // A scan takes the photo away while the question stands.
    bench.library.photosMoved([Sample.path("e2")])
    bench.type("y")

    #expect(bench.marked == ["e1"])
  }

  @Test func `what was said not to be the same is no part of marking all`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.similar)
    let refused = try #require(bench.card)

    await bench.play("n")
    bench.type("A")
    bench.type("y")
    await bench.work.idle()

    #expect(!bench.marked.isEmpty && !bench.marked.contains(refused))
  }

  @Test func `nothing is proposed in favour of a keeper that is in the bin`() async throws {
    let bench = try await Bench.opened { dependencies in
      dependencies.scan.findings = { library, _, _ in
        var findings = Sample.findings(in: library.photos)
        for index in findings.issues.indices { findings.issues[index].isPreselected = true }
        return findings
      }
    }
    await bench.open(.duplicate)
    await bench.play("j")
    #expect(bench.card == "a3" && bench.deck.card?.badge.hasPrefix("proposed") == true)

    await bench.play("jh")

    #expect(bench.marked == ["a1"] && bench.card == "a2")
    #expect(bench.deck.card?.badge.contains("proposed") == false, "\(bench.deck.card?.badge ?? "")")
  }

  @Test func `no reason speaks of a keeper in the bin as of one that stays`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    #expect(bench.card == "a2" && bench.deck.card?.issue.why == "because" && !bench.deck.isWithoutKeeper)

    await bench.play("kh")

    #expect(bench.marked == ["a1"] && bench.card == "a2" && bench.deck.isWithoutKeeper)
    #expect(bench.deck.card?.issue.why == "its keeper is in the bin, 1 other is not; because")
    #expect(bench.deck.filmstrip.map(\.isLeavingKeeper) == [true, false, false])
    await bench.play("k")
    #expect(bench.deck.card?.issue.why.hasPrefix("in the bin, 2 others are not; the keeper of this set") == true)
    await bench.play("jjhl")
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.marked == ["a1", "a3"] && bench.card == "a2")
    #expect(bench.deck.card?.issue.why == "its keeper is in the bin, and so are all the others; because")
    bench.type("c")
    await bench.work.idle()
    #expect(bench.state.compare.left?.decision == .delete)
    await bench.play("zc")
    await bench.work.idle()
    #expect(bench.state.loupe.isKeeper && bench.state.loupe.isMarked)
  }

  @Test func `arrows walk through the group and keeping the keeper goes on in it`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)

    await bench.play("j")
    #expect(bench.card == "a3")
    await bench.play("j")
    #expect(bench.card == "a1")
    await bench.play("l")

    #expect(bench.card == "a2" && bench.deck.position == 1)
  }

  @Test func `making a photo the keeper turns the one before into a question`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)

    await bench.play("*")

    #expect(bench.deck.message == "This is the keeper now; u takes it back")
    #expect(bench.deck.filmstrip.first { $0.isKeeper }?.path == Sample.path("a2"))
    #expect(bench.session.now.saved.chosenKeepers == [PhotoGroup.ID("A"): Sample.path("a2")])
    await bench.play("h")
    #expect(bench.card == "a1" && bench.marked == ["a2"])
  }

  @Test func `what was compared with the keeper of before is not said of the one that was chosen`() async throws {
    let photos = ["Album/1.JPG", "Inbox/2.JPG", "Inbox/1.JPG"].enumerated().map {
      Sample.photo($1, number: UInt64($0 + 1), bytes: $0 == 1 ? 8 : 7)
    }
    let bench = try await Bench.opened(photos: photos) { dependencies in
      dependencies.scan.findings = { _, _, _ in
        let names = ["Album/1.JPG", "Inbox/2.JPG", "Inbox/1.JPG"]
        var issues = names.dropFirst().map { Sample.issue($0, .duplicate, group: "X") }
        issues[0].why = "saved again; the keeper is larger"
        issues[1].why = "same bytes as the keeper"
        return Findings(groups: [Sample.group("X", .duplicate, names)], issues: issues)
      }
    }
    await bench.open(.duplicate)
    while bench.card != "2.JPG" { await bench.play("j") }
    await bench.play("*")
    while bench.deck.card?.issue.path != Sample.path("Inbox/1.JPG") { await bench.play("j") }

    let card = try #require(bench.deck.card)
    #expect(
      card.issue.why == "not compared with the keeper you chose, but with 1.JPG in Album, proposed first: "
        + "same bytes as that one")
    #expect(card.badge == "another keeper now" && !card.issue.isPreselected)

    // Back to the keeper of before by hand: what is said holds again.
    while bench.deck.card?.issue.path != Sample.path("Album/1.JPG") { await bench.play("j") }
    await bench.play("*")
    while bench.deck.card?.issue.path != Sample.path("Inbox/1.JPG") { await bench.play("j") }
    #expect(bench.deck.card?.issue.why == "same bytes as the keeper, in Album")
    while bench.card != "2.JPG" { await bench.play("j") }
    #expect(bench.deck.card?.issue.why == "saved again; the keeper, in Album, is larger")
    #expect(bench.deck.card?.badge != "another keeper now")
  }

  @Test func `of copies with the same bytes that holds of whichever is chosen`() async throws {
    let names = ["a.JPG", "b.JPG", "c.JPG"]
    var photos = zip(names, 1...).map { Sample.photo($0, number: UInt64($1), bytes: 7) }
    photos[2].companions = [
      Companion(path: Sample.path("c.NEF"), identity: photos[2].identity, role: .raw, owner: .photo)
    ]
    let bench = try await Bench.opened(photos: photos) { dependencies in
      dependencies.scan.findings = { _, _, _ in
        var issues = names.dropFirst().map { Sample.issue($0, .duplicate, group: "X") }
        for index in issues.indices { issues[index].why = "same bytes as the keeper" }
        return Findings(groups: [Sample.group("X", .duplicate, names)], issues: issues)
      }
    }
    await bench.open(.duplicate)
    await bench.play("*")
    while bench.card != "c.JPG" { await bench.play("j") }
    #expect(bench.deck.card?.issue.why == "same bytes as the keeper; the keeper has no copy of its RAW")
    #expect(bench.deck.card?.badge == "")
  }

  @Test func `marking the rest of a set asks first and leaves the keeper`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)

    bench.type("D")
    guard case .question(let question) = bench.state.overlay else {
      Issue.record("nothing was asked")
      return
    }
    #expect(question.title == "Mark 2 photos of this set?" && question.lines[0] == "The keeper stays: a1")
    bench.type("y")

    #expect(bench.marked == ["a2", "a3"] && bench.card == "e2")
    #expect(bench.deck.message == "2 photos marked; u takes it back")
    bench.type("u")
    #expect(bench.marked == [] && bench.deck.message == "Undone: 2 photos are undecided again")
  }

  @Test func `marking the rest of a set whose keeper is in the bin leaves another one`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    await bench.play("kh")
    #expect(bench.marked == ["a1"])

    bench.type("D")
    guard case .question(let question) = bench.state.overlay else {
      Issue.record("nothing was asked")
      return
    }
    #expect(question.title == "Mark 1 photo of this set?" && question.lines[0] == "One stays: a2")
    bench.type("y")

    #expect(bench.marked == ["a1", "a3"])
  }

  @Test func `marking all that is left asks with the number and leaves one of each set`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.similar)
    await bench.play("l")

    bench.type("A")
    guard case .question(let question) = bench.state.overlay else {
      Issue.record("nothing was asked")
      return
    }
    #expect(question.title == "Mark all 2 photos left in Similar?")
    bench.press(Key(.right), Key(.enter))

    #expect(bench.marked == ["s2", "s3"] && bench.card == nil)
    #expect(bench.session.now.saved.actions.last?.items.count == 2)
  }
}
