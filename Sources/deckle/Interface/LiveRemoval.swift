import FileSafety
import Foundation
import PhotoModel
import SessionStore
import SystemPackage
import ViewModels

/// Moving to the trash and back for the interface: plans are made and checked here, and carried out off the main
/// thread.
struct LiveRemoval: Sendable {
  let program: Program
  let session: SessionDatabase
  let log: LogFile

  var effects: RemovalEffects {
    RemovalEffects(
      preflight: { request in await Task.detached(priority: .userInitiated) { preflight(request) }.value },
      move: { request, isStopped, progress in
        await Task.detached(priority: .userInitiated) { move(request, isStopped, progress) }.value
      },
      restore: { batch, isStopped, progress in
        await Task.detached(priority: .userInitiated) { restore(batch, isStopped, progress) }.value
      },
      history: { try history() })
  }

  // MARK: Before

  private func preflight(_ request: RemovalRequest) -> RemovalPreflight {
    var (items, refused) = check(request)
    var places: [FilePath: TrashPreflight] = [:]
    var trashes: Set<String> = []
    for item in items {
      let folder = item.path.removingLastComponent()
      let place = places[folder] ?? trashPreflight(for: folder, program.trash)
      places[folder] = place
      if let obstacle = place.obstacle {
        refused[item.path] = obstacle.sentence(naming: naming(beside: item.path))
      } else {
        let mount = (try? Volume.containing(folder))?.mountID ?? 0
        trashes.insert(place.trash == .home ? "home" : "volume \(mount)")
      }
    }
    items.removeAll { refused[$0.path] != nil }
    let blocked = items.isEmpty ? refused.values.sorted().first ?? "There is nothing to move." : nil
    return RemovalPreflight(refused: refused, trashCount: max(1, trashes.count), blocked: blocked)
  }

  /// The sentence stands beside the photo's name: there the photo is its name, and only other files have paths.
  private func naming(beside photo: FilePath) -> (FilePath) -> String {
    { $0 == photo ? nameTitle($0) : program.naming($0) }
  }

  /// The items that are what the user saw and that a plan may hold, and why each of the others is not.
  private func check(_ request: RemovalRequest) -> (items: [RemovalItem], refused: [FilePath: String]) {
    var refused: [FilePath: String] = [:]
    var unchanged: [RemovalItem] = []
    for item in request.items {
      do throws(FileSafetyError) {
        guard try fileStatus(of: item.path).identity == item.identity else { throw .changed(item.path) }
        unchanged.append(item)
      } catch {
        refused[item.path] = error.sentence(naming: naming(beside: item.path))
      }
    }
    let (plan, refusals) = RemovalPlan.acceptable(
      of: unchanged, protectedFolders: request.protectedFolders, environment: program.trash)
    for (item, reason) in refusals { refused[item.path] = reason.sentence(naming: naming(beside: item.path)) }
    return (plan?.items ?? [], refused)
  }

  // MARK: The move

  private func move(
    _ request: RemovalRequest, _ isStopped: @Sendable () -> Bool, _ progress: @Sendable (RemovalProgress) -> Void
  ) -> RemovalReceipt {
    var (_, refused) = check(request)
    let items = request.items.filter { refused[$0.path] == nil }
    guard
      let plan = try? RemovalPlan(
        items: items, protectedFolders: request.protectedFolders, environment: program.trash)
    else { return RemovalReceipt(batch: nil, moved: [], bytes: .zero, trashFolders: [], refused: refused) }
    let batch = Self.newBatchID()
    var done = 0
    let report: RemovalReport
    do {
      report = try BatchMover(environment: program.trash, journal: session).move(
        plan, as: batch, isStopped: isStopped
      ) { outcome in
        done += 1
        progress(RemovalProgress(done: done, total: plan.fileCount, current: outcome.path))
      }
    } catch {
      // Nothing was touched: the batch could not even be written down.
      for item in items { refused[item.path] = "The batch could not be written down, so nothing was moved." }
      log.write("a batch could not be begun: \(error)")
      return RemovalReceipt(batch: nil, moved: [], bytes: .zero, trashFolders: [], refused: refused)
    }
    for warning in report.warnings { log.write(warning.sentence(naming: program.naming)) }
    var moved: [FilePath] = []
    var folders: Set<FilePath> = []
    for outcome in report.outcomes {
      if case .moved(let place) = outcome.result {
        moved.append(outcome.path)
        folders.insert(place.folder.path)
      } else if let obstacle = outcome.obstacle {
        refused[outcome.path] = obstacle.sentence(naming: naming(beside: outcome.path))
      }
    }
    return RemovalReceipt(
      batch: moved.isEmpty ? nil : batch.text, moved: moved, bytes: report.movedBytes,
      trashFolders: folders.sorted(by: precedesInByteOrder), refused: refused)
  }

