import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing

@Suite struct ReviewTests {
  private func review(_ saved: SavedSession = SavedSession()) -> Review {
    var review = Review(saved: saved)
    review.replaceFindings(Sample.findings, photos: Sample.photos)
    return review
  }

  private func mark(_ names: String..., in category: IssueCategory, of review: inout Review) throws {
    review.apply(try #require(review.action(.delete, for: names.map(Sample.path), in: category)))
  }

  private func names(_ paths: [FilePath]) -> [String] { paths.map { String(decoding: $0.nameBytes, as: UTF8.self) } }

  @Test func `every photo starts pending and the bin empty`() {
    let review = review()

    #expect(
      Sample.photos.allSatisfy { photo in
        IssueCategory.allCases.allSatisfy { review.decision(photo.path, in: $0) == .pending }
      })
    #expect(review.bin == [] && review.binBytes == .zero && review.nextUndo == nil && review.nextRedo == nil)
  }

  @Test func `a photo that is marked in two categories is in the bin once`() throws {
    var review = review()
    try mark("s2", in: .similar, of: &review)
    try mark("s2", in: .blurry, of: &review)

    #expect(names(review.bin.map(\.path)) == ["s2"])
    #expect(review.binBytes == Sample.size("s2"))

    review.apply(try #require(review.takingOut(Sample.path("s2"))))
    #expect(review.bin == [] && !review.isInBin(Sample.path("s2")))
    review.undo()
    #expect(review.decision(Sample.path("s2"), in: .similar) == .delete)
    #expect(review.decision(Sample.path("s2"), in: .blurry) == .delete)
  }

  @Test func `what is kept in one category is still a question in another`() throws {
    var review = review()
    review.apply(try #require(review.action(.keep, for: [Sample.path("s2")], in: .blurry)))

    #expect(review.isSettled(Sample.path("s2"), in: .blurry))
    #expect(!review.isSettled(Sample.path("s2"), in: .similar))
  }

  @Test func `a chosen keeper stays the keeper when its set gets other members`() throws {
    var review = review()
    let group = try #require(review.groups[PhotoGroup.ID("A")])
    review.apply(try #require(review.action(choosing: Sample.path("a2"), of: group)))
    var findings = Sample.findings
    findings.groups.removeAll { $0.id == group.id }
    findings.groups.append(Sample.group("other", .duplicate, ["a1", "b1", "a2", "a3"]))
    findings.issues.removeAll { $0.category == .duplicate }
    findings.issues += ["b1", "a2", "a3"].map { Sample.issue($0, .duplicate, group: "other") }
    func keeper() -> FilePath? { review.groups[PhotoGroup.ID("other")]?.keeper }

    review.replaceFindings(findings, photos: Sample.photos)
    #expect(keeper() == Sample.path("a2"))
    #expect(review.issues[.duplicate]?.contains { $0.path == Sample.path("a2") } == false)
    #expect(review.issues[.duplicate]?.allSatisfy { !$0.isPreselected } == true)

    review.undo()
    #expect(keeper() == Sample.path("a1"))
    review.redo()
    #expect(keeper() == Sample.path("a2"))

    // What was chosen for the very set counts before it; without that it is as before.
    let now = try #require(review.groups[PhotoGroup.ID("other")])
    review.apply(try #require(review.action(choosing: Sample.path("b1"), of: now)))
    #expect(keeper() == Sample.path("b1"))
    review.undo()
    #expect(keeper() == Sample.path("a2"))
  }

  @Test func `what another library keeps is kept here until a later word`() throws {
    func item(_ name: String, _ decision: UserDecision) throws -> DecisionAction.Item {
      let photo = try #require(Sample.photos.first { $0.path == Sample.path(name) })
      return DecisionAction.Item(
        path: photo.path, identity: photo.identity, category: .duplicate, decision: decision, previous: .pending)
    }
    var other = try item("e2", .keep)
    other.identity.size += 1
    var saved = SavedSession(actions: [
      DecisionAction(id: 1, items: [try item("a2", .pending)]), DecisionAction(id: 3, items: [try item("a3", .delete)]),
    ])
    saved.otherLibraryDecisions = [DecisionAction(id: 2, items: [try item("a2", .keep), try item("a3", .keep), other])]

    var review = review(saved)

    #expect(review.decision(Sample.path("a2"), in: .duplicate) == .keep)
    #expect(review.isInBin(Sample.path("a3")))
    // Another file that took the name.
    #expect(review.decision(Sample.path("e2"), in: .duplicate) == .pending)
    #expect(review.nextUndo?.id == 3)
    review.forgetDecisions(about: [Sample.path("a2")])
    #expect(review.decision(Sample.path("a2"), in: .duplicate) == .pending)
  }

  /// b1 and b2 are two names of one file.
  private func linked() throws -> (Review, [ScannedPhoto]) {
    var photos = Sample.photos
    let here = try #require(photos.firstIndex { $0.path == Sample.path("b1") })
    let there = try #require(photos.firstIndex { $0.path == Sample.path("b2") })
    photos[there].identity = photos[here].identity
    for index in [here, there] { photos[index].hasOtherNames = true }
    var review = Review(saved: SavedSession())
    review.replaceFindings(Sample.findings, photos: photos)
    return (review, photos)
  }

  @Test func `a hard link is undecided again when the file goes by its other name`() throws {
    var review = try linked().0
    try mark("b1", "b2", in: .blurry, of: &review)

    review.removePhotos([Sample.path("b1")])

    #expect(review.bin.isEmpty, "nobody can tell it from the same file at another mount, which went with it")
  }

  @Test func `a mark of a hard link that was ended by a word about the other name does not come back`() throws {
    var (review, photos) = try linked()
    for (number, (name, decision)) in [("b2", UserDecision.delete), ("b1", .keep), ("b1", .delete)].enumerated() {
      var action = try #require(review.action(decision, for: [Sample.path(name)], in: .blurry))
      action.id = Int64(number + 1)
      review.apply(action)
    }

    review.removePhotos([Sample.path("b1")])
    photos.removeAll { $0.path == Sample.path("b1") }
    review.replaceFindings(Sample.findings(in: photos), photos: photos)

    #expect(review.bin.isEmpty)
  }

  @Test func `nothing is recorded of what may not be decided or is not there`() throws {
    let review = review()

    #expect(review.action(.delete, for: [Sample.path("p1")], in: .similar) == nil)
    #expect(review.action(.keep, for: ["/nowhere"], in: .blurry) == nil)
    #expect(review.takingOut(Sample.path("b2")) == nil)
  }

  @Test func `a decision is about the file that was seen and no other of its name`() throws {
    var review = review()
    try mark("b1", "b2", in: .blurry, of: &review)
    var photos = Sample.photos
    for index in photos.indices {
      if photos[index].path == Sample.path("b1") { photos[index].digest = Sample.photos[0].digest }
      // Other permissions or a new link are no other photo.
      photos[index].identity.changed += 1
      // A volume that was mounted anew has another number; its files are the same.
      photos[index].identity.device = 77
    }

    review.replaceFindings(Sample.findings, photos: photos)

    #expect(names(review.bin.map(\.path)) == ["b2"])
    review.replaceFindings(Sample.findings, photos: Sample.photos)
    #expect(names(review.bin.map(\.path)) == ["b1", "b2"])
  }

  @Test func `decisions outlive a photo that is away for a while`() throws {
    var review = review()
    try mark("b1", in: .blurry, of: &review)

    review.replaceFindings(Findings(), photos: [])
    #expect(review.bin == [])
    review.replaceFindings(Sample.findings, photos: Sample.photos)

    #expect(names(review.bin.map(\.path)) == ["b1"])
  }

  @Test func `a marked keeper is in the bin although it is no issue`() throws {
    var review = review()
    try mark("a1", in: .duplicate, of: &review)

    #expect(names(review.bin.map(\.path)) == ["a1"])
    #expect(names(review.exactCopiesStaying(of: Sample.path("a1")).map(\.path)).sorted() == ["a2", "a3"])
  }

  @Test func `a copy whose name other disks take for the same is none that stays`() throws {
    var review = review()
    let photos = Sample.photos.map { photo in
      var photo = photo
      if photo.path == Sample.path("a2") { photo.path = Sample.path("A1") }
      return photo
    }

    review.replaceFindings(Sample.findings, photos: photos)

    #expect(names(review.exactCopiesStaying(of: Sample.path("a1")).map(\.path)) == ["a3"])
  }

  @Test func `the similar photo that stays is the keeper if it stays`() throws {
    var review = review()
    #expect(review.similarPhotoStaying(of: Sample.path("s3"))?.path == Sample.path("s1"))

    try mark("s1", in: .similar, of: &review)
    #expect(review.similarPhotoStaying(of: Sample.path("s3"))?.path == Sample.path("s2"))

    try mark("s2", in: .blurry, of: &review)
    #expect(review.similarPhotoStaying(of: Sample.path("s3")) == nil)
    #expect(review.groupEmptied(by: Sample.path("s3"))?.id == PhotoGroup.ID("S"))
    #expect(review.groupEmptied(by: Sample.path("b1")) == nil)
  }

  @Test func `marking many at once leaves one of every group`() throws {
    var review = review()
    try mark("a1", in: .duplicate, of: &review)
    let all = Sample.names.map(Sample.path)

    let markable = Set(names(review.markable(all)))

    // p1 is protected but not marked here as it is offered: of A, E, Q and S one stays each.
    #expect(!markable.isSuperset(of: ["a2", "a3"]))
    #expect(!markable.isSuperset(of: ["e1", "e2"]) && !markable.contains("e1"))
    #expect(!markable.contains("s1") && !markable.contains("q1"))
    #expect(markable.isSuperset(of: ["b1", "b2", "c1", "s2", "s3", "e2", "q2", "p1"]))
  }

  private func choose(_ name: String, of group: String, in review: inout Review) throws {
    let group = try #require(review.groups[PhotoGroup.ID(group)])
    review.apply(try #require(review.action(choosing: Sample.path(name), of: group)))
  }

  @Test func `choosing a keeper makes the one before it a question`() throws {
    var review = review()

    try choose("s3", of: "S", in: &review)

    let group = try #require(review.groups[PhotoGroup.ID("S")])
    #expect(group.keeper == Sample.path("s3"))
    #expect(names(group.members.map(\.path)) == ["s3", "s1", "s2"])
    #expect(group.members[0].similarity == 1)
    #expect(names(review.issues[.similar]?.map(\.path) ?? []) == ["q2", "s2", "s1"])
    #expect(review.issues[.similar]?.last?.size == Sample.size("s1"))
    #expect(review.issues[.similar]?.contains { $0.isPreselected } == false)
  }

  @Test func `a protected photo that becomes the keeper frees the one before, and back again it is no question`()
    throws
  {
    var review = review()

    try choose("p1", of: "Q", in: &review)
    #expect(names(review.issues[.similar]?.map(\.path) ?? []) == ["q1", "q2", "s2", "s3"])

    try choose("q1", of: "Q", in: &review)
    #expect(names(review.issues[.similar]?.map(\.path) ?? []) == ["q2", "s2", "s3"])
  }

  @Test func `a chosen keeper is kept when the findings come again`() throws {
    var saved = SavedSession()
    saved.chosenKeepers = [PhotoGroup.ID("S"): Sample.path("s2"), PhotoGroup.ID("gone"): Sample.path("s1")]
    saved.actions = try saved.chosenKeepers.map { group, path in
      let photo = try #require(Sample.photos.first { $0.path == path })
      return DecisionAction(
        items: [DecisionAction.Item(about: photo, in: .similar, .pending)],
        keeperMove: KeeperMove(group: group, path: path, previous: nil))
    }

    #expect(review(saved).groups[PhotoGroup.ID("S")]?.keeper == Sample.path("s2"))
  }

  @Test func `photos that were moved leave no group of one and no decision`() throws {
    var review = review()
    try mark("a2", "a3", in: .duplicate, of: &review)
    try mark("s2", in: .similar, of: &review)

    review.removePhotos([Sample.path("a2"), Sample.path("a3"), Sample.path("s1")])

    #expect(review.groups[PhotoGroup.ID("A")] == nil)
    #expect(names(review.groups[PhotoGroup.ID("S")]?.members.map(\.path) ?? []) == ["s2", "s3"])
    #expect(review.groups[PhotoGroup.ID("S")]?.keeper == Sample.path("s2"))
    #expect(names(review.issues[.similar]?.map(\.path) ?? []) == ["q2", "s3"])
    #expect(review.actions.count == 1)
  }

  @Test func `what was proposed beside a keeper that went is for the user to judge`() throws {
    var findings = Sample.findings
    for index in findings.issues.indices {
      findings.issues[index].isPreselected = true
      findings.issues[index].why = "same bytes"
    }
    var review = Review()
    review.replaceFindings(findings, photos: Sample.photos)
    func issue(_ name: String, _ category: IssueCategory) -> PhotoIssue? {
      review.issues[category]?.first { $0.path == Sample.path(name) }
    }

    review.removePhotos([Sample.path("a1"), Sample.path("e2"), Sample.path("s3")])

    let left = try #require(issue("a3", .duplicate))
    #expect(review.groups[PhotoGroup.ID("A")]?.keeper == Sample.path("a2") && issue("a2", .duplicate) == nil)
    #expect(!left.isPreselected && left.why == "the photo that was to stay is gone; compare with a2")
    // Where the keeper is still there, what was said holds.
    #expect(issue("s2", .similar)?.isPreselected == true && issue("s2", .similar)?.why == "same bytes")
    #expect(issue("q2", .similar)?.isPreselected == true && issue("b1", .blurry)?.isPreselected == true)
  }

  @Test func `what an earlier session undid comes back in the order of redo`() throws {
    func action(_ id: Int64, _ name: String, undone: Bool) throws -> DecisionAction {
      let photo = try #require(Sample.photos.first { $0.path == Sample.path(name) })
      let item = DecisionAction.Item(
        path: photo.path, identity: photo.identity, category: .blurry, decision: .delete, previous: .pending)
      return DecisionAction(id: id, items: [item], isUndone: undone)
    }
    var review = review(
      SavedSession(actions: [
        try action(1, "b1", undone: false), try action(2, "b2", undone: true), try action(3, "s2", undone: true),
      ]))

    #expect(names(review.bin.map(\.path)) == ["b1"])
    review.redo()
    #expect(names(review.bin.map(\.path)) == ["b1", "b2"])
    review.redo()
    #expect(names(review.bin.map(\.path)) == ["b1", "b2", "s2"])
    #expect(review.nextRedo == nil)
  }
}
