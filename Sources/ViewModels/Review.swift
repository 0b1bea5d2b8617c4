package import PhotoModel
package import SystemPackage

/// A photo in a category: what one decision is about.
package struct IssueKey: Hashable, Sendable {
  package var path: FilePath
  package var category: IssueCategory

  package init(_ path: FilePath, _ category: IssueCategory) {
    self.path = path
    self.category = category
  }
}

/// The review of a library as a value: findings, decisions, undo and redo, the bin. Knows no disk and no screen.
///
/// A photo is in the bin while any category says `delete`; what is kept in one category is still a question in
/// another, because "not blurry" says nothing about "a copy".
package struct Review: Sendable {
  package private(set) var photos: [FilePath: ScannedPhoto] = [:]
  package private(set) var groups: [PhotoGroup.ID: PhotoGroup] = [:]
  /// By category, in the order of the deck.
  package private(set) var issues: [IssueCategory: [PhotoIssue]] = [:]
  /// What was decided and not undone, oldest first.
  package private(set) var actions: [DecisionAction] = []
  /// What was undone; the last one comes back first.
  package private(set) var undone: [DecisionAction] = []
  package private(set) var chosenKeepers: [PhotoGroup.ID: FilePath] = [:]
  private(set) var decisions: [IssueKey: UserDecision] = [:]
  /// In how many categories a photo is marked; absent for none.
  private(set) var marks: [FilePath: Int] = [:]
  private var groupOfPath: [IssueKey: PhotoGroup.ID] = [:]
  /// Of photos marked, what of each goes; absent for everything.
  private var parts: [IssueKey: PhotoParts] = [:]
  private(set) var copiesByDigest: [ContentDigest: [FilePath]] = [:]
  /// Groups as Deckle proposed them, where the user chose another keeper.
  private var proposed: [PhotoGroup.ID: (group: PhotoGroup, issues: [PhotoIssue])] = [:]
  /// Photos that have a companion with this content.
  private(set) var companionsByDigest: [ContentDigest: [FilePath]] = [:]

  package init() {}

  package init(saved: SavedSession) {
    chosenKeepers = saved.chosenKeepers
    replaceActions(with: saved)
  }

  /// Takes the decisions of a session as they are on the disk.
  package mutating func replaceActions(with saved: SavedSession) {
    actions = saved.actions.filter { !$0.isUndone }
    undone = saved.actions.filter(\.isUndone).reversed()
    replayDecisions()
  }

  // MARK: Findings

  /// Takes what a scan, or a moved slider, found. Decisions stay with the files they were made about.
  package mutating func replaceFindings(_ findings: Findings, photos scanned: [ScannedPhoto]) {
    photos = Dictionary(scanned.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    copiesByDigest = [:]
    companionsByDigest = [:]
    for photo in scanned {
      for companion in photo.companions where companion.identity.size > 0 {
        if let digest = companion.digest { companionsByDigest[digest, default: []].append(photo.path) }
      }
      if let digest = photo.digest, photo.identity.size > 0 { copiesByDigest[digest, default: []].append(photo.path) }
    }
    groups = Dictionary(findings.groups.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    issues = Dictionary(grouping: findings.issues, by: \.category)
    proposed = [:]
    for (group, keeper) in chosenKeepers { moveKeeper(of: group, to: keeper) }
    groupOfPath = [:]
    for group in groups.values {
      for member in group.members { groupOfPath[IssueKey(member.path, group.category)] = group.id }
    }
    replayDecisions()
  }

  /// The photos are no longer in the library: moved to the trash, or gone.
  package mutating func removePhotos(_ paths: Set<FilePath>) {
    for path in paths {
      if let digest = photos[path]?.digest { copiesByDigest[digest]?.removeAll { $0 == path } }
      for digest in photos[path]?.companions.compactMap(\.digest) ?? [] {
        companionsByDigest[digest]?.removeAll { $0 == path }
      }
      photos[path] = nil
    }
    for (id, group) in groups {
      var left = group
      left.members.removeAll { paths.contains($0.path) }
      if left.members.count < 2 {
        groups[id] = nil
        issues[group.category]?.removeAll { $0.group == id }
      } else if left.members.count < group.members.count {
        let hasNewKeeper = paths.contains(left.keeper)
        if hasNewKeeper { left.keeper = left.members[0].path }
        groups[id] = left
        // What was proposed was proposed beside another keeper: now it is for the user to judge.
        if hasNewKeeper { judgeAnew(left) }
        // The member that now stays is no longer a question.
        issues[group.category]?.removeAll { $0.group == id && $0.path == left.keeper }
      }
    }
    for category in IssueCategory.allCases { issues[category]?.removeAll { paths.contains($0.path) } }
    groupOfPath = groupOfPath.filter { !paths.contains($0.key.path) && groups[$0.value] != nil }
    forgetDecisions(about: paths)
  }

  private mutating func judgeAnew(_ group: PhotoGroup) {
    for index in (issues[group.category] ?? []).indices where issues[group.category]?[index].group == group.id {
      issues[group.category]?[index].isPreselected = false
      issues[group.category]?[index].why = "the photo that was to stay is gone; compare with \(nameTitle(group.keeper))"
    }
  }

  /// These files are no longer there, and the photos that they belonged to are: a RAW went without its JPEG.
  package mutating func removeCompanions(_ paths: Set<FilePath>) {
    var changed: Set<FilePath> = []
    for (path, photo) in photos where photo.companions.contains(where: { paths.contains($0.path) }) {
      photos[path]?.companions.removeAll { paths.contains($0.path) }
      changed.insert(path)
    }
    for category in issues.keys {
      for index in issues[category, default: []].indices {
        guard let path = issues[category]?[index].path, changed.contains(path), let photo = photos[path] else {
          continue
        }
        issues[category]?[index].size = photo.size
      }
    }
    forgetDecisions(about: changed)
  }

  /// Takes the photos out of every action; actions left empty go.
  package mutating func forgetDecisions(about paths: Set<FilePath>) {
    func without(_ list: [DecisionAction]) -> [DecisionAction] {
      list.compactMap { action in
        var action = action
        action.items.removeAll { paths.contains($0.path) }
        return action.items.isEmpty ? nil : action
      }
    }
    actions = without(actions)
    undone = without(undone)
    replayDecisions()
  }

  package func group(of path: FilePath, in category: IssueCategory) -> PhotoGroup? {
    groupOfPath[IssueKey(path, category)].flatMap { groups[$0] }
  }

  /// The photo is the keeper of a set.
  package func isKeeper(_ path: FilePath) -> Bool {
    IssueCategory.allCases.contains { group(of: path, in: $0)?.keeper == path }
  }

  // MARK: Decisions

  package func decision(_ path: FilePath, in category: IssueCategory) -> UserDecision {
    decisions[IssueKey(path, category)] ?? .pending
  }

  package func isInBin(_ path: FilePath) -> Bool {
    marks[path] != nil
  }

  /// What of a photo in the bin goes: what any of its marks says. Everything, for one that is not in the bin.
  package func parts(of path: FilePath) -> PhotoParts {
    let marked = IssueCategory.allCases.map { IssueKey(path, $0) }.filter { decisions[$0] == .delete }
    guard let first = marked.first else { return .all }
    return marked.reduce(parts[first] ?? .all) { $0.union(parts[$1] ?? .all) }
  }

  /// The file that is shown would be moved: the photo is in the bin, and not for its RAW alone.
  package func isShownFileLeaving(_ path: FilePath) -> Bool { isInBin(path) && parts(of: path) != .raw }

  /// Nothing is left to say about this issue: it was decided here, or the photo is in the bin anyway.
  package func isSettled(_ path: FilePath, in category: IssueCategory) -> Bool {
    decision(path, in: category) != .pending || isInBin(path)
  }

  /// What would be recorded if the user decided so; nil where nothing would change, or the photo is unknown.
  ///
  /// - Parameter parts: What of each photo goes; without a RAW beside it, everything.
  package func action(
    _ decision: UserDecision, for paths: [FilePath], in category: IssueCategory,
    parts: (FilePath) -> PhotoParts = { _ in .all }
  ) -> DecisionAction? {
    let items = paths.compactMap { path -> DecisionAction.Item? in
      guard let photo = photos[path], !(decision == .delete && photo.isProtected) else { return nil }
      let previous = self.decision(path, in: category)
      let previousParts = self.parts[IssueKey(path, category)] ?? .all
      let going = decision == .delete && photo.raw != nil ? parts(path) : .all
      guard previous != decision || previousParts != going else { return nil }
      return DecisionAction.Item(
        path: path, identity: photo.identity, category: category, decision: decision, previous: previous, parts: going,
        previousParts: previousParts)
    }
    return items.isEmpty ? nil : DecisionAction(items: items)
  }

  /// The user takes a photo out of the bin: every category that said `delete` is pending again.
  package func takingOut(_ path: FilePath) -> DecisionAction? {
    guard let photo = photos[path] else { return nil }
    let items = IssueCategory.allCases.filter { decision(path, in: $0) == .delete }.map {
      DecisionAction.Item(
        path: path, identity: photo.identity, category: $0, decision: .pending, previous: .delete,
        previousParts: parts[IssueKey(path, $0)] ?? .all)
    }
    return items.isEmpty ? nil : DecisionAction(items: items)
  }

  /// A stored action takes effect. What was undone before it cannot come back.
  package mutating func apply(_ action: DecisionAction) {
    undone = []
    actions.append(action)
    takeEffect(of: action)
  }

  private mutating func takeEffect(of action: DecisionAction) {
    for item in action.items {
      set(item.decision, item.parts, for: item)
      if action.refusal != nil { detach(item.path, in: item.category) }
    }
    if let move = action.keeperMove { chooseKeeper(move.path, of: move.group) }
  }

  /// The action that undo would take back.
  package var nextUndo: DecisionAction? { actions.last }
  /// The action that redo would bring again.
  package var nextRedo: DecisionAction? { undone.last }

  package mutating func undo() {
    guard var action = actions.popLast() else { return }
    action.isUndone = true
    undone.append(action)
    for item in action.items { set(item.previous, item.previousParts, for: item) }
    if let move = action.keeperMove { takeBack(move) }
  }

  package mutating func redo() {
    guard var action = undone.popLast() else { return }
    action.isUndone = false
    actions.append(action)
    takeEffect(of: action)
  }

  /// The user makes a member the keeper of its group; nil where it is so already, or is no member.
  package func action(choosing path: FilePath, of group: PhotoGroup) -> DecisionAction? {
    guard let photo = photos[path], group.keeper != path, group.members.contains(where: { $0.path == path }) else {
      return nil
    }
    // It says nothing about the photo itself.
    let decision = self.decision(path, in: group.category)
    let item = DecisionAction.Item(
      path: path, identity: photo.identity, category: group.category, decision: decision, previous: decision)
    return DecisionAction(
      items: [item], keeperMove: KeeperMove(group: group.id, path: path, previous: chosenKeepers[group.id]))
  }

  package mutating func chooseKeeper(_ path: FilePath, of group: PhotoGroup.ID) {
    chosenKeepers[group] = path
    moveKeeper(of: group, to: path)
  }

  // MARK: Private

  private mutating func set(_ decision: UserDecision, _ going: PhotoParts, for item: DecisionAction.Item) {
    let key = IssueKey(item.path, item.category)
    guard isAbout(item) else { return }
    let wasMarked = decisions[key] == .delete
    decisions[key] = decision == .pending ? nil : decision
    parts[key] = decision == .delete && going != .all ? going : nil
    guard wasMarked != (decision == .delete) else { return }
    let count = marks[item.path, default: 0] + (wasMarked ? -1 : 1)
    marks[item.path] = count > 0 ? count : nil
  }

  /// A decision counts for the file that was on the screen and for no other that took its name.
  private func isAbout(_ item: DecisionAction.Item) -> Bool {
    photos.isEmpty || photos[item.path]?.identity.hasSameContent(as: item.identity) == true
  }

  private mutating func replayDecisions() {
    decisions = [:]
    parts = [:]
    marks = [:]
    for action in actions { for item in action.items { set(item.decision, item.parts, for: item) } }
  }

  private mutating func moveKeeper(of id: PhotoGroup.ID, to path: FilePath) {
    guard var group = groups[id], group.keeper != path,
      let index = group.members.firstIndex(where: { $0.path == path })
    else { return }
    if proposed[id] == nil { proposed[id] = (group, issues[group.category]?.filter { $0.group == id } ?? []) }
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
    exchangeIssue(of: path, for: old, in: group, similarity: chosen.similarity)
  }

  /// The group has the keeper again that it had before the move.
  private mutating func takeBack(_ move: KeeperMove) {
    chosenKeepers[move.group] = move.previous
    restoreProposal(of: move.group)
    if let previous = move.previous { moveKeeper(of: move.group, to: previous) }
  }

  private mutating func restoreProposal(of id: PhotoGroup.ID) {
    guard let before = proposed.removeValue(forKey: id), let now = groups[id], photos[before.group.keeper] != nil else {
      return
    }
    var group = before.group
    let members = Set(now.members.map(\.path))
    group.members.removeAll { !members.contains($0.path) }
    guard group.members.count == now.members.count else { return }
    groups[id] = group
    var deck = issues[group.category] ?? []
    let position = deck.firstIndex { $0.group == id } ?? deck.count
    deck.removeAll { $0.group == id }
    deck.insert(contentsOf: before.issues.filter { members.contains($0.path) }, at: min(position, deck.count))
    issues[group.category] = deck
  }

  /// The photo leaves its group at once; new findings will say where else it belongs.
  private mutating func detach(_ path: FilePath, in category: IssueCategory) {
    guard let id = groupOfPath.removeValue(forKey: IssueKey(path, category)), var group = groups[id] else { return }
    issues[category]?.removeAll { $0.path == path }
    group.members.removeAll { $0.path == path }
    groups[id] = group.members.count > 1 ? group : nil
    if group.members.count < 2 {
      issues[category]?.removeAll { $0.group == id }
      for member in group.members { groupOfPath[IssueKey(member.path, category)] = nil }
    }
  }

  /// The chosen keeper is no question any more, and the one before it becomes one, unless it is protected.
  private mutating func exchangeIssue(
    of chosen: FilePath, for old: FilePath, in group: PhotoGroup, similarity: Double
  ) {
    var deck = issues[group.category] ?? []
    let first = deck.firstIndex { $0.group == group.id }
    // A protected photo had no issue: then the new one stands where its set begins.
    guard let position = deck.firstIndex(where: { $0.path == chosen && $0.group == group.id }) ?? first else { return }
    var issue = deck[position]
    if issue.path == chosen { deck.remove(at: position) }
    for place in deck.indices where deck[place].group == group.id { deck[place].isHeldAgainst(anotherKeeper: old) }
    if let photo = photos[old], !photo.isProtected {
      issue.path = old
      issue.size = photo.size
      issue.score = similarity
      issue.isPreselected = false
      issue.why = issue.wordsAfterChoice(similarity: similarity)
      deck.insert(issue, at: position)
    }
    issues[group.category] = deck
  }
}
