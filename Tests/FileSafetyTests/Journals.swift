import Foundation
import PhotoModel
import Synchronization
import SystemPackage

@testable import FileSafety

/// A journal that lives as long as its object: as if no power could ever fail.
final class MemoryJournal: RemovalJournal {
  private struct Contents {
    var batches: [RemovalBatch] = []
    var unfinished: Set<BatchID> = []
    var sidecars: [BatchID: [BatchSidecar]] = [:]
  }

  private let contents = Mutex(Contents())

  func begin(_ batch: RemovalBatch) {
    contents.withLock {
      $0.batches.append(batch)
      $0.unfinished.insert(batch.id)
    }
  }

  func record(_ changes: [FileChange], in batch: BatchID) {
    contents.withLock { contents in
      guard let index = contents.batches.firstIndex(where: { $0.id == batch }) else { return }
      contents.batches[index].apply(changes)
    }
  }

  func finish(_ batch: BatchID) { contents.withLock { _ = $0.unfinished.remove(batch) } }

  func reopen(_ batch: BatchID) { contents.withLock { _ = $0.unfinished.insert(batch) } }

  func unfinishedBatches() -> [RemovalBatch] {
    contents.withLock { contents in contents.batches.filter { contents.unfinished.contains($0.id) } }
  }

  func batch(_ id: BatchID) -> RemovalBatch? { contents.withLock { $0.batches.first { $0.id == id } } }

  func batchAway(from path: FilePath) -> BatchID? {
    contents.withLock {
      $0.batches.last { batch in
        batch.files.contains {
          $0.path == path && [.reserved, .moved, .restoring, .unclear].contains($0.state) && !$0.isErased
        }
      }?.id
    }
  }

  func begin(_ sidecars: [BatchSidecar], in batch: BatchID) { contents.withLock { $0.sidecars[batch] = sidecars } }

  func record(_ state: BatchSidecar.State, ofSidecar index: Int, in batch: BatchID) {
    contents.withLock { $0.sidecars[batch]?[index].state = state }
  }

  func sidecars(of batch: BatchID) -> [BatchSidecar] { contents.withLock { $0.sidecars[batch] ?? [] } }

  func batchesWithOpenSidecars() -> [BatchID] {
    contents.withLock {
      $0.sidecars.filter { $0.value.contains(where: \.state.isOpen) }.keys.sorted { $0.text < $1.text }
    }
  }
}

extension RemovalBatch {
  mutating func apply(_ changes: [FileChange]) {
    for change in changes {
      files[change.index].state = change.state
      if let location = change.location { files[change.index].location = location }
      if let folder = change.folderLocation { files[change.index].folderLocation = folder }
      if let replacement = change.replacement { files[change.index].replacement = replacement }
      if let survivor = change.survivor { files[change.index].survivor = survivor }
      if let digest = change.digest { files[change.index].digest = digest }
      if let isErased = change.isErased { files[change.index].isErased = isErased }
    }
  }
}

/// A journal in a file: one JSON line for each call, synced before it returns. The smallest thing that keeps the
/// promise of `RemovalJournal`; opened again, it knows what it was told before.
final class FileJournal: RemovalJournal {
  private enum Line: Codable {
    case begin(RemovalBatch)
    case record([FileChange], BatchID)
    case finish(BatchID)
    case reopen(BatchID)
  }

  private let path: FilePath
  private let writing = Mutex(())

  init(_ path: FilePath) { self.path = path }

  func begin(_ batch: RemovalBatch) throws { try append(.begin(batch)) }
  func record(_ changes: [FileChange], in batch: BatchID) throws { try append(.record(changes, batch)) }
  func finish(_ batch: BatchID) throws { try append(.finish(batch)) }
  func reopen(_ batch: BatchID) throws { try append(.reopen(batch)) }
  func unfinishedBatches() throws -> [RemovalBatch] { try replayed().unfinishedBatches() }
  func batch(_ id: BatchID) throws -> RemovalBatch? { try replayed().batch(id) }

  private func append(_ line: Line) throws {
    let bytes = Array(try JSONEncoder().encode(line)) + [UInt8(ascii: "\n")]
    try writing.withLock { _ in
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .append], permissions: .init(rawValue: 0o600))
      defer { try? file.close() }
      try file.writeAll(bytes)
      guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
  }

  private func replayed() throws -> MemoryJournal {
    let memory = MemoryJournal()
    guard TemporaryFolder.exists(path) else { return memory }
    for text in try TemporaryFolder.read(path).split(separator: UInt8(ascii: "\n")) {
      // A last line that was cut short by a crash was never acknowledged.
      guard let line = try? JSONDecoder().decode(Line.self, from: Foundation.Data(text)) else { continue }
      switch line {
      case .begin(let batch): memory.begin(batch)
      case .record(let changes, let batch): memory.record(changes, in: batch)
      case .finish(let batch): memory.finish(batch)
      case .reopen(let batch): memory.reopen(batch)
      }
    }
    return memory
  }
}
