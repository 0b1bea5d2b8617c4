import FileSafety
import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// A mark in a set is about what stays as well as about what goes.
@MainActor @Suite struct KeepersSeenTests {
  enum Change: CaseIterable {
    /// The keeper of similar photos, or of duplicates, was edited in its place.
    case edited, saved
    /// It is gone, and an export that nobody has seen is the keeper.
    case exported
  }

  enum Stay: CaseIterable {
    case renamed, copied, rated
    /// The keeper was edited, and the mark is of a version that did not remember it.
    case forgotten
  }

  private static let export = Sample.photo("n1", number: 77)

  /// What a session knows in which one photo was marked: `s2` beside `s1`, or `e2` beside `e1`.
  private func marked(_ name: String) async throws -> SavedSession {
    let bench = try await Bench.opened()
    await bench.open(name == "e2" ? .duplicate : .similar)
    await bench.play(name == "e2" ? "ssh" : "sh")
    #expect(bench.marked == [name])
    var saved = bench.session.now.saved
    saved.bookmarks = [:]
    return saved
  }

  private func library(
    _ saved: SavedSession, without name: String, with new: [ScannedPhoto], set members: [String]
  ) async throws -> Bench {
    var findings = Sample.findings
    let groupIndex = try #require(findings.groups.firstIndex { $0.members.contains { $0.path == Sample.path(name) } })
    findings.groups[groupIndex] = Sample.group(
      findings.groups[groupIndex].id.text, findings.groups[groupIndex].category, members)
    findings.issues.removeAll { $0.path == Sample.path(name) }
    let now = findings
    return try await Bench.opened(
      saved: saved, photos: Sample.photos.filter { $0.path != Sample.path(name) } + new
    ) { $0.scan.findings = { _, _, _ in now } }
  }

  private func edited(_ name: String) throws -> ScannedPhoto {
    var photo = try #require(Sample.photos.first { $0.path == Sample.path(name) })
    photo.identity.modified += 1
    photo.digest = ContentDigest(bytes: [UInt8](repeating: 99, count: 32))
    return photo
  }

