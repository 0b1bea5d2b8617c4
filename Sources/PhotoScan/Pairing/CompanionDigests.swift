import FileSafety
import PhotoModel
import SystemPackage

/// Digests of the movies and sidecars of photos that have an exact copy: only there anybody asks whether the copy has
/// the same ones.
struct CompanionDigests {
  let cache: (any FeatureCache)?
  /// The digests from the cache, of files that have not changed since.
  private(set) var known: [FilePath: ContentDigest] = [:]

  /// - Parameter cached: All cached inspections of these folders.
  init(cache: (any FeatureCache)?, cached: KnownFiles, of files: [Inventory.File]) {
    self.cache = cache
    guard !cached.isEmpty else { return }
    for file in files {
      if let digest = cached[file]?.digest { known[file.path] = digest }
    }
  }

  /// Computes the digests that are not known yet, several at a time. A file that cannot be read stays without one.
  mutating func complete(for photos: [ScannedPhoto], movies: MovieReader, jobs: Int, stop: CancellationFlag) async {
    guard photos.contains(where: { !$0.companions.isEmpty }) else { return }
    var copies: [ContentDigest: Int] = [:]
    for photo in photos { if let digest = photo.digest { copies[digest, default: 0] += 1 } }
    let missing = photos.filter { $0.digest.map { copies[$0, default: 0] > 1 } ?? false }
      .flatMap(\.companions).filter { $0.digest == nil && $0.role != .raw }
    guard !missing.isEmpty else { return }
    let cache = self.cache
    await withTaskGroup(of: [(FilePath, ContentDigest)].self) { group in
      let workers = min(jobs, missing.count)
      for worker in 0..<workers {
        group.addTask {
          var found: [(FilePath, ContentDigest)] = []
          for index in stride(from: worker, to: missing.count, by: workers) where !stop.isRaised {
            let file = missing[index]
            guard let digest = await Self.digest(of: file) else { continue }
            found.append((file.path, digest))
            let inspection = Inspection(digest: digest, movie: movies[file.path])
            // A cache that cannot be written costs the next scan time, nothing else.
            try? cache?.store(CachedInspection(path: file.path, identity: file.identity, inspection: inspection))
          }
          return found
        }
      }
      for await found in group { known.merge(found) { $1 } }
    }
  }

  private static func digest(of file: Companion) async -> ContentDigest? {
    await onDiskThread { try? contentDigest(of: file.path, expecting: file.identity) }
  }
}
