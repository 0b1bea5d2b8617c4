package import PhotoModel
package import SystemPackage

/// The decisions that count now, by photo and category.
package struct EffectiveDecisions: Sendable {
  private var decisions: [IssueKey: UserDecision] = [:]
  /// The number of categories in which a photo is marked, by path; absent for none.
  package private(set) var marks: [FilePath: Int] = [:]
  /// The parts of marked photos that go; absent where all go.
  private var parts: [IssueKey: PhotoParts] = [:]
  /// The content of the photo that was to stay when a photo of a set was marked; absent where that is not known.
  private var keepersSeen: [IssueKey: ContentDigest] = [:]
  /// The folders that marked photos move to; absent for the trash.
  private var destinations: [IssueKey: FilePath] = [:]
  /// Marks for one half of a photo that count no more, because there are no longer two halves: the part that was to go.
  package private(set) var lapsed: [IssueKey: PhotoParts] = [:]

  /// The photos with a decision, by category.
  var subjects: some Collection<IssueKey> { decisions.keys }

  /// The decision about a photo in a category; `pending` without one.
  func decision(_ key: IssueKey) -> UserDecision { decisions[key] ?? .pending }
  /// Whether a photo is marked in a category.
  func isMarked(_ key: IssueKey) -> Bool { decisions[key] == .delete }
  /// The parts of a photo that go by its mark; all, without one.
  func parts(_ key: IssueKey) -> PhotoParts { parts[key] ?? .all }
  /// The content of the photo that was to stay when it was marked; nil where that is not known.
  func keeperSeen(_ key: IssueKey) -> ContentDigest? { keepersSeen[key] }
  /// The folder that a photo moves to by its mark; nil for the trash, and without a mark.
  func destination(_ key: IssueKey) -> FilePath? { destinations[key] }
  /// The parts that were to go by a mark that counts, or counts no more; nil without one.
  func removedParts(_ key: IssueKey) -> PhotoParts? { isMarked(key) ? parts(key) : lapsed[key] }

  /// The marks of a photo, including those that no longer count, whose removed parts fulfil a condition.
  func marks(of path: FilePath, where condition: (PhotoParts) -> Bool) -> [IssueKey] {
    guard marks[path] != nil || !lapsed.isEmpty else { return [] }
    return IssueCategory.decidable.map { IssueKey(path, $0) }.filter { removedParts($0).map(condition) ?? false }
  }

  /// Writes a decision about a photo that is there.
  mutating func write(
    _ decision: UserDecision, _ removedParts: PhotoParts, _ keeper: ContentDigest?, to destination: FilePath?,
    for item: DecisionAction.Item, in photos: LibraryPhotos
  ) {
    // One half may go only while the other is there to stay; a mark for one half never counts for the whole.
    let isLapsed = decision == .delete && removedParts != .all && !photos.isEmpty && photos[item.path]?.raw == nil
    write(decision, removedParts, keeper, to: destination, at: IssueKey(item.path, item.category), isLapsed: isLapsed)
  }

  /// Sets the decision about a photo in a category.
  ///
  /// - Parameter isLapsed: Whether the decision is a mark that does not count now.
  mutating func write(
    _ made: UserDecision, _ removedParts: PhotoParts, _ keeper: ContentDigest?, to destination: FilePath? = nil,
    at key: IssueKey, isLapsed: Bool
  ) {
    let wasMarked = isMarked(key)
    if isLapsed || !lapsed.isEmpty { lapsed[key] = isLapsed ? removedParts : nil }
    let decision = isLapsed ? .pending : made
    decisions[key] = decision == .pending ? nil : decision
    parts[key] = decision == .delete && removedParts != .all ? removedParts : nil
    keepersSeen[key] = decision == .delete ? keeper : nil
    if destination != nil || !destinations.isEmpty { destinations[key] = decision == .delete ? destination : nil }
    guard wasMarked != (decision == .delete) else { return }
    let count = marks[key.path, default: 0] + (wasMarked ? -1 : 1)
    marks[key.path] = count > 0 ? count : nil
  }
}
