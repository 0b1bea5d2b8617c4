import PhotoModel
import SystemPackage
import Testing
import ViewModels

/// What is said of a file where it has another name or another number, in this library or in another one.
@Suite struct WordsElsewhereTests {
  private func photo(_ name: String, file: UInt64, bytes: UInt8, with companions: [Companion] = []) -> ScannedPhoto {
    var photo = Sample.photo(name, number: file, bytes: bytes)
    (photo.identity.size, photo.identity.modified, photo.identity.changed) = (1000, 7, Int64(file))
    photo.companions = companions
    return photo
  }

  private func item(
    _ photo: ScannedPhoto, _ decision: UserDecision, at path: FilePath? = nil
  ) -> DecisionAction.Item {
    var item = DecisionAction.Item(about: photo, in: .similar, decision)
    if let path { item.path = path }
    return item
  }

  /// A library with a mark, and what was said elsewhere later.
  private func review(
    marked: ScannedPhoto, kept: DecisionAction.Item? = nil, said: DecisionAction.Item? = nil, saying number: Int64 = 2,
    now photos: ScannedPhoto...
  ) -> Review {
    var saved = SavedSession(actions: [DecisionAction(id: 1, items: [item(marked, .delete)])])
    saved.keptElsewhere = kept.map { [DecisionAction(id: number, items: [$0])] } ?? []
    saved.stayingElsewhere = (said ?? kept).map { [DecisionAction(id: number, items: [$0])] } ?? []
    var review = Review(saved: saved)
    review.replaceFindings(Findings(), photos: photos)
    return review
  }

  private func showMessage(
    _ decision: UserDecision, _ name: String, in category: IssueCategory = .similar, of review: inout Review
  ) throws {
    var action = try #require(review.action(decision, for: [Sample.path(name)], in: category))
    action.id = (review.actions.last?.id ?? 0) + 1
    review.apply(action)
  }

  private func bin(_ review: Review) -> [String] {
    review.bin.map { String(decoding: $0.path.nameBytes, as: UTF8.self) }
  }

  @Test(
    arguments: [
      ("y", 1, 1, 1, true), ("x", 2, 1, 1, true), ("y", 2, 1, 1, false), ("x", 2, 2, 1, false), ("y", 1, 1, 2, false),
    ] as [(String, UInt64, Int64, UInt8, Bool)])
  func `what another library keeps is kept here under the name that its file has here, and no copy of it`(
    _ name: String, _ number: UInt64, _ changed: Int64, _ bytes: UInt8, _ isSame: Bool
  ) {
    var found = photo(name, file: number, bytes: bytes)
    found.identity.changed = changed
    var saved = SavedSession()
    let word = item(photo("x", file: 1, bytes: 1), .keep, at: "/other mount/x")
    saved.keptElsewhere = [DecisionAction(id: 1, items: [word])]
    var review = Review(saved: saved)

    review.replaceFindings(Findings(), photos: [found])

    #expect((review.decision(found.path, in: .similar) == .keep) == isSame)
    // It may be found later, and gone again.
    review.replaceFindings(Findings(), photos: [photo("z", file: 9, bytes: 9)])
    #expect(review.decision(found.path, in: .similar) == .pending)
    review.replaceFindings(Findings(), photos: [found])
    #expect((review.decision(found.path, in: .similar) == .keep) == isSame)
  }

  @Test(arguments: [UserDecision.keep, .pending])
  func `a mark of a photo ends with a later word in another library about its RAW`(_ decision: UserDecision) {
    let raw = Companion(
      path: Sample.path("a.cr2"), identity: FileIdentity(device: 1, inode: 9, size: 5, modified: 1, changed: 1),
      role: .raw, owner: .raw)
    let pair = photo("a", file: 1, bytes: 1, with: [raw])
    let word = DecisionAction.Item(
      path: "/other mount/a.cr2", identity: raw.identity, category: .blurry, decision: decision, previous: .pending)
    let kept = decision == .keep ? word : nil

    #expect(bin(review(marked: pair, kept: kept, said: word, now: pair)) == [])
    #expect(bin(review(marked: pair, kept: kept, said: word, saying: 0, now: pair)) == ["a"], "an older word")
    var other = word
    other.identity.inode = 10
    other.identity.changed = 10
    #expect(bin(review(marked: pair, kept: other, now: pair)) == ["a"], "another RAW")
  }

  @Test func `a mark ends with a word elsewhere about its bytes, where its file may be the one that was named`() {
    let marked = photo("a", file: 1, bytes: 1)
    let word = item(photo("a", file: 2, bytes: 1), .keep, at: "/backup/a")

    // The master and its backup: here nobody has touched the file.
    #expect(bin(review(marked: marked, kept: word, now: marked)) == ["a"])
    for number: UInt64 in [2, 3] {
      let moved = photo("a", file: number, bytes: 1)
      #expect(bin(review(marked: marked, kept: word, now: moved)) == [], "\(number)")
      #expect(bin(review(marked: marked, said: item(moved, .pending, at: word.path), now: moved)) == [], "\(number)")
    }
    let copied = photo("a", file: 3, bytes: 1)
    #expect(bin(review(marked: marked, kept: word, saying: 0, now: copied)) == ["a"], "an older word")
    let named = review(marked: marked, kept: word, now: copied, photo("c", file: 2, bytes: 1))
    #expect(bin(named) == ["a"], "the file that was named is another photo here")
  }

