package import FileSafety
package import PhotoModel
package import SystemPackage
import TextSurface

/// Moves to the trash and restores, for the interface and for every command: a check of the files, then the move.
///
/// All work is done on the calling thread, and reported to the watchdog (`IOWatchdog.current`).
package struct RemovalRun: Sendable {
  let trash: TrashEnvironment
  let journal: any RemovalJournal
  let naming: @Sendable (FilePath) -> String
  let sidecarEdits: @Sendable (SidecarAddition, FilePath, FileIdentity) -> Result<[SidecarEdit], SidecarRefusal>
  let encoder: ShrinkEncoderMaker

  /// Makes the encoder of photos, each with its way. The encoder writes a smaller file of an open one into an empty
  /// file, by descriptors, and proves it.
  package typealias ShrinkEncoderMaker =
    @Sendable ([(path: FilePath, identity: FileIdentity, way: ShrinkWay)]) ->
    @Sendable (_ original: OpenFile, _ output: CInt) -> Result<ShrinkResult, ShrinkRefusal>

  /// Creates the run of moves and restores.
  ///
  /// - Parameters:
  ///   - journal: The record of each step before and after it is done.
  ///   - sidecarEdits: The function that finds the changes by which metadata is added to an existing sidecar.
  ///   - encoder: The function that makes the encoder of photos that are made smaller one after the other.
  ///   - naming: The text of a path in sentences.
  package init(
    trash: TrashEnvironment, journal: any RemovalJournal, naming: @escaping @Sendable (FilePath) -> String,
    sidecarEdits:
      @escaping @Sendable (SidecarAddition, FilePath, FileIdentity) -> Result<[SidecarEdit], SidecarRefusal> =
      { _, _, _ in .failure(SidecarRefusal("Nothing reads sidecars here.")) },
    encoder: @escaping ShrinkEncoderMaker = { _ in
      { _, _ in .failure(.notOpened("Nothing makes photos smaller here.")) }
    }
  ) {
    self.sidecarEdits = sidecarEdits
    self.encoder = encoder
    self.trash = trash
    self.journal = journal
    self.naming = naming
  }

  // MARK: The move

  /// Carries out a plan, as a batch with a new name.
  ///
  /// - Parameters:
  ///   - carried: Metadata of these photos for the sidecars of those that stay, written before the first photo moves. A
  ///     photo stays where its metadata cannot be written; a sidecar is taken back where none of its photos went.
  ///   - isStopped: Called before each photo; true leaves all others where they are.
  ///   - progress: Called after each file.
  /// - Throws: Only errors of the journal when the batch is begun; then nothing was touched.
  package func move(
    _ plan: RemovalPlan, carrying carried: [CarriedSidecar] = [], isStopped: () -> Bool,
    progress: (RemovalProgress) -> Void = { _ in }
  ) throws -> RemovalReceipt {
    let batch = BatchID(startedAt: trash.now())
    let sidecars = BatchSidecars(journal: journal)
    let planned = carried.sidecars(for: Set(plan.items.map(\.path)))
    let unwritten = try sidecars.write(planned, in: batch)
    var receipt = RemovalReceipt()
    if let left = plan.without(unwritten.keys) {
      do { receipt = try move(left, as: batch, nil, isStopped, progress) } catch {
        _ = try? sidecars.settle(batch)
        throw error
      }
    }
    for item in plan.items {
      if let obstacle = unwritten[item.path] { receipt.refuse(item, withoutMetadata: obstacle, naming: naming) }
    }
    // The next start settles sidecars that cannot be settled now.
    for sidecar in planned { receipt.sidecars[sidecar.path] = .written }
    for sidecar in (try? sidecars.settle(batch)) ?? [] { receipt.sidecars[sidecar.path] = sidecar.state }
    return receipt
  }

  func move(
    _ plan: RemovalPlan, as batch: BatchID, _ shrinking: Shrinking?, _ isStopped: () -> Bool,
    _ progress: (RemovalProgress) -> Void
  ) throws -> RemovalReceipt {
    var done: Set<Int> = []
    let report = try BatchMover(environment: trash, journal: journal, shrinking: shrinking)
      .move(plan, as: batch, isStopped: isStopped) { outcome in
        done.insert(outcome.item)
        IOWatchdog.current?.goesOn(at: outcome.path.removingLastComponent())
        progress(RemovalProgress(done: done.count, total: plan.items.count, current: outcome.path))
      }
    return RemovalReceipt(report, of: plan, naming: naming)
  }

  /// Moves those photos of a request that are unchanged since the user saw them, and that a plan may contain; or makes
  /// them smaller.
  ///
  /// - Parameters:
  ///   - protectedNow: Folders that the settings protect by now, which may be more than the request knows.
  ///   - isStopped: Called before each photo; true leaves all others where they are.
  ///   - progress: Called after each file.
  package func move(
    _ request: RemovalRequest, protectedNow: () throws(RemovalError) -> [FilePath], isStopped: () -> Bool,
    progress: (RemovalProgress) -> Void
  ) -> RemovalReceipt {
    func refusing(_ items: [RemovalItem], _ sentence: String) -> [FilePath: String] {
      Dictionary(items.map { ($0.photo, sentence) }, uniquingKeysWith: { first, _ in first })
    }
    let protected: [FilePath]
    do throws(RemovalError) { protected = try request.protectedFolders(with: protectedNow()) } catch {
      return RemovalReceipt(refused: refusing(request.items, error.sentence(naming: naming)))
    }
    var carried = request.carried
    for index in carried.indices { carried[index].prepare(sidecarEdits, naming: naming) }
    let refusals = carried.reduce(into: [:]) { $0.merge($1.refusals) { first, _ in first } }
    var (plan, refused) = check(request.items.filter { refusals[$0.path] == nil }, protected)
    for item in request.items { if let reason = refusals[item.path] { refused[item.photo] = reason } }
    guard let plan else { return RemovalReceipt(refused: refused) }
    do {
      var receipt =
        try request.shrinks.isEmpty
        ? move(plan, carrying: carried, isStopped: isStopped, progress: progress)
        : shrink(plan, by: shrinking(plan, request.shrinks), isStopped: isStopped, progress: progress)
      receipt.refused.merge(refused) { moved, _ in moved }
      return receipt
    } catch {
      // Nothing was touched: not even the batch could be recorded.
      let deed = request.shrinks.isEmpty ? "moved" : "changed"
      let all = refusing(plan.items, "The batch could not be written down, so nothing was \(deed).")
      var receipt = RemovalReceipt(refused: refused.merging(all) { first, _ in first })
      receipt.warnings = ["a batch could not be begun: \(error)"]
      return receipt
    }
  }

  // MARK: Before

  /// Checks the photos of a request before the user is asked.
  package func preflight(
    _ request: RemovalRequest, protectedNow: () throws(RemovalError) -> [FilePath]
  ) -> RemovalPreflight {
    let protected: [FilePath]
    do throws(RemovalError) { protected = try request.protectedFolders(with: protectedNow()) } catch {
      return RemovalPreflight(blocked: error.sentence(naming: naming))
    }
    var linked = LinkedFiles()
    var (plan, refused) = check(request.items, protected) { linked.add($0) }
    var preflights: [FilePath: TrashPreflight] = [:]
    var trashes: Set<String> = []
    var preview = MovePreview(trash)
    var notes = FolderMoveNotes()
    for item in plan?.items ?? [] {
      if item.destination != nil {
        let locations = preview.paths(of: item)
        if let obstacle = locations.lazy.compactMap(\.failure).first {
          refused[item.photo] = obstacle.sentence(beside: item.path, naming: naming)
        } else {
          notes.add(item, locations.compactMap { try? $0.get() })
        }
        continue
      }
      let folder = item.path.removingLastComponent()
      let preflight = preflights[folder] ?? trashPreflight(for: folder, trash)
      preflights[folder] = preflight
      if let obstacle = preflight.obstacle {
        refused[item.photo] = obstacle.sentence(beside: item.path, naming: naming)
      } else {
        let mount = (try? Volume.containing(folder))?.mountID ?? 0
        trashes.insert(
          preflight.setAside.map { "folder \($0)" } ?? (preflight.trash == .home ? "home" : "volume \(mount)"))
      }
    }
    let proposal = preflights.values.compactMap(\.proposal).min(by: precedesInByteOrder).map { folder in
      let photos = request.items.count { preflights[$0.path.removingLastComponent()]?.proposal == folder }
      return SetAsideProposal(folder: folder, photos: photos)
    }
    let going = request.items.filter { refused[$0.photo] == nil }
    let first = request.items.filter { refused[$0.photo] != nil }.min { precedesInByteOrder($0.path, $1.path) }
    let reason = first.map { "\(SafeText(bytes: $0.path.nameBytes).text): \(refused[$0.photo] ?? "")" }
    let remarks =
      [spaceText(for: request.shrinks.filter { refused[$0.key] == nil })].compactMap(\.self)
      + notes.sentences(most: 3) { SafeText(bytes: $0.nameBytes).text }
    return RemovalPreflight(
      refused: refused, trashCount: max(1, trashes.count),
      blocked: going.isEmpty ? reason ?? "There is nothing to move." : nil, proposal: proposal, inUse: linked.inUse,
      remarks: remarks)
  }

  /// The plan of the items that are unchanged and that a plan may contain, and the reason why each of the others is
  /// refused.
  private func check(
    _ items: [RemovalItem], _ protectedFolders: [FilePath], seen: (FileStatus) -> Void = { _ in }
  ) -> (plan: RemovalPlan?, refused: [FilePath: String]) {
    var refused: [FilePath: String] = [:]
    var unchanged: [RemovalItem] = []
    // One survivor may stay for many photos.
    var survivors: [Survivor: Bool] = [:]
    for var item in items {
      // A folder may be given through a link; its real path is then checked again.
      if let folder = item.destination { item.destination = (try? realPath(folder)) ?? folder }
      // The watchdog reports a check in another folder under that folder's path.
      IOWatchdog.current?.goesOn(at: item.path.removingLastComponent())
      do throws(FileSafetyError) {
        for file in item.files {
          seen(try statusOfUnchanged(file.path, since: file.identity, digest: file.digest))
        }
        try checkSurvivor(of: item, &survivors)
        unchanged.append(item)
      } catch {
        refused[item.photo] = error.sentence(beside: item.path, naming: naming)
      }
    }
    let (plan, refusals) = RemovalPlan.acceptable(
      of: unchanged, protectedFolders: protectedFolders, environment: trash)
    for (item, reason) in refusals { refused[item.photo] = reason.sentence(beside: item.path, naming: naming) }
    return (plan, refused)
  }

  /// Checks that some file that stays for an item is there and unchanged. The move checks this, too, but only after a
  /// confirmation that claims that the file stays.
  private func checkSurvivor(
    of item: RemovalItem, _ known: inout [Survivor: Bool]
  ) throws(FileSafetyError) {
    let survivors: [Survivor]
    switch item.safeguard {
    case .exactCopy(let copies): survivors = copies
    case .similar(let keeper): survivors = [keeper]
    case .onlyOne: return
    }
    for survivor in survivors {
      if known[survivor] == nil {
        IOWatchdog.current?.goesOn(at: survivor.path.removingLastComponent())
        known[survivor] =
          (try? statusOfUnchanged(survivor.path, since: survivor.identity)) != nil
      }
      if known[survivor] == true { return }
    }
    guard let first = survivors.first else { return }
    throw .survivorChanged(item.path, survivor: first.path)
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

extension RemovalRequest {
  fileprivate func protectedFolders(with others: [FilePath]) -> [FilePath] {
    protectedFolders + others.filter { !protectedFolders.contains($0) }
  }
}

extension BatchID {
  /// "20260131-120000-3f9a": sorts by time, and is never used twice.
  package init(startedAt time: DeletionDate) {
    self.init("\(time.fileTimestamp)-\(String(UInt32.random(in: 0x10000..<0x20000), radix: 16).dropFirst())")
  }
}
