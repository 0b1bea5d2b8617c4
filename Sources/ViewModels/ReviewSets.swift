package import PhotoModel
package import SystemPackage

/// The sets of a library and the cards to review, with an index of who stands where: a key must not go through them all.
///
/// Knows which cards are open only as far as `Review` says so; what is decided stands there.
package struct ReviewSets: Sendable {
  package private(set) var groups: [PhotoGroup.ID: PhotoGroup] = [:]
  private var decks: [IssueCategory: IssueDeck] = [:]
  private var groupOfPath: [IssueKey: PhotoGroup.ID] = [:]
  /// Groups as Deckle proposed them, where the user chose another keeper.
  private var proposed: [PhotoGroup.ID: (group: PhotoGroup, issues: [PhotoIssue])] = [:]

  init() {}

  init(_ findings: Findings, order: CardOrder) {
    groups = Dictionary(findings.groups.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    decks = Dictionary(grouping: findings.issues, by: \.category).mapValues { IssueDeck(order.arranged($0)) }
    for group in groups.values {
      for member in group.members { groupOfPath[IssueKey(member.path, group.category)] = group.id }
    }
  }

  // MARK: Looking

  /// By category, in the order of the deck; absent for none.
  package var issues: [IssueCategory: [PhotoIssue]] { decks.mapValues(\.issues) }

  /// The cards of a category.
  func deck(_ category: IssueCategory) -> IssueDeck? { decks[category] }

  package func group(of path: FilePath, in category: IssueCategory) -> PhotoGroup? {
    groupOfPath[IssueKey(path, category)].flatMap { groups[$0] }
  }

  /// Where the cards of a set begin; nil where it has none.
  func firstPlace(of group: PhotoGroup) -> Int? {
    guard let deck = decks[group.category] else { return nil }
    return group.members.lazy.compactMap { deck.place(of: $0.path) }.min()
  }

  // MARK: Open cards

  mutating func setOpen(_ isOpen: Bool, _ path: FilePath, in category: IssueCategory) {
    decks[category]?.setOpen(isOpen, path)
  }

  mutating func openAll() { for category in IssueCategory.allCases { decks[category]?.openAll() } }

  // MARK: Changes

  mutating func arrange(by order: CardOrder) {
    for (category, deck) in decks { decks[category]?.replace(order.arranged(deck.issues)) }
  }

  /// Photos are no longer there. Which cards are open has to be said anew.
  mutating func remove(_ paths: Set<FilePath>) {
    var dissolved: Set<PhotoGroup.ID> = []
    for (id, group) in groups where group.members.contains(where: { paths.contains($0.path) }) {
      var left = group
      left.members.removeAll { paths.contains($0.path) }
      guard left.members.count > 1 else {
        groups[id] = nil
        dissolved.insert(id)
        continue
      }
      let hasNewKeeper = paths.contains(left.keeper)
      if hasNewKeeper { left.keeper = left.members[0].path }
      groups[id] = left
      // What was proposed was proposed beside another keeper: now it is for the user to judge.
      if hasNewKeeper { judgeAnew(left) }
    }
    for (category, deck) in decks {
      decks[category]?.replace(
        deck.issues.filter { issue in
          // The member that now stays is no longer a question.
          !paths.contains(issue.path) && issue.group.map { !dissolved.contains($0) } ?? true
            && issue.group.flatMap { groups[$0]?.keeper } != issue.path
        })
    }
    groupOfPath = groupOfPath.filter { !paths.contains($0.key.path) && groups[$0.value] != nil }
  }

  private mutating func judgeAnew(_ group: PhotoGroup) {
    for member in group.members {
      decks[group.category]?.edit(member.path) { issue in
        guard issue.group == group.id else { return }
        issue.isPreselected = false
        issue.why = "the photo that was to stay is gone; compare with \(nameTitle(group.keeper))"
      }
    }
  }

  /// A photo takes another size: something that belonged to it is gone.
  mutating func setSize(_ size: ByteCount, of path: FilePath) {
    for category in IssueCategory.allCases { decks[category]?.edit(path) { $0.size = size } }
  }

  /// The photo leaves its group at once; new findings will say where else it belongs. Which cards are open has to be
  /// said anew.
  mutating func detach(_ path: FilePath, in category: IssueCategory) {
    guard let id = groupOfPath.removeValue(forKey: IssueKey(path, category)), var group = groups[id],
      let deck = decks[category]
    else { return }
    group.members.removeAll { $0.path == path }
    let isDissolved = group.members.count < 2
    groups[id] = isDissolved ? nil : group
    decks[category]?.replace(deck.issues.filter { $0.path != path && !(isDissolved && $0.group == id) })
    if isDissolved { for member in group.members { groupOfPath[IssueKey(member.path, category)] = nil } }
  }
}

// MARK: Another keeper

extension ReviewSets {
  /// A member becomes the keeper of its group, and the one before it a question, unless it is protected.
  ///
  /// - Returns: Cards left their places, so that which of them are open has to be said anew; else only the card of the
  ///   old keeper, which now is open.
  mutating func moveKeeper(of id: PhotoGroup.ID, to path: FilePath, photos: [FilePath: ScannedPhoto]) -> Bool {
    guard var group = groups[id], group.keeper != path,
      let index = group.members.firstIndex(where: { $0.path == path })
    else { return false }
    if proposed[id] == nil { proposed[id] = (group, cards(of: group)) }
    let old = group.keeper
    let chosen = group.members.remove(at: index)
    group.members.insert(chosen, at: 0)
    for position in group.members.indices where group.members[position].path == old {
      group.members[position].similarity = chosen.similarity
    }
    group.members[0].similarity = 1
    group.keeper = path
    group.reason = "you chose it"
    groups[id] = group
    for member in group.members where member.path != path {
      decks[group.category]?.edit(member.path) { if $0.group == id { $0.isHeldAgainst(anotherKeeper: old) } }
    }
    return exchangeCard(of: path, for: photos[old], in: group, similarity: chosen.similarity)
  }

  /// The group as it was proposed, in the places of its cards.
  ///
  /// - Returns: Cards left their places, so that which of them are open has to be said anew; else only those of the set.
  mutating func restoreProposal(of id: PhotoGroup.ID, photos: [FilePath: ScannedPhoto]) -> Bool {
    guard let before = proposed.removeValue(forKey: id), let now = groups[id], photos[before.group.keeper] != nil else {
      return false
    }
    var group = before.group
    let members = Set(now.members.map(\.path))
    group.members.removeAll { !members.contains($0.path) }
    guard group.members.count == now.members.count else { return false }
    let position = firstPlace(of: now)
    let asked = before.issues.filter { members.contains($0.path) }
    groups[id] = group
    if decks[group.category]?.exchange(now.members.map(\.path), for: asked) == true { return false }
    replaceCards(in: group.category) { cards in
      cards.removeAll { $0.group == id }
      cards.insert(contentsOf: asked, at: min(position ?? cards.count, cards.count))
    }
    return true
  }

  /// In the order of the deck.
  private func cards(of group: PhotoGroup) -> [PhotoIssue] {
    guard let deck = decks[group.category] else { return [] }
    return group.members.compactMap { deck.place(of: $0.path) }.sorted().map { deck.issues[$0] }
      .filter { $0.group == group.id }
  }

  /// The chosen keeper is no question any more, and the one before it becomes one, unless it is protected.
  private mutating func exchangeCard(
    of chosen: FilePath, for old: ScannedPhoto?, in group: PhotoGroup, similarity: Double
  ) -> Bool {
    let asked = decks[group.category]?.issue(of: chosen).flatMap { $0.group == group.id ? $0 : nil }
    // A protected photo had no card: then the new one stands where its set begins.
    guard let template = asked ?? cards(of: group).first else { return false }
    guard let old, !old.isProtected else {
      guard asked != nil else { return false }
      replaceCards(in: group.category) { cards in cards.removeAll { $0.path == chosen } }
      return true
    }
    var issue = template
    issue.path = old.path
    issue.size = old.size
    issue.score = similarity
    issue.isPreselected = false
    issue.why = issue.wordsAfterChoice(similarity: similarity)
    if asked != nil {
      decks[group.category]?.edit(chosen) { $0 = issue }
      return false
    }
    let place = decks[group.category]?.place(of: template.path)
    replaceCards(in: group.category) { cards in cards.insert(issue, at: place ?? cards.count) }
    return true
  }

  private mutating func replaceCards(in category: IssueCategory, _ change: (inout [PhotoIssue]) -> Void) {
    var cards = decks[category]?.issues ?? []
    change(&cards)
    decks[category] = IssueDeck(cards)
  }
}
