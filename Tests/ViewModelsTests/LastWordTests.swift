import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// What was said last about a photo is what the bin does, in whatever category it was said; and one undo takes back one key.
@MainActor @Suite struct LastWordTests {
  private nonisolated static let seeds = Array(1...60) as [UInt64]

  /// A word about a photo, under the name and beside the companions that it had then.
  private struct Word {
    /// What goes by it; nil where the photo stays.
    var going: PhotoParts?
    var path: FilePath
    var companions: Int64
  }

  /// The findings with files under other names.
  private func findings(_ names: [FilePath: FilePath]) -> Findings {
    var findings = Sample.findings
    for group in findings.groups.indices {
      let keeper = findings.groups[group].keeper
      findings.groups[group].keeper = names[keeper] ?? keeper
      for member in findings.groups[group].members.indices {
        let path = findings.groups[group].members[member].path
        findings.groups[group].members[member].path = names[path] ?? path
      }
    }
    for issue in findings.issues.indices {
      let path = findings.issues[issue].path
      findings.issues[issue].path = names[path] ?? path
    }
    return findings
  }

  /// What was said last, oldest first, against what the bin does.
  private func check(_ said: [Word], _ photo: ScannedPhoto, _ review: Review, _ step: Int) {
    let now = review.isInBin(photo.path) ? review.parts(of: photo.path) : nil
    func isAboutNow(_ word: Word) -> Bool {
      word.going != nil && word.path == photo.path && word.companions == photo.companionsMark
    }
    if let last = said.last, isAboutNow(last) {
      #expect(now == last.going, "\(photo.path) at step \(step)")
    } else if let now {
      // The last word was said when the photo had another name, or other companions: an older mark counts only where by no
      // later word anything stays that goes.
      let isSaid = said.indices.contains { index in
        isAboutNow(said[index])
          && said[(index + 1)...].allSatisfy { later in later.going.map { $0.union(now) == $0 } ?? false }
      }
      #expect(isSaid, "\(photo.path) at step \(step)")
    }
  }

