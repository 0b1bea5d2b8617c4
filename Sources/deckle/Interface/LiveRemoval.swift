import DecodeWorker
import FileSafety
import Foundation
import PhotoModel
import Removal
import SessionStore
import SettingsFile
import SystemPackage
import ViewModels

/// Moving to the trash and back for the interface, off the main thread.
struct LiveRemoval: Sendable {
  let program: Program
  let session: SessionDatabase
  /// The stored features of contents; nil without a cache.
  let features: FeatureStore?
  let log: LogFile
  /// The backup that must hold each photo that goes, unless the user decides otherwise.
  let backup: FilePath?
  private let watchdog = IOWatchdog()

  var dependencies: RemovalDependencies {
    // No process is started before a sidecar is to be changed, or a photo to be made smaller.
    let jobs = ProcessInfo.processInfo.activeProcessorCount
    let decoder = program.decoder(most: jobs, isLowPriority: true, note: { log.write($0) })
    let run = RemovalRun(
      trash: program.trash, journal: session, naming: program.naming,
      sidecarEdits: { addition, path, identity in
        runBlocking { await decoder.sidecarEdits(adding: addition, to: path, identity: identity) }
          ?? .failure(SidecarRefusal("It was stopped before."))
      },
      encoder: { photos in
        let encoder = EncodingAhead(photos, decoder, ahead: jobs)
        return { original, output in
          runBlocking { await encoder.shrink(original, into: output) } ?? .failure(.notOpened("It was stopped."))
        }
      })
    return RemovalDependencies(
      preflight: { request in
        await watched(at: request.firstFolder) {
          var preflight = run.preflight(request, protectedNow: protectedNow)
          let going = request.items.lazy.filter { preflight.refused[$0.photo] == nil }
          let owner = program.foreignOwner(of: going.flatMap { $0.files.map(\.path) })
          preflight.remarks.insert(contentsOf: [owner?.finding].compactMap(\.self), at: 0)
          return preflight
        }
      },
      move: { request, isStopped, progress in
        await watched(at: request.firstFolder) {
          let receipt = run.move(request, protectedNow: protectedNow, isStopped: isStopped, progress: progress)
          receipt.warnings.forEach(log.write)
          return receipt
        }
      },
      restore: { batch, photo, isStopped, progress in
        await watched(at: program.places.state) { restore(run, batch, photo, isStopped, progress) }
      },
      history: { try await onDiskThread { try history() } },
      contents: { batch in try await onDiskThread { try contents(of: batch) } },
      stall: { [watchdog] in watchdog.stall },
      setAside: { folder in try await onDiskThread { try setAside(folder) } },
      backup: backup.map { folder in
        RemovalDependencies.Backup(title: program.naming(folder)) { request, isStopped, notify in
          try await watched(at: folder) { Result { try proof(of: request, in: folder, isStopped, notify) } }.get()
        }
      })
  }

  /// Does work that may wait for a disk on a thread of its own, in sight of the watchdog.
  private func watched<Value: Sendable>(at folder: FilePath, _ work: @escaping @Sendable () -> Value) async -> Value {
    let call = watchdog.begin(at: folder)
    return await onDiskThread { IOWatchdog.$current.withValue(call) { work() } }
  }

  /// The folders that the settings protect by now.
  private func protectedNow() throws(RemovalError) -> [FilePath] {
    do throws(ConfigurationError) {
      return try program.protectedFoldersNow { IOWatchdog.current?.goesOn(at: $0) }
    } catch {
      throw .protectionUnknown(error.sentence)
    }
  }

  /// Stores the choice first: files moved to the folder must be found there after a restart, too.
  private func setAside(_ folder: FilePath) throws {
    let file = ConfigurationFile(path: program.places.configurationFile, title: "config.toml")
    do { try file.addSetAsideFolder(folder) } catch {
      throw UserFacingError(
        "The choice cannot be written down in \(program.naming(file.path)), so nothing is set aside.")
    }
    program.trash.setAside.choose(folder)
  }

  /// Searches the backup, and reads files that have the size of a photo to be removed.
  ///
  /// - Throws: `UserFacingError` where the folder proves nothing.
  private func proof(
    of request: RemovalRequest, in folder: FilePath, _ isStopped: () -> Bool, _ notify: (BackupProgress) -> Void
  ) throws -> BackupProof {
    var progress = BackupProgress(files: 0)
    do {
      let backup = try BackupFolder(folder, environment: program.trash, knownPlaces: program.knownPlaces) {
        progress.files += 1
        if progress.files % Self.filesBetweenReports == 0 { notify(progress) }
        return isStopped()
      }
      progress.total = request.items.count
      return try BackupProof(
        backup, of: request.items, libraries: request.roots, naming: program.naming, calling: { _ in "It" },
        isStopped: isStopped,
        asked: {
          progress.done += 1
          notify(progress)
        })
    } catch let error as RemovalError {
      throw UserFacingError(error.sentence(naming: program.naming))
    } catch let error as FileSafetyError {
      throw UserFacingError(
        "The backup cannot be looked into, so nothing is moved. " + error.sentence(naming: program.naming))
    }
  }

  private static let filesBetweenReports = 256

  // MARK: Back

  private func restore(
    _ run: RemovalRun, _ id: String, _ photo: FilePath?, _ isStopped: () -> Bool, _ progress: (RemovalProgress) -> Void
  ) -> RestoreReceipt {
    do {
      guard let batch = try session.batch(BatchID(id)) else { return RestoreReceipt() }
      let receipt = try run.restore(batch, photo: photo, isStopped: isStopped, progress: progress)
      receipt.warnings.forEach(log.write)
      return receipt
    } catch {
      log.write("a batch could not be restored: \(error)")
      return RestoreReceipt(refused: [FilePath(id): "the session cannot be read, so nothing was touched"])
    }
  }

  private func history() throws -> [BatchSummary] {
    // The setting may have been changed since the start.
    let file = ConfigurationFile(path: program.places.configurationFile, title: "config.toml")
    let isKept = (try? file.load())?.history ?? program.configuration.history
    if !isKept { program.pruneHistory(in: session) }
    let lookup = TrashLookup()
    let batches: [RemovalBatch]
    do {
      // A session that is only read deletes nothing.
      batches = try session.allBatches().filter { isKept || !$0.isOver(lookup) }
    } catch {
      throw UserFacingError("The history cannot be read.")
    }
    return batches.compactMap { BatchSummary($0, date: $0.startedAt.date, lookup) }
  }

  private func contents(of id: String) throws -> [BatchEntry] {
    let batch: RemovalBatch?
    do { batch = try session.batch(BatchID(id)) } catch {
      throw UserFacingError("This batch cannot be read.")
    }
    let lookup = TrashLookup()
    return batch?.entries(lookup) { digest in (try? features?.inspection(of: digest))?.features } ?? []
  }
}

extension RemovalRequest {
  /// The folder that is checked first.
  fileprivate var firstFolder: FilePath { items.first?.path.removingLastComponent() ?? "/" }
}

extension DeletionDate {
  /// The moment; where only the text is known, in the time zone of this process, and 1970 for a date that does not
  /// exist.
  var date: Date {
    if let secondsSince1970 { return Date(timeIntervalSince1970: Double(secondsSince1970)) }
    let numbers = text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    guard numbers.count == 6 else { return Date(timeIntervalSince1970: 0) }
    let parts = DateComponents(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
    return Calendar(identifier: .gregorian).date(from: parts) ?? Date(timeIntervalSince1970: 0)
  }
}
