import FileSafety
import PhotoAnalysis
import PhotoModel
import SystemPackage

/// Files that are named together: all may go only if a copy is known that stays; else one of them stays.
extension RemovalSelection {
  /// A file that would go, with the index of the entry of its photo.
  private typealias RemovedFile = (index: Int, file: RemovalItem.File)
  private typealias Content = (index: Int, file: RemovalItem.File, digest: ContentDigest)

  /// Keeps one of the files with the same bytes, unless another file has them, under a name that no disk takes for one
  /// of theirs.
  mutating func keepOneOfEverySet() {
    let going = self.going
    let named = Set(going.map { FileKey($0.item.identity) })
    let known = Dictionary(uniqueKeysWithValues: going)
    for set in contents(of: goingToTrash.map { ($0.index, $0.item.file) }) where set.count > 1 {
      let size = set[0].file.identity.size
      let paths = set.map(\.file.path)
      func isCollision(_ other: FilePath) -> Bool { paths.contains(where: other.isCaseFoldCollision) }
      let digest = set[0].digest
      let vouching = staying.filter {
        $0.identity.size == size && !isCollision($0.path) && knownPlaces.vouches($0.path, for: paths)
          && digest == (try? wholeDigest(of: $0.path))
      }
      var survivors =
        vouching + set.flatMap { known[$0.index]?.exactCopies ?? [] }.filter { !named.contains(FileKey($0.identity)) }
      if survivors.isEmpty {
        survivors = copies.copies(of: digest, size: size, near: paths) {
          !named.contains(FileKey($0.identity)) && !isCollision($0.path)
        }
      }
      var leaving = set.map(\.index)
      if survivors.isEmpty {
        survivors = [keepBest(of: &leaving, paths) { "\($0) stays: the list holds every copy of it that is known." }]
      }
      for index in leaving {
        let path = entries[index].path
        // Beside a file whose name differs only in case, a photo is removed because it was named, not as a copy.
        let copies = survivors.filter {
          !$0.path.isCaseFoldCollision(of: path) && knownPlaces.vouches($0.path, for: [path])
        }
        if !copies.isEmpty { entries[index].item?.safeguard = .exactCopy(survivors: copies) }
      }
    }
  }

  /// Keeps one of the RAWs and movies with the same bytes that would go beside different photos or by themselves.
  /// Sidecars with one content are about different photos.
  mutating func keepOneOfEveryCompanion() {
    let going = self.goingToTrash.flatMap { index, item in
      let sidecars = Set(photo(at: item).companions.filter { $0.role == .sidecar }.map(\.path))
      return item.files.filter { !sidecars.contains($0.path) }.map { (index: index, file: $0) }
    }
    let leaving = Set(going.map { FileKey($0.file.identity) })
    let companions = going.filter { $0.file.path != entries[$0.index].path }
    let sizes = Set(companions.map(\.file.identity.size))
    for set in contents(of: going.filter { sizes.contains($0.file.identity.size) })
    where Set(set.map { FileKey($0.file.identity) }).count > 1 {
      let paths = set.map(\.file.path)
      let others = copies.copies(of: set[0].digest, size: set[0].file.identity.size, near: paths) { other in
        !leaving.contains(FileKey(other.identity)) && !paths.contains(where: other.path.isCaseFoldCollision)
      }
      guard others.isEmpty, !set.contains(where: { entries[$0.index].refusal != nil }),
        let kept = set.min(by: { precedesInByteOrder($0.file.path, $1.file.path) })
      else { continue }
      entries[kept.index].refusal =
        "\(environment.naming(entries[kept.index].path)) stays: the list holds every copy of "
        + "\(environment.naming(kept.file.path)) that is known. Name it alone to move it too."
    }
  }

  /// Keeps one of the photos that show the same picture with other metadata, as far as an earlier scan has found that.
  mutating func keepOneOfEveryPicture() {
    let going = self.going
    let known = Dictionary(uniqueKeysWithValues: going)
    var members: [ContentDigest: [Int]] = [:]
    let goingToTrash = goingToTrash
    guard goingToTrash.count > 1, copies.knowsPictures else { return }
    for (index, item) in goingToTrash {
      if let digest = digest(of: item) { members[digest, default: []].append(index) }
    }
    let named = Set(going.map { FileKey($0.item.identity) })
    for set in copies.setsOfOnePicture(among: Set(members.keys)) {
      var leaving = set.flatMap { members[$0] ?? [] }.sorted()
      // A set with a survivor is safe, and so are the photos that show the same picture.
      guard leaving.allSatisfy({ known[$0]?.safeguard == .onlyOne }) else { continue }
      let paths = leaving.map { entries[$0].path }
      let other = copies.photo(showing: set, near: paths) { !named.contains(FileKey($0.identity)) }
      let keeper =
        other
        ?? keepBest(of: &leaving, paths) {
          "\($0) stays: the list holds every photo that is known to show this picture."
        }
      for index in leaving { entries[index].item?.safeguard = .similar(keeper: keeper) }
    }
  }

  // MARK: Sets

  private var knownPlaces: KnownPlaces { environment.knownPlaces }

  /// Keeps the best of these photos, with the reason.
  ///
  /// - Parameter paths: The paths of all photos of the set.
  private mutating func keepBest(
    of leaving: inout [Int], _ paths: [FilePath], _ reason: (String) -> String
  ) -> Survivor {
    let folder = paths.dropFirst().reduce(paths[0].removingLastComponent()) { commonFolder(of: $0.appending("."), $1) }
    let items = leaving.compactMap { entries[$0].item }
    let photos = items.map { item in
      var photo = photo(at: item)
      photo.permanence = knownPlaces.permanenceNow(of: photo.path, below: folder)
      return photo
    }
    let best = keeper(among: photos)?.index ?? 0
    entries[leaving[best]].refusal = reason(environment.naming(items[best].path)) + " Name it alone to move it too."
    leaving.remove(at: best)
    return Survivor(path: items[best].path, identity: items[best].identity)
  }

  /// The sets of files with the same content, among those that share a size. Empty files are no copies of each other.
  ///
  /// A file that cannot be read is refused: it may be a copy of any file of its size.
  private mutating func contents(of files: [RemovedFile]) -> [[Content]] {
    var sets: [[Content]] = []
    for (size, members) in Dictionary(grouping: files, by: \.file.identity.size) where size > 0 && members.count > 1 {
      var byDigest: [ContentDigest: [Content]] = [:]
      for (index, file) in members {
        if let digest = try? wholeDigest(of: file.path, expecting: file.identity) {
          byDigest[digest, default: []].append((index, file, digest))
        } else if entries[index].refusal == nil {
          entries[index].refusal =
            "\(environment.naming(file.path)) cannot be read to its end, and may be a copy of another file in the list, which has "
            + "its size. It stays; name it alone to move it too."
        }
      }
      sets += byDigest.values
    }
    return sets.sorted { precedesInByteOrder($0[0].file.path, $1[0].file.path) }
  }
}

/// The digest of a file of any size: a photo is compared before it goes, however long that takes.
func wholeDigest(of path: FilePath, expecting identity: FileIdentity? = nil) throws(FileSafetyError) -> ContentDigest {
  try contentDigest(of: path, expecting: identity, limit: ByteCount(.max))
}
