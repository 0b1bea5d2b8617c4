import PhotoModel
package import SystemPackage

/// A sidecar that a batch writes beside a photo that stays, with metadata of photos that go.
///
/// The journal has both contents before the first byte is written: whenever the process ends, the disk shows which of
/// them is there, and the next start settles it.
package struct BatchSidecar: Hashable, Sendable {
  /// The state of a sidecar of a batch. The first three are settled at the next start.
  package enum State: String, Hashable, Sendable, CaseIterable {
    /// About to be written.
    case planned
    /// On the disk, before the photos have moved.
    case written
    /// Photos whose metadata the sidecar has are being put back, or are back while the sidecar itself is away.
    case undoing
    /// Photos whose metadata the sidecar has went with the batch.
    case kept
    /// The sidecar is as it was before the batch.
    case undone
    /// Somebody changed the sidecar since: it is left as it is.
    case left
  }

  /// The index in the batch.
  package var index: Int
  /// The path of the sidecar.
  package var path: FilePath
  /// The photos whose metadata the sidecar has, each by its first file.
  package var photos: [FilePath]
  /// The bytes before the batch; nil where there was no sidecar.
  package var old: [UInt8]?
  /// The bytes that the batch writes.
  package var new: [UInt8]
  /// The state.
  package var state: State

  /// Creates a sidecar that is about to be written.
  package init(
    index: Int, path: FilePath, photos: [FilePath], old: [UInt8]?, new: [UInt8], state: State = .planned
  ) {
    self.index = index
    self.path = path
    self.photos = photos
    self.old = old
    self.new = new
    self.state = state
  }
}