  @Test(arguments: Change.allCases)
  func `a photo that was marked beside a keeper that is another picture now is asked about again and looked at first`(
    _ change: Change
  ) async throws {
    let (name, category): (String, IssueCategory) = change == .saved ? ("e2", .duplicate) : ("s2", .similar)
    let saved = try await marked(name)
    let bench =
      switch change {
      case .edited: try await library(saved, without: "s1", with: [edited("s1")], set: ["s1", "s2", "s3"])
      case .saved: try await library(saved, without: "e1", with: [edited("e1")], set: ["e1", "e2"])
      case .exported: try await library(saved, without: "s1", with: [Self.export], set: ["n1", "s2", "s3"])
      }
    #expect(bench.marked == [name])
    await bench.open(category)
    await bench.play("m")
    #expect(bench.state.confirmation.photos == 1 && bench.state.confirmation.otherKeepers == 1)

    bench.press(Key(.escape), Key(.escape))
    await bench.open(category)
    for _ in 0..<6 where bench.card != name { await bench.play("s") }
    #expect(bench.card == name)
    #expect(
      bench.deck.card?.issue.why
        == "the photo that you marked it beside has changed, or is in its set no more; because")
    // Who marks it again has seen what stays now.
    await bench.play("h")
    #expect(bench.library.review.isSettled(Sample.path(name), in: category))
    await bench.play("m")
    let question = bench.state.confirmation
    #expect(question.otherKeepers == 0 && question.similar + question.duplicates == 1)
  }

  @Test(arguments: Stay.allCases)
  func `a mark holds while the photo that was seen beside it stays in its set, under whatever name`(_ stay: Stay)
    async throws
  {
    var saved = try await marked("s2")
    let seen = try #require(Sample.photos.first { $0.path == Sample.path("s1") })
    var (photo, keeper) = (seen, "s1")
    var set = ["s1", "s2", "s3"]
    switch stay {
    case .renamed:
      photo.path = Sample.path("z1")
      (set, keeper) = (["z1", "s2", "s3"], "z1")
    case .copied:
      // Another file, and not the keeper of the set.
      (photo.path, photo.identity.inode) = (Sample.path("z1"), 78)
      (set, keeper) = (["n1", "s2", "s3", "z1"], "z1")
    case .rated:
      photo.companions = [
        Companion(path: Sample.path("s1.xmp"), identity: Self.export.identity, role: .sidecar, owner: .photo)
      ]
    case .forgotten:
      photo = try edited("s1")
      for index in saved.actions.indices {
        for item in saved.actions[index].items.indices { saved.actions[index].items[item].keeper = nil }
      }
    }
    let bench = try await library(saved, without: "s1", with: [photo, Self.export], set: set)

    #expect(bench.library.review.isSettled(Sample.path("s2"), in: .similar))
    await bench.open(.similar)
    await bench.play("m")
    #expect(bench.state.confirmation.similar == 1 && bench.state.confirmation.otherKeepers == 0)
    let review = bench.library.review
    // What was seen is what the guards hold the move to.
    #expect(
      review.photos[Sample.path("s2")].flatMap { review.removalItem(of: $0) }?.safeguard
        == .similar(keeper: Survivor(path: Sample.path(keeper), identity: photo.identity)))
  }

  @Test
  func `where the keeper that was seen goes, too, one that never was is looked at first, and nothing asked again`()
    async throws
  {
    let seen = try #require(Sample.photos.first { $0.path == Sample.path("s1") })
    let bench = try await library(
      try await marked("s2"), without: "s1", with: [seen, Self.export], set: ["n1", "s1", "s2", "s3"])
    let action = try #require(bench.library.review.action(.delete, for: [Sample.path("s1")], in: .similar))
    #expect(bench.library.decide(action) == nil)

    #expect(bench.library.review.isSettled(Sample.path("s2"), in: .similar))
    await bench.open(.similar)
    await bench.play("m")
    #expect(bench.state.confirmation.similar == 1 && bench.state.confirmation.otherKeepers == 1)
  }

  @Test func `what is asked about again is marked with no others, but by itself`() async throws {
    let bench = try await library(
      try await marked("s2"), without: "s1", with: [edited("s1")], set: ["s1", "s2", "s3"])
    await bench.open(.similar)
    bench.type("A")
    guard case .question(let question) = bench.state.overlay else {
      Issue.record("nothing was asked")
      return
    }
    #expect(question.title == "Mark all 2 photos left in Similar?")

    var review = bench.library.review
    var findings = Sample.findings
    for index in findings.issues.indices { findings.issues[index].isPreselected = true }
    review.replaceFindings(findings, photos: Array(review.photos.values))
    #expect(!review.isSettled(Sample.path("s2"), in: .similar))
    let accepted = Set(review.acceptable(in: .similar, margin: 0))
    #expect(accepted == [Sample.path("q2"), Sample.path("s3")])
  }

  @Test func `whoever marks a keeper, too, is asked nothing again`() throws {
    for names in [["s1", "s2"], ["s2", "s1"]] {
      var review = Review()
      review.replaceFindings(Sample.findings, photos: Sample.photos)
      for name in names {
        review.apply(try #require(review.action(.delete, for: [Sample.path(name)], in: .similar)))
      }
      #expect(names.allSatisfy { review.isSettled(Sample.path($0), in: .similar) })
      review.replaceFindings(Sample.findings, photos: Sample.photos)
      #expect(names.allSatisfy { review.isSettled(Sample.path($0), in: .similar) })
    }
  }

  @Test func `an undone keep brings the mark back as it was made, beside the keeper that was seen then`() throws {
    var review = Review()
    let path = Sample.path("s2")
    review.replaceFindings(Sample.findings, photos: Sample.photos)
    review.apply(try #require(review.action(.delete, for: [path], in: .similar)))
    review.apply(try #require(review.action(.keep, for: [path], in: .similar)))
    let changed = try edited("s1")
    review.replaceFindings(
      Sample.findings, photos: Sample.photos.map { $0.path == changed.path ? changed : $0 })

    review.undo()
    #expect(review.isInBin(path) && !review.isSettled(path, in: .similar))
    review.apply(try #require(review.action(.delete, for: [path], in: .similar)))
    #expect(review.isSettled(path, in: .similar))
    review.undo()
    #expect(review.isInBin(path) && !review.isSettled(path, in: .similar))
  }
}
