import PhotoModel
import SystemPackage

/// The ledger, ready to be asked about photos.
struct LedgerLookup {
  fileprivate let inGroups: [ContentDigest: [Ledger.Keep]]
  fileprivate let groupSnapshots: [Int64: ContentCounts]
  private let alone: [IssueCategory: Set<ContentDigest>]
  private let refused: Set<ContentDigest>
  private let kept: Set<ContentDigest>

  init(_ ledger: Ledger) {
    let grouped = ledger.keeps.filter(\.category.isGrouped)
    inGroups = Dictionary(grouping: grouped, by: \.digest)
    let needed = Set(grouped.compactMap(\.groupSnapshot))
    groupSnapshots = ledger.groupSnapshots.filter { needed.contains($0.key) }.mapValues(ContentCounts.init)
    alone = Dictionary(grouping: ledger.keeps.filter { !$0.category.isGrouped }, by: \.category)
      .mapValues { Set($0.map(\.digest)) }
    kept = Set(ledger.keeps.map(\.digest))
    refused = Set(ledger.refusals.flatMap { [$0.pair.first, $0.pair.second] })
  }

  /// Whether the user declared the content not to be the same as another: then its measures are in doubt.
  func isInDoubt(_ photo: ScannedPhoto) -> Bool { photo.digest.map(refused.contains) ?? false }

  /// Whether the photo was kept in any category with its present content.
  func wasKept(_ photo: ScannedPhoto) -> Bool { !kept.isEmpty && photo.digest.map(kept.contains) ?? false }

  /// Whether the photo was kept in this category, which has no groups, with its present content.
  func wasKept(_ photo: ScannedPhoto, in category: IssueCategory) -> Bool {
    guard let digest = photo.digest, let kept = alone[category] else { return false }
    return kept.contains(digest)
  }
}

/// The number of times that each content is there.
private typealias ContentCounts = [ContentDigest: Int]

extension ContentCounts {
  fileprivate init(_ digests: [ContentDigest]) {
    self = Dictionary(digests.map { ($0, 1) }, uniquingKeysWith: +)
  }

  fileprivate func covers(_ other: ContentCounts) -> Bool {
    other.allSatisfy { self[$0.key, default: 0] >= $0.value }
  }
}

/// The decisions of an earlier review about a group; the numbers are indices of its members.
struct GroupLedger: Equatable {
  /// Whether nothing is left to decide: all members but the keeper were kept in sight of all present members.
  var isSettled = false
  /// The members that were kept before, against the same keeper.
  var kept: Set<Int> = []
  /// The members declared not to be the same as some other photo.
  var inDoubt: Set<Int> = []
  /// The members that were not there when others were kept.
  var new: Set<Int> = []
}

extension FindingsIndex {
  /// The pairs of the ledger as indices in `copies`, named from both sides.
  func refused(_ ledger: Ledger) -> [Int: Set<Int>] {
    guard !ledger.refusals.isEmpty else { return [:] }
    var indices: [ContentDigest: Int] = [:]
    for (index, set) in copies.enumerated() {
      if let digest = photos[set[0]].photo.digest { indices[digest] = index }
    }
    var refused: [Int: Set<Int>] = [:]
    for refusal in ledger.refusals {
      guard let first = indices[refusal.pair.first], let second = indices[refusal.pair.second] else { continue }
      refused[first, default: []].insert(second)
      refused[second, default: []].insert(first)
    }
    return refused
  }

  /// Compares a group with the earlier keeps.
  ///
  /// - Complexity: O(members + their group snapshots).
  func groupLedger(of group: IndexedGroup, _ lookup: LedgerLookup) -> GroupLedger {
    let members = group.members.map { photos[$0].photo }
    let isRemembered = !lookup.inGroups.isEmpty && members.contains { lookup.keeps(of: $0) != nil }
    var result = isRemembered ? GroupRecall(members: members, lookup: lookup).result : GroupLedger()
    result.inDoubt = Set(members.indices.filter { lookup.isInDoubt(members[$0]) })
    return result
  }
}

extension LedgerLookup {
  fileprivate func keeps(of photo: ScannedPhoto) -> [Ledger.Keep]? { photo.digest.flatMap { inGroups[$0] } }
}

