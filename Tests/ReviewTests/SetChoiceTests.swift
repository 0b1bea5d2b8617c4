import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing

/// What is chosen of a set stays, the rest is marked, and one undo takes all of it back.
@Suite struct SetChoiceTests {
  private func review() -> Review {
    var review = Review()
    review.replaceFindings(Sample.findings, photos: Sample.photos)
    return review
  }

  private func paths(_ names: String...) -> Set<FilePath> { Set(names.map(Sample.path)) }
  private func names(_ paths: some Sequence<FilePath>) -> [String] {
    paths.map { String(decoding: $0.nameBytes, as: UTF8.self) }.sorted()
  }

  private func group(_ id: String, _ review: Review) throws -> PhotoGroup {
    try #require(review.groups[PhotoGroup.ID(id)])
  }

  @Test func `what is chosen is kept and the rest marked, beside the keeper`() throws {
    var review = review()

    let choice = try #require(review.choice(of: paths("a1", "a3"), from: group("A", review)))
    review.apply(try #require(choice.action))

    #expect(names(choice.marked) == ["a2"] && choice.leftOpen.isEmpty)
    #expect(names(review.bin.map(\.path)) == ["a2"])
    #expect(review.decision(Sample.path("a3"), in: .duplicate) == .keep)
    #expect(!review.isWithoutKeeperSeen(Sample.path("a2"), in: .duplicate))
    #expect(choice.action?.keeperMove == nil)
  }

  @Test func `where the keeper goes, the first that was chosen takes its place, and undo gives it back`() throws {
    var review = review()

    let choice = try #require(review.choice(of: paths("s3"), from: group("S", review)))
    review.apply(try #require(choice.action))

    #expect(names(review.bin.map(\.path)) == ["s1", "s2"])
    #expect(try group("S", review).keeper == Sample.path("s3"))
    #expect(!review.isWithoutKeeperSeen(Sample.path("s1"), in: .similar))
    review.undo()
    #expect(try group("S", review).keeper == Sample.path("s1") && review.bin == [])
    #expect(review.decision(Sample.path("s3"), in: .similar) == .pending)
    review.redo()
    #expect(try group("S", review).keeper == Sample.path("s3") && names(review.bin.map(\.path)) == ["s1", "s2"])
  }

  @Test func `without a choice there is no action: the last of a set is marked by itself`() throws {
    let review = review()

    #expect(try review.choice(of: [], from: group("S", review)) == nil)
    #expect(try review.choice(of: paths("b1"), from: group("S", review)) == nil)
  }

  @Test func `protected photos stay, chosen or not`() throws {
    let review = review()

    let choice = try #require(review.choice(of: paths("q1"), from: group("Q", review)))

    #expect(names(choice.marked) == ["q2"])
    #expect(review.stays(try group("Q", review).members[2], of: try group("Q", review), ratingsAreSacred: true))
  }

  @Test func `what is in the bin stays there, unless it is chosen`() throws {
    var review = review()
    review.apply(try #require(review.action(.delete, for: [Sample.path("s1"), Sample.path("s2")], in: .similar)))

    let choice = try #require(review.choice(of: paths("s2"), from: group("S", review)))
    review.apply(try #require(choice.action))

    #expect(names(choice.marked) == ["s3"] && names(review.bin.map(\.path)) == ["s1", "s3"])
  }

  @Test func `the last of another set stays a question`() throws {
    var review = Review()
    var findings = Sample.findings
    findings.groups.append(Sample.group("X", .similar, ["c1", "a1"]))
    review.replaceFindings(findings, photos: Sample.photos)
    review.apply(try #require(review.action(.delete, for: [Sample.path("a2"), Sample.path("a3")], in: .duplicate)))

    let choice = try #require(review.choice(of: paths("c1"), from: group("X", review)))

    #expect(choice.marked.isEmpty && names(choice.leftOpen) == ["a1"])
  }

  @Test func `a keep that is decided with marks is remembered, beside the keeper of then`() throws {
    let review = review()
    let choice = try #require(review.choice(of: paths("s2", "s3"), from: group("S", review)))

    let action = try #require(choice.action)
    let change = try #require(review.ledgerChange(of: action, at: .distantPast))

    // s2 is the keeper from now on.
    #expect(names(change.kept.map(\.path)) == ["s3"])
    #expect(change.kept.first?.keeper == review.photos[Sample.path("s2")]?.digest)
    #expect(names(change.reopened.map(\.path)) == ["s1"])
  }

  @Test func `no choice empties a set or marks what was chosen, and undo is its inverse`() throws {
    for id in ["A", "E", "Q", "S"] {
      let before = review()
      let members = try group(id, before).members.map(\.path)
      for bits in 1..<(1 << members.count) {
        var review = before
        let chosen = Set(members.indices.filter { bits >> $0 & 1 == 1 }.map { members[$0] })
        let choice = try #require(review.choice(of: chosen, from: group(id, review)))
        guard let action = choice.action else { continue }

        review.apply(action)

        #expect(chosen.allSatisfy { !review.isInBin($0) }, "\(id) \(bits)")
        for group in review.groups.values {
          #expect(!review.survivors(of: group, without: []).isEmpty, "\(id) \(bits)")
          for photo in review.bin { #expect(review.groupEmptied(by: photo.path) == nil) }
        }
        review.undo()
        #expect(review.bin == [] && review.groups == before.groups, "\(id) \(bits)")
        #expect(review.nextUndo == nil)
      }
    }
  }
}
