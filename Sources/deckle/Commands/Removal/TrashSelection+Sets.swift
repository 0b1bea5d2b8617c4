import FileSafety
import PhotoAnalysis
import PhotoModel
import SystemPackage

/// Of files that are named together, all may go only if something of them is known that stays; else one of them stays.
extension TrashSelection {
  private typealias Going = (item: Int, file: RemovalItem.File)

  /// Of files with the same bytes, by a name that no disk takes for one of theirs.
  mutating func keepOneOfEverySet(_ search: CopySearch) {
    let named = Set(items.map { FileKey($0.item.identity) })
    for set in contents(of: items.indices.map { ($0, items[$0].item.file) }) where set.count > 1 {
      let size = set[0].file.identity.size
      let paths = set.map(\.file.path)
      func isCollision(_ other: FilePath) -> Bool { paths.contains(where: other.isCaseFoldCollision) }
      let digest = set[0].digest
      let vouching = staying.filter {
        $0.identity.size == size && !isCollision($0.path) && vouches($0.path, for: paths)
          && digest == (try? wholeDigest(of: $0.path))
      }
      var survivors =
        vouching + set.flatMap { items[$0.item].item.exactCopies }.filter { !named.contains(FileKey($0.identity)) }
      if survivors.isEmpty {
        survivors = search.copies(of: digest, size: size, near: paths) {
          !named.contains(FileKey($0.identity)) && !isCollision($0.path)
        }
      }
      var leaving = set.map(\.item)
      if survivors.isEmpty {
        survivors = [keepBest(of: &leaving, paths) { "\($0) stays: the list holds every copy of it that is known." }]
      }
      for index in leaving {
        let path = items[index].item.path
        // Beside its own twin it goes because it was named, and for no copy's sake.
        let copies = survivors.filter { !$0.path.isCaseFoldCollision(of: path) && vouches($0.path, for: [path]) }
        if !copies.isEmpty { items[index].item.safeguard = .exactCopy(survivors: copies) }
      }
    }
    items = items.filter { entries[$0.entry].refusal == nil }
  }

  /// Of RAWs and movies with the same bytes that would go, beside different photos or by themselves. Sidecars of one content
  /// speak of different photos.
  mutating func keepOneOfEveryCompanion(_ search: CopySearch) {
    let going = items.indices.flatMap { index in
      let item = items[index].item
      let sidecars = Set(photo(at: item).companions.filter { $0.role == .sidecar }.map(\.path))
      return item.files.filter { !sidecars.contains($0.path) }.map { (item: index, file: $0) }
    }
    let leaving = Set(going.map { FileKey($0.file.identity) })
    let companions = going.filter { $0.file.path != items[$0.item].item.path }
    let sizes = Set(companions.map(\.file.identity.size))
    for set in contents(of: going.filter { sizes.contains($0.file.identity.size) })
    where Set(set.map { FileKey($0.file.identity) }).count > 1 {
      let paths = set.map(\.file.path)
      let others = search.copies(of: set[0].digest, size: set[0].file.identity.size, near: paths) { other in
        !leaving.contains(FileKey(other.identity)) && !paths.contains(where: other.path.isCaseFoldCollision)
      }
      guard others.isEmpty, !set.contains(where: { entries[items[$0.item].entry].refusal != nil }),
        let kept = set.min(by: { precedesInByteOrder($0.file.path, $1.file.path) })
      else { continue }
      entries[items[kept.item].entry].refusal =
        "\(program.naming(items[kept.item].item.path)) stays: the list holds every copy of "
        + "\(program.naming(kept.file.path)) that is known. Name it alone to move it too."
    }
    items = items.filter { entries[$0.entry].refusal == nil }
  }

