package import PhotoModel

/// The pair similarities of a library, made once from stored features; every position of the sliders reads from it.
package struct FindingsIndex: Sendable {
  /// The photos in byte order of the path, one for each file on the disk: of hard links, and of copies whose paths
  /// differ only in case, only one is included.
  let photos: [ComparedPhoto]
  /// The sets of photos with the same bytes, as indices in `photos`, the one to keep first. A photo without copies is a
  /// set by itself.
  private(set) var copies: [[Int]]
  /// The similarities between the first photos of the sets in `copies`.
  let neighbours: Neighbours
  /// The order by which keepers are chosen, and the first of each of `copies`.
  private(set) var keeperOrder = KeeperOrder.standard
  /// The connected components of the sets of copies.
  let components: [ConnectedComponent]
  /// The members of `copies`, by index, that belong to a set that only makes sense whole, wherever the sliders stand.
  private var setsOfComponents: [Int: SetKind] = [:]
  private let verified: VerifiedPairs
  /// Whether the measures of some photos cannot be read any more: they are compared by their bytes alone, and these are
  /// not the findings of the library.
  package let isIncomplete: Bool

  /// - Complexity: O(n²) cheap comparisons up to 20 000 photos (about 3 ns each), candidates only above.
  /// - Parameters:
  ///   - verified: The verifications of pairs; without any the descriptors decide alone, which misses crops.
  ///   - progress: Called with the part that is done, 0…1.
  package init(
    photos: [ScannedPhoto], verified: VerifiedPairs = .none, progress: (Double) -> Void = { _ in }
  ) {
    let (photos, lost) = photos.sharingWholeFeatures.withVectors
    isIncomplete = !lost.isEmpty
    var listed = withoutHardLinks(photos)
    var copies = exactCopies(of: listed)
    let collisions = caseFoldCollisions(in: copies, of: listed)
    if !collisions.isEmpty {
      listed = listed.indices.filter { !collisions.contains($0) }.map { listed[$0] }
      copies = exactCopies(of: listed)
    }
    let compared = concurrentMap(listed.count, blocks: 256) { [listed] in ComparedPhoto(listed[$0]) }
    self.photos = compared
    self.copies = copies
    self.verified = verified
    neighbours = Neighbours(of: copies.map { compared[$0[0]] }, verified: verified) { progress(0.9 * $0) }
    components = ConnectedComponent.all(of: copies, neighbours)
    progress(0.95)
    setsOfComponents = setsInComponents()
    progress(1)
  }

  private func setsInComponents() -> [Int: SetKind] {
    let found = concurrentBlocks(of: components.count, size: Self.groupsAtOnce) { range in
      components[range].flatMap { component in
        setsToKeep(in: component.sets.map { photos[copies[$0][0]].photo }, motion: motion)
          .map { (component.sets[$0.key], $0.value) }
      }
    }
    return Dictionary(found.joined(), uniquingKeysWith: { first, _ in first })
  }

  /// The evidence for a pair of `photos`; nil where there is none.
  func evidence(_ keeper: ComparedPhoto, _ other: ComparedPhoto) -> PairEvidence? {
    PairEvidence(keeper, other, verification: keypointFeatures(keeper.photo, other.photo)?.found)
  }

  /// The look-up of verifications by photos.
  var verifications: VerificationLookup {
    { [verified] first, second in verification(at: first, second, among: verified)?.found }
  }

  /// The verification of two photos by keypoints; nil where there was none.
  func keypointFeatures(_ a: ScannedPhoto, _ b: ScannedPhoto) -> (key: ContentPair, found: PairVerification)? {
    verification(at: a, b, among: verified)
  }

  /// The findings at these settings: groups, and every member but the keeper as an issue; blurry photos and
  /// screenshots. The result does not depend on the order of the photos; nothing is decoded.
  ///
  /// - Parameter ledger: The decisions of earlier reviews: two contents declared not to be the same never share a
  ///   group, and kept photos are not listed again.
  package func findings(settings: ScanSettings, ledger: Ledger = Ledger()) -> Findings {
    keeping(by: settings.keepers).review(settings: settings, ledger: ledger)
  }

  private func review(settings: ScanSettings, ledger: Ledger) -> Findings {
    let lookup = LedgerLookup(ledger)
    let (all, sets) = groupsAndSets(settings: settings, refused: refused(ledger))
    let keepers = Set(all.map { $0.members[0] })
    let blurry = blurryIssues(settings: settings, keepers: keepers, sets: withCopies(sets), ledger: lookup)
    let screenshots = screenshotIssues(ledger: lookup)
    var groups: [PhotoGroup] = []
    // Built in one go and part by part: the issues of a million photos take 70 MB each time they are copied.
    var issues: [PhotoIssue] = []
    issues.reserveCapacity(all.reduce(blurry.count + screenshots.count) { $0 + $1.members.count - 1 })
    for start in stride(from: 0, to: all.count, by: Self.groupsOfPart) {
      let part = concurrentMap(min(Self.groupsOfPart, all.count - start), blocks: Self.groupsAtOnce) { offset in
        reviewed(all[start + offset], settings: settings, lookup)
      }
      for (group, found) in part {
        groups.append(group)
        issues += found
      }
    }
    issues += blurry
    issues += screenshots
    let keptWhole = Dictionary(uniqueKeysWithValues: sets.map { (photos[$0.key].photo.path, $0.value) })
    return Findings(groups: groups, issues: issues, keptWhole: keptWhole)
  }

  /// The groups, each with its members that belong to a set that only makes sense whole, and all such photos by index:
  /// a set counts in every group, not only where it was found.
  private func groupsAndSets(
    settings: ScanSettings, refused: [Int: Set<Int>]
  ) -> (groups: [IndexedGroup], sets: [Int: SetKind]) {
    var all = groups(settings: settings, refused: refused)
    var sets = Dictionary(uniqueKeysWithValues: setsOfComponents.map { (copies[$0.key][0], $0.value) })
    for group in all { for (position, kind) in group.sets { sets[group.members[position]] = kind } }
    guard !sets.isEmpty else { return (all, sets) }
    for index in all.indices {
      for (position, member) in all[index].members.enumerated() { all[index].sets[position] = sets[member] }
    }
    return (all, sets)
  }

  /// The sets with each copy of such a photo.
  private func withCopies(_ sets: [Int: SetKind]) -> [Int: SetKind] {
    guard !sets.isEmpty else { return sets }
    return copies.reduce(into: sets) { sets, copies in
      guard copies.count > 1, let kind = sets[copies[0]] else { return }
      for copy in copies { sets[copy] = kind }
    }
  }

  /// The group and its issues; nil where nothing of it is open.
  private func reviewed(
    _ group: IndexedGroup, settings: ScanSettings, _ lookup: LedgerLookup
  ) -> (group: PhotoGroup, issues: [PhotoIssue])? {
    let recalled = groupLedger(of: group, lookup)
    guard !recalled.isSettled else { return nil }
    let issues = issues(of: group, settings: settings, earlier: recalled, ledger: lookup)
    return (photoGroup(group, earlier: recalled), issues)
  }

  /// The number of groups handed to another core at a time, as most groups have two photos.
  static let groupsAtOnce = 64
  private static let groupsOfPart = 1 << 14

  /// The index with another order of keepers. Similarities do not depend on the order.
  func keeping(by order: KeeperOrder) -> FindingsIndex {
    guard order != keeperOrder else { return self }
    var index = self
    index.keeperOrder = order
    index.copies = copies.map { members in
      guard members.count > 1 else { return members }
      let best = members[keeperIndex(among: members.map { photos[$0].photo }, order: order) ?? 0]
      return [best] + members.filter { $0 != best }
    }
    return index
  }
}

