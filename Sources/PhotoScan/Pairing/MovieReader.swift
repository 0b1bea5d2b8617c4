import PhotoModel
import Synchronization
import SystemPackage

/// The facts of movies beside photos, from the cache or newly read. Only movies beside a photo of the same name are
/// opened.
final class MovieReader: Sendable {
  private let cache: (any FeatureCache)?
  private let decoder: (any PhotoDecoder)?
  private let known: Mutex<[FilePath: MovieFacts]>

  /// - Parameters:
  ///   - decoder: The decoder; nil where no file is opened.
  ///   - cached: All cached inspections of these folders.
  init(cache: (any FeatureCache)?, decoder: (any PhotoDecoder)?, cached: KnownFiles, of files: [Inventory.File]) {
    self.cache = cache
    self.decoder = decoder
    var known: [FilePath: MovieFacts] = [:]
    if !cached.isEmpty {
      for file in files { if let movie = cached[file]?.movie { known[file.path] = movie } }
    }
    self.known = Mutex(known)
  }

  subscript(path: FilePath) -> MovieFacts? { known.withLock { $0[path] } }

  /// The reason why a movie is no part of a photo; nil where it is. A movie that was not read gives that as the reason.
  func reasonNotCompanion(of movie: Companion, to photo: ScannedPhoto) -> NamesakeFile.Reason? {
    guard let facts = self[movie.path] else { return .unread }
    return facts.reasonNotCompanion(to: PhotoMoment(photo.features))
  }

  /// Reads the facts of a movie, unless they are known.
  ///
  /// - Parameter digest: SHA-256 of the movie, stored with the facts; nil if unknown.
  func readFacts(of movie: Companion, digest: ContentDigest? = nil) async {
    guard self[movie.path] == nil, let decoder,
      let facts = await decoder.movieFacts(of: movie.path, identity: movie.identity)
    else { return }
    known.withLock { $0[movie.path] = facts }
    let inspection = Inspection(digest: digest, movie: facts)
    // A cache that cannot be written costs the next scan time, nothing else.
    try? cache?.store(CachedInspection(path: movie.path, identity: movie.identity, inspection: inspection))
  }

  /// Reads the facts of the movies that are not known yet, `jobs` files at a time.
  func complete(_ movies: [Companion], digests: [FilePath: ContentDigest], jobs: Int, stop: CancellationFlag) async {
    guard decoder != nil else { return }
    let missing = movies.filter { self[$0.path] == nil }
    await concurrently(missing, jobs: jobs, stop: stop) { await self.readFacts(of: $0, digest: digests[$0.path]) }
  }
}

extension Inspection {
  /// Creates the inspection of a file beside a photo.
  init(digest: ContentDigest?, movie: MovieFacts?) {
    self.init(digest: digest, problem: Self.notAPicture)
    self.movie = movie
  }

  private static let notAPicture = Problem(
    reason: .unsupported, message: "It belongs to a photo and is no picture itself.")
}