  // MARK: Back

  private func restore(
    _ id: String, _ isStopped: @Sendable () -> Bool, _ progress: @Sendable (RemovalProgress) -> Void
  ) -> RestoreReceipt {
    do {
      guard let batch = try session.batch(BatchID(id)) else { return RestoreReceipt(restored: [], refused: [:]) }
      var done = 0
      let total = batch.files.count { $0.state == .moved }
      let report = try Restorer(environment: program.trash, journal: session).restore(
        batch, isStopped: isStopped,
        progress: { outcome in
          done += 1
          progress(RemovalProgress(done: done, total: total, current: outcome.path))
        })
      for warning in report.warnings { log.write(warning.sentence(naming: program.naming)) }
      var refused: [FilePath: String] = [:]
      for outcome in report.outcomes {
        if let obstacle = outcome.obstacle {
          refused[outcome.path] = obstacle.sentence(naming: naming(beside: outcome.path))
        }
      }
      return RestoreReceipt(restored: report.outcomes.filter(\.isRestored).map(\.path), refused: refused)
    } catch {
      log.write("a batch could not be restored: \(error)")
      return RestoreReceipt(restored: [], refused: [FilePath(id): "the session cannot be read, so nothing was touched"])
    }
  }

  private func history() throws -> [BatchSummary] {
    let batches: [RemovalBatch]
    do { batches = try session.allBatches() } catch {
      throw SpokenStoreError(sentence: "The history cannot be read.")
    }
    return batches.compactMap { batch in
      let left = batch.files.filter { $0.state == .moved || $0.state == .restored || $0.state == .unclear }
      guard !left.isEmpty else { return nil }
      return BatchSummary(
        id: batch.id.text, date: batch.startedAt.date, photos: Set(left.map(\.item)).count,
        restored: Set(left.filter { $0.state == .restored }.map(\.item)).count,
        // The trash belongs to the whole desktop and may have been emptied since.
        gone: Set(left.filter { $0.state != .restored && !$0.isInTrash() }.map(\.item)).count,
        bytes: left.map { ByteCount($0.identity.size) }.total,
        restoredBytes: left.filter { $0.state == .restored }.map { ByteCount($0.identity.size) }.total)
    }
  }

  /// "20260131-120000-3f9a": sorts by time, and is never used twice.
  static func newBatchID() -> BatchID {
    let random = String(UInt32.random(in: 0..<0x10000), radix: 16)
    return BatchID("\(FileStamp.text(of: Date()))-\(String(repeating: "0", count: 4 - random.count))\(random)")
  }
}

extension DeletionDate {
  /// The moment, in the time zone of this process; 1970 for a date that does not exist.
  var date: Date {
    let numbers = text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    guard numbers.count == 6 else { return Date(timeIntervalSince1970: 0) }
    let parts = DateComponents(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
    return Calendar(identifier: .gregorian).date(from: parts) ?? Date(timeIntervalSince1970: 0)
  }
}
