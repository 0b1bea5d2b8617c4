import PhotoModel
import SystemPackage

/// The photos of a library, found by their paths and by what they contain.
struct PhotoIndex: Sendable {
  var photos: [FilePath: ScannedPhoto] = [:]
  var copies: [ContentDigest: [FilePath]] = [:]
  /// Photos that have a companion with this content.
  var companions: [ContentDigest: [FilePath]] = [:]

  init() {}

  /// - Parameter scanned: Of two with one path the first counts.
  init(_ scanned: [ScannedPhoto]) {
    photos.reserveCapacity(scanned.count)
    copies.reserveCapacity(scanned.count)
    for photo in scanned {
      if let first = photos.updateValue(photo, forKey: photo.path) { photos[photo.path] = first }
      for companion in photo.companions where companion.identity.size > 0 {
        if let digest = companion.digest { companions[digest, default: []].append(photo.path) }
      }
      if let digest = photo.digest, photo.identity.size > 0 { copies[digest, default: []].append(photo.path) }
    }
  }
}
