import FileSafety
import Foundation
import PhotoModel
import Synchronization
import SystemPackage
import ViewModels

@testable import Removal

/// A trash in memory that moves everything but what it refuses.
final class FakeTrash: Sendable {
  struct Content {
    var refused: [FilePath: String] = [:]
    var blocked: String?
    var proposal: SetAsideProposal?
    var setAside: [FilePath] = []
    var asked: [RemovalRequest] = []
    var moved: [RemovalRequest] = []
    var batches: [BatchSummary] = []
    var paths: [String: [FilePath]] = [:]
    var back: Set<FilePath> = []
    var digests: [FilePath: ContentDigest] = [:]
    /// The files that photos which were made smaller get back.
    var originals: [FilePath: FileVersion] = [:]
  }

  private let content = Mutex(Content())

  var now: Content { content.withLock { $0 } }
  func refuse(_ refused: [FilePath: String]) { content.withLock { $0.refused = refused } }
  func propose(_ proposal: SetAsideProposal) { content.withLock { $0.proposal = proposal } }
  func block(_ reason: String) { content.withLock { $0.blocked = reason } }
  /// What the history knows of the bytes of files.
  func know(_ digests: [FilePath: ContentDigest]) { content.withLock { $0.digests.merge(digests) { $1 } } }
  func knowOriginals(_ originals: [FilePath: FileVersion]) { content.withLock { $0.originals = originals } }
  func forgetAll() { content.withLock { $0.batches = [] } }
  func remember(_ batch: BatchSummary, paths: [FilePath]) {
    content.withLock { content in
      content.batches.insert(batch, at: 0)
      content.paths[batch.id] = paths
    }
  }

  var dependencies: RemovalDependencies {
    RemovalDependencies(
      preflight: { [self] request in
        content.withLock { content in
          content.asked.append(request)
          return RemovalPreflight(
            refused: content.refused, trashCount: 1, blocked: content.blocked, proposal: content.proposal)
        }
      },
      move: { [self] request, isStopped, notify in
        content.withLock { $0.moved.append(request) }
        var moved: [RemovalItem] = []
        for item in request.items where now.refused[item.photo] == nil && !isStopped() {
          moved.append(item)
          notify(RemovalProgress(done: moved.count, total: request.items.count, current: item.path))
        }
        let paths = moved.map(\.photo)
        let id = "batch-\(now.batches.count + 1)"
        let bytes = moved.map(\.size).total
        if !paths.isEmpty {
          let date = Date(timeIntervalSince1970: 1_800_000_000)
          remember(BatchSummary(id: id, date: date, photos: paths.count, restored: 0, bytes: bytes), paths: paths)
        }
        var receipt = RemovalReceipt(
          batch: paths.isEmpty ? nil : BatchID(id), moved: paths, bytes: bytes,
          trashFolders: ["/home/me/.local/share/Trash"],
          refused: now.refused)
        for (path, shrink) in request.shrinks where paths.contains(path) {
          receipt.replaced[path] = FakeShrinking.smaller(path, bytes: shrink.bytesAfter)
          receipt.freed = ByteCount(receipt.freed.bytes - shrink.bytesAfter.bytes)
        }
        for path in paths {
          receipt.trashPaths[path] = FilePath("/home/me/.local/share/Trash/files").appending(path.components.suffix(1))
        }
        return receipt
      },
      restore: { [self] batch, photo, _, notify in
        content.withLock { content in
          let paths = (content.paths[batch] ?? []).filter { photo == nil || $0 == photo }
          for index in content.batches.indices where content.batches[index].id == batch {
            content.batches[index].restored += paths.count
          }
          content.back.formUnion(paths)
          var receipt = RestoreReceipt(restored: paths)
          receipt.digests = content.digests
          receipt.replaced = content.originals.filter { paths.contains($0.key) }
          return receipt
        }
      },
      history: { [self] in now.batches },
      contents: { [self] batch in
        content.withLock { content in
          (content.paths[batch] ?? []).map {
            BatchEntry(path: $0, size: ByteCount(4500), state: content.back.contains($0) ? .restored : .inTrash)
          }
        }
      }, stall: { nil },
      setAside: { [self] folder in
        content.withLock { content in
          content.proposal = nil
          content.blocked = nil
          content.setAside.append(folder)
        }
      })
  }
}