/// The sidecars of batches: written before the photos move, and taken back where none of these went, or all came back.
///
/// Nothing that somebody changed is taken back, and nothing is removed but a file that holds what Deckle wrote.
package struct BatchSidecars: Sendable {
  let journal: any RemovalJournal
  let operations: FileOperations

  /// Creates the work on sidecars of batches in a journal.
  package init(journal: any RemovalJournal, operations: FileOperations = .live) {
    self.journal = journal
    self.operations = operations
  }

  /// Writes the sidecars of a batch that has not begun yet.
  ///
  /// - Returns: The reason, by the first file of a photo, why its metadata is not beside the photo that stays.
  /// - Throws: The errors of the journal before the first sidecar is touched.
  package func write(_ sidecars: [BatchSidecar], in batch: BatchID) throws -> [FilePath: FileSafetyError] {
    guard !sidecars.isEmpty else { return [:] }
    try recording { try journal.begin(sidecars, in: batch) }
    try leaveEarlier(sidecars)
    var refused: [FilePath: FileSafetyError] = [:]
    for sidecar in sidecars {
      do throws(FileSafetyError) {
        _ = try replaceFile(at: sidecar.path, with: sidecar.new, expecting: sidecar.old, operations: operations)
        do { try record(.written, sidecar, batch) } catch { throw FileSafetyError.journalFailed(sidecar.path) }
      } catch {
        for photo in sidecar.photos { refused[photo] = error }
      }
    }
    return refused
  }

  /// Marks these sidecars as left in earlier batches, which would still take them back: they are of this batch from now
  /// on.
  private func leaveEarlier(_ sidecars: [BatchSidecar]) throws {
    let paths = Set(sidecars.map(\.path))
    for batch in try recording({ try journal.batchesWithOpenSidecars() }) {
      for earlier in try journal.sidecars(of: batch) where earlier.state == .undoing && paths.contains(earlier.path) {
        try record(.left, earlier, batch)
      }
    }
  }

  /// Writes down that photos of a batch are about to be put back.
  package func beginUndoing(_ batch: BatchID) throws {
    let kept = try journal.sidecars(of: batch).filter { $0.state == .kept }
    for sidecar in kept { try record(.undoing, sidecar, batch) }
  }

  /// Settles the open sidecars of a batch: each stays while a photo whose metadata it has is gone, and is else taken
  /// back.
  ///
  /// - Returns: The settled sidecars, in their new states; those that the disk or the journal gives no answer about are
  ///   left for the next start.
  @discardableResult
  package func settle(_ batch: BatchID) throws -> [BatchSidecar] {
    let open = try journal.sidecars(of: batch).filter(\.state.isOpen)
    guard !open.isEmpty else { return [] }
    let files = try journal.batch(batch)?.files ?? []
    let states = Dictionary(files.map { ($0.path, $0.state) }, uniquingKeysWith: { first, _ in first })
    var settled: [BatchSidecar] = []
    for var sidecar in open {
      let photos = sidecar.photos.compactMap { states[$0] }
      guard !photos.contains(where: \.isUnfinished) else { continue }
      // Where a restore ended in doubt the disk shows whether the photo is back, now or at a later start.
      if photos.contains(.moved) || photos.contains(.unclear) && sidecar.state != .undoing {
        sidecar.state = .kept
      } else {
        // A photo that went again since needs its metadata where it is.
        let areBack = sidecar.photos.allSatisfy { (try? fileStatus(of: $0)) != nil }
        guard sidecar.state != .undoing || areBack else { continue }
        guard let end = try? undo(sidecar) else { continue }
        // A sidecar that was never written cannot have been changed by somebody.
        sidecar.state = sidecar.state == .planned && end == .left ? .undone : end
      }
      removeUnfinished(beside: sidecar.path, holding: [sidecar.new] + (sidecar.old.map { [$0] } ?? []), operations)
      try record(sidecar.state, sidecar, batch)
      settled.append(sidecar)
    }
    return settled
  }

  /// Settles the open sidecars of all batches, after `Recovery`.
  ///
  /// - Returns: The settled sidecars.
  package func settleAll() throws -> [BatchSidecar] {
    // The newest first, as a sidecar that several batches wrote is taken back.
    try recording { try journal.batchesWithOpenSidecars() }.reversed().flatMap { try settle($0) }
  }

  /// Takes a sidecar back.
  ///
  /// - Throws: `vanished` where the sidecar went with its photo since: it comes back with the metadata.
  private func undo(_ sidecar: BatchSidecar) throws(FileSafetyError) -> BatchSidecar.State {
    let now: [UInt8]?
    do throws(FileSafetyError) {
      now = try readContents(of: sidecar.path, operations: operations)
    } catch .vanished(let path) {
      if sidecar.state == .undoing, (try? recording { try journal.batchAway(from: path) }) != .some(nil) {
        throw .vanished(path)
      }
      now = nil
    } catch .symbolicLink, .notARegularFile, .tooLarge {
      return .left
    }
    if now == sidecar.old { return .undone }
    guard now == sidecar.new else { return .left }
    if let old = sidecar.old {
      do throws(FileSafetyError) {
        _ = try replaceFile(at: sidecar.path, with: old, expecting: sidecar.new, operations: operations)
      } catch .changed { return .left }
      return .undone
    }
    let (folder, name) = try openParent(of: sidecar.path, operations)
    do throws(Errno) {
      let isRemoved = try operations.remove(name, in: folder, reading: sidecar.new.count + 1) { $0 == sidecar.new }
      guard isRemoved else { return .left }
      try operations.syncFolder(folder)
      return .undone
    } catch {
      throw FileSafetyError(.unlink, sidecar.path, error)
    }
  }

  private func record(_ state: BatchSidecar.State, _ sidecar: BatchSidecar, _ batch: BatchID) throws {
    try recording { try journal.record(state, ofSidecar: sidecar.index, in: batch) }
  }

  private func recording<Value>(_ write: () throws -> Value) throws -> Value {
    try operations.pass(.journal)
    return try write()
  }
}

extension BatchSidecar {
  /// The sentence about a sidecar that could not be taken back; nil for any other.
  package func sentence(naming: (FilePath) -> String) -> String? {
    guard state == .left else { return nil }
    return "\(naming(path)) was changed since words of a photo were carried over to it, so it keeps them."
  }
}

extension BatchSidecar.State {
  /// Whether the next start has to settle the sidecar.
  package var isOpen: Bool { self == .planned || self == .written || self == .undoing }
}

/// A journal without sidecars: whatever would write one is refused.
extension RemovalJournal {
  /// Refuses; nothing is written down.
  package func begin(_ sidecars: [BatchSidecar], in batch: BatchID) throws { throw Errno.notSupported }
  /// Refuses; nothing is written down.
  package func record(_ state: BatchSidecar.State, ofSidecar index: Int, in batch: BatchID) throws {
    throw Errno.notSupported
  }
  /// No sidecars.
  package func sidecars(of batch: BatchID) throws -> [BatchSidecar] { [] }
  /// No batches.
  package func batchesWithOpenSidecars() throws -> [BatchID] { [] }
  /// No batch.
  package func batchAway(from path: FilePath) throws -> BatchID? { nil }
}
