import PhotoModel
import SystemPackage

/// The order of one category's cards and what of it is still open, as the review stands now.
struct DeckOrder {
  let review: Review
  let category: IssueCategory

  private var issues: [PhotoIssue] { review.issues[category] ?? [] }

  var count: Int { issues.count }

  /// Cards that nothing was said about yet.
  var openCount: Int { issues.count { isOpen($0.path) } }
  var open: [FilePath] { issues.lazy.map(\.path).filter(isOpen) }

  func isOpen(_ path: FilePath) -> Bool { !review.isSettled(path, in: category) }

  func place(of path: FilePath) -> Int? { issues.firstIndex { $0.path == path } }

  func issue(of path: FilePath) -> PhotoIssue? { issues.first { $0.path == path } }

  /// A card of its own, or the keeper of a set that has one.
  func holds(_ path: FilePath) -> Bool { place(of: path) != nil || review.group(of: path, in: category) != nil }

  /// The path at a place; nil outside.
  subscript(_ place: Int) -> FilePath? { issues.indices.contains(place) ? issues[place].path : nil }

  /// The first open card behind a place; from the beginning where nil.
  func firstOpen(after place: Int? = nil) -> FilePath? { nextOpen(after: place ?? -1, count: 1).first }

  func nextOpen(after place: Int, count: Int) -> [FilePath] {
    Array(issues.dropFirst(max(0, place + 1)).lazy.map(\.path).filter(isOpen).prefix(count))
  }

  /// 1-based; a keeper stands where its group begins.
  func position(of path: FilePath) -> Int {
    if let place = place(of: path) { return place + 1 }
    guard let group = review.group(of: path, in: category) else { return count }
    return (issues.firstIndex { $0.group == group.id } ?? count - 1) + 1
  }
}
