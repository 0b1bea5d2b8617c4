package import PhotoModel
package import SystemPackage

extension CardOrder {
  /// The numbers of the issues in this order; equal ones keep their order, and the photos of a set stay together.
  ///
  /// - Parameter earlier: The deck before: an issue that was in it, or of whose set another was in it, keeps its index;
  ///   a new one comes after the issue that it followed.
  package func arranged(_ issues: [PhotoIssue], inIndicesOf earlier: IssueDeck? = nil) -> [Int32] {
    let sets = firstsOfSets(issues)
    var worth = [Double](repeating: 0, count: issues.count)
    for (issue, set) in zip(issues, sets) {
      switch self {
      case .certainty: worth[set] = max(worth[set], issue.confidence)
      case .bytes: worth[set] += Double(issue.size.bytes)
      }
    }
    let arranged = issues.indices.map { (worth: worth[sets[$0]], set: sets[$0], number: $0) }
      .sorted { ($1.worth, $0.set, $0.number) < ($0.worth, $1.set, $1.number) }.map { Int32($0.number) }
    return earlier.map { keepingIndices(of: $0, arranged, issues, sets) } ?? arranged
  }

  private func keepingIndices(
    of earlier: IssueDeck, _ arranged: [Int32], _ issues: [PhotoIssue], _ sets: [Int]
  ) -> [Int32] {
    let indices = issues.map { earlier.index(of: $0.path, in: self) }
    var firstOfSet = [Int](repeating: .max, count: issues.count)
    for (index, set) in zip(indices, sets) { firstOfSet[set] = min(firstOfSet[set], index ?? .max) }
    var last = -1
    let indexed = arranged.enumerated().map { order, number -> (index: Int, order: Int, number: Int32) in
      let first = firstOfSet[sets[Int(number)]]
      if first < .max { last = first }
      return (last, order, number)
    }
    return indexed.sorted { ($0.index, $0.order) < ($1.index, $1.order) }.map(\.number)
  }
}

/// The number of the first issue in the set of each issue; its own number where it has no set.
private func firstsOfSets(_ issues: [PhotoIssue]) -> [Int] {
  var firstOfGroup: [PhotoGroup.ID: Int] = [:]
  var last: (group: PhotoGroup.ID, first: Int)?
  return issues.indices.map { number in
    guard let group = issues[number].group else { return number }
    // Findings come set by set.
    if let last, last.group == group { return last.first }
    let first = firstOfGroup[group] ?? number
    firstOfGroup[group] = first
    last = (group, first)
    return first
  }
}

