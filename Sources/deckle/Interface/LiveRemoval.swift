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
      history: { try history() }, contents: { try contents(of: $0) })
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
        refused[item.path] = obstacle.sentence(naming: nameOnly(item.path, else: program.naming))
      } else {
        let mount = (try? Volume.containing(folder))?.mountID ?? 0
        trashes.insert(place.trash == .home ? "home" : "volume \(mount)")
      }
    }
    items.removeAll { refused[$0.path] != nil }
    let blocked = items.isEmpty ? refused.values.sorted().first ?? "There is nothing to move." : nil
    return RemovalPreflight(refused: refused, trashCount: max(1, trashes.count), blocked: blocked)
  }

  /// The items that are what the user saw and that a plan may hold, and why each of the others is not.
  private func check(_ request: RemovalRequest) -> (items: [RemovalItem], refused: [FilePath: String]) {
    var refused: [FilePath: String] = [:]
    var unchanged: [RemovalItem] = []
    for item in request.items {
      do throws(FileSafetyError) {
        for file in item.files {
          guard try fileStatus(of: file.path).identity == file.identity else { throw .changed(file.path) }
        }
        unchanged.append(item)
      } catch {
        refused[item.path] = error.sentence(naming: nameOnly(item.path, else: program.naming))
      }
    }
    let (plan, refusals) = RemovalPlan.acceptable(
      of: unchanged, protectedFolders: request.protectedFolders, environment: program.trash)
    for (item, reason) in refusals {
      refused[item.path] = reason.sentence(naming: nameOnly(item.path, else: program.naming))
    }
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
    var done: Set<Int> = []
    let report: RemovalReport
    do {
      report = try BatchMover(environment: program.trash, journal: session).move(
        plan, as: batch, isStopped: isStopped
      ) { outcome in
        done.insert(outcome.item)
        progress(RemovalProgress(done: done.count, total: plan.items.count, current: outcome.path))
      }
    } catch {
      // Nothing was touched: the batch could not even be written down.
      for item in items { refused[item.path] = "The batch could not be written down, so nothing was moved." }
      log.write("a batch could not be begun: \(error)")
      return RemovalReceipt(batch: nil, moved: [], bytes: .zero, trashFolders: [], refused: refused)
    }
    for warning in report.warnings { log.write(warning.sentence(naming: program.naming)) }
    return RemovalReceipt(report, refused: refused, naming: program.naming)
  }

  // MARK: Back

  private func restore(
    _ id: String, _ isStopped: @Sendable () -> Bool, _ progress: @Sendable (RemovalProgress) -> Void
  ) -> RestoreReceipt {
    do {
      guard let batch = try session.batch(BatchID(id)) else { return RestoreReceipt(restored: [], refused: [:]) }
      let photos = Dictionary(
        batch.files.filter { $0.state == .moved }.map { ($0.path, $0.item) }, uniquingKeysWith: { first, _ in first })
      let total = Set(photos.values).count
      var done: Set<Int> = []
      let report = try Restorer(environment: program.trash, journal: session).restore(
        batch, isStopped: isStopped,
        progress: { outcome in
          if let photo = photos[outcome.path] { done.insert(photo) }
          progress(RemovalProgress(done: done.count, total: total, current: outcome.path))
        })
      for warning in report.warnings { log.write(warning.sentence(naming: program.naming)) }
      return RestoreReceipt(report, of: batch, naming: program.naming)
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
    return batches.compactMap { BatchSummary($0, date: $0.startedAt.date) }
  }

  private func contents(of id: String) throws -> [BatchEntry] {
    let batch: RemovalBatch?
    do { batch = try session.batch(BatchID(id)) } catch {
      throw SpokenStoreError(sentence: "This batch cannot be read.")
    }
    return batch?.files.compactMap { BatchEntry($0) } ?? []
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