  /// Of photos that show the same picture with other metadata, as far as an earlier scan has found that out.
  mutating func keepOneOfEveryPicture(_ search: CopySearch) {
    var members: [ContentDigest: [Int]] = [:]
    for index in items.indices {
      guard let digest = search.inspection(of: items[index].item.path, items[index].item.identity)?.digest else {
        continue
      }
      members[digest, default: []].append(index)
    }
    let named = Set(items.map { FileKey($0.item.identity) })
    for set in search.setsOfOnePicture(among: Set(members.keys)) {
      var leaving = set.flatMap { members[$0] ?? [] }.sorted()
      // What has something that stays for it is safe, and so are those that show the same.
      guard leaving.allSatisfy({ items[$0].item.safeguard == .onlyOne }) else { continue }
      let paths = leaving.map { items[$0].item.path }
      let other = search.photo(showing: set, near: paths) { !named.contains(FileKey($0.identity)) }
      let keeper =
        other
        ?? keepBest(of: &leaving, paths) {
          "\($0) stays: the list holds every photo that is known to show this picture."
        }
      for index in leaving { items[index].item.safeguard = .similar(keeper: keeper) }
    }
    items = items.filter { entries[$0.entry].refusal == nil }
  }

  // MARK: Sets

  private var named: NamedFiles { NamedFiles(places: program.knownPlaces) }

  private func vouches(_ other: FilePath, for paths: [FilePath]) -> Bool {
    paths.allSatisfy { named.vouches(other, for: $0) }
  }

  /// Takes the best of these photos out of what leaves, and says why.
  ///
  /// - Parameter paths: Of all of the set.
  private mutating func keepBest(
    of leaving: inout [Int], _ paths: [FilePath], _ reason: (String) -> String
  ) -> Survivor {
    let folder = paths.dropFirst().reduce(paths[0].removingLastComponent()) { commonFolder(of: $0.appending("."), $1) }
    let photos = leaving.map { index in
      var photo = photo(at: items[index].item)
      photo.standing = named.standing(of: photo.path, below: folder)
      return photo
    }
    let kept = leaving[keeper(among: photos)?.index ?? 0]
    leaving.removeAll { $0 == kept }
    let item = items[kept].item
    entries[items[kept].entry].refusal = reason(program.naming(item.path)) + " Name it alone to move it too."
    return Survivor(path: item.path, identity: item.identity)
  }

  /// Files by what they hold, those that have the size of another. Empty files are no copies of each other.
  ///
  /// A file that cannot be read may be a copy of any that has its size: it is refused.
  private mutating func contents(of files: [Going]) -> [[(item: Int, file: RemovalItem.File, digest: ContentDigest)]] {
    var sets: [[(item: Int, file: RemovalItem.File, digest: ContentDigest)]] = []
    for (size, members) in Dictionary(grouping: files, by: \.file.identity.size) where size > 0 && members.count > 1 {
      var byDigest: [ContentDigest: [(item: Int, file: RemovalItem.File, digest: ContentDigest)]] = [:]
      for (item, file) in members {
        if let digest = try? wholeDigest(of: file.path, expecting: file.identity) {
          byDigest[digest, default: []].append((item, file, digest))
        } else if entries[items[item].entry].refusal == nil {
          let name = program.naming(file.path)
          entries[items[item].entry].refusal =
            "\(name) cannot be read to its end, and may be a copy of another file in the list, which has its size. It stays; "
            + "name it alone to move it too."
        }
      }
      sets += byDigest.values
    }
    return sets.sorted { precedesInByteOrder($0[0].file.path, $1[0].file.path) }
  }
}

/// Of a file of any size: a photo is compared before it goes, however long that takes.
func wholeDigest(of path: FilePath, expecting identity: FileIdentity? = nil) throws(FileSafetyError) -> ContentDigest {
  try contentDigest(of: path, expecting: identity, limit: ByteCount(.max))
}

extension RemovalItem {
  /// The files that are said to hold the same bytes and to stay.
  var exactCopies: [Survivor] {
    if case .exactCopy(let survivors) = safeguard { survivors } else { [] }
  }
}
