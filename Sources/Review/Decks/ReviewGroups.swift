import PhotoAnalysis
package import PhotoModel
package import SystemPackage

/// The groups of a library and the cards to review, with an index of both by photo: a key must not go through them
/// all.
///
/// Which cards are open is set by `Review`, which has the decisions.
package struct ReviewGroups: Sendable {
  /// The sets of photos by number.
  package private(set) var groups: [PhotoGroup.ID: PhotoGroup] = [:]
  private var decks: [IssueCategory: IssueDeck] = [:]
  private var groupOfPath: [IssueKey: PhotoGroup.ID] = [:]
  /// The photos of sets that only make sense whole.
  package private(set) var keptWhole: [FilePath: SetKind] = [:]
  /// The groups as Deckle proposed them, where the user chose another keeper.
  private var proposed: [PhotoGroup.ID: (group: PhotoGroup, issues: [PhotoIssue])] = [:]

  /// Creates a value without sets and cards.
  package init() {}

  /// Creates the sets and cards of findings.
  ///
  /// - Parameter earlier: The sets before: their cards keep their indices, however much the sets have changed.
  package init(_ findings: Findings, order: CardOrder, inIndicesOf earlier: ReviewGroups? = nil) {
    for (category, issues) in Dictionary(grouping: findings.issues, by: \.category) {
      decks[category] = IssueDeck(issues, order: order, inIndicesOf: earlier?.decks[category])
    }
    apply(findings)
  }

  /// Creates the sets and cards of findings on all cores.
  @concurrent package static func made(
    of findings: Findings, order: CardOrder, inIndicesOf earlier: ReviewGroups?
  ) async -> ReviewGroups {
    await withTaskGroup(of: MadePart.self) { group in
      for (category, issues) in Dictionary(grouping: findings.issues, by: \.category) {
        group.addTask { .deck(category, IssueDeck(unarranged: issues, order: order)) }
        for order in CardOrder.allCases {
          let before = earlier?.decks[category]
          group.addTask { .row(category, order, order.arranged(issues, inIndicesOf: before)) }
        }
      }
      var made = ReviewGroups()
      made.apply(findings)
      var rows: [(category: IssueCategory, order: CardOrder, numbers: [Int32])] = []
      for await part in group {
        switch part {
        case .deck(let category, let deck): made.decks[category] = deck
        case .row(let category, let order, let numbers): rows.append((category, order, numbers))
        }
      }
      for row in rows { made.decks[row.category]?.arrange(row.order, row.numbers) }
      return made
    }
  }

  private enum MadePart {
    case deck(IssueCategory, IssueDeck)
    case row(IssueCategory, CardOrder, [Int32])
  }

  private mutating func apply(_ findings: Findings) {
    keptWhole = findings.keptWhole
    let found = findings.groups
    groups = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    groupOfPath.reserveCapacity(found.reduce(0) { $0 + $1.members.count })
    for group in groups.values {
      for member in group.members {
        groupOfPath[IssueKey(member.path, group.category)] = group.id
        if let set = member.set { keptWhole[member.path] = set }
      }
    }
  }

  // MARK: Queries

  /// The number of cards of each category.
  package var counts: [IssueCategory: Int] { decks.mapValues(\.count) }

  /// The cards of a category.
  package func deck(_ category: IssueCategory) -> IssueDeck? { decks[category] }

  /// Whether a photo has a card in any category.
  package func lists(_ path: FilePath) -> Bool { IssueCategory.allCases.contains { deck($0)?.index(of: path) != nil } }

  /// The set that a photo is in; nil for none.
  package func group(of path: FilePath, in category: IssueCategory) -> PhotoGroup? {
    groupOfPath[IssueKey(path, category)].flatMap { groups[$0] }
  }

  /// The index of the first card of a set; nil where it has none.
  package func firstIndexOfRun(of group: PhotoGroup) -> Int? {
    guard let deck = deck(group.category) else { return nil }
    return group.members.lazy.compactMap { deck.index(of: $0.path) }.min()
  }

  // MARK: Open cards

  /// Makes a card open, or decided.
  package mutating func setOpen(_ isOpen: Bool, _ path: FilePath, in category: IssueCategory) {
    decks[category]?.setOpen(isOpen, path)
  }

  /// Makes every card open.
  package mutating func openAll() { for category in IssueCategory.allCases { decks[category]?.openAll() } }

  // MARK: Changes

  /// Changes the order of the cards.
  package mutating func arrange(by order: CardOrder) {
    for category in IssueCategory.allCases { decks[category]?.order = order }
  }

  /// Takes the proposals of these photos back: they stay listed, and the user judges them.
  package mutating func leaveToJudge(_ paths: Set<FilePath>) {
    for path in paths {
      for category in IssueCategory.allCases where deck(category)?.issue(of: path).map({ $0.proposal != .none }) == true
      {
        decks[category]?.edit(path) { $0.isPreselected = false }
      }
    }
  }

  /// Removes photos that are no longer there. Which cards are open has to be set anew.
  ///
  /// - Parameter photos: The photos that are left.
  package mutating func remove(_ paths: Set<FilePath>, photos: LibraryPhotos) {
    var dissolved: Set<PhotoGroup.ID> = []
    for (id, group) in groups where group.members.contains(where: { paths.contains($0.path) }) {
      if !shrink(group, without: paths, photos) { dissolved.insert(id) }
    }
    let keepers = groups.mapValues(\.keeper)
    for category in IssueCategory.allCases {
      decks[category]?.removeAll { issue in
        // The member that now stays is no longer a question.
        paths.contains(issue.path) || issue.group.map(dissolved.contains) ?? false
          || issue.group.flatMap { keepers[$0] } == issue.path
      }
    }
    groupOfPath = groupOfPath.filter { !paths.contains($0.key.path) && groups[$0.value] != nil }
  }

  /// Removes members from a group. Where the keeper goes, the next member becomes the keeper.
  ///
  /// - Returns: False where no group is left.
  private mutating func shrink(_ group: PhotoGroup, without paths: Set<FilePath>, _ photos: LibraryPhotos) -> Bool {
    var left = group
    left.members.removeAll { paths.contains($0.path) }
    guard left.members.count > 1 else {
      groups[group.id] = nil
      return false
    }
    let hasNewKeeper = paths.contains(left.keeper)
    if hasNewKeeper {
      left.keeper = left.members[0].path
      left.reason = "the photo that was to stay is gone"
      measure(&left, photos)
    } else if proposed[group.id] == nil {
      left.reason = reason(for: left, photos)
    }
    groups[group.id] = left
    // A member was proposed beside another keeper: now the user has to judge it.
    if hasNewKeeper { judgeAnew(left) }
    return true
  }

  /// The reason for the keeper of a group, by the figures of the members that are left.
  private func reason(for group: PhotoGroup, _ photos: LibraryPhotos) -> String {
    let members = group.members.compactMap { photos[$0.path] }
    let choice = keeper(among: members)
    return choice.flatMap { members[$0.index].path == group.keeper ? $0.reason : nil } ?? "it was proposed to stay"
  }

  private mutating func judgeAnew(_ group: PhotoGroup) {
    for member in group.members {
      decks[group.category]?.edit(member.path) { issue in
        guard issue.group == group.id else { return }
        issue.isPreselected = false
        issue.measure(member.similarity)
        issue.why = "the photo that was to stay is gone; compare with \(nameTitle(group.keeper))"
      }
    }
  }

  /// Changes the size of a photo: one of its companions is gone.
  package mutating func setSize(_ size: ByteCount, of path: FilePath) {
    for category in IssueCategory.allCases { decks[category]?.edit(path) { $0.size = size } }
  }

  /// Removes a photo from its group at once; new findings will give it another group.
  package mutating func detach(_ path: FilePath, in category: IssueCategory, photos: LibraryPhotos) {
    guard let id = groupOfPath.removeValue(forKey: IssueKey(path, category)), let group = groups[id] else { return }
    let isDissolved = !shrink(group, without: [path], photos)
    decks[category]?.remove(path)
    if let keeper = groups[id]?.keeper, deck(category)?.issue(of: keeper)?.group == id {
      decks[category]?.remove(keeper)
    }
    guard isDissolved else { return }
    for member in group.members {
      if deck(category)?.issue(of: member.path)?.group == id { decks[category]?.remove(member.path) }
      groupOfPath[IssueKey(member.path, category)] = nil
    }
  }
}