private func verification(
  at a: ScannedPhoto, _ b: ScannedPhoto, among verified: VerifiedPairs
) -> (key: ContentPair, found: PairVerification)? {
  guard let first = a.digest, let second = b.digest, let key = ContentPair(first, second), let found = verified[key]
  else { return nil }
  return (key, found)
}

/// The photos in byte order of the path; of hard links the protected one is included, else one in a lasting folder,
/// else the first.
private func withoutHardLinks(_ photos: [ScannedPhoto]) -> [ScannedPhoto] {
  let inOrder = inByteOrder(photos)
  // Inode 0 means that the numbers are not known.
  let files = inOrder.indices.filter { inOrder[$0].identity.inode != 0 }
    .map { (key: FileKey(inOrder[$0].identity), index: $0) }
    .sorted { ($0.key.inode, $0.key.device, $0.index) < ($1.key.inode, $1.key.device, $1.index) }
  var others: Set<Int> = []
  var owner = files.first
  for file in files.dropFirst() {
    if file.key != owner?.key {
      owner = file
    } else if let before = owner?.index, inOrder[file.index].isNearer(than: inOrder[before]) {
      others.insert(before)
      owner = file
    } else {
      others.insert(file.index)
    }
  }
  return others.isEmpty ? inOrder : inOrder.indices.filter { !others.contains($0) }.map { inOrder[$0] }
}

