package import PhotoModel
import SystemPackage

/// What a short deck is for.
package enum DeckGoal: Hashable, Sendable {
  /// So much to free.
  case bytes(ByteCount)
  /// So long to review.
  case minutes(Int)

  /// "Free 2.0 GB", "Up to ten minutes": less where less is open.
  package var title: String {
    switch self {
    case .bytes(let bytes): "Free \(bytes.formatted)"
    case .minutes(10): "Up to ten minutes"
    case .minutes(let minutes): "Up to \(counted(minutes, "minute"))"
    }
  }

  /// What Home offers.
  package static let offered: [DeckGoal] = [
    .bytes(ByteCount(500_000_000)), .bytes(ByteCount(2_000_000_000)), .bytes(ByteCount(10_000_000_000)), .minutes(10),
  ]
}

/// How long the user takes for a card.
struct DeckPace: Sendable {
  private var spans: [Duration] = []
  private var last: Duration?

  /// Before anybody has measured: four seconds.
  static let standard: Duration = .seconds(4)
  private static let memory = 31
  /// Longer is a pause, and no card.
  private static let pause: Duration = .seconds(60)

  /// A card was decided.
  mutating func decided(at time: Duration) {
    if let last, time > last, time - last < Self.pause { spans = (spans + [time - last]).suffix(Self.memory) }
    last = time
  }

  /// The median of the last decisions; the standard before there are five.
  var perCard: Duration {
    guard spans.count >= 5 else { return Self.standard }
    return max(.milliseconds(200), spans.sorted()[spans.count / 2])
  }

  /// How long so many cards take: "3 min".
  static func title(of cards: Int, at perCard: Duration) -> String {
    "\(Int((perCard * cards / Duration.seconds(60)).rounded(.up))) min"
  }
}

/// The cards of a short deck, out of all categories: chosen once, so that none comes or goes while the user looks.
struct GoalDeck: Sendable {
  let goal: DeckGoal
  let keys: [IssueKey]
  private let places: [IssueKey: Int]

  /// No sitting is longer than this.
  static let mostCards = 2000

  /// The surest first, and of those what frees most: proposals before what is only listed, each photo once. Members of
  /// sets to keep whole are left out.
  ///
  /// - Parameter pace: Time for a card.
  /// - Complexity: O(n log n) of all open cards.
  init(_ goal: DeckGoal, review: Review, pace: Duration) {
    self.init(goal, out: GoalRanking(review), pace: pace)
  }

  /// - Parameter ranking: One is enough for all goals.
  init(_ goal: DeckGoal, out ranking: GoalRanking, pace: Duration) {
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
        // Of what is only listed about a half is kept.
        expected += Double(candidate.freed.bytes) * (candidate.isProposed ? 1 : 0.5)
      }
      keys = chosen
    }
    places = Dictionary(zip(keys, keys.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The decks of some goals, without those that are empty, or the same as another one: the time that they take says more
  /// of them than bytes that they cannot free, and the least of such bytes more than the others.
  static func different(_ goals: [DeckGoal], out ranking: GoalRanking, pace: Duration) -> [GoalDeck] {
    let decks = goals.map { GoalDeck($0, out: ranking, pace: pace) }.filter { !$0.keys.isEmpty }
    return decks.enumerated().filter { index, deck in
      // All of them begin with the first of one ranking, so that the number tells.
      !decks.enumerated().contains { other, same in
        guard other != index, same.keys.count == deck.keys.count else { return false }
        return (same.isTimed ? 1 : 0, index) > (deck.isTimed ? 1 : 0, other)
      }
    }.map(\.element)
  }

  private var isTimed: Bool { if case .minutes = goal { true } else { false } }

  func index(of key: IssueKey) -> Int? { places[key] }

  /// How far the goal is reached.
  func progress(_ review: Review, pace: Duration) -> GoalProgress {
    switch goal {
    case .bytes(let wanted):
      let freed = freed(review)
      return GoalProgress(
        title: goal.title, progress: "\(freed.formatted) of \(wanted.formatted)",
        fraction: min(1, Double(freed.bytes) / Double(max(1, wanted.bytes))))
    case .minutes:
      let left = keys.count { isOpen($0, review) }
      return GoalProgress(
        title: goal.title, progress: left == 0 ? "done" : "about \(DeckPace.title(of: left, at: pace)) left",
        fraction: keys.isEmpty ? 1 : Double(keys.count - left) / Double(keys.count))
    }
  }

  /// What is free once those of its photos go that are marked.
  func freed(_ review: Review) -> ByteCount {
    keys.filter { review.isInBin($0.path) }.map { review.reclaimable(of: $0.path) }.total
  }

  func isReached(_ review: Review) -> Bool {
    guard case .bytes(let wanted) = goal else { return false }
    return freed(review) >= wanted
  }

  func isOpen(_ key: IssueKey, _ review: Review) -> Bool {
    review.photos[key.path] != nil && !review.isSettled(key.path, in: key.category)
  }
}

/// The open cards, the surest first, and of those what frees most first: as many as a short deck may have.
struct GoalRanking: Sendable {
  let cards: [Card]

  struct Card: Sendable {
    var key: IssueKey
    /// What is free without it: nothing where other names lead to its files.
    var freed: ByteCount
    var isProposed: Bool
  }

  /// What of a card decides its rank.
  private struct Candidate {
    var worth: Double
    var deck: Int
    var index: Int
    var isProposed: Bool
  }

  init(_ review: Review) {
    let decks = IssueCategory.allCases.compactMap { review.sets.deck($0) }
    var freeing: [Card] = []
    var others: [Card] = []
    var seen: Set<FilePath> = []
    // Names are looked at only of the best: to look at all of a large library takes longer than a key may.
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
  /// What is free once what is marked of a photo goes; all of it, for one that is not in the bin.
  fileprivate func reclaimable(of path: FilePath) -> ByteCount {
    photos[path]?.reclaimable(of: parts(of: path)) ?? .zero
  }
}