// MARK: Another keeper

extension ReviewGroups {
  /// Makes a member the keeper of its group, and the former keeper a card, unless that is protected.
  ///
  /// - Returns: True where indices have changed, so that open cards have to be set anew; else only the card of the old
  ///   keeper has changed, and is open.
  package mutating func moveKeeper(of id: PhotoGroup.ID, to path: FilePath, photos: LibraryPhotos) -> Bool {
    guard var group = groups[id], group.keeper != path,
      let index = group.members.firstIndex(where: { $0.path == path })
    else { return false }
    if proposed[id] == nil { proposed[id] = (group, cards(of: group)) }
    let old = group.keeper
    group.members.insert(group.members.remove(at: index), at: 0)
    group.keeper = path
    group.reason = "you chose it"
    measure(&group, photos)
    groups[id] = group
    let areElsewhere = exchangeCard(of: path, for: photos[old], in: group)
    reword(group, photos)
    return areElsewhere
  }

  /// Sets the similarity of each member to the present keeper: known for equal bytes, and for the proposed keeper, with
  /// which all were compared.
  private func measure(_ group: inout PhotoGroup, _ photos: LibraryPhotos) {
    let before = proposed[group.id]?.group
    func toProposed(_ path: FilePath) -> Double? { before?.members.first { $0.path == path }?.similarity }
    let keeper = group.keeper
    for index in group.members.indices {
      let path = group.members[index].path
      let areCopies = photos[path].flatMap { photo in photos[keeper]?.hasSameBytes(as: photo) } ?? false
      group.members[index].similarity =
        path == keeper || areCopies
        ? 1 : keeper == before?.keeper ? toProposed(path) : path == before?.keeper ? toProposed(keeper) : nil
    }
  }

