package import FileSafety
package import PhotoModel
package import SystemPackage

/// The folders, settings and limits of a scan.
package struct ScanRequest: Sendable {
  /// Absolute folders, each of which exists.
  package var roots: [FilePath]
  /// The limits, rules and exclusions.
  package var settings: ScanSettings
  /// Folders whose photos are compared and may be keepers, and are never proposed nor moved.
  package var protectedFolders: [FilePath] = []
  /// Whether folders are left out where another file system is mounted.
  package var staysOnOneFileSystem: Bool = false
  /// The earlier decisions: snapshots leave out photos that they settle.
  package var ledger = Ledger()
  /// Whether the first snapshot may have fewer photos than the settings demand where photos take long. False where
  /// there are earlier decisions: these are about more photos, and a few photos do not prove that the others are gone.
  package var mayBeginEarly = false
  /// The number of pictures decoded at the same time; at least 1.
  package var jobs: Int

  /// Creates a request without protected folders and earlier decisions; fewer than 1 `jobs` become 1.
  package init(roots: [FilePath], settings: ScanSettings = ScanSettings(), jobs: Int) {
    self.roots = roots
    self.settings = settings
    self.jobs = max(1, jobs)
  }

  /// The folders and exclusions as bytes: the same for folders and patterns in another order.
  var scope: [UInt8] {
    let patterns = settings.excludedFolders.sorted() + settings.ignoredPlaces.sorted()
    let names = roots.sorted(by: precedesInByteOrder).map(\.bytes) + patterns.map { Array($0.utf8) }
    return names.flatMap { $0 + [0] } + [staysOnOneFileSystem ? 1 : 0]
  }

  /// The photos as this request sees them: without those that its patterns leave out, each marked as protected by its
  /// folders or not. Only paths are compared, without the disk, so folders that may be links have to be `real` before.
  @concurrent package func following(_ photos: [ScannedPhoto]) async -> [ScannedPhoto] {
    let excluded = ExcludedNames(settings.excludedFolders)
    return photos.compactMap { photo in
      guard !excluded.leaveOut(photo.path, below: roots) else { return nil }
      var photo = photo
      photo.isProtected = isProtected(photo.path)
      let isInMemory = photo.permanence.isInMemory
      photo.permanence = permanence(of: photo.path)
      photo.permanence.isInMemory = isInMemory
      if !excluded.isEmpty { photo.companions.removeAll { excluded.leaveOut($0.path, below: roots) } }
      return photo
    }
  }

  /// The paths that a scan would leave out, or find protected. By their paths alone, as `following`.
  @concurrent package func forbidden(among paths: [FilePath]) async -> Set<FilePath> {
    let excluded = ExcludedNames(settings.excludedFolders)
    return Set(paths.filter { excluded.leaveOut($0, below: roots) || isProtected($0) })
  }

  /// The request with the real paths of its folders, as a walk gives them. Waits for their drives.
  package var real: ScanRequest { get async { await onDiskThread { withRealPaths } } }

  /// Whether the same is left out and the same is protected.
  package func hasSameFolders(as other: ScanRequest) -> Bool {
    settings.excludedFolders == other.settings.excludedFolders && protectedFolders == other.protectedFolders
  }

  /// The names of folders of other programs, with those of the user.
  package var knownPlaces: KnownPlaces {
    settings.ignoredPlaces.isEmpty ? .standard : KnownPlaces(adding: settings.ignoredPlaces)
  }

  /// The permanence of a file by its name and those of its folders below the nearest root: the user chose the root
  /// itself.
  ///
  /// - Parameter isInCache: Whether the folder of the file is a cache; nil if unknown.
  func permanence(of path: FilePath, isInCache: Bool? = nil) -> FilePermanence {
    let root = roots.filter { path.starts(with: $0) }.max { $0.length < $1.length }
    // The user's own names are those of folders that are not scanned.
    guard let isInCache else { return KnownPlaces.standard.permanence(of: path, below: root) }
    return FilePermanence(name: KnownPlaces.standard.permanence(ofName: path), isInCache: isInCache)
  }

  /// The permanences of files in the roots, by their folders, names and file systems, which are asked.
  package func permanencesNow(of paths: [FilePath]) -> [FilePath: FilePermanence] {
    var permanences = FilePermanences(self, .live)
    var all: [FilePath: FilePermanence] = [:]
    for path in paths {
      guard let status = try? fileStatus(of: path) else { continue }
      all[path] = permanences.permanence(of: path, on: status.identity.device)
    }
    return all
  }

  func isProtected(_ path: FilePath) -> Bool { protectedFolders.contains { path.starts(with: $0) } }

  /// The request with real paths, since the walk gives these, and only like paths can be compared.
  var withRealPaths: ScanRequest {
    var request = self
    request.roots = roots.map { (try? realPath($0)) ?? $0 }
    request.protectedFolders = protectedFolders.map { (try? realPath($0)) ?? $0 }
    return request
  }
}

/// The events of a running scan, in order; the last one is always `finished`.
package enum ScanEvent: Sendable {
  /// The progress, and the file that was read last.
  case progress(ScanProgress, current: FilePath?)
  /// The photos and findings so far: enough to begin the review.
  case snapshot(ScannedLibrary, Findings)
  case finished(ScanReport)
  /// The disk has not answered a question about this file or folder for this time. Sent again while that lasts; any
  /// other event means that it has answered.
  case waiting(for: FilePath, Duration)
}

/// The result of a scan that has finished, or was interrupted: everything that was found, and nothing guessed.
package struct ScanReport: Sendable {
  /// The folders of the library, with the access that the scan had.
  package var roots: [LibraryRoot]
  /// The photos, in byte order of their paths.
  package var photos: [ScannedPhoto]
  /// The pairs that were verified by keypoints; of an interrupted scan only some.
  package var verified = VerifiedPairs.none
  /// Files and folders that could not be judged, in byte order.
  package var skipped: [SkippedFile]
  /// The number of picture files found; `photos` and some of `skipped` are among them.
  package var foundCount: Int
  /// The number of photos that could be read and were in the cache.
  package var fromCacheCount: Int
  /// The number of files and folders that a pattern of the user left out; files in such a folder are not counted.
  package var excludedCount = 0
  /// Patterns of the user that left out nothing by themselves.
  package var unusedPatterns: Set<String> = []
  /// Folders of other programs that were not entered, or not read, in byte order.
  package var leftOut: [LeftOutPlace] = []
  /// Whether the scan was stopped before its end, or by a disk that does not answer.
  package var isInterrupted: Bool
  /// The duration of the scan.
  package var elapsed: Duration

  /// The report of a scan that did not begin.
  package static let empty = ScanReport(
    roots: [], photos: [], skipped: [], foundCount: 0, fromCacheCount: 0, isInterrupted: true, elapsed: .zero)

  /// The photos and verified pairs, from which findings are made.
  package var library: ScannedLibrary { ScannedLibrary(photos: photos, verified: verified) }

  /// Photos whose pixels could be read.
  package var scannedCount: Int {
    // Without a copy of each photo, which would count the references of all its parts.
    photos.withUnsafeBufferPointer { photos in photos.indices.count { photos[$0].features != nil } }
  }
}
