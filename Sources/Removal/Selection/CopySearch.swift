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
  private var knownFiles: [FilePath: [FilePath: CachedInspection]] = [:]

  init(_ environment: SelectionEnvironment) { self.environment = environment }

  /// The copies of a content that are unchanged: those of an earlier scan, else those in the folders of the files and
  /// below.
  ///
  /// - Parameter isOther: False for a file that is to go itself, whatever name it is found by, and for a file that
  ///   counts as no copy.
  func copies(
    of digest: ContentDigest, size: Int64, near paths: [FilePath], isOther: (Survivor) -> Bool
  ) -> [Survivor] {
    func counts(_ other: Survivor) -> Bool { isOther(other) && environment.knownPlaces.vouches(other.path, for: paths) }
    let remembered = unchanged(digest).filter(counts)
    return remembered.isEmpty ? around(paths, digest, size, counts) : remembered
  }

  /// Sets of these contents that show one picture, as an earlier scan found.
  func setsOfOnePicture(among contents: Set<ContentDigest>) -> [[ContentDigest]] {
    guard contents.count > 1 else { return [] }
    let all = contents.sorted()
    let indices = Dictionary(zip(all, all.indices), uniquingKeysWith: { first, _ in first })
    let pairs = pairsOfOnePicture(among: contents).compactMap { pair -> (Int, Int)? in
      guard let first = indices[pair.first], let second = indices[pair.second] else { return nil }
      return (first, second)
    }
    return connectedComponents(of: pairs, count: all.count).filter { $0.count > 1 }.map { $0.map { all[$0] } }
  }

  /// An unchanged photo that, by an earlier scan, shows the same picture as these contents; nil where there is none.
  ///
  /// - Parameters:
  ///   - paths: The paths of the files with these contents.
  ///   - isOther: As of `copies`.
  func photo(showing contents: [ContentDigest], near paths: [FilePath], isOther: (Survivor) -> Bool) -> Survivor? {
    let showing = Set(contents).union(contents.flatMap { alike[$0, default: []] })
    return showing.sorted().lazy.flatMap(unchanged).first {
      isOther($0) && environment.knownPlaces.vouches($0.path, for: paths)
    }
  }

  /// The contents that show the same picture, by content.
  private lazy var alike: [ContentDigest: [ContentDigest]] = {
    var alike: [ContentDigest: [ContentDigest]] = [:]
    for pair in pairsOfOnePicture(among: Set(scanned.keys)) {
      alike[pair.first, default: []].append(pair.second)
      alike[pair.second, default: []].append(pair.first)
    }
    return alike
  }()

  private func pairsOfOnePicture(among contents: Set<ContentDigest>) -> [ContentPair] {
    let pairs = (try? cache?.verifications(among: ContentSet(contents))) ?? .none
    return pairs.all.filter { $0.value.haveSamePixels == true }.map(\.key)
  }

  /// Files that an earlier scan knows to hold these bytes, as far as they are still there.
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