/// The copies whose paths differ from that of another only in capitals and in how accents are written: all but one, the
/// protected or else the first: other disks and programs take such names for one file, so no copy may stand on the
/// other's being there.
private func caseFoldCollisions(in copies: [[Int]], of photos: [ScannedPhoto]) -> Set<Int> {
  var others: Set<Int> = []
  for set in copies where set.count > 1 {
    var owners: [String: Int] = [:]
    for index in set.sorted() {
      guard let name = photos[index].path.foldedName else { continue }
      guard let owner = owners[name] else {
        owners[name] = index
        continue
      }
      let isNearer = photos[index].isNearer(than: photos[owner])
      others.insert(isNearer ? owner : index)
      if isNearer { owners[name] = index }
    }
  }
  return others
}

/// The photos in byte order, each path once: of equal ones the first counts.
private func inByteOrder(_ photos: [ScannedPhoto]) -> [ScannedPhoto] {
  // A scan leaves them in order.
  if photos.indices.dropFirst().allSatisfy({ precedesInByteOrder(photos[$0 - 1].path, photos[$0].path) }) {
    return photos
  }
  let paths = photos.map(\.path.bytes)
  func isBefore(_ i: Int, _ j: Int) -> Bool { paths[i].lexicographicallyPrecedes(paths[j]) }
  // Places are sorted, for a photo is large to move.
  var order = photos.indices.sorted { isBefore($0, $1) || (!isBefore($1, $0) && $0 < $1) }
  var last: Int?
  order.removeAll { index in
    defer { last = index }
    return last.map { paths[$0] == paths[index] } ?? false
  }
  return order.map { photos[$0] }
}

/// Sets of the same bytes, each with its keeper first. No digest never equals no digest; empty files are no copies.
private func exactCopies(of photos: [ScannedPhoto]) -> [[Int]] {
  let contents = ContentIndex(photos.map { $0.identity.size > 0 ? $0.digest : nil })
  var sets = photos.indices.map { [$0] }
  var copied: Set<Int> = []
  for (index, photo) in photos.enumerated() {
    guard photo.identity.size > 0, let first = photo.digest.flatMap({ contents[$0] }), first != index else { continue }
    sets[first].append(index)
    sets[index] = []
    copied.insert(first)
  }
  for set in copied {
    let members = sets[set]
    let best = members[keeperIndex(among: members.map { photos[$0] }, order: .standard) ?? 0]
    sets[set] = [best] + members.filter { $0 != best }
  }
  sets.removeAll(where: \.isEmpty)
  return sets.sorted { $0[0] < $1[0] }
}
