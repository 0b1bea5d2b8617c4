import FileSafety
import Foundation
import PhotoModel
import Review
import SessionStore
import SettingsFile
import SystemPackage
import ViewModels

/// Moving to the trash and back for the interface: plans are made and checked here, and carried out off the main
/// thread.
struct LiveRemoval: Sendable {
  let program: Program
  let session: SessionDatabase
  let log: LogFile
  /// What may go must be in this folder, too, unless the user says otherwise.
  let backup: FilePath?
  private let watchdog = IOWatchdog()

  init(program: Program, session: SessionDatabase, log: LogFile, backup: FilePath?) {
    self.program = program
    self.session = session
    self.log = log
    self.backup = backup
  }

  /// Silences that are shorter are nothing to speak of.
  private static let moment: Duration = .seconds(3)

  var dependencies: RemovalDependencies {
    RemovalDependencies(
      preflight: { request in await onDiskThread { preflight(request) } },
      move: { request, isStopped, progress in await onDiskThread { move(request, isStopped, progress) } },
      restore: { batch, photo, isStopped, progress in
        await onDiskThread { restore(batch, photo, isStopped, progress) }
      },
      history: { try await onDiskThread { try history() } },
      contents: { batch in try await onDiskThread { try contents(of: batch) } },
      stall: { [watchdog] in
        guard let (place, time) = watchdog.longest, time >= Self.moment else { return nil }
        return IOStall(place: place, time: time)
      },
      setAside: { folder in try await onDiskThread { try setAside(folder) } },
      backup: backup.map { folder in
        let lookup = BackupSearch(folder: folder, program: program, watchdog: watchdog)
        return RemovalDependencies.Backup(title: program.naming(folder)) { request, isStopped, tell in
          try await onDiskThread { try lookup.answer(request, isStopped, tell) }
        }
      })
  }

  // MARK: Before

  private func preflight(_ request: RemovalRequest) -> RemovalPreflight {
    let call = watchdog.begin(at: request.place)
    // A look at a protected folder elsewhere is told of by its own name.
    return IOWatchdog.$current.withValue(call) { preflight(request, call) }
  }

  private func preflight(_ given: RemovalRequest, _ call: IOWatchdog.Call) -> RemovalPreflight {
    let operations = call.watching(.live)
    let request: RemovalRequest
    do throws(ConfigurationError) { request = try heedingSettings(given, call) } catch {
      return RemovalPreflight(refused: [:], blocked: Self.unknownProtection(error))
    }
    var names = NamesOfFiles()
    var (items, refused) = check(request, call) { names.add($0) }
    var places: [FilePath: TrashPreflight] = [:]
    var trashes: Set<String> = []
    for item in items {
      let folder = item.path.removingLastComponent()
      let place = places[folder] ?? trashPreflight(for: folder, program.trash, operations: operations)
      places[folder] = place
      if let obstacle = place.obstacle {
        refused[item.path] = obstacle.sentence(beside: item.path, naming: program.naming)
      } else {
        let mount = (try? Volume.containing(folder, operations: operations))?.mountID ?? 0
        trashes.insert(place.setAside.map { "folder \($0)" } ?? (place.trash == .home ? "home" : "volume \(mount)"))
      }
    }
    items.removeAll { refused[$0.path] != nil }
    let homeless = places.values.compactMap(\.proposal).min(by: precedesInByteOrder).map { folder in
      let photos = request.items.count { places[$0.path.removingLastComponent()]?.proposal == folder }
      return SetAsideProposal(folder: folder, photos: photos)
    }
    let first = refused.min { precedesInByteOrder($0.key, $1.key) }.map { "\(nameTitle($0.key)): \($0.value)" }
    let blocked = items.isEmpty ? first ?? "There is nothing to move." : nil
    return RemovalPreflight(
      refused: refused, trashCount: max(1, trashes.count), blocked: blocked, proposal: homeless,
      inUse: names.inUse, remark: program.foreignOwner(of: items.lazy.flatMap { $0.files.map(\.path) })?.finding)
  }

