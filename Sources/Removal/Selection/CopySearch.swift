import FileSafety
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SystemPackage

/// The search for files with the same bytes, or the same picture, as files that are to go.
final class CopySearch {
  /// The most entries that are visited in the folders around: a search that took minutes would be no help.
  private static let mostEntries = 50_000

  private lazy var cache = environment.cache()
  private let environment: SelectionEnvironment
  private var known: [ContentDigest: [CachedInspection]]?
  private var pictures: (contents: Set<ContentDigest>, alike: [ContentDigest: [ContentDigest]])?
  private var knownFiles: [FilePath: [FilePath: CachedInspection]] = [:]

  init(_ environment: SelectionEnvironment) { self.environment = environment }

  /// The copies of a content that are unchanged: those of an earlier scan, else those in the folders of the files and
  /// below.
  ///
  /// - Parameter isOther: Whether a file counts as a copy: false for one that is to go itself, by whatever name.
  func copies(
    of digest: ContentDigest, size: Int64, near paths: [FilePath], isOther: (Survivor) -> Bool
  ) -> [Survivor] {
    func counts(_ other: Survivor) -> Bool { isOther(other) && environment.knownPlaces.vouches(other.path, for: paths) }
    let remembered = unchanged(digest).filter(counts)
    return nearestFirst(remembered.isEmpty ? around(paths, digest, size, counts) : remembered, to: paths)
  }

  /// Whether an earlier scan found pictures that several contents show.
  var knowsPictures: Bool { !alike(with: []).isEmpty }

  /// Sets of these contents that show one picture, as an earlier scan found.
  func setsOfOnePicture(among contents: Set<ContentDigest>) -> [[ContentDigest]] {
    let alike = alike(with: contents)
    var left = contents
    return contents.sorted().compactMap { content in
      guard left.contains(content) else { return nil }
      let set = showing([content], alike).intersection(left)
      left.subtract(set)
      return set.count > 1 ? set.sorted() : nil
    }
  }

  /// The nearest unchanged photo with one of these contents, else the nearest that shows the same picture by an earlier
  /// scan; nil where there is none.
  ///
  /// - Parameters:
  ///   - paths: The paths of the files with these contents.
  ///   - isOther: Whether a file counts, as in `copies`.
  func photo(showing contents: [ContentDigest], near paths: [FilePath], isOther: (Survivor) -> Bool) -> Survivor? {
    func nearest(_ contents: [ContentDigest]) -> Survivor? {
      let known = contents.flatMap(unchanged).filter {
        isOther($0) && environment.knownPlaces.vouches($0.path, for: paths)
      }
      return nearestFirst(known, to: paths).first
    }
    return nearest(contents) ?? nearest(showing(contents, alike(with: Set(contents))).sorted())
  }

  /// The survivors in order: those in the folders of the paths first, then those that share the most folders with a
  /// path.
  private func nearestFirst(_ survivors: [Survivor], to paths: [FilePath]) -> [Survivor] {
    func folders(_ survivor: Survivor) -> Int {
      paths.map { commonFolder(of: $0, survivor.path).components.count }.max() ?? 0
    }
    return survivors.map { (folders($0), $0) }
      .sorted { $0.0 == $1.0 ? precedesInByteOrder($0.1.path, $1.1.path) : $0.0 > $1.0 }
      .map(\.1)
  }

  /// These contents, and all others that show the same picture as one of them.
  private func showing(
    _ contents: [ContentDigest], _ alike: [ContentDigest: [ContentDigest]]
  ) -> Set<ContentDigest> {
    var showing = Set(contents)
    var open = contents
    while let content = open.popLast() {
      for other in alike[content, default: []] where showing.insert(other).inserted { open.append(other) }
    }
    return showing
  }

  /// The contents that show the same picture, by content: those that scans have read, and these.
  private func alike(with contents: Set<ContentDigest>) -> [ContentDigest: [ContentDigest]] {
    if let pictures, contents.isSubset(of: pictures.contents) { return pictures.alike }
    let all = contents.union(pictures?.contents ?? Set(scanned.keys))
    var alike: [ContentDigest: [ContentDigest]] = [:]
    let pairs = (try? cache?.verifications(among: ContentSet(all))) ?? .none
    for (pair, verification) in pairs.all where verification.haveSamePixels == true {
      alike[pair.first, default: []].append(pair.second)
      alike[pair.second, default: []].append(pair.first)
    }
    pictures = (all, alike)
    return alike
  }

  /// The files that had these bytes in an earlier scan and are unchanged.
  private func unchanged(_ digest: ContentDigest) -> [Survivor] {
    scanned[digest, default: []].compactMap { cached in
      guard let status = try? fileStatus(of: cached.path), status.kind == .regular,
        status.identity == cached.identity, !TrashFolder.contains(cached.path, environment.trash)
      else { return nil }
      return Survivor(path: cached.path, identity: status.identity)
    }
  }

  /// The measures of a file from an earlier scan; nil where there are none, or the file has changed since.
  func inspection(of path: FilePath, _ identity: FileIdentity) -> Inspection? {
    let folder = path.removingLastComponent()
    if knownFiles[folder] == nil {
      let cached = (try? cache?.inspections(under: [folder])) ?? CachedInspections()
      knownFiles[folder] = Dictionary(cached.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }
    guard let hit = knownFiles[folder]?[path], identity.isUnchanged(since: hit.identity) else { return nil }
    return hit.inspection
  }

  private var scanned: [ContentDigest: [CachedInspection]] {
    if let known { return known }
    var byDigest: [ContentDigest: [CachedInspection]] = [:]
    for cached in (try? cache?.inspections(under: [FilePath("/")])) ?? CachedInspections() {
      if let digest = cached.inspection.digest { byDigest[digest, default: []].append(cached) }
    }
    known = byDigest
    return byDigest
  }

  private func around(
    _ paths: [FilePath], _ digest: ContentDigest, _ size: Int64, _ isOther: (Survivor) -> Bool
  ) -> [Survivor] {
    var found: [Survivor] = []
    var seen = 0
    let folders = Set(paths.map { $0.removingLastComponent() }).sorted(by: precedesInByteOrder)
    TreeWalk(neverEntered: Set(environment.trash.knownTrashes), knownPlaces: environment.knownPlaces).walk(folders) {
      entry in
      seen += 1
      if case .file(let path, let status) = entry, status.identity.size == size {
        let copy = Survivor(path: path, identity: status.identity)
        if isOther(copy), (try? wholeDigest(of: path, expecting: status.identity)) == digest { found.append(copy) }
      }
      return found.isEmpty && seen < Self.mostEntries ? .proceed : .stop
    }
    return found
  }
}
