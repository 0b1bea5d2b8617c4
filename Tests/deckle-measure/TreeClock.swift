import FileSafety
import Foundation
import PhotoModel
import PhotoScan
import SessionStore
import SystemPackage

/// The parts of a scan that open no picture, each for a process of its own: whoever runs it measures the process.
struct TreeClock {
  private let folder: FilePath
  private let trash = TrashEnvironment.current()

  init(folder: FilePath) { self.folder = folder }

  /// Walks the folder and joins what it finds with the cache, as a rescan of known photos does before it compares them.
  ///
  /// - Parameter database: The feature cache of a scan.
  /// - Returns: The number of photos in the cache.
  func cachedPhotos(database: FilePath) async throws(ToolError) -> Int {
    guard let store = try? FeatureStore(path: database, timestamp: "measure") else {
      throw .unusableDatabase(database)
    }
    let engine = ScanEngine(
      decoder: LocalPhotoDecoder(naming: \.string), cache: store, trash: trash, naming: \.string)
    return await engine.cachedPhotos(ScanRequest(roots: [folder], jobs: 1)).photos.count
  }

  /// Digests every file, as a scan does to find copies.
  ///
  /// - Returns: The number of files whose digest an earlier one had.
  func copies() -> Int {
    var digests: Set<ContentDigest> = []
    var copies = 0
    let walk = TreeWalk(neverEntered: Set(trash.knownTrashes))
    walk.walk([folder]) { entry in
      if case .file(let path, _) = entry, let digest = try? contentDigest(of: path), !digests.insert(digest).inserted {
        copies += 1
      }
      return .proceed
    }
    return copies
  }
}