  @Test func `a mark ends with a later word about its photo on another disk, under whatever number it comes back`()
    throws
  {
    var review = Review()
    let other = photo("m", file: 20, bytes: 2)
    review.replaceFindings(Findings(), photos: [photo("a", file: 1, bytes: 1), other])
    try showMessage(.delete, "a", of: &review)
    try showMessage(.delete, "m", of: &review)
    review.replaceFindings(Findings(), photos: [photo("disk/a", file: 5, bytes: 1), other])
    try showMessage(.keep, "disk/a", in: .blurry, of: &review)
    var forgotten = review
    forgotten.removePhotos([Sample.path("disk/a")])

    review.replaceFindings(Findings(), photos: [photo("a", file: 9, bytes: 1), other])

    #expect(bin(review) == ["m"])
    forgotten.replaceFindings(Findings(), photos: [photo("a", file: 9, bytes: 1), other])
    #expect(bin(forgotten) == ["m"], "what is forgotten brings no older mark back")
    review.undo()
    #expect(bin(review) == ["a", "m"], "an undone word was never said")
    review.redo()
    #expect(bin(review) == ["m"])
    try showMessage(.delete, "a", of: &review)
    #expect(bin(review) == ["a", "m"], "a later mark counts")
    review.replaceFindings(Findings(), photos: [photo("a", file: 9, bytes: 1), other])
    #expect(bin(review) == ["a", "m"])
  }

  @Test func `to keep one of two copies leaves the other marked, also when both come to a new disk`() throws {
    var review = Review()
    let findings = Findings(groups: [Sample.group("A", .duplicate, ["b", "a"])], issues: [])
    review.replaceFindings(findings, photos: [photo("a", file: 1, bytes: 1), photo("b", file: 2, bytes: 1)])
    try showMessage(.delete, "a", in: .duplicate, of: &review)
    try showMessage(.keep, "b", in: .duplicate, of: &review)

    review.replaceFindings(findings, photos: [photo("a", file: 11, bytes: 1), photo("b", file: 12, bytes: 1)])

    #expect(bin(review) == ["a"])
  }

  @Test(arguments: [false, true])
  func `no mark goes over to the copy that was to stay and took the name`(_ isChosen: Bool) throws {
    var review = Review()
    let (marked, stays) = (photo("a", file: 1, bytes: 1), photo("b", file: 2, bytes: 1))
    var findings = Findings(
      groups: [Sample.group("A", .duplicate, [isChosen ? "a" : "b", isChosen ? "b" : "a"])], issues: [])
    review.replaceFindings(findings, photos: [marked, stays])
    if isChosen {
      let group = try #require(review.groups.values.first)
      var action = try #require(review.action(choosing: stays.path, of: group))
      action.id = 1
      review.apply(action)
    }
    try showMessage(.delete, "a", in: .duplicate, of: &review)
    findings = Findings()

    // It is the one that was marked, and the other one went.
    review.replaceFindings(findings, photos: [marked])
    #expect(bin(review) == ["a"])
    var renamed = stays
    renamed.path = marked.path
    review.replaceFindings(findings, photos: [renamed])
    #expect(bin(review) == [])
    // A third copy is beside it: what was said of the file itself still counts.
    review.replaceFindings(findings, photos: [renamed, photo("c", file: 3, bytes: 1)])
    #expect(bin(review) == (isChosen ? [] : ["a"]))
  }

  @Test func `what came back from the trash in another library is not the file that was marked`() {
    let (marked, copied) = (photo("a", file: 1, bytes: 1), photo("a", file: 2, bytes: 1))
    let moved = item(copied, .pending, at: "/other mount/a")

    #expect(bin(review(marked: marked, said: moved, saying: 0, now: copied)) == [])
    #expect(bin(review(marked: copied, said: moved, saying: 0, now: copied)) == ["a"], "marked since it came back")
    #expect(bin(review(marked: marked, said: moved, saying: 0, now: marked)) == ["a"], "another file came back")
  }

  @Test func `an undo brings no mark back that a word in another library is against`() throws {
    let marked = photo("a", file: 1, bytes: 1)
    let word = item(photo("a", file: 2, bytes: 1), .pending, at: "/backup/a")
    var saved = SavedSession(actions: [DecisionAction(id: 1, items: [item(marked, .delete)])])
    var keep = item(marked, .keep)
    keep.previous = .delete
    saved.actions.append(DecisionAction(id: 2, items: [keep]))
    saved.stayingElsewhere = [DecisionAction(id: 3, items: [word])]
    var review = Review(saved: saved)
    review.replaceFindings(Findings(), photos: [photo("a", file: 3, bytes: 1)])

    review.undo()

    #expect(bin(review) == [])
  }
}
