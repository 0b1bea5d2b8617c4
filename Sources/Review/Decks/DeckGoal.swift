package import PhotoModel
import SystemPackage

/// The goal of a quick pass.
package enum DeckGoal: Hashable, Sendable {
  /// Bytes to free.
  case bytes(ByteCount)
  /// Minutes to review.
  case minutes(Int)

  /// "Free 2.0 GB", "Up to ten minutes": less where less is open.
  package var title: String {
    switch self {
    case .bytes(let bytes): "Free \(bytes.formatted)"
    case .minutes(10): "Up to ten minutes"
    case .minutes(let minutes): "Up to \(counted(minutes, "minute"))"
    }
  }

  /// The goals that Home offers.
  package static let offered: [DeckGoal] = [
    .bytes(ByteCount(500_000_000)), .bytes(ByteCount(2_000_000_000)), .bytes(ByteCount(10_000_000_000)), .minutes(10),
  ]
}

/// The time that the user takes for a card.
package struct DeckPace: Sendable {
  private var spans: [Duration] = []
  private var last: Duration?

  /// The time for a card before it is measured: four seconds.
  package static let standard: Duration = .seconds(4)
  private static let memory = 31
  /// The longest time that counts as one card; more is a pause.
  private static let pause: Duration = .seconds(60)

  /// A pace of which nothing is measured yet.
  package init() {}

  /// Counts the decision about a card.
  package mutating func decided(at time: Duration) {
    if let last, time > last, time - last < Self.pause { spans = (spans + [time - last]).suffix(Self.memory) }
    last = time
  }

  /// The median time of the last decisions; the standard until there are five.
  package var perCard: Duration {
    guard spans.count >= 5 else { return Self.standard }
    return max(.milliseconds(200), spans.sorted()[spans.count / 2])
  }

  /// The time for a number of cards, as text: "3 min".
  package static func title(of cards: Int, at perCard: Duration) -> String {
    "\(Int((perCard * cards / Duration.seconds(60)).rounded(.up))) min"
  }
}

/// The cards of a quick pass, out of all categories: chosen once, so that none comes or goes while the user reviews
/// them.
package struct GoalDeck: CardList {
  /// The goal that the cards were chosen for.
  package let goal: DeckGoal
  /// The cards in their order.
  package let keys: [IssueKey]
  /// Whether the user goes on whatever is reached.
  package var goesOn = false
  private let indices: [IssueKey: Int]

  /// The most cards of a deck.
  package static let mostCards = 2000

  /// Chooses the cards of a deck: the clearest first, and among equals those that free most; proposals before photos
  /// that are only listed, each photo once. Members of sets to keep whole are left out.
  ///
  /// - Parameter pace: The time for a card.
  /// - Complexity: O(n log n) of all open cards.
  package init(_ goal: DeckGoal, review: Review, pace: Duration) {
    self.init(goal, out: GoalRanking(review), pace: pace)
  }

  /// Chooses the cards of a deck from a ranking.
  ///
  /// - Parameter ranking: The open cards; one ranking serves all goals.
  package init(_ goal: DeckGoal, out ranking: GoalRanking, pace: Duration) {
    self.goal = goal
    let ranked = ranking.cards
    switch goal {
    case .minutes(let minutes):
      let count = Int(Duration.seconds(minutes * 60) / pace)
      keys = ranked.prefix(min(Self.mostCards, max(1, count))).map(\.key)
    case .bytes(let wanted):
      var expected = 0.0
      var chosen: [IssueKey] = []
      for candidate in ranked.filter({ $0.freed > .zero }).prefix(Self.mostCards) {
        guard expected < Double(wanted.bytes) else { break }
        chosen.append(candidate.key)
        // A photo that is only listed is expected to be removed in half of all cases.
        expected += Double(candidate.freed.bytes) * (candidate.isProposed ? 1 : 0.5)
      }
      keys = chosen
    }
    indices = Dictionary(zip(keys, keys.indices), uniquingKeysWith: { first, _ in first })
  }

  /// One deck per goal, without empty decks and duplicates. Decks of equal length are equal, because all are prefixes
  /// of one ranking. Among equals the timed goal is kept, else the first.
  package static func different(_ goals: [DeckGoal], out ranking: GoalRanking, pace: Duration) -> [GoalDeck] {
    let decks = goals.map { GoalDeck($0, out: ranking, pace: pace) }.filter { !$0.keys.isEmpty }
    return decks.enumerated().filter { index, deck in
      !decks.enumerated().contains { other, same in
        guard other != index, same.keys.count == deck.keys.count else { return false }
        return (same.isTimed ? 1 : 0, index) > (deck.isTimed ? 1 : 0, other)
      }
    }.map(\.element)
  }

  private var isTimed: Bool { if case .minutes = goal { true } else { false } }

  /// The index of a card in the deck; nil where it has none.
  package func index(of key: IssueKey) -> Int? { indices[key] }

  /// The bytes that are free once the marked photos of the deck go to the trash.
  package func freed(_ review: Review) -> ByteCount {
    keys.filter { review.isInBin($0.path) && review.destination(of: $0.path) == nil }.map {
      review.reclaimable(of: $0.path)
    }.total
  }

  /// Whether the deck ends here because a goal of bytes is reached; always false for a goal of time.
  package func isReached(_ review: Review) -> Bool {
    guard !goesOn, case .bytes(let wanted) = goal else { return false }
    return freed(review) >= wanted
  }

  /// The number of cards.
  package var count: Int { keys.count }

  /// The card at an index below `count`.
  package func key(at index: Int) -> IssueKey { keys[index] }

  /// Whether the card at an index is still a question.
  package func isOpen(at index: Int, _ review: Review) -> Bool { isOpen(keys[index], review) }

  /// The number of cards that are still a question.
  package func openCount(_ review: Review) -> Int { keys.count { isOpen($0, review) } }

  private func isOpen(_ key: IssueKey, _ review: Review) -> Bool {
    review.photos[key.path] != nil && !review.isSettled(key.path, in: key.category)
  }
}