/// The decisions of the ledger about one group: which "keep" is about which member.
private struct GroupRecall {
  let members: [ScannedPhoto]
  let lookup: LedgerLookup
  private let counts: ContentCounts
  /// The "keep" of each member that has one.
  private var keeps: [Int: Ledger.Keep] = [:]
  /// Members whose "keep" names their very path.
  private var certain: Set<Int> = []
  /// The contents that the decisions were made about.
  private var seen: ContentCounts = [:]
  private var groupSnapshotsCoverAll = true

  init(members: [ScannedPhoto], lookup: LedgerLookup) {
    self.members = members
    self.lookup = lookup
    counts = ContentCounts(members.compactMap(\.digest))
    assign()
    for id in Set(keeps.values.compactMap(\.groupSnapshot)) {
      guard let groupSnapshot = lookup.groupSnapshots[id] else { continue }
      seen.merge(groupSnapshot, uniquingKeysWith: max)
      if !groupSnapshot.covers(counts) { groupSnapshotsCoverAll = false }
    }
  }

  var result: GroupLedger {
    var result = GroupLedger()
    guard !keeps.isEmpty else { return result }
    result.isSettled = isSettled
    result.kept = Set(keeps.keys.filter { $0 > 0 && holds(at: $0) })
    result.new = Set(members.indices.filter(isNew))
    return result
  }

  /// Assigns keeps to members: first by path; then, since a new name changes no content, by content, the keeper last,
  /// because it was the one that needed no keep.
  private mutating func assign() {
    var open: [ContentDigest: [Ledger.Keep]] = [:]
    for digest in counts.keys { open[digest] = lookup.inGroups[digest]?.filter(concerns) }
    for (index, member) in members.enumerated() {
      guard let digest = member.digest, let found = open[digest]?.firstIndex(where: { $0.path == member.path }) else {
        continue
      }
      keeps[index] = open[digest]?.remove(at: found)
      certain.insert(index)
    }
    for index in members.indices.dropFirst() + [0] where keeps[index] == nil {
      guard let digest = members[index].digest, open[digest]?.isEmpty == false else { continue }
      keeps[index] = open[digest]?.removeFirst()
    }
  }

  /// Whether a keep concerns the group: one among copies does not concern other shots of the scene, unless it was made
  /// in sight of one of them.
  private func concerns(_ keep: Ledger.Keep) -> Bool {
    guard keep.category == .duplicate, counts.count > 1 else { return true }
    let groupSnapshot = keep.groupSnapshot.flatMap { lookup.groupSnapshots[$0] } ?? [:]
    return groupSnapshot.keys.count { counts[$0] != nil } > 1
  }

  private var isSettled: Bool {
    guard groupSnapshotsCoverAll, members.allSatisfy({ $0.digest != nil }) else { return false }
    // Protected photos are never a question.
    let left = members.indices.filter { keeps[$0] == nil && !members[$0].isProtected }
    if left.isEmpty { return true }
    return left.count == 1 && keeps.values.allSatisfy { $0.keeper == members[left[0]].digest }
  }

  /// Whether a keep counts: it was made in sight of the present keeper, and it is clear which of several copies it was
  /// about.
  private func holds(at index: Int) -> Bool {
    guard let keep = keeps[index], let groupSnapshot = keep.groupSnapshot.flatMap({ lookup.groupSnapshots[$0] }),
      let keeper = members[0].digest, groupSnapshot[keeper] != nil
    else { return false }
    return certain.contains(index) || counts[keep.digest, default: 0] <= groupSnapshot[keep.digest, default: 0]
  }

  private func isNew(_ index: Int) -> Bool {
    guard keeps[index] == nil, let digest = members[index].digest else { return false }
    let before = seen[digest, default: 0]
    if before == 0 { return true }
    // One more copy of the same bytes: the new one is the one without a decision, where only one can be meant.
    let unnamed = members.indices.filter { $0 > 0 && members[$0].digest == digest && !certain.contains($0) }
    return index > 0 && counts[digest, default: 0] > before && unnamed.count == counts[digest, default: 0] - before
  }
}
