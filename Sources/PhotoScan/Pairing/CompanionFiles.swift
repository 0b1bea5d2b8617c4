import PhotoModel
import SystemPackage

/// The files beside photos with their contents, from which follows which of them belong to a photo.
struct CompanionFiles: Sendable {
  let pairing: PhotoPairing
  let sidecars: SidecarReader
  let movies: MovieReader

  /// - Parameters:
  ///   - known: All cached inspections of these folders.
  ///   - decoder: The decoder; nil where no file is opened.
  init(of inventory: Inventory, _ known: KnownFiles, cache: (any FeatureCache)?, decoder: (any PhotoDecoder)?) {
    pairing = inventory.pairing
    sidecars = SidecarReader(decoder: decoder, cache: cache)
    sidecars.recall(known, of: inventory.besides)
    movies = MovieReader(cache: cache, decoder: decoder, cached: known, of: inventory.besides)
  }

  /// The photos of inspected files, each with its companions, as far as these are read by now.
  ///
  /// - Parameter digests: The digests of movies and sidecars.
  /// - Returns: The photos in the order of `files`.
  func photos(of files: [ScannedPhoto], digests: [FilePath: ContentDigest] = [:]) -> [ScannedPhoto] {
    pairing.photos(
      of: files, digests: digests, sidecars: sidecars.known, reasonNotCompanion: movies.reasonNotCompanion)
  }
}
