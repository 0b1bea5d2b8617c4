import PhotoModel

/// A group without text, as indices in `FindingsIndex.photos`.
struct IndexedGroup {
  var category: IssueCategory
  /// The keeper first.
  var members: [Int]
  /// The similarity of each member to the keeper.
  var similarities: [Double]
  var reason: String
  /// Members, by their place, that belong to a set that only makes sense whole.
  var sets: [Int: SetKind] = [:]
}

extension FindingsIndex {
  /// The groups of copies, then those of similar photos, in which the keeper of a group of copies represents it. Groups
  /// whose members but the keeper are all protected are left out.
  ///
  /// - Parameter refused: Indices in `copies` that may not share a group, listed from both sides.
  func groups(settings: ScanSettings, refused: [Int: Set<Int>] = [:]) -> [IndexedGroup] {
    let groups = concurrentBlocks(of: components.count, size: Self.groupsAtOnce) { range in
      var keepers: [[Int]: Int] = [:]
      var groups: [IndexedGroup] = []
      for component in components[range] {
        groups += self.groups(of: component, settings: settings, refused: refused, keepers: &keepers)
      }
      return groups
    }.flatMap { $0 }
    func byKeeper(_ category: IssueCategory) -> [IndexedGroup] {
      groups.filter { $0.category == category }.sorted { $0.members[0] < $1.members[0] }
    }
    let ordered = byKeeper(.duplicate) + byKeeper(.similar)
    return concurrentMap(ordered.count, blocks: Self.groupsAtOnce) { withReason(ordered[$0]) }
  }

  /// The groups of one component, without their text.
  ///
  /// - Parameter keepers: The keeper of each cluster that was seen so far, by its sets, rising: the same at every
  ///   threshold, and costly.
  func groups(
    of component: ConnectedComponent, settings: ScanSettings, refused: [Int: Set<Int>], keepers: inout [[Int]: Int]
  ) -> [IndexedGroup] {
    let alone = component.sets.map { [$0] }
    let duplicates = joined(
      alone, of: component, threshold: settings.duplicateThreshold, refused: refused, keepers: &keepers)
    let similar = joined(
      duplicates, of: component, threshold: settings.similarThreshold, refused: refused, keepers: &keepers)
    let ofCopies = duplicates.compactMap { sets in
      group(of: sets, members: sets.flatMap { copies[$0] }, category: .duplicate)
    }
    return ofCopies
      + similar.filter { $0.count > 1 }.compactMap { sets in
        group(of: sets, members: sets.map { copies[$0][0] }, category: .similar)
      }
  }

  /// Joins clusters whose first sets are within the threshold. A cluster without such a partner comes back alone.
  ///
  /// - Parameter clusters: Indices in `copies`, the one that represents the cluster first.
  /// - Returns: The first of each cluster that was joined, the new keeper in front; single clusters as they were.
  private func joined(
    _ clusters: [[Int]], of component: ConnectedComponent, threshold: Double, refused: [Int: Set<Int>],
    keepers: inout [[Int]: Int]
  ) -> [[Int]] {
    guard clusters.count > 1 else { return clusters.map { [$0[0]] } }
    let heads = Set(clusters.map { $0[0] })
    let near = pairs(of: clusters, in: component, threshold: threshold)
    guard !near.isEmpty else { return heads.sorted().map { [$0] } }
    // Indices count within the component, in the same order: the result does not depend on the rest of the library.
    let pairs = withoutWeakBridges(near, count: component.sets.count) { first, second in
      neighbours.similarity(component.sets[first], component.sets[second]) < threshold + weakLinkMargin
    }
    let groups = guardedGroups(
      of: pairs, count: component.sets.count, refused: component.local(refused),
      others: { head, members in
        neighbours.others(near: component.sets[head], among: members.map { component.sets[$0] }, atLeast: threshold)
          .map { members[$0] }
      },
      keeper: { members in
        let sets = members.map { component.sets[$0] }
        let key = sets.sorted()
        let keeper = keepers[key] ?? best(of: key)
        keepers[key] = keeper
        return members[sets.firstIndex(of: keeper) ?? 0]
      }
    ).map { $0.map { component.sets[$0] } }
    let taken = Set(groups.joined())
    return groups + heads.filter { !taken.contains($0) }.sorted().map { [$0] }
  }