  /// Rewords the reasons of the members, which are relative to the proposed keeper, for the present one.
  private mutating func reword(_ group: PhotoGroup, _ photos: LibraryPhotos) {
    guard let before = proposed[group.id], let keeper = photos[group.keeper] else { return }
    for proposal in before.issues where proposal.path != group.keeper {
      guard let photo = photos[proposal.path] else { continue }
      let similarity = group.members.first { $0.path == proposal.path }?.similarity
      decks[group.category]?.edit(proposal.path) { issue in
        guard issue.group == group.id else { return }
        issue.measure(similarity)
        issue.explain(proposal.why, asText: proposal.whyText)
        issue.isPreselected = false
        if photo.hasSameBytes(as: keeper) {
          issue.explainCopy(photo, of: keeper)
        } else if group.keeper != before.group.keeper {
          issue.compare(withKeeper: before.group.keeper)
        }
      }
    }
    guard let first = group.members.first(where: { $0.path == before.group.keeper }), first.path != group.keeper else {
      return
    }
    decks[group.category]?.edit(first.path) { issue in
      guard issue.group == group.id else { return }
      issue.measure(first.similarity)
      issue.explainChoice(similarity: first.similarity)
    }
  }

  /// Whether a set has another keeper than was proposed.
  package func isChosen(_ id: PhotoGroup.ID) -> Bool { proposed[id] != nil }

  /// Restores a group as it was proposed, at the indices of its cards.
  ///
  /// - Returns: True where indices have changed, so that the open cards have to be determined again; false where only
  ///   cards of the set have changed.
  package mutating func restoreProposal(of id: PhotoGroup.ID, photos: LibraryPhotos) -> Bool {
    guard let before = proposed.removeValue(forKey: id), let now = groups[id], photos[before.group.keeper] != nil else {
      return false
    }
    var group = before.group
    let members = Set(now.members.map(\.path))
    group.members.removeAll { !members.contains($0.path) }
    guard group.members.count == now.members.count else { return false }
    let asked = before.issues.filter { members.contains($0.path) }
    groups[id] = group
    if decks[group.category]?.exchange(now.members.map(\.path), for: asked) != false { return false }
    decks[group.category]?.replaceSet(id, with: asked)
    return true
  }

  /// The cards of a group in the order of the deck.
  private func cards(of group: PhotoGroup) -> [PhotoIssue] {
    guard let deck = deck(group.category) else { return [] }
    return group.members.compactMap { deck.index(of: $0.path) }.sorted().compactMap { deck[$0] }
      .filter { $0.group == group.id }
  }

  /// Replaces the card of the chosen keeper by one of the former keeper, unless that is protected.
  private mutating func exchangeCard(
    of chosen: FilePath, for old: ScannedPhoto?, in group: PhotoGroup
  ) -> Bool {
    let asked = deck(group.category)?.issue(of: chosen).flatMap { $0.group == group.id ? $0 : nil }
    // A protected photo had no card: the new card goes to the beginning of its set.
    guard let template = asked ?? cards(of: group).first else { return false }
    guard let old, !old.isProtected else {
      guard asked != nil else { return false }
      decks[group.category]?.remove(chosen)
      return false
    }
    var issue = template
    issue.path = old.path
    issue.size = old.size
    let similarity = group.members.first { $0.path == old.path }?.similarity
    issue.measure(similarity)
    issue.isPreselected = false
    issue.explainChoice(similarity: similarity)
    if asked != nil {
      decks[group.category]?.edit(chosen) { $0 = issue }
      return false
    }
    decks[group.category]?.insert(issue, before: template.path)
    return true
  }
}
