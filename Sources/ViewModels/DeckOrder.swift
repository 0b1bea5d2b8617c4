import PhotoModel
import SystemPackage

/// The cards of one category in their order and what of them is still open, as the review stands now. Every question
/// is answered from an index: a key costs the same in a deck of ten and of a million.
struct DeckOrder {
  let review: Review
  let category: IssueCategory

  private var deck: IssueDeck? { review.sets.deck(category) }
  private var issues: [PhotoIssue] { deck?.issues ?? [] }

  var count: Int { deck?.count ?? 0 }

  /// Cards that nothing was said about yet.
  var openCount: Int { deck?.openCount ?? 0 }
  /// Goes through all cards.
  var open: [FilePath] { issues.lazy.map(\.path).filter(isOpen) }

  func isOpen(_ path: FilePath) -> Bool { !review.isSettled(path, in: category) }

  func place(of path: FilePath) -> Int? { deck?.place(of: path) }

  func issue(of path: FilePath) -> PhotoIssue? { deck?.issue(of: path) }

  /// A card of its own, or the keeper of a set that has one.
  func holds(_ path: FilePath) -> Bool { place(of: path) != nil || review.group(of: path, in: category) != nil }

  /// The path at a place; nil outside.
  subscript(_ place: Int) -> FilePath? { issues.indices.contains(place) ? issues[place].path : nil }

  /// The first open card behind a place; from the beginning where nil.
  func firstOpen(after place: Int? = nil) -> FilePath? { nextOpen(after: place ?? -1, count: 1).first }

  func nextOpen(after place: Int, count: Int) -> [FilePath] {
    var found: [FilePath] = []
    var last = place
    while found.count < count, let next = deck?.nextOpen(after: last), let path = self[next] {
      found.append(path)
      last = next
    }
    return found
  }

  /// 1-based; a keeper stands where its group begins.
  func position(of path: FilePath) -> Int {
    if let place = place(of: path) { return place + 1 }
    guard let group = review.group(of: path, in: category) else { return count }
    return (review.sets.firstPlace(of: group) ?? count - 1) + 1
  }
}
