import FileSafety
import Foundation
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SessionStore
import SystemPackage

/// Makes a synthetic library in the state after a scan: sparse files, with features of photos in the cache and a scan
/// in the session. The interface opens on it without reading a picture.
struct LibraryMaker {
  /// Gets `photos`, `cache` and `state`, the last two for the XDG variables.
  let folder: FilePath

  /// Makes the library, with a verification of every candidate pair: without one a scan reads the files, and there is
  /// nothing in them.
  func make(_ count: Int) throws(ToolError) {
    do {
      for name in ["photos", "cache/deckle", "state/deckle"] {
        try FileManager.default.createDirectory(
          atPath: folder.appending(name).string, withIntermediateDirectories: true)
      }
      let root = try realPath(folder.appending("photos"))
      let store = try FeatureStore(path: folder.appending("cache/deckle/features.sqlite"), timestamp: "measure")
      var random = SplitMix64(seed: 2)
      let photos = SyntheticLibrary(seed: 1).photos(count)
      let search = verificationCandidates(of: photos)
      try store.store(VerifiedPairs(Dictionary(uniqueKeysWithValues: search.pairs.map { ($0.key, verify($0)) })))
      try store.store(searched: search.reaches)
      for (number, photo) in photos.enumerated() {
        let path = try file(number, of: photo, in: root)
        let inspection = Inspection(digest: photo.digest, features: photo.features.map { whole($0, &random) })
        try store.store(
          CachedInspection(path: path, identity: try fileStatus(of: path).identity, inspection: inspection))
      }
      let session = try SessionDatabase(path: folder.appending("state/deckle/session.sqlite"), timestamp: "measure")
      let result = ScanResult(date: Date(), photosScanned: count, issueCounts: [:], reclaimable: .zero)
      try session.recordScan(result, elapsed: .seconds(1), of: [root])
    } catch { throw .unusableFolder(folder) }
  }

  /// The verification of a pair: near pictures fit, others have nothing in common.
  private func verify(_ pair: CandidatePair) -> PairVerification {
    guard pair.isPromising else { return .nothing }
    return PairVerification(
      inliers: 120, spread: 0.6, firstOverlap: 0.95, secondOverlap: 0.95, correlation: 0.9, agreement: 0.9,
      haveSamePixels: pair.mayHaveSamePixels ? false : nil)
  }

  /// A file of the size of the photo, with nothing in it.
  private func file(_ number: Int, of photo: ScannedPhoto, in root: FilePath) throws -> FilePath {
    let parent = root.appending("\(number / 500)")
    if number % 500 == 0 {
      try FileManager.default.createDirectory(atPath: parent.string, withIntermediateDirectories: true)
    }
    let path = parent.appending("IMG_\(number).JPG")
    let descriptor = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .exclusiveCreate], permissions: [.ownerReadWrite])
    // One byte at the end of a sparse file, which takes no space before it.
    _ = try descriptor.closeAfter {
      try descriptor.writeAll(toAbsoluteOffset: photo.identity.size - 1, [0] as [UInt8])
    }
    return path
  }

  /// The features with all that a slider does not use, so that they take as much memory as those of a photo.
  private func whole(_ features: PhotoFeatures, _ random: inout SplitMix64) -> PhotoFeatures {
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }
    var features = features
    features.pdqHash = bytes(32)
    features.windowDescriptors = bytes(1344)
    features.regionSharpness = bytes(16)
    return features
  }
}
