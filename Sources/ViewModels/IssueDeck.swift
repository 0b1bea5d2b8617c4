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
    // A card is large to move.
    let keyed = issues.enumerated().map { place, issue -> (worth: Double, set: Int, place: Int) in
      var set = place
      if let group = issue.group {
        set = firstOfGroup[group] ?? place
        firstOfGroup[group] = set
      }
      return (value(issue), set, place)
    }
    return keyed.sorted { ($1.worth, $0.set, $0.place) < ($0.worth, $1.set, $1.place) }.map { issues[$0.place] }
  }
}

extension IssueDeck {
  /// Issues in the places that they, or others of their set, have in this deck; what has none comes behind what it came
  /// behind.
  func inPlace(_ issues: [PhotoIssue]) -> [PhotoIssue] {
    var firstOfGroup: [PhotoGroup.ID: Int] = [:]
    for issue in issues {
      if let group = issue.group, let place = place(of: issue.path) {
        firstOfGroup[group] = min(firstOfGroup[group] ?? place, place)
      }
    }
    var last = -1
    return issues.enumerated().map { order, issue -> (place: Int, order: Int, issue: PhotoIssue) in
      last = issue.group.flatMap { firstOfGroup[$0] } ?? place(of: issue.path) ?? last
      return (last, order, issue)
    }
    .sorted { ($0.place, $0.order) < ($1.place, $1.order) }.map(\.issue)
  }
}

/// The cards of one category in their order, with the place of each and which of them are open.
///
/// A card that is taken out leaves its place empty, so that no other has to move.
struct IssueDeck: Sendable {
  private var cards: [PhotoIssue]
  private var places: [PathKey: Int] = [:]
  private var openPlaces: OpenPlaces
  /// Places without a card, rising: a few, until new findings come.
  private var gaps: [Int] = []
  private var cardsOfGroup: [PhotoGroup.ID: Int] = [:]
  /// What all cards take.
  private(set) var bytes = ByteCount.zero

  /// Every card is open. Of two with one path the first counts.
  init(_ issues: [PhotoIssue]) {
    cards = issues
    openPlaces = OpenPlaces(Array(repeating: true, count: issues.count))
    places.reserveCapacity(issues.count)
    for (place, issue) in issues.enumerated() {
      if let first = places.updateValue(place, forKey: PathKey(issue.path)) { places[PathKey(issue.path)] = first }
      bytes += issue.size
      if let group = issue.group { cardsOfGroup[group, default: 0] += 1 }
    }
  }

  /// The cards in their order.
  var issues: [PhotoIssue] {
    guard !gaps.isEmpty else { return cards }
    let gaps = Set(gaps)
    return cards.indices.lazy.filter { !gaps.contains($0) }.map { cards[$0] }
  }

  var count: Int { cards.count - gaps.count }
  var openCount: Int { openPlaces.count }
  /// Sets that have a card.
  var setCount: Int { cardsOfGroup.count }
  /// Behind the last card.
  var end: Int { cards.count }

  /// The card at a place; nil outside, and in a gap.
  subscript(_ place: Int) -> PhotoIssue? {
    cards.indices.contains(place) && !gaps.contains(place) ? cards[place] : nil
  }

  func place(of path: FilePath) -> Int? { places[PathKey(path)] }
  func issue(of path: FilePath) -> PhotoIssue? { place(of: path).map { cards[$0] } }
  func nextOpen(after place: Int) -> Int? { openPlaces.next(after: place) }
  /// Goes through the open cards in their order.
  func forEachOpen(_ body: (Int, PhotoIssue) -> Void) {
    for place in cards.indices where openPlaces[place] { body(place, cards[place]) }
  }
  /// How many cards stand before a place.
  func countBefore(_ place: Int) -> Int { place - gaps.count { $0 < place } }
  /// The card before a place.
  func previous(before place: Int) -> PhotoIssue? {
    stride(from: min(place, cards.count) - 1, through: 0, by: -1).lazy.compactMap { self[$0] }.first
  }

  mutating func setOpen(_ isOpen: Bool, _ path: FilePath) {
    if let place = place(of: path) { openPlaces[place] = isOpen }
  }

  mutating func openAll() {
    openPlaces = OpenPlaces(Array(repeating: true, count: cards.count))
    for gap in gaps { openPlaces[gap] = false }
  }

  /// Changes the issue of a path in its place, but for its set; it may become that of another photo.
  mutating func edit(_ path: FilePath, _ change: (inout PhotoIssue) -> Void) {
    guard let place = place(of: path) else { return }
    bytes = bytes - cards[place].size
    change(&cards[place])
    bytes += cards[place].size
    let now = cards[place].path
    guard now != path else { return }
    places[PathKey(path)] = nil
    places[PathKey(now)] = place
    openPlaces[place] = true
  }

  /// Other issues of the same set take the places of these photos, in order. All of them are open then.
  ///
  /// - Returns: False, and nothing has changed, where there are not as many places as issues.
  mutating func exchange(_ paths: [FilePath], for others: [PhotoIssue]) -> Bool {
    let free = paths.compactMap(place).sorted()
    guard free.count == others.count else { return false }
    for path in paths { places[PathKey(path)] = nil }
    for (place, issue) in zip(free, others) {
      bytes = bytes - cards[place].size + issue.size
      cards[place] = issue
      places[PathKey(issue.path)] = place
      openPlaces[place] = true
    }
    return true
  }

  /// Takes a card out.
  mutating func remove(_ path: FilePath) {
    guard let place = places.removeValue(forKey: PathKey(path)) else { return }
    openPlaces[place] = false
    gaps.insert(place, at: gaps.firstIndex { $0 > place } ?? gaps.endIndex)
    bytes = bytes - cards[place].size
    guard let group = cards[place].group, let count = cardsOfGroup[group] else { return }
    cardsOfGroup[group] = count > 1 ? count - 1 : nil
  }

  /// Other cards take the place of all. Which of them are open has to be said anew.
  mutating func replace(_ issues: [PhotoIssue]) { self = IssueDeck(issues) }
}
