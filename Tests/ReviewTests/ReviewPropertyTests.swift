import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing

/// What must be true of a review after any script of decisions.
@Suite struct ReviewPropertyTests {
  private static let seeds = Array(1...25) as [UInt64]

  @Test(arguments: seeds) func `undo is the inverse of a decision and redo of undo`(seed: UInt64) {
    play(seed) { review, action in
      let before = review.allDecisions
      review.apply(action)
      let after = review.allDecisions
      review.undo()
      #expect(review.allDecisions == before)
      review.redo()
      #expect(review.allDecisions == after)
    }
  }

  @Test(arguments: seeds) func `undoing everything leaves every photo pending`(seed: UInt64) {
    play(
      seed,
      ends: { review in
        // What was moved took its decisions along; what is left can all be taken back.
        while review.nextUndo != nil { review.undo() }
        #expect(review.allDecisions.values.allSatisfy { $0 == .pending })
        #expect(review.bin == [])
      })
  }

  @Test(arguments: seeds) func `the bin holds each marked photo once`(seed: UInt64) {
    play(seed) { review, action in
      review.apply(action)
      let bin = review.bin.map(\.path)
      #expect(Set(bin).count == bin.count)
      #expect(Set(bin) == Set(review.photos.values.map(\.path).filter(review.isInBin)))
      #expect(review.binBytes == bin.compactMap { review.photos[$0]?.size }.total)
    }
  }

  @Test(arguments: seeds) func `the decisions of a session, replayed without the photos, mark what the bin holds`(
    seed: UInt64
  ) {
    play(seed) { review, action in
      review.apply(action)
      let last = DecisionReplay(review.actions, and: [])
      #expect(last.marked == Set(review.bin.map(\.path)))
      #expect(last.marked.isDisjoint(with: last.kept))
    }
  }

  @Test(arguments: seeds) func `a copy that stays is neither in the bin nor another name of the same file`(seed: UInt64)
  {
    play(seed) { review, action in
      review.apply(action)
      for photo in review.photos.values {
        for copy in review.exactCopiesStaying(of: photo.path) {
          #expect(copy.path != photo.path && !review.isInBin(copy.path))
          #expect(copy.digest == photo.digest && copy.digest != nil)
          #expect(!copy.identity.isSameFile(as: photo.identity))
        }
      }
    }
  }

  @Test(arguments: seeds) func `groups have two members or more and issues belong to them`(seed: UInt64) {
    play(seed, removing: true) { review, action in
      review.apply(action)
      for group in review.groups.values {
        #expect(group.members.count >= 2 && group.members.contains { $0.path == group.keeper })
        #expect(group.members.allSatisfy { review.photos[$0.path] != nil })
        #expect(group.members.allSatisfy { review.group(of: $0.path, in: group.category)?.id == group.id })
      }
      for (category, issues) in review.issues {
        #expect(Set(issues.map(\.path)).count == issues.count)
        for issue in issues {
          #expect(review.photos[issue.path]?.isProtected == false)
          if let id = issue.group { #expect(review.groups[id].map { $0.keeper != issue.path } == true) }
          #expect(issue.category == category)
        }
      }
    }
  }

  @Test(arguments: seeds) func `marking at once what may be marked empties no group that was not empty`(seed: UInt64) {
    play(seed) { review, action in
      review.apply(action)
      var all = review
      let alive = all.groups.values.filter { !all.survivors(of: $0, without: []).isEmpty }
      for category in IssueCategory.allCases {
        let open = (all.issues[category] ?? []).map(\.path)
        if let marking = all.action(.delete, for: all.markable(open), in: category) { all.apply(marking) }
      }
      for group in alive { #expect(!all.survivors(of: group, without: []).isEmpty) }
    }
  }

  /// A random library and a random script over it; `step` sees each action before it takes effect.
  private func play(
    _ seed: UInt64, removing: Bool = false, step: (inout Review, DecisionAction) -> Void = { $0.apply($1) },
    ends: (inout Review) -> Void = { _ in }
  ) {
    var random = SeededGenerator(seed: seed)
    let library = RandomLibrary(&random)
    var review = Review()
    review.replaceFindings(library.findings, photos: library.photos)
    for _ in 0..<40 {
      let category = IssueCategory.allCases.randomElement(using: &random) ?? .similar
      let paths = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
        library.photos.randomElement(using: &random)?.path
      }
      switch Int.random(in: 0..<12, using: &random) {
      case 0: review.undo()
      case 1: review.redo()
      case 2: if let action = paths.first.flatMap(review.takingOut) { step(&review, action) }
      case 3:
        if let group = review.groups.values.min(by: { $0.id.text < $1.id.text }), let member = group.members.last,
          let action = review.action(choosing: member.path, of: group)
        {
          step(&review, action)
        }
      case 4: review.replaceFindings(library.findings { review.photos[$0] != nil }, photos: Array(review.photos.values))
      case 5: if removing { review.removePhotos(Set(paths.prefix(1))) }
      default:
        let decision: UserDecision = [.delete, .delete, .keep, .pending].randomElement(using: &random) ?? .keep
        let distinct = Set(paths).sorted { $0.string < $1.string }
        if let action = review.action(decision, for: distinct, in: category) { step(&review, action) }
      }
    }
    ends(&review)
  }
}

extension Review {
  /// Every decision there is.
  var allDecisions: [IssueKey: UserDecision] {
    var all: [IssueKey: UserDecision] = [:]
    for path in photos.values.map(\.path) {
      for category in IssueCategory.allCases { all[IssueKey(path, category)] = decision(path, in: category) }
    }
    return all
  }
}
