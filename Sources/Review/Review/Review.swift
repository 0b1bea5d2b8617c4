package import PhotoModel
package import SystemPackage

/// The review of a library as a value: findings, decisions, undo and redo, the bin. No disk and no screen is needed.
///
/// A photo is in the bin while it is marked in any category, and no longer once it is kept in any; but a photo that is
/// kept in one category is still open in another, because "not blurry" does not answer "a copy".
package struct Review: Sendable {
  /// The photos of the library.
  package private(set) var photos = LibraryPhotos() { didSet { files = FileLocations(photos) } }
  /// The sets, and the cards of each category.
  package private(set) var grouping = ReviewGroups()
  /// The order in which the cards come.
  package private(set) var cardOrder: CardOrder = .certainty
  /// The actions that are not undone, oldest first.
  package private(set) var actions: [DecisionAction] = []
  /// The actions that were undone; the last one comes back first.
  package private(set) var undone: [DecisionAction] = []
  /// The decisions of other libraries by which a photo stays.
  package private(set) var otherLibraryDecisions: [DecisionAction] = []
  /// The locations of decided files among the photos.
  package private(set) var files = FileLocations(LibraryPhotos())
  /// The keepers that the user chose, by the set each was chosen for.
  package internal(set) var chosenKeepers: [PhotoGroup.ID: FilePath] = [:]
  /// The decisions that count now.
  package private(set) var effective = EffectiveDecisions()
  /// The photos of `DecisionReplay.silentlyEnded`.
  private var silentlyEnded: Set<FilePath> = []
  /// Photos that were marked and are open again, because their bytes or companions changed since.
  package private(set) var changedSinceMarked: Set<FilePath> = []
  /// Photos that were kept, or chosen, with other bytes.
  private(set) var changedSinceKept: Set<FilePath> = []
  /// The file kept as a photo of its own, by the photo that it belongs to.
  private(set) var keptCompanions: [FilePath: FilePath] = [:]
  /// The contents of photos that were viewed among all photos.
  package private(set) var viewed: Set<ContentDigest> = []
  /// Whether a photo was viewed or decided about, by index of `photos`.
  private var goneThrough: [Bool] = []
  /// The number of photos in the bin.
  package private(set) var binCount = 0
  /// The size of the files in the bin that would be moved.
  package private(set) var binBytes = ByteCount.zero
  /// The part of `binBytes` that moves to folders of the user's.
  package private(set) var folderBytes = ByteCount.zero
  /// The figures of all listed photos.
  package private(set) var listed = ListedFigures()
  /// The figures of listed photos that were kept, or are in the bin.
  package private(set) var settled = SettledFigures()
  /// Photos that stayed as the last of their copies while the others of them were moved.
  package internal(set) var lastOfCopies: Set<FilePath> = []
  /// Files that the last scan could not read.
  package var unread: Set<FilePath> = []

  /// Creates a review of no library.
  package init() {}

  /// Creates a review with the decisions of a session, before any photo is known.
  package init(saved: SavedSession) {
    chosenKeepers = saved.chosenKeepers
    replaceActions(with: saved)
  }

  /// The sets of photos by number.
  package var groups: [PhotoGroup.ID: PhotoGroup] { grouping.groups }
  /// The cards of a category; nil for none.
  package func deck(_ category: IssueCategory) -> IssueDeck? { grouping.deck(category) }
  /// The number of cards of each category.
  package var issueCounts: [IssueCategory: Int] { grouping.counts }

  /// Replaces all actions by those of a session on the disk.
  package mutating func replaceActions(with saved: SavedSession) {
    actions = saved.actions.filter { !$0.isUndone }
    undone = saved.actions.filter(\.isUndone).reversed()
    otherLibraryDecisions = saved.otherLibraryDecisions
    viewed = saved.viewed
    replayDecisions()
  }

  /// The figures of listed photos that are still open.
  package var toGain: ListedFigures { listed - settled.kept - settled.inBin }

  // MARK: Findings

  /// Replaces the findings by those of a scan, or of a changed threshold. Decisions stay with their files.
  ///
  /// - Parameter keepsOrder: Whether cards stay where they are, because the user is in the middle of them.
  package mutating func replaceFindings(
    _ findings: Findings, photos scanned: [ScannedPhoto], keepsOrder: Bool = false
  ) {
    apply(
      ReviewGroups(findings, order: cardOrder, inIndicesOf: keepsOrder ? grouping : nil), of: LibraryPhotos(scanned))
  }

  /// Replaces the findings by sets and photos that were made already.
  ///
  /// - Parameter found: The sets, arranged in the order of this review.
  package mutating func apply(_ found: ReviewGroups, of known: LibraryPhotos) {
    photos = known
    grouping = found
    for (group, keeper) in effectiveKeepers { _ = grouping.moveKeeper(of: group, to: keeper, photos: photos) }
    listed = ListedFigures(listedIn: grouping, photos)
    replayDecisions()
  }

  /// Adopts the decisions that were made meanwhile in the review that this one began as.
  package mutating func catchUp(with other: Review) {
    actions = other.actions
    undone = other.undone
    otherLibraryDecisions = other.otherLibraryDecisions
    viewed = other.viewed
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

  /// Removes photos that are no longer in the library: moved to the trash, or gone.
  package mutating func removePhotos(_ paths: Set<FilePath>) {
    let gone = files(of: paths)
    photos.remove(paths)
    grouping.remove(paths, photos: photos)
    listed = ListedFigures(listedIn: grouping, photos)
    forgetDecisions(about: gone)
  }

  /// Changes the order of the cards. The sets keep the keepers that were chosen for them.
  package mutating func arrange(by order: CardOrder) {
    cardOrder = order
    grouping.arrange(by: order)
  }

  /// Removes companions that are no longer there while their photos are: a RAW went without its JPEG.
  package mutating func removeCompanions(_ paths: Set<FilePath>) {
    let changed = photos.removeCompanions(paths)
    for path in changed { if let photo = photos[path] { grouping.setSize(photo.size, of: path) } }
    listed = ListedFigures(listedIn: grouping, photos)
    forgetDecisions(about: files(of: changed))
  }

  /// Replaces the files under the names of photos by smaller ones, or by their originals: sets and cards stay as they
  /// are, and the decisions are taken from the session, which has carried them over.
  package mutating func replaceFiles(_ replaced: [FilePath: FileVersion], decisions saved: SavedSession?) {
    photos = photos.replacing(replaced)
    for path in replaced.keys { if let photo = photos[path] { grouping.setSize(photo.size, of: path) } }
    listed = ListedFigures(listedIn: grouping, photos)
    if let saved { replaceActions(with: saved) } else { replayDecisions() }
  }

  /// Removes the photos from every action, and marks of the same files under other names; actions left empty go.
  /// Decisions to keep remain where they may be about another file that had the name.
  package mutating func forgetDecisions(about paths: Set<FilePath>) { forgetDecisions(about: files(of: paths)) }

  private func files(of paths: Set<FilePath>) -> [DecidedFile] {
    paths.map { DecidedFile(path: $0, identity: photos[$0]?.identity, digest: photos[$0]?.digest) }
  }

  private mutating func forgetDecisions(about files: [DecidedFile]) {
    var pruning = DecisionPruning(about: files)
    pruning.forgetEnded(among: actions)
    actions = pruning.without(actions)
    undone = pruning.without(undone)
    otherLibraryDecisions = pruning.without(otherLibraryDecisions)
    replayDecisions()
  }

  // MARK: Decisions

  /// Applies a stored action. Actions that were undone before cannot be redone any more.
  package mutating func apply(_ action: DecisionAction) {
    undone = []
    actions.append(action)
    takeEffect(of: action)
  }

  private mutating func takeEffect(of action: DecisionAction) {
    setViewed(true, by: action)
    for item in action.items { set(item.decision, item.parts, item.keeper, item.destination, for: item) }
    if action.items.flatMap(\.withRAW).contains(where: endsOtherMarks) { replayDecisions() }
    if action.refusal != nil, let item = action.items.first, let group = group(of: item.path, in: item.category) {
      let photos = photos
      listing(group) { $0.detach(item.path, in: item.category, photos: photos) }
      // Other members may have been marked as copies of this photo, or because it stayed: they are open again.
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

  /// Undoes the last action, which the next redo applies again.
  package mutating func undo() {
    guard var action = actions.popLast() else { return }
    action.isUndone = true
    undone.append(action)
    setViewed(false, by: action)
    for item in action.items {
      set(item.previous, item.previousParts, item.previousKeeper, item.previousDestination, for: item)
    }
    if let move = action.keeperMove { takeBack(move, of: action.keeperItem) }
    replay(where: action)
  }

  /// Applies again the action that was undone last.
  ///
  /// - Parameter stored: The action as it was recorded again; nil for the action as it was.
  package mutating func redo(as stored: DecisionAction? = nil) {
    guard let before = undone.popLast() else { return }
    var action = stored ?? before
    action.isUndone = false
    actions.append(action)
    takeEffect(of: action)
    replay(where: action)
  }

  // MARK: Private

  /// Applies all actions anew where a decision ends marks that it does not name, or stops doing so: marks of a moved
  /// file under other names, marks that did not count when it was made, and marks of a RAW that is no longer beside its
  /// photo.
  private mutating func replay(where action: DecisionAction) {
    let isSilent = action.items.contains { item in
      silentlyEnded.contains(item.path) || !item.isAboutVeryFile(in: photos)
        || item.stayingRAW.map { $0.path != photos[item.path]?.raw?.path } == true
        || !otherLibraryDecisions.isEmpty && item.previous == .delete
    }
    if isSilent { replayDecisions() }
  }

  /// Whether a decision ends marks that it does not name; a replay then finds out which.
  private func endsOtherMarks(_ decision: DecisionAction.Item) -> Bool {
    decision.isStaying && !effective.marks(of: decision.path, where: decision.endsMark).isEmpty
  }

  private mutating func set(
    _ decision: UserDecision, _ removedParts: PhotoParts, _ keeper: ContentDigest?, _ destination: FilePath?,
    for item: DecisionAction.Item
  ) {
    defer { updateGoneThrough(item.path) }
    guard let decision = item.effect(of: decision, removedParts: removedParts, in: photos) else { return }
    changedSinceMarked.remove(item.path)
    let settledBefore = SettledFigures(of: CollectionOfOne(item.path), in: self)
    let sizeBefore = isInBin(item.path) ? binSize(of: item.path) : nil
    let folderSizeBefore = folderSize(of: item.path)
    effective.write(decision, removedParts, keeper, to: destination, for: item, in: photos)
    let sizeAfter = isInBin(item.path) ? binSize(of: item.path) : nil
    if photos[item.path] != nil {
      binCount += (sizeAfter == nil ? 0 : 1) - (sizeBefore == nil ? 0 : 1)
      binBytes += (sizeAfter ?? .zero) - (sizeBefore ?? .zero)
      folderBytes += folderSize(of: item.path) - folderSizeBefore
    }
    settled.replace(settledBefore, by: SettledFigures(of: CollectionOfOne(item.path), in: self))
    // A mark settles the photo in every category.
    for category in IssueCategory.allCases { markOpen(item.path, in: category) }
  }

  private mutating func replayDecisions() {
    grouping.openAll()
    let now = DecisionReplay(actions, and: otherLibraryDecisions, in: photos, &files)
    effective = now.effective
    silentlyEnded = now.silentlyEnded
    changedSinceMarked = now.changedSinceMarked
    changedSinceKept = now.changedSinceKept
    keptCompanions = now.keptCompanions
    grouping.leaveToJudge(Set(keptCompanions.keys).union(changedSinceKept))
    let bin = effective.marks.keys.filter { photos[$0] != nil }
    binCount = bin.count
    binBytes = bin.map { binSize(of: $0) }.total
    folderBytes = bin.map { folderSize(of: $0) }.total
    findGoneThrough()
    markOpenCards()
    settled = SettledFigures(of: Set(effective.subjects.map(\.path)), in: self)
  }

  // MARK: All photos

  /// Whether the photo at an index of `photos` was viewed among all photos, or decided about anywhere.
  package func isGoneThrough(_ index: Int) -> Bool { goneThrough[index] }

  /// The number of photos that were viewed among all photos, or decided about anywhere.
  package var goneThroughCount: Int { goneThrough.indices.count { goneThrough[$0] && !photos.isGone($0) } }

  private mutating func findGoneThrough() {
    goneThrough = Array(repeating: false, count: photos.end)
    for key in effective.subjects where effective.decision(key) != .pending {
      if let index = photos.index(of: key.path) { goneThrough[index] = true }
    }
    for digest in viewed {
      for copy in photos.copies(of: digest) { if let index = photos.index(of: copy.path) { goneThrough[index] = true } }
    }
  }

  private mutating func updateGoneThrough(_ path: FilePath) {
    guard let index = photos.index(of: path) else { return }
    goneThrough[index] =
      IssueCategory.decidable.contains { effective.decision(IssueKey(path, $0)) != .pending }
      || photos[path]?.digest.map(viewed.contains) == true
  }

  /// Views the photos of an action, or no longer: all that have their contents.
  private mutating func setViewed(_ isViewed: Bool, by action: DecisionAction) {
    guard action.isViewing else { return }
    for digest in action.items.compactMap(\.digest) {
      if isViewed { viewed.insert(digest) } else { viewed.remove(digest) }
      for copy in photos.copies(of: digest) { updateGoneThrough(copy.path) }
    }
  }

  mutating func markOpen(_ path: FilePath, in category: IssueCategory) {
    grouping.setOpen(!isSettled(path, in: category), path, in: category)
  }

  /// Sets which cards are open, after cards came or changed their indices.
  mutating func markOpenCards() {
    for key in effective.subjects { markOpen(key.path, in: key.category) }
    for path in effective.marks.keys { for category in IssueCategory.allCases { markOpen(path, in: category) } }
  }

  /// Changes the sets and the figures, where only the photos of one group may be listed anew or no longer.
  mutating func listing<Value>(_ group: PhotoGroup, _ change: (inout ReviewGroups) -> Value) -> Value {
    let paths = group.members.map(\.path)
    let before = ListedFigures(of: paths.filter(grouping.lists), photos)
    let settledBefore = SettledFigures(of: paths, in: self)
    let value = change(&grouping)
    listed += ListedFigures(of: paths.filter(grouping.lists), photos) - before
    settled.replace(settledBefore, by: SettledFigures(of: paths, in: self))
    return value
  }
}
