import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing

/// A later word about a file, or about what belongs to it, ends the marks before it, by whatever name the file is known.
@Suite struct LaterDecisionTests: DecidesAboutFiles {
  @Test(arguments: [UserDecision.keep, .pending])
  func `a mark ends with a later word about its file under another name`(_ laterDecision: UserDecision) throws {
    var review = Review()
    see(photo("a", file: 1, bytes: 1), photo("m", file: 2, bytes: 2), in: &review)
    try decide(.delete, "a", of: &review)
    try decide(.delete, "m", of: &review)
    see(photo("z", file: 1, bytes: 1), photo("m", file: 2, bytes: 2), in: &review)
    if laterDecision == .pending { try decide(.keep, "z", in: .blurry, of: &review) }
    try decide(laterDecision, "z", in: .blurry, of: &review)

    see(photo("a", file: 1, bytes: 1), photo("m", file: 2, bytes: 2), in: &review)

    #expect(bin(review) == ["m"])
    while review.nextUndo?.items.first?.path == Sample.path("z") { review.undo() }
    #expect(bin(review) == ["a", "m"])
    try decide(.keep, "a", of: &review)
    try decide(.delete, "a", of: &review)
    see(photo("a", file: 1, bytes: 1), in: &review)
    #expect(bin(review) == ["a"], "a mark that is later than the word counts")
  }

  @Test(arguments: IssueCategory.allCases)
  func `a mark that did not count when its photo was said to stay ends all the same, in any category`(
    _ category: IssueCategory
  ) throws {
    let marked = photo("a", file: 1, bytes: 1)
    let edited = photo("a", file: 1, bytes: 1, with: [companion("a.xmp")])
    var review = Review()
    see(marked, in: &review)
    try decide(.delete, "a", of: &review)
    see(edited, in: &review)
    try decide(.keep, "a", in: category, of: &review)

    see(marked, in: &review)

    #expect(bin(review) == [] && review.changedSinceMarked == [])
    review.undo()
    #expect(bin(review) == ["a"], "an undone word was never said")
    review.redo()
    #expect(bin(review) == [])
    review = Review(saved: SavedSession(actions: review.actions))
    see(marked, in: &review)
    #expect(bin(review) == [])
    try decide(.delete, "a", of: &review)
    #expect(bin(review) == ["a"], "a later mark counts")
  }

  @Test func `what of a photo was said to stay stays when an older mark for all of it counts again`() throws {
    let raw = companion("a.cr2", .raw)
    let plain = photo("a", file: 1, bytes: 1, with: [raw])
    let edited = photo("a", file: 1, bytes: 1, with: [raw, companion("a.xmp")])
    var review = Review()
    see(plain, in: &review)
    try decide(.delete, "a", of: &review)
    see(edited, in: &review)
    var half = try #require(review.action(.delete, for: [Sample.path("a")], in: .blurry) { _ in .raw })
    half.id = 2
    review.apply(half)
    #expect(bin(review) == ["a"] && review.parts(of: Sample.path("a")) == .raw)

    see(plain, in: &review)

    #expect(bin(review) == [] && review.changedSinceMarked == [Sample.path("a")])
    review.undo()
    #expect(bin(review) == ["a"] && review.parts(of: Sample.path("a")) == .all)
    review.redo()
    #expect(bin(review) == [])
  }

  @Test func `a mark for a half that is not there ends with a later word in another category`() throws {
    let pair = photo("a", file: 1, bytes: 1, with: [companion("a.cr2", .raw)])
    let alone = photo("a", file: 1, bytes: 1)
    var review = Review()
    see(pair, in: &review)
    var half = try #require(review.action(.delete, for: [Sample.path("a")], in: .similar) { _ in .shown })
    half.id = 1
    review.apply(half)
    see(alone, in: &review)
    try decide(.keep, "a", in: .blurry, of: &review)

    see(pair, in: &review)

    #expect(bin(review) == [])
    review.undo()
    #expect(bin(review) == ["a"] && review.parts(of: Sample.path("a")) == .shown)
  }

  @Test func `what is forgotten about a file is forgotten under the names that it had`() throws {
    var review = Review()
    see(photo("a", file: 1, bytes: 1), photo("m", file: 2, bytes: 2), in: &review)
    try decide(.delete, "a", of: &review)
    try decide(.delete, "m", of: &review)
    see(photo("z", file: 1, bytes: 1), photo("m", file: 2, bytes: 2), in: &review)
    try decide(.keep, "z", of: &review)
    review.removePhotos([Sample.path("z")])

    see(photo("a", file: 1, bytes: 1), photo("m", file: 2, bytes: 2), in: &review)

    #expect(bin(review) == ["m"])
  }

