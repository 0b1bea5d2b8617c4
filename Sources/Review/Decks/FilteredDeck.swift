import PhotoAnalysis
package import PhotoModel

/// The cards of a deck that match a filter, chosen once. A set shows when one of its members matches.
package struct FilteredDeck: CardList {
  /// The number of cards.
  package var count: Int { keys.count }
  /// The size of the photos on the cards.
  package let bytes: ByteCount
  private let keys: [IssueKey]
  private let indices: [IssueKey: Int]
  /// The deck that was chosen before; nil where the cards are those of a category.
  private let deck: (any CardList)?

  /// Chooses the cards.
  ///
  /// - Parameter deck: A deck that was chosen; nil takes the cards of the category.
  package init(_ filter: PhotoFilter, category: IssueCategory, deck: (any CardList)?, of review: Review) {
    let all =
      deck.map { deck in (0..<deck.count).map(deck.key) }
      ?? (review.deck(category)?.issues ?? []).map { IssueKey($0.path, category) }
    let found = concurrentBlocks(of: all.count, size: 1024) { range in
      range.map { review.isShown(all[$0], by: filter) }
    }.flatMap(\.self)
    keys = zip(all, found).filter(\.1).map(\.0)
    bytes = keys.compactMap { review.photos[$0.path]?.size }.total
    indices = Dictionary(zip(keys, keys.indices), uniquingKeysWith: { first, _ in first })
    self.deck = deck
  }

  /// The card at an index below `count`.
  package func key(at index: Int) -> IssueKey { keys[index] }

  /// The index of a card; nil where it has none.
  package func index(of key: IssueKey) -> Int? { indices[key] }

  /// Whether the card at an index is still a question.
  package func isOpen(at index: Int, _ review: Review) -> Bool {
    let key = keys[index]
    if let deck { return deck.index(of: key).map { deck.isOpen(at: $0, review) } ?? false }
    return review.photos[key.path] != nil && !review.isSettled(key.path, in: key.category)
  }

  /// The number of cards that are still a question.
  package func openCount(_ review: Review) -> Int { keys.indices.count { isOpen(at: $0, review) } }
}

extension Review {
  fileprivate func isShown(_ key: IssueKey, by filter: PhotoFilter) -> Bool {
    guard let photo = photos[key.path] else { return false }
    if filter.matches(photo) { return true }
    return group(of: key.path, in: key.category)?.members.contains { member in
      photos[member.path].map(filter.matches) == true
    } == true
  }
}
