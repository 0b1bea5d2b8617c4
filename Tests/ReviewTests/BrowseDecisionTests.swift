import FileSafety
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import Review

/// Decisions among all photos: marks are marks, and to view a photo decides nothing about it.
@Suite struct BrowseDecisionTests {
  private func review() -> Review {
    var review = Review()
    review.replaceFindings(Sample.findings, photos: Sample.photos)
    return review
  }

  private func view(_ name: String, in review: inout Review) throws {
    review.apply(try #require(review.action(viewing: Sample.path(name))))
  }

  private func mark(_ names: [String], in review: inout Review) throws {
    for name in names { review.apply(try #require(review.action(.delete, for: [Sample.path(name)], in: .browse))) }
  }

  @Test func `a viewed photo is still a question, may be proposed, and is nothing for the ledger`() throws {
    var review = review()
    let proposed = Set(review.issues.values.joined().filter(review.isProposed).map(\.path))

    for name in Sample.names where name != "a2" { review.action(viewing: Sample.path(name)).map { review.apply($0) } }

    #expect(review.issues.values.joined().allSatisfy { review.decision($0.path, in: $0.category) == .pending })
    #expect(IssueCategory.allCases.map { review.deck($0)?.openCount } == [3, 3, 3, 1])
    #expect(Set(review.issues.values.joined().filter(review.isProposed).map(\.path)) == proposed)
    #expect(!review.isKept(Sample.path("a1")) && review.bin.isEmpty)
    // a2 has the bytes of a1 and a3, which were viewed.
    #expect(review.isSettled(Sample.path("a2"), in: .browse))
    let action = try #require(review.actions.first)
    #expect(review.ledgerChange(of: action, at: .distantPast) == nil)
    #expect(action.decidingItems.isEmpty)
    #expect(SavedSession(actions: review.actions).protectingDecisions.isEmpty)
    #expect([SavedSession(actions: review.actions)].filesStaying(among: Set(review.actions.map(\.id))).isEmpty)
    #expect(DecisionReplay(review.actions, and: []).kept.isEmpty)
  }

  @Test func `what was viewed is known by its bytes in another library, and taken back by undo`() throws {
    var review = review()
    try view("b1", in: &review)
    #expect(review.isSettled(Sample.path("b1"), in: .browse) && review.goneThroughCount == 1)
    #expect(review.action(viewing: Sample.path("b1")) == nil)

    var saved = SavedSession()
    saved.viewed = review.viewed
    var other = Review(saved: saved)
    other.replaceFindings(Findings(), photos: Sample.photos)
    #expect(other.isSettled(Sample.path("b1"), in: .browse) && other.goneThroughCount == 1)

    review.undo()
    #expect(!review.isSettled(Sample.path("b1"), in: .browse) && review.viewed.isEmpty)
    review.redo()
    #expect(review.isSettled(Sample.path("b1"), in: .browse))
  }

  @Test func `a mark among all photos fills the bin, settles every card of the photo, and ends with a later keep`()
    throws
  {
    var review = review()
    try mark(["s2"], in: &review)

    #expect(review.bin.map(\.category) == [.browse] && review.isInBin(Sample.path("s2")))
    #expect(review.isSettled(Sample.path("s2"), in: .similar) && review.isSettled(Sample.path("s2"), in: .blurry))
    #expect(review.takingOut(Sample.path("s2"))?.items.map(\.category) == [.browse])

    let keep = try #require(review.action(.keep, for: [Sample.path("s2")], in: .similar))
    #expect(keep.items.map(\.category) == [.similar, .browse])
    review.apply(keep)
    #expect(review.bin.isEmpty && review.decision(Sample.path("s2"), in: .blurry) == .pending)
  }

  @Test func `to view a photo of the bin takes it out, wherever it was marked, in one step`() throws {
    var review = review()
    review.apply(try #require(review.action(.delete, for: [Sample.path("s2")], in: .blurry)))
    try view("s2", in: &review)

    #expect(review.bin.isEmpty && review.isSettled(Sample.path("s2"), in: .browse))
    #expect(!review.isSettled(Sample.path("s2"), in: .blurry))
    review.undo()
    #expect(review.isInBin(Sample.path("s2")) && review.viewed.isEmpty)
  }

  @Test func `all of a set marked among all photos leaves its last copy, as every mark does`() throws {
    var review = review()
    #expect(review.groupEmptied(by: Sample.path("e2")) == nil)
    try mark(["e1"], in: &review)
    #expect(review.groupEmptied(by: Sample.path("e2"))?.id.text == "E", "asked before it is marked")
    try mark(["e2"], in: &review)

    #expect(review.lastCopies == [Sample.path("e1")])
    let item = try #require(
      review.photos[Sample.path("e2")].flatMap { review.removalItem(of: $0, lastCopies: review.lastCopies) })
    guard case .exactCopy(let survivors) = item.safeguard else {
      Issue.record("e2 goes with a copy staying, not as \(item.safeguard)")
      return
    }
    #expect(survivors.map(\.path) == [Sample.path("e1")])
    let blurry = try #require(review.photos[Sample.path("b1")])
    try mark(["b1", "s2"], in: &review)
    #expect(review.removalItem(of: blurry)?.safeguard == .onlyOne)
    let similar = try #require(review.photos[Sample.path("s2")].flatMap { review.removalItem(of: $0) })
    guard case .similar(let keeper) = similar.safeguard else {
      Issue.record("s2 goes with its keeper staying, not as \(similar.safeguard)")
      return
    }
    #expect(keeper.path == Sample.path("s1"))
  }

  @Test func `what was viewed elsewhere ends no mark here, and what was taken out there does`() throws {
    var marked = review()
    try mark(["b1", "b2"], in: &marked)
    var actions = marked.actions
    for index in actions.indices { actions[index].id = Int64(index + 1) }
    var there = review()
    try view("b1", in: &there)
    there.apply(try #require(there.action(.delete, for: [Sample.path("b2")], in: .blurry)))
    try view("b2", in: &there)
    var others = there.actions
    for index in others.indices { others[index].id = Int64(index + 10) }

    var saved = SavedSession(actions: actions)
    saved.otherLibraryDecisions = SavedSession(actions: others).protectingDecisions
    var review = Review(saved: saved)
    review.replaceFindings(Sample.findings, photos: Sample.photos)

    #expect(review.bin.map(\.path) == [Sample.path("b1")])
  }

  @Test(arguments: Array(1...12) as [UInt64])
  func `what is gone through, kept step by step, is what a replay finds`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var review = review()
    for _ in 0..<60 {
      let path = Sample.path(Sample.names.randomElement(using: &random) ?? "a1")
      let category = IssueCategory.decidable.randomElement(using: &random) ?? .browse
      switch Int.random(in: 0...6, using: &random) {
      case 0, 1: review.action(viewing: path).map { review.apply($0) }
      case 2, 3: review.action(.delete, for: [path], in: category).map { review.apply($0) }
      case 4: review.action(.keep, for: [path], in: .similar).map { review.apply($0) }
      case 5: review.undo()
      default: review.redo()
      }
      var saved = SavedSession(actions: review.actions + review.undone.reversed())
      saved.viewed = review.viewed
      var replayed = Review(saved: saved)
      replayed.replaceFindings(Sample.findings, photos: Sample.photos)
      let all = 0..<review.photos.end
      #expect(all.map(review.isGoneThrough) == all.map(replayed.isGoneThrough))
      #expect(review.bin.map(\.path) == replayed.bin.map(\.path))
    }
  }
}
