import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import Review

/// What the index says is what going through everything says.
@Suite struct ReviewIndexTests {
  @Test(arguments: Array(1...40) as [UInt64])
  func `places, open cards and the bin equal a count of everything, after any script`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let library = RandomLibrary(&random)
    var review = Review()
    review.replaceFindings(library.findings, photos: library.photos)
    for _ in 0..<60 {
      step(&review, library, &random)
      check(review)
    }
  }

  @Test(arguments: Array(1...40) as [UInt64])
  func `findings that were taken in beside a review that went on are as if taken in after it`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let library = RandomLibrary(&random)
    var review = Review()
    review.replaceFindings(library.findings, photos: library.photos)
    func decide(_ times: Int) { for _ in 0..<times { step(&review, library, &random, changesPhotos: false) } }

    decide(20)
    let (photos, findings) = (Array(review.photos.values), library.findings { review.photos[$0] != nil })
    var beside = review
    beside.replaceFindings(findings, photos: photos)
    decide(15)
    beside.catchUp(with: review)

    var after = review
    after.replaceFindings(findings, photos: photos)
    check(beside)
    #expect(beside.allDecisions == after.allDecisions && beside.bin.map(\.path) == after.bin.map(\.path))
    #expect(beside.nextUndo == after.nextUndo && beside.nextRedo == after.nextRedo)
    #expect(beside.listed == after.listed && beside.groups.mapValues(\.keeper) == after.groups.mapValues(\.keeper))
    #expect(beside.issues.mapValues { Set($0.map(\.path)) } == after.issues.mapValues { Set($0.map(\.path)) })
  }

  @Test(arguments: Array(1...20) as [UInt64])
  func `sets made on all cores are those made one after the other`(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let library = RandomLibrary(&random)
    let earlier = ReviewGroups(library.findings, order: .certainty)
    for findings in [library.findings, Findings()] {
      for order in CardOrder.allCases {
        for before in [nil, earlier] {
          let one = ReviewGroups(findings, order: order, inIndicesOf: before)
          let made = await ReviewGroups.made(of: findings, order: order, inIndicesOf: before)
          #expect(made.issues == one.issues && made.groups == one.groups && made.counts == one.counts)
          for issue in findings.issues {
            #expect(made.group(of: issue.path, in: issue.category) == one.group(of: issue.path, in: issue.category))
          }
          for other in CardOrder.allCases {
            var (mine, theirs) = (made, one)
            mine.arrange(by: other)
            theirs.arrange(by: other)
            #expect(mine.issues == theirs.issues)
          }
        }
      }
    }
  }

  @Test func `a path as a key is the same as the path`() {
    let paths = [
      [], [0x61], [0x61, 0x62], [0x62, 0x61], [0x61, 0x62, 0x63], [0x61, 0xFF], [0xC3, 0xA4], [0x61, 0xCC, 0x88],
    ]
    .map { FilePath(bytes: [0x2F] + ($0 as [UInt8])) }
    for one in paths {
      for other in paths { #expect((PathKey(one) == PathKey(other)) == (one == other)) }
      #expect(PathKey(one).hashValue == PathKey(FilePath(bytes: one.bytes)).hashValue)
    }
    #expect(Set(paths.map(PathKey.init)).count == paths.count)
  }

  @Test(arguments: Array(1...20) as [UInt64]) func `the next open place is the one that a search finds`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var flags = (0..<Int.random(in: 0...70, using: &random)).map { _ in Bool.random(using: &random) }
    var openCards = OpenCardIndex(flags)
    for _ in 0..<80 {
      if let flagIndex = flags.indices.randomElement(using: &random) {
        flags[flagIndex] = Bool.random(using: &random)
        openCards[flagIndex] = flags[flagIndex]
      }
      #expect(openCards.count == flags.count { $0 })
      for flagIndex in -2...(flags.count + 1) {
        #expect(openCards.next(after: flagIndex) == flags.indices.first { $0 > flagIndex && flags[$0] })
      }
    }
  }

  @Test(arguments: Array(1...10) as [UInt64]) func `an order keeps sets together and puts the most first`(seed: UInt64)
  {
    var random = SeededGenerator(seed: seed)
    let library = RandomLibrary(&random)
    var review = Review()
    review.replaceFindings(library.findings, photos: library.photos)
    for order in [CardOrder.bytes, .certainty, .bytes] {
      review.arrange(by: order)
      for cards in review.issues.values {
        var sets: [PhotoGroup.ID?] = []
        for card in cards where card.group == nil || sets.last != card.group { sets.append(card.group) }
        #expect(Set(sets.compactMap(\.self)).count == sets.compactMap(\.self).count)
        let worth = sets.indices.map { index in
          sets[index].map { id in cards.filter { $0.group == id }.map(\.size).total } ?? cards[index].size
        }
        if order == .bytes { #expect(worth == worth.sorted(by: >)) }
      }
      check(review)
    }
  }

  private func step(
    _ review: inout Review, _ library: RandomLibrary, _ random: inout SeededGenerator, changesPhotos: Bool = true
  ) {
    let category = IssueCategory.allCases.randomElement(using: &random) ?? .similar
    let paths = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
      library.photos.randomElement(using: &random)?.path
    }
    let group = review.groups.values.sorted { $0.id.text < $1.id.text }.randomElement(using: &random)
    let member = group?.members.randomElement(using: &random)?.path
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1: review.undo()
    case 2: review.redo()
    case 3: if let action = paths.first.flatMap(review.takingOut) { review.apply(action) }
    case 4, 5:
      if let group, let member, let action = review.action(choosing: member, of: group) { review.apply(action) }
    case 6: if let group, let member, let no = review.refusal(of: member, in: group.category) { review.apply(no) }
    case 7 where changesPhotos:
      review.replaceFindings(library.findings { review.photos[$0] != nil }, photos: Array(review.photos.values))
    case 8 where changesPhotos:
      if Int.random(in: 0..<4, using: &random) == 0 { review.removePhotos(Set(paths.prefix(1))) }
    case 9: review.arrange(by: review.cardOrder.next)
    default:
      let decision: UserDecision = [.delete, .delete, .keep, .pending].randomElement(using: &random) ?? .keep
      let distinct = Set(paths).sorted { $0.string < $1.string }
      if let action = review.action(decision, for: distinct, in: category) { review.apply(action) }
    }
  }

  private func check(_ review: Review) {
    for category in IssueCategory.allCases {
      let cards = review.issues[category] ?? []
      let order = DeckOrder(review: review, category: category)
      let open = cards.indices.filter { !review.isSettled(cards[$0].path, in: category) }
      #expect(order.count == cards.count && order.openCount == open.count)
      #expect(order.nextOpen(after: -1, count: .max).map(\.path) == open.map { cards[$0].path })
      for (index, card) in cards.enumerated() {
        let key = IssueKey(card.path, category)
        #expect(order.position(of: key) == index + 1 && review.deck(category)?.issue(of: card.path) == card)
        let flagIndex = order.index(of: key) ?? -1
        #expect(order.firstOpen(after: flagIndex)?.path == open.first { $0 > index }.map { cards[$0].path })
        #expect(order.previous(before: flagIndex)?.path == (index > 0 ? cards[index - 1].path : nil))
      }
      for group in review.groups.values where group.category == category {
        let first = cards.firstIndex { card in group.members.contains { $0.path == card.path } }
        let flagIndex = review.grouping.firstIndexOfRun(of: group)
        #expect(flagIndex == first.flatMap { order.index(of: IssueKey(cards[$0].path, category)) })
      }
      let deck = review.deck(category)
      #expect((deck?.setCount ?? 0) == Set(cards.compactMap(\.group)).count)
      #expect((deck?.bytes ?? .zero) == cards.map(\.size).total)
    }
    let listed = Set(review.issues.values.joined().map(\.path))
    #expect(review.listed.photos == listed.count)
    #expect(review.listed.reclaimable == listed.compactMap { review.photos[$0]?.reclaimable }.total)
    let unkept = listed.filter { path in
      review.isInBin(path)
        || IssueCategory.allCases.contains { category in
          review.issues[category]?.contains { $0.path == path } == true && review.decision(path, in: category) != .keep
        }
    }
    let toGain = unkept.filter { !review.isInBin($0) }
    #expect(review.toGain.photos == toGain.count && review.settled.kept.photos == listed.count - unkept.count)
    #expect(review.toGain.reclaimable == toGain.compactMap { review.photos[$0]?.reclaimable }.total)
    let bin = review.bin
    #expect(review.binCount == bin.count && review.binBytes == bin.map(\.size).total)
  }
}

extension ReviewGroups {
  /// The issues by category, in the order of the deck.
  var issues: [IssueCategory: [PhotoIssue]] {
    IssueCategory.allCases.reduce(into: [:]) { $0[$1] = deck($1)?.issues }
  }
}

extension Review {
  var issues: [IssueCategory: [PhotoIssue]] { grouping.issues }
}