  @Test(arguments: seeds) func `the last word about a photo is what the bin does, and one undo takes back one word`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var photos = Sample.withRAWs(["a1", "a2", "s2", "b1", "q2"])
    let names = photos.map(\.path)
    var review = Review()
    review.replaceFindings(Sample.findings, photos: photos)
    // By the place of the photo.
    var text: [Int: [Word]] = [:]
    var past: [[Int: [Word]]] = []
    var future: [[Int: [Word]]] = []
    var number: Int64 = 0
    for step in 0..<120 {
      let place = try #require(photos.indices.filter { !photos[$0].isProtected }.randomElement(using: &random))
      let photo = photos[place]
      let category = try #require(IssueCategory.allCases.randomElement(using: &random))
      let parts = try #require(PhotoParts.allCases.randomElement(using: &random))
      let before = review.allDecisions
      var action: DecisionAction?
      var going: PhotoParts?
      switch Int.random(in: 0..<14, using: &random) {
      case 0, 1:
        if let last = past.popLast() {
          future.append(text)
          text = last
        }
        review.undo()
      case 2:
        if let next = future.popLast() {
          past.append(text)
          text = next
        }
        review.redo()
      case 3, 4:
        action = review.group(of: photo.path, in: category).flatMap { review.action(choosing: photo.path, of: $0) }
      case 5: action = review.refusal(of: photo.path, in: category)
      case 6, 7: action = review.action(.keep, for: [photo.path], in: category)
      case 8, 9:  // Another program writes a sidecar, or takes it away.
        let sidecar = Companion(
          path: Sample.path("\(place).xmp"), identity: photo.identity, role: .sidecar, owner: .photo)
        photos[place].companions =
          photo.companions.contains { $0.role == .sidecar }
          ? photo.companions.filter { $0.role != .sidecar } : photo.companions + [sidecar]
      case 10:  // Renamed, or back.
        photos[place].path = photo.path == names[place] ? FilePath(names[place].string + "~") : names[place]
      default:
        going = photo.raw == nil ? .all : parts
        action = review.action(.delete, for: [photo.path], in: category) { _ in parts }
      }
      if var action {
        number += 1
        action.id = number
        past.append(text)
        future = []
        text[place, default: []].append(Word(going: going, path: photo.path, companions: photo.companionsMark))
        review.apply(action)
        var taken = review
        taken.undo()
        #expect(taken.allDecisions == before, "step \(step)")
      }
      if photos[place] != photo {
        let renamed = Dictionary(uniqueKeysWithValues: zip(names, photos.map(\.path)))
        if Bool.random(using: &random) {
          var saved = SavedSession(actions: review.actions + review.undone.reversed())
          saved.chosenKeepers = review.chosenKeepers
          review = Review(saved: saved)
        }
        review.replaceFindings(findings(renamed), photos: photos)
      }
      for (place, photo) in photos.enumerated() { check(text[place] ?? [], photo, review, step) }
    }
  }

  @Test(arguments: seeds) func `each key that decides is on the disk by itself, and each undo takes back one`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let bench = try await Bench.opened(photos: Sample.withRAWs(["a2", "s2"]))
    var recorded: Int { bench.session.now.saved.actions.count { !$0.isUndone } }
    for _ in 0..<30 {
      if Int.random(in: 0..<4, using: &random) == 0 {
        bench.press(Key(.escape))
        await bench.open(try #require(IssueCategory.allCases.randomElement(using: &random)))
      }
      let before = recorded
      let card = bench.deck.card
      let key = try #require("hhllujk*np".randomElement(using: &random))
      await bench.play(String(key))
      if bench.state.overlay != nil {
        // "Mark the last one of this set?"
        bench.press(Key(.escape))
        #expect(recorded == before)
        continue
      }
      switch key {
      case "h" where card != nil && card?.name != "p1", "l" where card != nil:
        #expect(recorded == before + 1, "\(key) on \(card?.name ?? "")")
        if let card { #expect(bench.library.review.isInBin(card.issue.path) == (key == "h")) }
      case "u": #expect(recorded == max(0, before - 1))
      case "j", "k", "p": #expect(recorded == before)
      default: #expect(recorded == before || recorded == before + 1)
      }
      let onDisk = bench.session.now.saved.actions.filter { !$0.isUndone }
      #expect(bench.library.review.actions.map(\.id) == onDisk.map(\.id))
    }
  }

  @Test func `a keep ends the mark of another category, says so, and undo brings it back`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("ssh")
    #expect(bench.marked == ["s2"])
    bench.press(Key(.escape))
    await bench.open(.similar)
    // It is no question any more: from the next of its set.
    await bench.play("s")
    for _ in 0..<3 where bench.card != "s2" { await bench.play("k") }
    await bench.play("l")

    #expect(bench.marked == [])
    #expect(bench.deck.message == "Out of the bin: s2 was marked in Blurry; u puts it back")
    let again = try await Bench.opened(saved: bench.session.now.saved)
    #expect(again.marked == [])
    #expect(again.library.review.decision(Sample.path("s2"), in: .similar) == .keep)

    await bench.play("u")
    #expect(bench.marked == ["s2"])
    #expect(bench.deck.message == "Undone: s2 is in the bin again")
  }

  @Test func `who makes a marked photo the keeper takes it out of the bin`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    await bench.play("h")
    for _ in 0..<3 where bench.card != "a2" { await bench.play("k") }
    #expect(bench.marked == ["a2"] && bench.card == "a2")
    await bench.play("*")

    #expect(bench.marked == [] && bench.library.review.isKeeper(Sample.path("a2")))
    #expect(bench.deck.message == "This is the keeper now and out of the bin; u takes it back")
    await bench.play("u")
    #expect(bench.marked == ["a2"] && !bench.library.review.isKeeper(Sample.path("a2")))
  }

  @Test func `not the same ends the marks of all categories and is about one set alone`() throws {
    var review = Review()
    review.replaceFindings(Sample.findings, photos: Sample.photos)
    let path = Sample.path("s2")
    for category in [IssueCategory.blurry, .similar] {
      review.apply(try #require(review.action(.delete, for: [path], in: category)))
    }
    let refusal = try #require(review.refusal(of: path, in: .similar))
    let change = try #require(review.ledgerChange(of: refusal, at: .distantPast))

    #expect(change.refused?.keeper == Sample.path("s1") && change.reopened == [])
    review.apply(refusal)
    #expect(!review.isInBin(path) && review.group(of: path, in: .similar) == nil)
    review.undo()
    #expect(review.decision(path, in: .blurry) == .delete && review.decision(path, in: .similar) == .delete)
  }

  @Test func `a keep that ends a mark stays in the ledger`() throws {
    var review = Review()
    review.replaceFindings(Sample.findings, photos: Sample.photos)
    let path = Sample.path("s2")
    review.apply(try #require(review.action(.delete, for: [path], in: .blurry)))
    let keep = try #require(review.action(.keep, for: [path], in: .similar))
    let change = try #require(review.ledgerChange(of: keep, at: .distantPast))

    #expect(change.kept.map(\.category) == [.similar] && change.reopened == [])
  }

  @Test func `a keep that is said again is recorded again, and one undo leaves the first`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    let card = try #require(bench.deck.card)
    await bench.play("l")
    for _ in 0..<3 where bench.card != card.name { await bench.play("k") }
    await bench.play("l")

    let actions = bench.session.now.saved.actions
    #expect(actions.map { $0.items.map(\.decision) } == [[.keep], [.keep]])
    #expect(bench.session.now.changes[actions[1].id]?.kept.map(\.path) == [card.issue.path])
    await bench.play("u")
    #expect(bench.library.review.decision(card.issue.path, in: .duplicate) == .keep)
    #expect(bench.deck.message == "Undone: \(card.name) is kept again")
  }

  @Test func `what of a photo goes is what was said last, wherever it was marked before`() throws {
    var review = Review()
    review.replaceFindings(Sample.findings, photos: Sample.withRAWs(["s2"]))
    let path = Sample.path("s2")
    review.apply(try #require(review.action(.delete, for: [path], in: .blurry) { _ in .shown }))
    review.apply(try #require(review.action(.delete, for: [path], in: .similar) { _ in .raw }))

    #expect(review.parts(of: path) == .raw && !review.isShownFileLeaving(path))
    review.undo()
    #expect(review.parts(of: path) == .shown)
  }

  @Test func `what is said again is said under a new number, and comes back in the same order`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    await bench.play("lluu")
    let before = bench.session.now.saved.actions.map(\.id)
    bench.press(.control("r"))
    await bench.play("u")
    let again = try await Bench.opened(saved: bench.session.now.saved)

    let now = bench.session.now.saved.actions
    #expect(now.map(\.isUndone) == [true, true])
    #expect(now[0].id > (before.max() ?? 0))
    #expect(again.library.review.nextRedo?.id == now[0].id && bench.library.review.nextRedo?.id == now[0].id)
  }
}
