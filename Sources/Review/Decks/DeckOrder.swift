package import PhotoModel
package import SystemPackage

/// The cards of a deck in their order, and which of them are open, by the review of now. The deck of a category is
/// answered from an index: a key costs the same in a deck of ten and of a million.
package struct DeckOrder {
  /// The review that answers.
  package let review: Review
  /// The category of the deck.
  package let category: IssueCategory
  /// The cards of a short deck, in place of those of the category.
  package var goal: GoalDeck?

  /// The order of the deck of a category, or of a short deck.
  package init(review: Review, category: IssueCategory, goal: GoalDeck? = nil) {
    (self.review, self.category, self.goal) = (review, category, goal)
  }

  private var deck: IssueDeck? { review.deck(category) }

  /// The number of cards.
  package var count: Int { goal?.keys.count ?? deck?.count ?? 0 }

  /// The number of cards that are not decided yet.
  package var openCount: Int {
    goal.map { goal in goal.keys.count { goal.isOpen($0, review) } } ?? deck?.openCount ?? 0
  }
  /// The open photos of the category. Goes through all cards.
  package var open: [FilePath] { (deck?.issues ?? []).lazy.map(\.path).filter { isOpen(IssueKey($0, category)) } }

  /// Whether a card is still a question.
  package func isOpen(_ key: IssueKey) -> Bool {
    goal.map { $0.isOpen(key, review) } ?? !review.isSettled(key.path, in: key.category)
  }

  /// The index of a card in the deck; nil where it has none.
  package func index(of key: IssueKey) -> Int? {
    if let goal { return goal.index(of: key) }
    return key.category == category ? deck?.index(of: key.path) : nil
  }

  /// The issue of a card; nil where there is none.
  package func issue(of key: IssueKey) -> PhotoIssue? { review.deck(key.category)?.issue(of: key.path) }

  /// Whether a photo has a card, or is the keeper of a set that has one.
  package func holds(_ key: IssueKey) -> Bool {
    index(of: key) != nil || review.group(of: key.path, in: key.category) != nil
  }

  /// The card before an index; nil where there is none.
  package func previous(before index: Int) -> IssueKey? {
    if let goal { return goal.keys.indices.contains(index - 1) ? goal.keys[index - 1] : nil }
    return deck?.previous(before: index).map { IssueKey($0.path, category) }
  }

  /// The index after the last card.
  package var end: Int { goal?.keys.count ?? deck?.end ?? 0 }

  /// The first open card after an index; from the beginning where nil.
  package func firstOpen(after index: Int? = nil) -> IssueKey? { nextOpen(after: index ?? -1, count: 1).first }

  /// The next open cards after an index, at most `count`.
  package func nextOpen(after index: Int, count: Int) -> [IssueKey] {
    if let goal {
      return Array(goal.keys.dropFirst(max(0, index + 1)).lazy.filter { goal.isOpen($0, review) }.prefix(count))
    }
    var found: [IssueKey] = []
    var last = index
    while found.count < count, let next = deck?.nextOpen(after: last), let issue = deck?[next] {
      found.append(IssueKey(issue.path, category))
      last = next
    }
    return found
  }

  /// The 1-based position of a card among all cards; for a keeper, that of the first card of its set.
  package func position(of key: IssueKey) -> Int {
    guard let index = indexOrThatOfSet(key) else { return count }
    return (goal == nil ? deck?.countBefore(index) ?? index : index) + 1
  }

  /// The index after which the deck goes on; after a keeper the photos of its own set come.
  package func indexToGoOn(after key: IssueKey) -> Int { index(of: key) ?? (indexOrThatOfSet(key) ?? end - 1) - 1 }

  /// The index of a card; for a keeper, that of the first card of its set. Nil where there is none.
  package func indexOrThatOfSet(_ key: IssueKey) -> Int? {
    if let index = index(of: key) { return index }
    guard let group = review.group(of: key.path, in: key.category) else { return nil }
    return goal.map { goal in group.members.compactMap { goal.index(of: IssueKey($0.path, key.category)) }.min() }
      ?? review.grouping.firstIndexOfRun(of: group)
  }
}