/// The open cards, the clearest first, and among equals those that free most first: as many as a quick pass may have.
package struct GoalRanking: Sendable {
  /// The cards in the order of their rank, proposals first.
  package let cards: [Card]

  /// A card that may be in a quick pass.
  package struct Card: Sendable {
    var key: IssueKey
    /// The bytes that are free without the photo: 0 where other names lead to its files.
    var freed: ByteCount
    var isProposed: Bool
  }

  /// The properties of a card that decide its rank.
  private struct Candidate {
    var worth: Double
    var deck: Int
    var index: Int
    var isProposed: Bool
  }

  /// The ranking of all open cards of a review.
  ///
  /// - Complexity: O(n log n) of the open cards.
  package init(_ review: Review) {
    let decks = IssueCategory.allCases.compactMap { review.deck($0) }
    var freeing: [Card] = []
    var others: [Card] = []
    var seen: Set<FilePath> = []
    // Names are read for the best cards only: for all of a large library that takes longer than a key press may.
    for candidate in Self.candidates(decks, review) where freeing.count < GoalDeck.mostCards {
      guard let issue = decks[candidate.deck][candidate.index],
        review.setKeptWhole(with: issue.path) == nil, seen.insert(issue.path).inserted
      else { continue }
      let card = Card(
        key: IssueKey(issue.path, issue.category), freed: review.reclaimable(of: issue.path),
        isProposed: review.isProposed(issue))
      if card.freed > .zero {
        freeing.append(card)
      } else if others.count < GoalDeck.mostCards {
        others.append(card)
      }
    }
    cards = [true, false].flatMap { isProposed in (freeing + others).filter { $0.isProposed == isProposed } }
  }

  private static func candidates(_ decks: [IssueDeck], _ review: Review) -> [Candidate] {
    var candidates: [Candidate] = []
    candidates.reserveCapacity(decks.map(\.openCount).reduce(0, +))
    for (number, deck) in decks.enumerated() {
      deck.forEachOpen { index, issue in
        guard issue.size > .zero else { return }
        candidates.append(
          Candidate(
            worth: issue.confidence * Double(issue.size.bytes), deck: number, index: index,
            isProposed: review.isProposed(issue)))
      }
    }
    candidates.sort { left, right in
      if left.isProposed != right.isProposed { return left.isProposed }
      return (right.worth, left.deck, left.index) < (left.worth, right.deck, right.index)
    }
    return candidates
  }
}

extension Review {
  /// The bytes freed once the marked parts of a photo are removed; those of all parts for a photo that is not in the
  /// bin.
  fileprivate func reclaimable(of path: FilePath) -> ByteCount {
    photos[path]?.reclaimable(of: parts(of: path)) ?? .zero
  }
}
