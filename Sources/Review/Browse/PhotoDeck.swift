import PhotoModel
import SystemPackage

/// The cards of a deck that were chosen once, so that none comes or goes while the user goes through them.
package protocol CardList: Sendable {
  /// The number of cards.
  var count: Int { get }
  /// The card at an index below `count`.
  func key(at index: Int) -> IssueKey
  /// The index of a card; nil where it has none.
  func index(of key: IssueKey) -> Int?
  /// Whether the card at an index is still a question.
  func isOpen(at index: Int, _ review: Review) -> Bool
  /// The number of cards that are still a question.
  func openCount(_ review: Review) -> Int
}

/// A deck of photos out of all of a library. Its cards are open until they are viewed or marked; a deck without such
/// cards is gone through again.
package struct PhotoDeck: CardList {
  /// The name of the choice: "July 2023".
  package let title: String
  private let photos: LibraryPhotos
  private let indices: [Int32]
  /// The index of the card, by index of `photos`; −1 for none.
  private let cards: [Int32]
  /// Whether all was viewed when the deck was opened.
  private let isAgain: Bool

  /// Creates a deck of photos in their order.
  ///
  /// - Parameter indices: Indices of `review.photos`.
  package init(_ title: String, _ indices: [Int32], of review: Review) {
    self.init(
      title, indices, of: review.photos, isAgain: indices.allSatisfy { review.isGoneThrough(Int($0)) })
  }

  private init(_ title: String, _ indices: [Int32], of photos: LibraryPhotos, isAgain: Bool) {
    (self.title, self.indices, self.photos, self.isAgain) = (title, indices, photos, isAgain)
    var cards = [Int32](repeating: -1, count: photos.end)
    for (number, index) in indices.enumerated() { cards[Int(index)] = Int32(number) }
    self.cards = cards
  }

  /// The deck with the same photos in a library that was scanned again.
  package func following(_ photos: LibraryPhotos) -> PhotoDeck {
    if photos.scan == self.photos.scan { return self }
    let found = indices.compactMap { index in
      self.photos[index: Int(index)].flatMap { photos.index(of: $0.path) }.map { Int32($0) }
    }
    return PhotoDeck(title, found, of: photos, isAgain: isAgain)
  }

  /// The number of cards, photos that went since among them.
  package var count: Int { indices.count }

  /// The card at an index below `count`.
  package func key(at index: Int) -> IssueKey {
    IssueKey(photos.path(at: Int(indices[index])), .browse)
  }

  /// The index of the card of a photo; nil where it has none.
  package func index(of key: IssueKey) -> Int? {
    guard key.category == .browse, let index = photos.index(of: key.path), cards[index] >= 0 else { return nil }
    return Int(cards[index])
  }

  /// Whether the photo is there, and neither viewed nor decided about; in a deck that is gone through again, not
  /// marked.
  package func isOpen(at index: Int, _ review: Review) -> Bool {
    let photo = Int(indices[index])
    guard review.photos.scan == photos.scan, !review.photos.isGone(photo) else { return false }
    return isAgain ? !review.isInBin(photos.path(at: photo)) : !review.isGoneThrough(photo)
  }

  /// The number of photos that are neither viewed nor decided about.
  package func openCount(_ review: Review) -> Int {
    isAgain ? 0 : indices.indices.count { isOpen(at: $0, review) }
  }
}