  /// With what the settings protect by now.
  private func heedingSettings(
    _ request: RemovalRequest, _ call: IOWatchdog.Call
  ) throws(ConfigurationError) -> RemovalRequest {
    var request = request
    for folder in try program.protectedFoldersNow(goesOn: { call.goesOn(at: $0) })
    where !request.protectedFolders.contains(folder) {
      request.protectedFolders.append(folder)
    }
    return request
  }

  private static func unknownProtection(_ error: ConfigurationError) -> String {
    "Nothing is moved, because it is not known what is protected. \(error.sentence)"
  }

  /// Remembers the choice first: what is put into the folder must be found there after a restart, too.
  private func setAside(_ folder: FilePath) throws {
    let file = ConfigurationFile(path: program.places.configurationFile, title: "config.toml")
    do { try file.addSetAsideFolder(folder) } catch {
      throw SpokenStoreError(
        sentence: "The choice cannot be written down in \(program.naming(file.path)), so nothing is set aside.")
    }
    program.trash.setAside.choose(folder)
  }

  /// The items that are what the user saw and that a plan may hold, and why each of the others is not.
  private func check(
    _ request: RemovalRequest, _ call: IOWatchdog.Call, seen: (FileStatus) -> Void = { _ in }
  ) -> (items: [RemovalItem], refused: [FilePath: String]) {
    let operations = call.watching(.live)
    var refused: [FilePath: String] = [:]
    var unchanged: [RemovalItem] = []
    // One may stay for many.
    var survivors: [Survivor: Bool] = [:]
    for item in request.items {
      call.goesOn(at: item.path.removingLastComponent())
      do throws(FileSafetyError) {
        for file in item.files {
          seen(
            try statusOfUnchanged(file.path, since: file.identity, digest: file.digest, operations: operations))
        }
        try checkSurvivor(of: item, call, &survivors)
        unchanged.append(item)
      } catch {
        refused[item.path] = error.sentence(beside: item.path, naming: program.naming)
      }
    }
    let (plan, refusals) = RemovalPlan.acceptable(
      of: unchanged, protectedFolders: request.protectedFolders, environment: program.trash)
    for (item, reason) in refusals {
      refused[item.path] = reason.sentence(beside: item.path, naming: program.naming)
    }
    return (plan?.items ?? [], refused)
  }

  /// A keeper that is gone or has changed would be found before the photo moves, too, but after the question that says that it
  /// stays.
  private func checkSurvivor(
    of item: RemovalItem, _ call: IOWatchdog.Call, _ known: inout [Survivor: Bool]
  ) throws(FileSafetyError) {
    let survivors: [Survivor]
    switch item.safeguard {
    case .exactCopy(let copies): survivors = copies
    case .similar(let keeper): survivors = [keeper]
    case .onlyOne: return
    }
    for survivor in survivors {
      let isThere =
        known[survivor]
        ?? {
          call.goesOn(at: survivor.path.removingLastComponent())
          let operations = call.watching(.live)
          return (try? statusOfUnchanged(survivor.path, since: survivor.identity, operations: operations)) != nil
        }()
      known[survivor] = isThere
      if isThere { return }
    }
    guard let first = survivors.first else { return }
    throw .survivorChanged(item.path, survivor: first.path)
  }

  // MARK: The move

  private func move(
    _ request: RemovalRequest, _ isStopped: @Sendable () -> Bool, _ progress: @Sendable (RemovalProgress) -> Void
  ) -> RemovalReceipt {
    let call = watchdog.begin(at: request.place)
    return IOWatchdog.$current.withValue(call) { move(request, call, isStopped, progress) }
  }