  /// The pairs of the first sets of clusters within the threshold, by their positions in the component, each once.
  ///
  /// A crowded set stores only some of its pairs, so the pair of two first sets may be missing. It is measured where
  /// any other pair of the two clusters is within the threshold.
  private func pairs(of clusters: [[Int]], in component: ConnectedComponent, threshold: Double) -> [(Int, Int)] {
    var first = [Int](repeating: 0, count: component.sets.count)
    for cluster in clusters {
      let head = component.position(of: cluster[0])
      for set in cluster { first[component.position(of: set)] = head }
    }
    var known: Set<UInt64> = []
    return component.pairs.compactMap { pair in
      guard pair.similarity >= threshold else { return nil }
      let (a, b) = (first[pair.first], first[pair.second])
      if (a, b) == (pair.first, pair.second) { return (a, b) }
      let sets = (component.sets[a], component.sets[b])
      guard a != b, neighbours.areIncomplete,
        !neighbours.keeps(sets.0, sets.1, atLeast: threshold),
        known.insert(indexPairKey(min(a, b), max(a, b))).inserted, neighbours.similarity(sets.0, sets.1) >= threshold
      else { return nil }
      return (min(a, b), max(a, b))
    }
  }

  /// The set of the keeper among these, whatever their order.
  private func best(of sets: [Int]) -> Int {
    let photos = sets.map { self.photos[copies[$0][0]].photo }
    return sets[keeperIndex(among: photos, order: keeperOrder, verifications: verifications) ?? 0]
  }

  private func group(of sets: [Int], members: [Int], category: IssueCategory) -> IndexedGroup? {
    guard members.count > 1 else { return nil }
    let best = copies[sets[0]][0]
    guard members.contains(where: { $0 != best && !photos[$0].photo.isProtected }) else { return nil }
    let set = Dictionary(uniqueKeysWithValues: sets.flatMap { set in copies[set].map { ($0, set) } })
    let others =
      members
      .filter { $0 != best }
      .map { (member: $0, similarity: neighbours.similarity(sets[0], set[$0] ?? sets[0])) }
      .sorted { ($1.similarity, $0.member) < ($0.similarity, $1.member) }
    return IndexedGroup(
      category: category, members: [best] + others.map(\.member), similarities: [1] + others.map(\.similarity),
      reason: "")
  }

  /// The group with the reason why its keeper stays, and with the members that only make sense together.
  private func withReason(_ group: IndexedGroup) -> IndexedGroup {
    var group = group
    group.reason = reason(for: group.members[0], among: group.members.sorted())
    // One copy counts: the others are no shots of their own.
    var contents: Set<ContentDigest> = []
    let shots = group.members.indices.filter { position in
      photos[group.members[position]].photo.digest.map { contents.insert($0).inserted } ?? true
    }
    for (shot, kind) in setsToKeep(in: shots.map { photos[group.members[$0]].photo }, motion: motion) {
      group.sets[shots[shot]] = kind
    }
    return group
  }

  /// The motion of the camera from one photo to the next, by their verified keypoints.
  func motion(_ first: ScannedPhoto, _ second: ScannedPhoto) -> PairMotion? {
    guard let (key, found) = keypointFeatures(first, second), let frame = first.features?.pixelSize else { return nil }
    return PairMotion(found, isBackwards: key.first != first.digest, frame: frame)
  }

  /// The reason why the keeper stays: its advantage over the others, or over the next best.
  private func reason(for best: Int, among members: [Int]) -> String {
    guard let choice = keeper(among: members.map { photos[$0].photo }, order: keeperOrder, verifications: verifications)
    else {
      return ""
    }
    if members[choice.index] == best { return choice.reason }
    let pair = keeper(
      among: [photos[best].photo, photos[members[choice.index]].photo], order: keeperOrder, verifications: verifications
    )
    return pair.flatMap { $0.index == 0 ? $0.reason : nil } ?? "all the others are near to it"
  }

  /// The group as others see it.
  func photoGroup(_ group: IndexedGroup, earlier: GroupLedger = GroupLedger()) -> PhotoGroup {
    let members = group.members.map { photos[$0].photo }
    return PhotoGroup(
      id: groupID(group), category: group.category, keeper: members[0].path, reason: group.reason,
      members: members.indices.map { position in
        PhotoGroup.Member(
          path: members[position].path, similarity: group.similarities[position], size: members[position].size,
          isKept: earlier.kept.contains(position), isNew: earlier.new.contains(position),
          set: group.sets[position],
          onlyHere: position == 0
            ? [] : onlyHere(members[position], beside: members[0], verifications(members[position], members[0])))
      })
  }

  /// FNV-1a over the category and the members' paths in byte order, as 16 hexadecimal digits.
  func groupID(_ group: IndexedGroup) -> GroupID {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes {
        hash ^= UInt64(byte)
        hash &*= 0x100_0000_01b3
      }
    }
    add(group.category.rawValue.utf8)
    for member in group.members.sorted() {
      add(CollectionOfOne(0))
      photos[member].photo.path.withPlatformString { name in
        add(UnsafeRawBufferPointer(start: name, count: photos[member].photo.path.length))
      }
    }
    let digits = String(hash, radix: 16)
    return GroupID(String(repeating: "0", count: 16 - digits.count) + digits)
  }
}
