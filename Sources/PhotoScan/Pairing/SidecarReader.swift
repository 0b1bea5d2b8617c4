import FileSafety
import PhotoModel
import Synchronization
import SystemPackage

/// Reads the metadata in the sidecars of photos, each once until it changes.
///
/// It is no part of a photo's measurements, which are cached by the photo's own bytes.
final class SidecarReader: Sendable {
  private let decoder: (any PhotoDecoder)?
  private let cache: (any FeatureCache)?
  private let content = Mutex<[FilePath: Inspection]>([:])

  /// - Parameter decoder: The decoder; nil where no sidecar is read.
  init(decoder: (any PhotoDecoder)?, cache: (any FeatureCache)?) {
    self.decoder = decoder
    self.cache = cache
  }

  /// The inspections of the sidecars that were read, by their paths.
  var known: [FilePath: Inspection] { content.withLock { $0 } }

  /// Uses the cache for sidecars that have not changed since.
  func recall(_ cached: KnownFiles, of files: [Inventory.File]) {
    guard !cached.isEmpty, !files.isEmpty else { return }
    content.withLock { content in
      for file in files {
        if let inspection = cached[file], inspection.sidecar != nil { content[file.path] = inspection }
      }
    }
  }

  /// Reads the sidecars that are not known yet, one after the other. A sidecar that cannot be read stays unknown.
  func read(_ sidecars: [Companion], stop: CancellationFlag) async {
    guard let decoder else { return }
    for file in sidecars where !stop.isRaised && content.withLock({ $0[file.path] == nil }) {
      let inspection = await decoder.readSidecar(file.path, identity: file.identity)
      guard inspection.sidecar != nil else { continue }
      content.withLock { $0[file.path] = inspection }
      // A cache that cannot be written costs the next scan time, nothing else.
      try? cache?.store(CachedInspection(path: file.path, identity: file.identity, inspection: inspection))
    }
  }

  /// Reads the sidecars that are not known yet, `jobs` at a time.
  func read(_ sidecars: [Companion], jobs: Int, stop: CancellationFlag, _ watchdog: IOWatchdog) async {
    let missing = content.withLock { content in sidecars.filter { content[$0.path] == nil } }
    // The sidecars are read in the order of their folders: neighbours lie near each other on the disk.
    let ordered = missing.sorted { precedesInByteOrder($0.path, $1.path) }
    await concurrently(ordered, jobs: jobs, stop: stop) { [self] file in
      let call = watchdog.begin(at: file.path)
      await read([file], stop: stop)
      withExtendedLifetime(call) {}
    }
  }
}
