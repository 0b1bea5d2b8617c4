import PhotoModel
import SystemPackage

/// The files beside photos, with what is known of them: from that follows which of them belong to a photo.
struct CompanionFiles: Sendable {
  let pairing: PhotoPairing
  let sidecars: SidecarReader
  let movies: MovieReader

  /// - Parameters:
  ///   - known: Everything the cache holds of these folders.
  ///   - decoder: Nil where nothing is to be opened.
  init(of inventory: Inventory, _ known: KnownFiles, cache: (any FeatureCache)?, decoder: (any PhotoDecoder)?) {
    pairing = inventory.pairing
    sidecars = SidecarReader(decoder: decoder, cache: cache)
    sidecars.recall(known, of: inventory.besides)
    movies = MovieReader(cache: cache, decoder: decoder, cached: known, of: inventory.besides)
  }

  /// The photos of files that were looked into, each with the files that belong to it, as far as these are read by now.
  ///
  /// - Parameter digests: Those of movies and sidecars.
  /// - Returns: In the order of `files`.
  func photos(of files: [ScannedPhoto], digests: [FilePath: ContentDigest] = [:]) -> [ScannedPhoto] {
    pairing.photos(
      of: files, digests: digests, sidecars: sidecars.known, reasonNotCompanion: movies.reasonNotCompanion)
  }
}
