package import PhotoModel
package import SystemPackage

/// The cards of a deck in their order, and which of them are open, by the review of now. The deck of a category is
/// answered from an index: a key costs the same in a deck of ten and of a million.
package struct DeckOrder {
  /// The review that answers.
  package let review: Review
  /// The category of the deck.
  package let category: IssueCategory
  /// The chosen deck that replaces the cards of the category; nil where there is none.
  package var chosen: (any CardList)?

  /// The order of the deck of a category, or of a deck that was chosen.
  package init(review: Review, category: IssueCategory, chosen: (any CardList)? = nil) {
    (self.review, self.category, self.chosen) = (review, category, chosen)
  }

  private var deck: IssueDeck? { review.deck(category) }

  /// The number of cards.
  package var count: Int { chosen?.count ?? deck?.count ?? 0 }

  /// The number of cards that are not decided yet.
  package var openCount: Int { chosen?.openCount(review) ?? deck?.openCount ?? 0 }
  /// The open photos of the category. Goes through all cards.
  package var open: [FilePath] { (deck?.issues ?? []).lazy.map(\.path).filter { isOpen(IssueKey($0, category)) } }

  /// Whether a card is still a question.
  package func isOpen(_ key: IssueKey) -> Bool {
    guard let chosen else { return !review.isSettled(key.path, in: key.category) }
    return chosen.index(of: key).map { chosen.isOpen(at: $0, review) } ?? false
  }

  /// The index of a card in the deck; nil where it has none.
  package func index(of key: IssueKey) -> Int? {
    if let chosen { return chosen.index(of: key) }
    return key.category == category ? deck?.index(of: key.path) : nil
  }

  /// Whether a photo has a card, or is the keeper of a set that has one. Among all photos there are no sets.
  package func holds(_ key: IssueKey) -> Bool {
    index(of: key) != nil || !(chosen is PhotoDeck) && review.group(of: key.path, in: key.category) != nil
  }

  /// The card before an index; nil where there is none.
  package func previous(before index: Int) -> IssueKey? {
    if let chosen { return (0..<chosen.count).contains(index - 1) ? chosen.key(at: index - 1) : nil }
    return deck?.previous(before: index).map { IssueKey($0.path, category) }
  }

  /// The index after the last card.
  package var end: Int { chosen?.count ?? deck?.end ?? 0 }

  /// The first open card after an index; from the beginning where nil.
  package func firstOpen(after index: Int? = nil) -> IssueKey? { nextOpen(after: index ?? -1, count: 1).first }

  /// The next open cards after an index, at most `count`.
  package func nextOpen(after index: Int, count: Int) -> [IssueKey] {
    if let chosen {
      let open = (min(max(0, index + 1), chosen.count)..<chosen.count).lazy.filter { chosen.isOpen(at: $0, review) }
      return open.prefix(count).map(chosen.key)
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
    return (chosen == nil ? deck?.countBefore(index) ?? index : index) + 1
  }

  /// The index after which the deck goes on; after a keeper the photos of its own set come.
  package func indexToGoOn(after key: IssueKey) -> Int { index(of: key) ?? (indexOrThatOfSet(key) ?? end - 1) - 1 }

  /// The index of a card; for a keeper, that of the first card of its set. Nil where there is none.
  package func indexOrThatOfSet(_ key: IssueKey) -> Int? {
    if let index = index(of: key) { return index }
    guard let group = review.group(of: key.path, in: key.category) else { return nil }
    return chosen.map { chosen in group.members.compactMap { chosen.index(of: IssueKey($0.path, key.category)) }.min() }
      ?? review.grouping.firstIndexOfRun(of: group)
  }
}
