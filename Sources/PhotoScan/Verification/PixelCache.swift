import PhotoAnalysis
import Synchronization

/// The pixels of near copies in memory, by the index of their photo: the most recently used, and more where they are
/// small.
final class PixelCache: Sendable {
  /// The one used last at the end.
  private let recent = Mutex<[(photo: Int, pixels: ComparedPixels)]>([])
  private let capacity: Int

  /// - Parameter capacity: The number of photos of the largest size.
  init(capacity: Int) { self.capacity = capacity }

  subscript(photo: Int) -> ComparedPixels? {
    recent.withLock { recent in
      guard let index = recent.lastIndex(where: { $0.photo == photo }) else { return nil }
      let entry = recent.remove(at: index)
      recent.append(entry)
      return entry.pixels
    }
  }

  func put(_ pixels: ComparedPixels, of photo: Int) {
    recent.withLock { recent in
      recent.append((photo, pixels))
      let areSmall = recent.allSatisfy { $0.pixels.fullSize.pixels <= ComparedPixels.partSize.pixels / Self.ofSmall }
      if recent.count > (areSmall ? Self.ofSmall * capacity : capacity) { recent.removeFirst() }
    }
  }

  /// The number of small photos that take no more memory than one large one.
  private static let ofSmall = 32
}
