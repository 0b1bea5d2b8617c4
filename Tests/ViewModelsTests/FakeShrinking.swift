import FileSafety
import PhotoModel
import Removal
import Synchronization
import SystemPackage
import ViewModels

/// Measurements in memory: every photo could have half of its bytes, unless a test says otherwise.
final class FakeShrinking: Sendable {
  struct Content {
    /// The reasons why photos are left as they are, by path.
    var refusals: [FilePath: ShrinkRefusal] = [:]
    /// The photos that were asked for, in their order.
    var measured: [FilePath] = []
    var ways: [ShrinkWay] = []
    var shrunk: Set<ContentDigest> = []
    /// The measurements come one by one, when the test says so.
    var isSuspended = false
  }

  private struct Run {
    var items: ArraySlice<RemovalItem>
    var way: ShrinkWay
    var isStopped: @Sendable () -> Bool
    var outcomes: AsyncStream<FileOutcome>.Continuation
  }

  private let content = Mutex(Content())
  private let run = Mutex(Run?.none)

  /// Whether a measurement is held that was not stopped.
  var isAsked: Bool { run.withLock { $0 != nil } }
  var now: Content { content.withLock { $0 } }
  func refuse(_ refusals: [FilePath: ShrinkRefusal]) { content.withLock { $0.refusals = refusals } }
  func hold() { content.withLock { $0.isSuspended = true } }
  func know(shrunk: Set<ContentDigest>) { content.withLock { $0.shrunk = shrunk } }

  /// Answers for so many photos of the measurement that is held; all others and its end where nil.
  func answer(_ count: Int? = nil) {
    run.withLock { run in
      guard var current = run else { return }
      for item in current.items.prefix(count ?? .max) where !current.isStopped() {
        current.outcomes.yield(outcome(of: item, by: current.way))
      }
      current.items = current.items.dropFirst(count ?? .max)
      if count == nil || current.isStopped() { current.outcomes.finish() }
      run = count == nil || current.isStopped() ? nil : current
    }
  }

  private func outcome(of item: RemovalItem, by way: ShrinkWay) -> FileOutcome {
    content.withLock { $0.measured.append(item.path) }
    if let refusal = now.refusals[item.path] {
      return FileOutcome(
        item.path, .failed, at: nil, unless: .leftAsItIs(item.path, refusal), naming: { $0.string })
    }
    var outcome = FileOutcome(item.path, .shrunk)
    outcome.bytesBefore = item.size
    outcome.bytesAfter = ByteCount(item.size.bytes / (way == .lossless ? 2 : 10))
    return outcome
  }

  var dependencies: ShrinkDependencies {
    ShrinkDependencies(
      measure: { [self] items, way, isStopped in
        let (stream, outcomes) = AsyncStream.makeStream(of: FileOutcome.self)
        content.withLock { $0.ways.append(way) }
        run.withLock { $0 = Run(items: items[...], way: way, isStopped: isStopped, outcomes: outcomes) }
        if !now.isSuspended { answer() }
        return stream
      }, shrunkContents: { [self] in now.shrunk })
  }

  /// The smaller file of a photo.
  static func smaller(_ path: FilePath, bytes: ByteCount) -> FileVersion {
    FileVersion(
      identity: FileIdentity(
        device: 1, inode: UInt64(9000 + path.string.utf8.reduce(0) { $0 + Int($1) }), size: bytes.bytes, modified: 1,
        changed: 2),
      digest: ContentDigest(
        bytes: Array(path.string.utf8.suffix(32)) + Array(repeating: 7, count: max(0, 32 - path.string.utf8.count)))!)
  }
}
