package import FileSafety
package import PhotoModel
import Synchronization
package import SystemPackage

/// A smaller file in memory, not written and not proven.
struct EncodedPhoto: Sendable {
  let memory: SharedMemory
  let result: ShrinkResult
}

/// Smaller files of photos that are asked for one after the other: while one is proven and moved, decode workers encode
/// the next ones into memory.
package final class EncodingAhead: Sendable {
  private let decoder: WorkerPhotoDecoder
  private let photos: [(path: FilePath, identity: FileIdentity, way: ShrinkWay)]
  /// Photos that are encoded besides the one that is asked for.
  private let ahead: Int
  private let positions: [FilePath: Int]
  private let state = Mutex(State())

  /// The result of encoding a file.
  private struct Encoding: Sendable {
    /// The identity of the file when it was opened.
    let identity: FileIdentity
    let photo: Result<EncodedPhoto, ShrinkRefusal>
  }

  private struct State {
    /// The first photo that nothing was begun for.
    var next = 0
    var tasks: [Int: Task<Encoding?, Never>] = [:]
  }

  /// Creates an encoder; nothing is encoded before the first photo is asked for.
  ///
  /// - Parameters:
  ///   - photos: The photos in the order in which they will be needed, each with its method; some may be passed over.
  ///   - ahead: The number of photos encoded in advance. Each takes as much memory as its file.
  package init(
    _ photos: [(path: FilePath, identity: FileIdentity, way: ShrinkWay)], _ decoder: WorkerPhotoDecoder, ahead: Int
  ) {
    (self.photos, self.decoder, self.ahead) = (photos, decoder, ahead)
    positions = Dictionary(photos.enumerated().map { ($0.element.path, $0.offset) }) { first, _ in first }
  }

  deinit { state.withLock { for task in $0.tasks.values { task.cancel() } } }

  /// Writes a smaller file of a photo into an empty one and proves it, as `WorkerPhotoDecoder.shrink` does.
  package func shrink(_ original: OpenFile, into output: CInt) async -> Result<ShrinkResult, ShrinkRefusal> {
    guard let position = positions[original.path] else {
      return .failure(.notOpened("It was not asked for."))
    }
    let way = photos[position].way
    // The encoding of another file than this one does not count.
    if let encoding = await task(at: position)?.value, encoding.identity == original.status.identity {
      switch encoding.photo {
      case .success(let photo): return await decoder.write(photo, of: original, into: output, by: way)
      case .failure(let refusal) where refusal.isOfContent: return .failure(refusal)
      case .failure: break
      }
    }
    return await decoder.shrink(original, into: output, by: way)
  }

  /// The encoding of a photo. The next ones are begun, and earlier ones are given up.
  private func task(at position: Int) -> Task<Encoding?, Never>? {
    state.withLock { state in
      for passed in state.tasks.keys.filter({ $0 < position }) { state.tasks.removeValue(forKey: passed)?.cancel() }
      state.next = max(state.next, position)
      while state.next <= min(position + ahead, photos.count - 1) {
        state.tasks[state.next] = encoding(of: photos[state.next])
        state.next += 1
      }
      return state.tasks.removeValue(forKey: position)
    }
  }

  /// The encoding of a file; nil where it cannot be opened now: it is opened again when it is needed.
  private func encoding(
    of photo: (path: FilePath, identity: FileIdentity, way: ShrinkWay)
  ) -> Task<Encoding?, Never> {
    Task.detached { [decoder] in
      let opened = await onDiskThread { () -> OpenFile? in
        try? openForReading(photo.path, expecting: photo.identity, limit: ByteCount(.max))
      }
      guard let opened, !Task.isCancelled else { return nil }
      return Encoding(identity: opened.status.identity, photo: await decoder.encode(opened, by: photo.way))
    }
  }
}
