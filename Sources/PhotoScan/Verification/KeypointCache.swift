import PhotoAnalysis
import Synchronization

/// Keypoints in memory, by the index of their photo.
final class KeypointCache: Sendable {
  private struct Entry {
    var keypoints: KeypointFeatures
    var options: KeypointFeatures.Options
    var lastUse: Int
  }

  private struct Content {
    var entries: [Int: Entry] = [:]
    var bytes = 0
    var clock = 0
  }

  private let content = Mutex(Content())
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  subscript(photo: Int) -> KeypointFeatures {
    content.withLock { content in
      content.clock += 1
      content.entries[photo]?.lastUse = content.clock
      return content.entries[photo]?.keypoints ?? KeypointFeatures()
    }
  }

  /// The options that were not read yet.
  func missing(_ optionSets: [Int: KeypointFeatures.Options]) -> [Int: KeypointFeatures.Options] {
    content.withLock { content in
      var missing: [Int: KeypointFeatures.Options] = [:]
      for (photo, options) in optionSets {
        let had = content.entries[photo]?.options
        let open = KeypointFeatures.Options(
          features: options.features && had?.features != true,
          pixelDigest: options.pixelDigest && had?.pixelDigest != true,
          ofThumbnail: options.ofThumbnail)
        if open.features || open.pixelDigest { missing[photo] = open }
      }
      return missing
    }
  }

  func put(_ keypoints: KeypointFeatures, of photo: Int, _ options: KeypointFeatures.Options) {
    content.withLock { content in
      content.clock += 1
      var entry = content.entries[photo] ?? Entry(keypoints: KeypointFeatures(), options: options, lastUse: 0)
      if let features = keypoints.features {
        content.bytes += features.byteCount - (entry.keypoints.features?.byteCount ?? 0)
        entry.keypoints.features = features
      }
      if let digest = keypoints.pixelDigest {
        entry.keypoints.pixelDigest = digest
        entry.keypoints.partsBesidePixels = keypoints.partsBesidePixels
      }
      entry.keypoints.wasRead = keypoints.wasRead
      entry.options.features = entry.options.features || options.features
      entry.options.pixelDigest = entry.options.pixelDigest || options.pixelDigest
      entry.lastUse = content.clock
      content.entries[photo] = entry
    }
  }

  /// Frees memory: features that were not used for longest go first, and none of `needed`.
  func forget(beyond needed: Set<Int>) {
    content.withLock { content in
      guard content.bytes > capacity else { return }
      let old = content.entries.filter { !needed.contains($0.key) }.sorted { $0.value.lastUse < $1.value.lastUse }
      for (photo, entry) in old {
        guard content.bytes > capacity / 2 else { break }
        content.bytes -= entry.keypoints.features?.byteCount ?? 0
        content.entries[photo] = nil
      }
    }
  }
}