/// The cards of one category, with the index of each in every order, and which of them are open.
///
/// Each card has a number; an order is an array of numbers, so that another order is there at once. A card that is
/// removed leaves a gap, so that no other has to move.
package struct IssueDeck: Sendable {
  /// The cards by number.
  private var cards: [PhotoIssue]
  private var numbers: [PathKey: Int] = [:]
  private var rows: [CardOrder: CardRow]
  /// The numbers of cards that were removed: a few, until new findings come.
  private var gone: Set<Int> = []
  private var cardsOfGroup: [PhotoGroup.ID: Int] = [:]
  /// The size of the photos of all cards.
  package private(set) var bytes = ByteCount.zero
  /// The order of the cards, in which indices are counted.
  package var order: CardOrder

  /// Creates a deck in which every card is open. Of two issues with one path the first counts.
  package init(_ issues: [PhotoIssue] = [], order: CardOrder = .certainty, inIndicesOf earlier: IssueDeck? = nil) {
    self.init(unarranged: issues, order: order)
    for order in CardOrder.allCases { arrange(order, order.arranged(issues, inIndicesOf: earlier)) }
  }

  /// Creates a deck whose orders are still to be set by `arrange(_:_:)`.
  package init(unarranged issues: [PhotoIssue], order: CardOrder) {
    cards = issues
    rows = [:]
    self.order = order
    numbers.reserveCapacity(issues.count)
    for (number, issue) in issues.enumerated() {
      if let first = numbers.updateValue(number, forKey: PathKey(issue.path)) {
        numbers[PathKey(issue.path)] = first
        gone.insert(number)
        continue
      }
      bytes += issue.size
      if let group = issue.group { cardsOfGroup[group, default: 0] += 1 }
    }
  }

  /// Sets an order: the number of each card once.
  package mutating func arrange(_ order: CardOrder, _ numbers: [Int32]) {
    rows[order] = CardRow(numbers, without: gone)
  }

  private var row: CardRow { rows[order] ?? CardRow([], without: []) }

  /// The cards in their order.
  package var issues: [PhotoIssue] { row.numbers.lazy.map { Int($0) }.filter { !gone.contains($0) }.map { cards[$0] } }

  /// The number of cards.
  package var count: Int { cards.count - gone.count }
  /// The number of cards that are still a question.
  package var openCount: Int { row.open.count }
  /// The number of sets that have a card.
  package var setCount: Int { cardsOfGroup.count }
  /// The index after the last card, gaps included; above all numbers.
  package var end: Int { cards.count }

  /// The card at an index; nil outside, and in a gap.
  package subscript(_ index: Int) -> PhotoIssue? {
    let row = row
    guard row.numbers.indices.contains(index) else { return nil }
    let number = Int(row.numbers[index])
    return gone.contains(number) ? nil : cards[number]
  }

  /// The path of the card with a number below `end`, whatever the order; nil for a card that was removed.
  package func path(ofCard number: Int) -> FilePath? { gone.contains(number) ? nil : cards[number].path }

  /// The index of a card in the order of the deck; nil where it has none.
  package func index(of path: FilePath) -> Int? { index(of: path, in: order) }
  fileprivate func index(of path: FilePath, in order: CardOrder) -> Int? {
    numbers[PathKey(path)].flatMap { rows[order]?.index(of: $0) }
  }
  /// The issue of a photo; nil where it has no card.
  package func issue(of path: FilePath) -> PhotoIssue? { numbers[PathKey(path)].map { cards[$0] } }
  /// The index of the next open card; nil after the last.
  package func nextOpen(after index: Int) -> Int? { row.open.next(after: index) }
  /// Goes through the open cards in their order.
  package func forEachOpen(_ body: (Int, PhotoIssue) -> Void) {
    let row = row
    for index in row.numbers.indices where row.open[index] { body(index, cards[Int(row.numbers[index])]) }
  }
  /// The number of cards before an index.
  package func countBefore(_ index: Int) -> Int {
    let row = row
    return index - gone.count { row.index(of: $0) < index }
  }
  /// The card before an index; nil where there is none.
  package func previous(before index: Int) -> PhotoIssue? {
    stride(from: min(index, cards.count) - 1, through: 0, by: -1).lazy.compactMap { self[$0] }.first
  }

  /// Makes a card open, or decided.
  package mutating func setOpen(_ isOpen: Bool, _ path: FilePath) {
    if let number = numbers[PathKey(path)] { setOpen(isOpen, number) }
  }

  private mutating func setOpen(_ isOpen: Bool, _ number: Int) {
    for order in CardOrder.allCases { rows[order]?.setOpen(isOpen, number) }
  }

  /// Makes every card open.
  package mutating func openAll() {
    for order in CardOrder.allCases { rows[order]?.openAll(without: gone) }
  }

  /// Changes the issue of a path at its index, but not its set; the issue may become that of another photo.
  package mutating func edit(_ path: FilePath, _ change: (inout PhotoIssue) -> Void) {
    guard let number = numbers[PathKey(path)] else { return }
    bytes = bytes - cards[number].size
    change(&cards[number])
    bytes += cards[number].size
    let now = cards[number].path
    guard now != path else { return }
    numbers[PathKey(path)] = nil
    numbers[PathKey(now)] = number
    setOpen(true, number)
  }

  /// Replaces the issues of these photos by others of the same set, in order. All of them are open then.
  ///
  /// - Returns: False, and nothing has changed, where there are not as many indices as issues.
  package mutating func exchange(_ paths: [FilePath], for others: [PhotoIssue]) -> Bool {
    let free = paths.compactMap { numbers[PathKey($0)] }
    guard free.count == others.count else { return false }
    for path in paths { numbers[PathKey(path)] = nil }
    for (number, issue) in zip(free, others) {
      bytes = bytes - cards[number].size + issue.size
      cards[number] = issue
      numbers[PathKey(issue.path)] = number
    }
    for order in CardOrder.allCases { rows[order]?.sort(free) }
    for number in free { setOpen(true, number) }
    return true
  }

  /// Removes a card.
  package mutating func remove(_ path: FilePath) {
    guard let number = numbers.removeValue(forKey: PathKey(path)) else { return }
    setOpen(false, number)
    gone.insert(number)
    bytes = bytes - cards[number].size
    guard let group = cards[number].group, let count = cardsOfGroup[group] else { return }
    cardsOfGroup[group] = count > 1 ? count - 1 : nil
  }
}

