import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing

/// The last decision about a photo is what the bin does, in whatever category it was made; and one undo takes back one decision.
@Suite struct LastDecisionTests {
  private static let seeds = Array(1...60) as [UInt64]

  /// A word about a photo, under the name and beside the companions that it had then.
  private struct Statement {
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
  private func check(_ statements: [Statement], _ photo: ScannedPhoto, _ review: Review, _ step: Int) {
    let now = review.isInBin(photo.path) ? review.parts(of: photo.path) : nil
    func isAboutNow(_ statement: Statement) -> Bool {
      statement.going != nil && statement.path == photo.path && statement.companions == photo.companionsMark
    }
    if let last = statements.last, isAboutNow(last) {
      #expect(now == last.going, "\(photo.path) at step \(step)")
    } else if let now {
      // The last word was said when the photo had another name, or other companions: an older mark counts only where by no
      // later word anything stays that goes.
      let isStated = statements.indices.contains { index in
        isAboutNow(statements[index])
          && statements[(index + 1)...].allSatisfy { later in later.going.map { $0.union(now) == $0 } ?? false }
      }
      #expect(isStated, "\(photo.path) at step \(step)")
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
    var text: [Int: [Statement]] = [:]
    var past: [[Int: [Statement]]] = []
    var future: [[Int: [Statement]]] = []
    var number: Int64 = 0
    for step in 0..<120 {
      let photoIndex = try #require(photos.indices.filter { !photos[$0].isProtected }.randomElement(using: &random))
      let photo = photos[photoIndex]
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
          path: Sample.path("\(photoIndex).xmp"), identity: photo.identity, role: .sidecar, owner: .photo)
        photos[photoIndex].companions =
          photo.companions.contains { $0.role == .sidecar }
          ? photo.companions.filter { $0.role != .sidecar } : photo.companions + [sidecar]
      case 10:  // Renamed, or back.
        photos[photoIndex].path =
          photo.path == names[photoIndex] ? FilePath(names[photoIndex].string + "~") : names[photoIndex]
      default:
        going = photo.raw == nil ? .all : parts
        action = review.action(.delete, for: [photo.path], in: category) { _ in parts }
      }
      if var action {
        number += 1
        action.id = number
        past.append(text)
        future = []
        text[photoIndex, default: []].append(
          Statement(going: going, path: photo.path, companions: photo.companionsMark))
        review.apply(action)
        var taken = review
        taken.undo()
        #expect(taken.allDecisions == before, "step \(step)")
      }
      if photos[photoIndex] != photo {
        let renamed = Dictionary(uniqueKeysWithValues: zip(names, photos.map(\.path)))
        if Bool.random(using: &random) {
          var saved = SavedSession(actions: review.actions + review.undone.reversed())
          saved.chosenKeepers = review.chosenKeepers
          review = Review(saved: saved)
        }
        review.replaceFindings(findings(renamed), photos: photos)
      }
      for (photoIndex, photo) in photos.enumerated() { check(text[photoIndex] ?? [], photo, review, step) }
    }
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
}