  @Test func `what is moved takes no word along by which another file stays that had its name`() throws {
    var review = Review()
    let other = photo("m", file: 3, bytes: 3)
    see(photo("a", file: 1, bytes: 1), other, in: &review)
    try decide(.keep, "a", of: &review)
    see(photo("a", file: 2, bytes: 2), other, in: &review)
    try decide(.delete, "a", of: &review)
    try decide(.keep, "m", of: &review)

    review.removePhotos([Sample.path("a"), Sample.path("m")])

    see(photo("a", file: 1, bytes: 1), other, in: &review)
    #expect(review.decision(Sample.path("a"), in: .similar) == .keep)
    #expect(review.decision(Sample.path("m"), in: .similar) == .pending)
  }

  @Test func `a RAW of which a word is forgotten is in no older bin under another name`() throws {
    var review = Review()
    see(raw("b.cr2"), in: &review)
    try decide(.delete, "b.cr2", of: &review)
    see(pair(), in: &review)
    try decide(.keep, "a", in: .blurry, of: &review)
    review.removePhotos([Sample.path("a")])

    see(raw("b.cr2"), in: &review)

    #expect(bin(review) == [])
  }

  @Test func `a mark ends with a later word about the file that had its name meanwhile`() throws {
    var review = Review()
    see(photo("a", file: 1, bytes: 1), in: &review)
    try decide(.delete, "a", of: &review)
    see(photo("a", file: 2, bytes: 2), in: &review)
    try decide(.keep, "a", of: &review)

    see(photo("a", file: 1, bytes: 1), in: &review)

    #expect(bin(review) == [])
  }

  @Test func `to keep one of two copies, or one of two names of a file, leaves the other marked`() throws {
    var review = Review()
    let collisions = [photo("a", file: 1, bytes: 1), photo("b", file: 2, bytes: 1), photo("c", file: 1, bytes: 1)]
    review.replaceFindings(Findings(), photos: collisions)
    try decide(.delete, "a", of: &review)
    try decide(.keep, "b", of: &review)
    try decide(.keep, "c", of: &review)

    review.replaceFindings(Findings(), photos: collisions)
    #expect(bin(review) == ["a"])
    // The copy was renamed: what was said of it is not about the other.
    see(collisions[0], photo("b2", file: 2, bytes: 1), collisions[2], in: &review)
    #expect(bin(review) == ["a"])
  }

  // MARK: RAWs

  enum PairDecision: CaseIterable {
    case kept, chosen, takenOut, shownAlone
  }

  /// As the companion of this name.
  private func raw(_ name: String) -> ScannedPhoto {
    var photo = photo(name, file: 9, bytes: nil)
    photo.identity = companion(name, .raw).identity
    return photo
  }

  private func pair() -> ScannedPhoto { photo("a", file: 1, bytes: 1, with: [companion("a.cr2", .raw)]) }

  @Test(arguments: ["a.cr2", "sorted.cr2"])
  func `a mark of a photo ends with a later word about its RAW, said where that was a photo of its own`(
    _ name: String
  ) throws {
    var review = Review()
    see(pair(), in: &review)
    try decide(.delete, "a", of: &review)
    see(photo("a", file: 1, bytes: 1), raw(name), in: &review)
    try decide(.keep, name, in: .blurry, of: &review)

    see(pair(), in: &review)

    #expect(bin(review) == [])
    #expect(review.stayingReasonBefore(Sample.path("a")) == .companion(Sample.path("a.cr2")))
    review.undo()
    #expect(bin(review) == ["a"] && review.stayingReasonBefore(Sample.path("a")) == nil)
    review.redo()
    try decide(.delete, "a", of: &review)
    see(pair(), in: &review)
    #expect(bin(review) == ["a"], "a mark that is later than the word counts")
  }

  @Test(arguments: PairDecision.allCases)
  func `a mark of a RAW ends with a later word that it stays with its photo`(_ laterDecision: PairDecision) throws {
    var review = Review()
    see(raw("a.cr2"), in: &review)
    try decide(.delete, "a.cr2", of: &review)
    let other = photo("b", file: 2, bytes: 2)
    see(pair(), other, with: findings("S", "b", "a"), in: &review)
    let path = Sample.path("a")
    if laterDecision == .takenOut { try decide(.delete, "a", of: &review) }
    let group = try #require(review.groups.values.first)
    let recorded: DecisionAction? =
      switch laterDecision {
      case .kept: review.action(.keep, for: [path], in: .blurry)
      case .chosen: review.action(choosing: path, of: group)
      case .takenOut: review.takingOut(path)
      case .shownAlone: review.action(.delete, for: [path], in: .blurry) { _ in .shown }
      }
    var action = try #require(recorded)
    action.id = (review.actions.last?.id ?? 0) + 1
    review.apply(action)

    see(raw("a.cr2"), in: &review)

    #expect(bin(review) == [])
    #expect((review.decision(Sample.path("a.cr2"), in: .blurry) == .keep) == (laterDecision == .kept))
    var forgotten = review
    forgotten.forgetDecisions(about: [path])
    #expect(bin(forgotten) == [], "what is forgotten brings no older mark back")
    review.undo()
    #expect(bin(review) == ["a.cr2"])
  }
}
