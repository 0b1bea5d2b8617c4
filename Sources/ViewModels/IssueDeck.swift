import PhotoModel
import SystemPackage

extension CardOrder {
  /// The issues in this order; what is equal stays as it came.
  func arranged(_ issues: [PhotoIssue]) -> [PhotoIssue] {
    var worth: [PhotoGroup.ID: Double] = [:]
    for issue in issues {
      guard let group = issue.group else { continue }
      switch self {
      case .certainty: worth[group] = max(worth[group] ?? 0, issue.confidence)
      case .bytes: worth[group, default: 0] += Double(issue.size.bytes)
      }
    }
    func value(_ issue: PhotoIssue) -> Double {
      if let group = issue.group { return worth[group] ?? 0 }
      return self == .certainty ? issue.confidence : Double(issue.size.bytes)
    }
    // A set stands where the first of it came.
    var firstOfGroup: [PhotoGroup.ID: Int] = [:]
    let keyed = issues.enumerated().map { place, issue -> (worth: Double, set: Int, place: Int, issue: PhotoIssue) in
      var set = place
      if let group = issue.group {
        set = firstOfGroup[group] ?? place
        firstOfGroup[group] = set
      }
      return (value(issue), set, place, issue)
    }
    return keyed.sorted { ($1.worth, $0.set, $0.place) < ($0.worth, $1.set, $1.place) }.map(\.issue)
  }
}

/// The cards of one category in their order, with the place of each and which of them are open.
struct IssueDeck: Sendable {
  private(set) var issues: [PhotoIssue]
  private var places: [FilePath: Int] = [:]
  private var openPlaces: OpenPlaces

  /// Every card is open. Of two with one path the first counts.
  init(_ issues: [PhotoIssue]) {
    self.issues = issues
    openPlaces = OpenPlaces(Array(repeating: true, count: issues.count))
    places.reserveCapacity(issues.count)
    for (place, issue) in issues.enumerated() where places[issue.path] == nil { places[issue.path] = place }
  }

  var count: Int { issues.count }
  var openCount: Int { openPlaces.count }

  func place(of path: FilePath) -> Int? { places[path] }
  func issue(of path: FilePath) -> PhotoIssue? { places[path].map { issues[$0] } }
  func nextOpen(after place: Int) -> Int? { openPlaces.next(after: place) }

  mutating func setOpen(_ isOpen: Bool, _ path: FilePath) {
    if let place = places[path] { openPlaces[place] = isOpen }
  }

  mutating func openAll() { openPlaces = OpenPlaces(Array(repeating: true, count: issues.count)) }

  /// Changes the issue of a path in its place; it may become that of another photo.
  mutating func edit(_ path: FilePath, _ change: (inout PhotoIssue) -> Void) {
    guard let place = places[path] else { return }
    change(&issues[place])
    let now = issues[place].path
    guard now != path else { return }
    places[path] = nil
    places[now] = place
    openPlaces[place] = true
  }

  /// Other issues take the places of these photos, in order. All of them are open then.
  ///
  /// - Returns: False, and nothing has changed, where there are not as many places as issues.
  mutating func exchange(_ paths: [FilePath], for others: [PhotoIssue]) -> Bool {
    let free = paths.compactMap { places[$0] }.sorted()
    guard free.count == others.count else { return false }
    for path in paths { places[path] = nil }
    for (place, issue) in zip(free, others) {
      issues[place] = issue
      places[issue.path] = place
      openPlaces[place] = true
    }
    return true
  }

  /// Other cards take the place of all. Which of them are open has to be said anew.
  mutating func replace(_ issues: [PhotoIssue]) { self = IssueDeck(issues) }
}
