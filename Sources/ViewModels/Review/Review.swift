package import PhotoModel
package import SystemPackage

/// The review of a library as a value: findings, decisions, undo and redo, the bin. Knows no disk and no screen.
///
/// A photo is in the bin while any category says `delete`, and no longer once it is kept in any; but what is kept in one
/// category is still a question in another, because "not blurry" says nothing about "a copy".
package struct Review: Sendable {
  package private(set) var photos = LibraryPhotos() { didSet { keptHere = nil } }
  package private(set) var sets = ReviewSets()
  package private(set) var cardOrder: CardOrder = .certainty
  /// What was decided and not undone, oldest first.
  package private(set) var actions: [DecisionAction] = []
  /// What was undone; the last one comes back first.
  package private(set) var undone: [DecisionAction] = []
  /// What other libraries say stays: it counts as kept here until a later word.
  private var keptElsewhere: [DecisionAction] = [] { didSet { keptHere = nil } }
  /// Of that what may be about photos of this library, under the names that they have here; nil before it was looked up.
  private var keptHere: [DecisionAction]?
  /// What other libraries say stays, or may have come back: it ends marks.
  private var stayingElsewhere: [DecisionAction] = []
  package internal(set) var chosenKeepers: [PhotoGroup.ID: FilePath] = [:]
  private(set) var effective = EffectiveDecisions()
  /// Photos with marks that count otherwise now than when a later word was said: it may have ended them without naming them.
  /// If it is taken back, what it says of the time before is not what is so now.
  private var silentlyEnded: Set<FilePath> = []
  /// Photos that were marked and are open again, because their bytes or what belongs to them changed since.
  package private(set) var changedSinceMarked: Set<FilePath> = []
  /// Photos that were kept, or chosen, with other bytes.
  private(set) var changedSinceKept: Set<FilePath> = []
  /// Photos to which a file belongs that was kept as a photo of its own: that file.
  private(set) var keptCompanions: [FilePath: FilePath] = [:]
  /// How many photos the bin holds, and what of them would go.
  package private(set) var binCount = 0
  package private(set) var binBytes = ByteCount.zero
  /// The photos that are listed.
  package private(set) var listed = ListedFigures()
  /// Those of them that were kept.
  private var kept = ListedFigures()
  /// Photos that stayed as the last of their copies while the others of them were moved.
  package internal(set) var lastOfCopies: Set<FilePath> = []
  /// Files that the last scan could not read.
  package internal(set) var unread: Set<FilePath> = []

  package init() {}

  package init(saved: SavedSession) {
    chosenKeepers = saved.chosenKeepers
    replaceActions(with: saved)
  }

  package var groups: [PhotoGroup.ID: PhotoGroup] { sets.groups }
  /// By category, in the order of the deck.
  package var issues: [IssueCategory: [PhotoIssue]] { sets.issues }
  /// How many cards each category has.
  var issueCounts: [IssueCategory: Int] { sets.counts }

  /// Takes the decisions of a session as they are on the disk.
  package mutating func replaceActions(with saved: SavedSession) {
    actions = saved.actions.filter { !$0.isUndone }
    undone = saved.actions.filter(\.isUndone).reversed()
    keptElsewhere = saved.keptElsewhere
    stayingElsewhere = saved.stayingElsewhere
    replayDecisions()
  }

  /// The listed photos that are still a question, or in the bin.
  package var toGain: ListedFigures { listed - kept }

  // MARK: Findings

  /// Takes what a scan, or a moved slider, found. Decisions stay with the files they were made about.
  ///
  /// - Parameter keepsOrder: Cards stay where they are: the user is in the middle of them.
  package mutating func replaceFindings(
    _ findings: Findings, photos scanned: [ScannedPhoto], keepsOrder: Bool = false
  ) {
    apply(
      ReviewSets(findings, order: cardOrder, inIndicesOf: keepsOrder ? sets : nil), of: LibraryPhotos(scanned))
  }

  /// The same where both were made already.
  ///
  /// - Parameter sets: In the order of this review.
  mutating func apply(_ found: ReviewSets, of known: LibraryPhotos) {
    photos = known
    sets = found
    for (group, keeper) in keepersInForce { _ = sets.moveKeeper(of: group, to: keeper, photos: photos) }
    listed = ListedFigures(listedIn: sets, photos)
    replayDecisions()
  }

  /// Takes over what was decided meanwhile from the review that this one began as.
  package mutating func catchUp(with other: Review) {
    actions = other.actions
    undone = other.undone
    keptElsewhere = other.keptElsewhere
    stayingElsewhere = other.stayingElsewhere
    unread = other.unread
    let photos = photos
    for id in chosenKeepers.keys where other.chosenKeepers[id] == nil {
      if let group = groups[id] { _ = listing(group) { $0.restoreProposal(of: id, photos: photos) } }
    }
    chosenKeepers = other.chosenKeepers
    applyChoices()
    arrange(by: other.cardOrder)
    replayDecisions()
  }

  /// The photos are no longer in the library: moved to the trash, or gone.
  package mutating func removePhotos(_ paths: Set<FilePath>) {
    let files = identities(of: paths)
    photos.remove(paths)
    sets.remove(paths, photos: photos)
    listed = ListedFigures(listedIn: sets, photos)
    forgetDecisions(about: paths, that: files, sparingLinks: true)
  }

  /// The cards come in another order. The sets keep the keepers that were chosen for them.
  package mutating func arrange(by order: CardOrder) {
    cardOrder = order
    sets.arrange(by: order)
  }

  /// These files are no longer there, and the photos that they belonged to are: a RAW went without its JPEG.
  package mutating func removeCompanions(_ paths: Set<FilePath>) {
    let changed = photos.removeCompanions(paths)
    for path in changed { if let photo = photos[path] { sets.setSize(photo.size, of: path) } }
    listed = ListedFigures(listedIn: sets, photos)
    forgetDecisions(about: changed, that: identities(of: changed), sparingLinks: true)
  }

  /// Takes the photos out of every action, and marks of the same files under other names; actions left empty go. Words that
  /// something stays remain where they may be about another file that had the name.
  package mutating func forgetDecisions(about paths: Set<FilePath>) {
    forgetDecisions(about: paths, that: identities(of: paths))
  }

  private func identities(of paths: Set<FilePath>) -> [FilePath: FileIdentity] {
    Dictionary(uniqueKeysWithValues: paths.compactMap { path in photos[path].map { (path, $0.identity) } })
  }

  /// - Parameter sparesLinks: A hard link that is in its place stays marked, unless a word ended that, which is forgotten.
  private mutating func forgetDecisions(
    about paths: Set<FilePath>, that known: [FilePath: FileIdentity], sparingLinks sparesLinks: Bool = false
  ) {
    let forgotten = DecisionPruning(
      about: paths, known, actions: actions, undone: undone, sparing: sparesLinks ? photos : LibraryPhotos())
    actions = forgotten.without(actions)
    undone = forgotten.without(undone)
    keptElsewhere = forgotten.without(keptElsewhere)
    replayDecisions()
  }

  // MARK: Decisions

  /// A stored action takes effect. What was undone before it cannot come back.
  package mutating func apply(_ action: DecisionAction) {
    undone = []
    actions.append(action)
    takeEffect(of: action)
  }

  private mutating func takeEffect(of action: DecisionAction) {
    for item in action.items { set(item.decision, item.parts, item.keeper, for: item) }
    for decision in action.items {
      endMarks(by: decision)
      if let raw = decision.rawDecision { endMarks(by: raw) }
    }
    if action.refusal != nil, let item = action.items.first, let group = group(of: item.path, in: item.category) {
      let photos = photos
      listing(group) { $0.detach(item.path, in: item.category, photos: photos) }
      // Who was marked as a copy of it may be none now, or have been marked beside it.
      for member in group.members {
        for category in [.similar, group.category] { markOpen(member.path, in: category) }
      }
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
    for item in action.items { set(item.previous, item.previousParts, item.previousKeeper, for: item) }
    if let move = action.keeperMove { takeBack(move, of: action.items.first) }
    replay(where: action)
  }

  /// - Parameter stored: The action as it was recorded again; nil is as it was.
  package mutating func redo(as stored: DecisionAction? = nil) {
    guard let before = undone.popLast() else { return }
    var action = stored ?? before
    action.isUndone = false
    actions.append(action)
    takeEffect(of: action)
    replay(where: action)
  }

  // MARK: Private

  /// A word ends marks that it does not name, or no longer does: of a file that is no longer in its place, under other names;
  /// those that did not count when it was said; and those of a RAW that is no longer beside its photo.
  private mutating func replay(where action: DecisionAction) {
    let isSilent = action.items.contains { item in
      silentlyEnded.contains(item.path) || effect(of: item.decision, item.parts, item) == nil
        || item.stayingRAW.map { $0.path != photos[item.path]?.raw?.path } == true
        || !stayingElsewhere.isEmpty && item.previous == .delete
    }
    if isSilent { replayDecisions() }
  }

  /// Ends the marks of a photo, in all categories, that a word is against and does not name.
  private mutating func endMarks(by decision: DecisionAction.Item, whileReplaying isReplaying: Bool = false) {
    guard decision.isStaying, !effective.isWithoutMarks else { return }
    for category in IssueCategory.allCases {
      guard let going = effective.going(IssueKey(decision.path, category)), decision.endsMark(for: going) else {
        continue
      }
      silentlyEnded.insert(decision.path)
      var end = decision
      end.category = category
      if isReplaying { write(.pending, .all, nil, for: end) } else { set(.pending, .all, nil, for: end) }
    }
  }

  private mutating func set(
    _ decision: UserDecision, _ going: PhotoParts, _ keeper: ContentDigest?, for item: DecisionAction.Item
  ) {
    guard let decision = effect(of: decision, going, item) else { return }
    changedSinceMarked.remove(item.path)
    let keptBefore = ListedFigures(keptOf: CollectionOfOne(item.path), in: self)
    let sizeBefore = isInBin(item.path) ? binSize(of: item.path) : nil
    write(decision, going, keeper, for: item)
    let sizeAfter = isInBin(item.path) ? binSize(of: item.path) : nil
    if photos[item.path] != nil {
      binCount += (sizeAfter == nil ? 0 : 1) - (sizeBefore == nil ? 0 : 1)
      binBytes += (sizeAfter ?? .zero) - (sizeBefore ?? .zero)
    }
    kept += ListedFigures(keptOf: CollectionOfOne(item.path), in: self) - keptBefore
    // A mark settles the photo in every category.
    for category in IssueCategory.allCases { markOpen(item.path, in: category) }
  }

  private mutating func write(
    _ decision: UserDecision, _ going: PhotoParts, _ keeper: ContentDigest?, for item: DecisionAction.Item
  ) {
    // One half may go only while the other is there to stay; it never stands for the whole.
    let isLapsed = decision == .delete && going != .all && !photos.isEmpty && photos[item.path]?.raw == nil
    effective.write(decision, going, keeper, at: IssueKey(item.path, item.category), isLapsed: isLapsed)
  }

  /// What is said of the photo that has the name now; nil where a word is about another file.
  private func effect(of decision: UserDecision, _ going: PhotoParts, _ item: DecisionAction.Item) -> UserDecision? {
    photos.isEmpty ? decision : photos[item.path].flatMap { item.effect(of: decision, going: going, on: $0) }
  }

  private mutating func replayDecisions() {
    effective = EffectiveDecisions()
    silentlyEnded = []
    sets.openAll()
    let elsewhere = keptHere ?? keptElsewhere.asNamed(in: photos)
    keptHere = elsewhere
    let said = elsewhere.isEmpty ? actions : (elsewhere + actions).sorted { $0.id < $1.id }
    var replayed = DecisionReplay()
    var changedKeeps = ChangedKeeps()
    for action in said {
      for item in action.items {
        let effect = effect(of: item.decision, item.parts, item)
        replayed.replay(item, action.id, effect, photos[item.path])
        changedKeeps.replay(item, of: action, effect, isHere: photos[item.path] != nil)
        if let decision = item.rawDecision {
          replayed.replay(ofRAW: decision, action.id)
          if decision.decision == .keep, self.effect(of: .keep, .all, decision) != nil {
            write(.keep, .all, nil, for: decision)
          }
        }
        guard let effect else { continue }
        let wasMarked = effective.isMarked(IssueKey(item.path, item.category))
        if wasMarked != (item.previous == .delete) { silentlyEnded.insert(item.path) }
        write(effect, item.parts, item.keeper, for: item)
      }
      for decision in action.items {
        endMarks(by: decision, whileReplaying: true)
        if let raw = decision.rawDecision { endMarks(by: raw, whileReplaying: true) }
      }
    }
    keptCompanions = replayed.keptCompanions(photos)
    sets.leaveToJudge(Set(keptCompanions.keys))
    changedSinceKept = changedKeeps.paths
    sets.leaveToJudge(changedSinceKept)
    if !effective.marks.isEmpty { replayed.replay(ofOtherLibraries: stayingElsewhere) }
    for mark in replayed.invalidatedMarks(among: said, effective, photos) {
      write(.pending, .all, nil, for: mark)
    }
    changedSinceMarked = replayed.changed.filter { photos[$0] != nil && !isInBin($0) }
    let bin = effective.marks.keys.filter { photos[$0] != nil }
    binCount = bin.count
    binBytes = bin.map { binSize(of: $0) }.total
    markOpenCards()
    kept = ListedFigures(keptOf: Set(effective.subjects.map(\.path)), in: self)
  }

  mutating func markOpen(_ path: FilePath, in category: IssueCategory) {
    sets.setOpen(!isSettled(path, in: category), path, in: category)
  }

  /// After cards came or changed their places: nothing but what was decided is settled.
  mutating func markOpenCards() {
    for key in effective.subjects { markOpen(key.path, in: key.category) }
    for path in effective.marks.keys { for category in IssueCategory.allCases { markOpen(path, in: category) } }
  }

  /// Changes the sets where only the photos of one group may come onto the list or leave it.
  mutating func listing<Value>(_ group: PhotoGroup, _ change: (inout ReviewSets) -> Value) -> Value {
    let paths = group.members.map(\.path)
    let before = ListedFigures(of: paths.filter(sets.lists), photos)
    let keptBefore = ListedFigures(keptOf: paths, in: self)
    let value = change(&sets)
    listed += ListedFigures(of: paths.filter(sets.lists), photos) - before
    kept += ListedFigures(keptOf: paths, in: self) - keptBefore
    return value
  }
}