  private func move(
    _ given: RemovalRequest, _ call: IOWatchdog.Call, _ isStopped: @Sendable () -> Bool,
    _ progress: @Sendable (RemovalProgress) -> Void
  ) -> RemovalReceipt {
    let request: RemovalRequest
    do throws(ConfigurationError) { request = try heedingSettings(given, call) } catch {
      let sentence = Self.unknownProtection(error)
      return RemovalReceipt(
        batch: nil, moved: [], bytes: .zero, trashFolders: [],
        refused: Dictionary(given.items.map { ($0.path, sentence) }, uniquingKeysWith: { first, _ in first }))
    }
    var (_, refused) = check(request, call)
    let items = request.items.filter { refused[$0.path] == nil }
    guard
      let plan = try? RemovalPlan(
        items: items, protectedFolders: request.protectedFolders, environment: program.trash)
    else { return RemovalReceipt(batch: nil, moved: [], bytes: .zero, trashFolders: [], refused: refused) }
    let batch = Self.newBatchID()
    var done: Set<Int> = []
    let report: RemovalReport
    do {
      report = try BatchMover(
        environment: program.trash, journal: session, operations: call.watching(.live)
      ).move(
        plan, as: batch, isStopped: isStopped
      ) { outcome in
        done.insert(outcome.item)
        call.goesOn(at: outcome.path.removingLastComponent())
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
    _ id: String, _ photo: FilePath?, _ isStopped: @Sendable () -> Bool, _ progress: @Sendable (RemovalProgress) -> Void
  ) -> RestoreReceipt {
    do {
      guard let batch = try session.batch(BatchID(id)) else { return RestoreReceipt(restored: [], refused: [:]) }
      let asked = photo.map { batch.files(ofPhotoAt: $0) } ?? batch.files
      let photos = Dictionary(
        asked.filter { $0.state == .moved }.map { ($0.path, $0.item) }, uniquingKeysWith: { first, _ in first })
      let total = Set(photos.values).count
      var done: Set<Int> = []
      let call = watchdog.begin(at: asked.first?.path.removingLastComponent() ?? "/")
      let report = try Restorer(
        environment: program.trash, journal: session, operations: call.watching(.live)
      ).restore(
        batch, only: Set(asked.map(\.index)), isStopped: isStopped,
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
    // It may have been switched in the settings since the start.
    let file = ConfigurationFile(path: program.places.configurationFile, title: "config.toml")
    let isKept = (try? file.load())?.history ?? program.configuration.history
    if !isKept { program.forgetWhatIsOver(in: session) }
    let lookup = TrashLookup()
    let batches: [RemovalBatch]
    do {
      // A session that is only looked at forgets nothing.
      batches = try session.allBatches().filter { isKept || !$0.isOver(lookup) }
    } catch {
      throw SpokenStoreError(sentence: "The history cannot be read.")
    }
    return batches.compactMap { BatchSummary($0, date: $0.startedAt.date, lookup) }
  }

  private func contents(of id: String) throws -> [BatchEntry] {
    let batch: RemovalBatch?
    do { batch = try session.batch(BatchID(id)) } catch {
      throw SpokenStoreError(sentence: "This batch cannot be read.")
    }
    let lookup = TrashLookup()
    return batch?.files.compactMap { BatchEntry($0, lookup) } ?? []
  }

  /// "20260131-120000-3f9a": sorts by time, and is never used twice.
  static func newBatchID() -> BatchID {
    let random = String(UInt32.random(in: 0..<0x10000), radix: 16)
    return BatchID("\(FileTimestamp.text(of: Date()))-\(String(repeating: "0", count: 4 - random.count))\(random)")
  }
}

extension RemovalRequest {
  /// The folder that is looked at first.
  fileprivate var place: FilePath { items.first?.path.removingLastComponent() ?? "/" }
}

extension DeletionDate {
  /// The moment; where only the text is known, in the time zone of this process, and 1970 for a date that does not exist.
  var date: Date {
    if let secondsSince1970 { return Date(timeIntervalSince1970: Double(secondsSince1970)) }
    let numbers = text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    guard numbers.count == 6 else { return Date(timeIntervalSince1970: 0) }
    let parts = DateComponents(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
    return Calendar(identifier: .gregorian).date(from: parts) ?? Date(timeIntervalSince1970: 0)
  }
}