// MARK: Changes that go through all cards

extension IssueDeck {
  /// Removes the cards that match. Which of the others are open has to be set anew.
  package mutating func removeAll(where isGone: (PhotoIssue) -> Bool) {
    rearrange { cards, numbers in numbers.removeAll { isGone(cards[$0]) } }
  }

  /// Inserts a card before that of a path, or at the end. Which cards are open has to be set anew.
  package mutating func insert(_ issue: PhotoIssue, before path: FilePath) {
    rearrange(with: [issue]) { cards, numbers in
      let number = cards.count - 1
      numbers.insert(number, at: numbers.firstIndex { cards[$0].path == path } ?? numbers.count)
    }
  }

  /// Replaces the issues of a whole set. Which cards are open has to be set anew.
  package mutating func replaceSet(_ group: PhotoGroup.ID, with issues: [PhotoIssue]) {
    rearrange(with: issues) { cards, numbers in
      let index = numbers.firstIndex { cards[$0].group == group } ?? numbers.count
      numbers.removeAll { cards[$0].group == group }
      numbers.insert(contentsOf: cards.count - issues.count..<cards.count, at: min(index, numbers.count))
    }
  }

  /// Changes the cards, and makes all orders anew.
  ///
  /// - Parameter change: Called with all cards, the new ones last, and the numbers of the old ones in one order.
  private mutating func rearrange(
    with issues: [PhotoIssue] = [], _ change: (_ cards: [PhotoIssue], _ numbers: inout [Int]) -> Void
  ) {
    let all = cards + issues
    let changed = rows.mapValues { row in
      var numbers = row.numbers.map { Int($0) }.filter { !gone.contains($0) }
      change(all, &numbers)
      return numbers
    }
    let staying = (changed[order] ?? []).sorted()
    var numberNow = [Int32](repeating: 0, count: all.count)
    for (now, before) in staying.enumerated() { numberNow[before] = Int32(now) }
    self = IssueDeck(unarranged: staying.map { all[$0] }, order: order)
    for (order, numbers) in changed { arrange(order, numbers.map { numberNow[$0] }) }
  }
}

/// The cards of a deck in one order, by their numbers, and which of them are open.
private struct CardRow: Sendable {
  /// The number of the card at each index.
  private(set) var numbers: [Int32]
  /// The index of the card with each number.
  private var indices: [Int32]
  private(set) var open: OpenCardIndex

  /// Creates the order; all cards but `gone` are open.
  init(_ numbers: [Int32], without gone: Set<Int>) {
    self.numbers = numbers
    indices = numbers
    for (index, number) in numbers.enumerated() { indices[Int(number)] = Int32(index) }
    open = OpenCardIndex([])
    openAll(without: gone)
  }

  func index(of number: Int) -> Int { Int(indices[number]) }

  mutating func setOpen(_ isOpen: Bool, _ number: Int) { open[index(of: number)] = isOpen }

  mutating func openAll(without gone: Set<Int>) {
    open = OpenCardIndex(Array(repeating: true, count: numbers.count))
    for number in gone { setOpen(false, number) }
  }

  /// Sorts these numbers among the indices that they have.
  mutating func sort(_ these: [Int]) {
    for (index, number) in zip(these.map(index).sorted(), these) {
      numbers[index] = Int32(number)
      indices[number] = Int32(index)
    }
  }
}
