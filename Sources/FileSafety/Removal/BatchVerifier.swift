package import PhotoModel
package import SystemPackage

/// The last verification of a batch against its receipt.
package struct BatchVerification: Hashable, Sendable, Codable {
  /// The time of the verification, by the clock of the machine.
  package var secondsSince1970: Int64
  /// The number of files that were changed or missing.
  package var faults: Int

  /// Creates the record of a verification.
  package init(secondsSince1970: Int64, faults: Int) {
    self.secondsSince1970 = secondsSince1970
    self.faults = faults
  }
}

/// One file of a batch, verified against its receipt.
package struct VerifyOutcome: Hashable, Sendable {
  /// The result for one file.
  package enum Result: String, Hashable, Sendable, CaseIterable {
    /// The file has the bytes that were moved.
    case whole
    /// The bytes differ, or cannot be read to their end.
    case changed
    /// The file is neither in the trash nor at its original location, and Deckle has not taken it.
    case missing
    /// The file is back at its original location.
    case restored
    /// Deckle erased the file.
    case erased
    /// The drive of the file is not there.
    case away
    /// No digest of the moved bytes is known, or the present bytes may not be read.
    case unproved
  }

  /// A detail beyond the result.
  package enum Remark: Hashable, Sendable {
    case otherBytes
    case otherSize(ByteCount)
    case unreadable(FileSafetyError)
    case noteIsGone
    /// Somebody else put the file back.
    case backByOthers
    /// Somebody else put the file back, and it went to the trash again.
    case inTrashAgain
    case goneFromTrash
    /// The file is not in the folder that it was moved to.
    case goneFromFolder
    /// The copy is not in the folder any more; the file itself is in its trash.
    case onlyInTrash
    /// The copy in the folder is whole; the file itself is not, in its trash.
    case changedInTrash
    /// The drive that is mounted there may be another one.
    case goneFromDrive
    case noDigest
    case isFolder
    /// A move or a restore of the file was interrupted.
    case unfinished
    /// A later batch moved the file on from where it was.
    case wentOn(BatchID)
  }

  /// Position in the batch, from 0.
  package var index: Int
  /// The original location.
  package var path: FilePath
  /// The path in the trash; nil where the file got none.
  package var location: FilePath?
  /// The path in the folder that the file was moved to; nil where it went to the trash.
  package var folderPath: FilePath?
  /// The size that was moved.
  package var size: ByteCount
  /// The result.
  package var result: Result
  /// The detail behind the result; nil where there is none.
  package var remark: Remark?

  /// Whether something happened to the file that Deckle did not do.
  package var isFault: Bool { result == .changed || result == .missing }
}

/// A batch, verified against its receipt.
package struct VerifyReport: Hashable, Sendable {
  /// The files in the order of the batch; of a verification that was stopped, those that were read.
  package var outcomes: [VerifyOutcome] = []
  /// Whether the verification was stopped before its end.
  package var wasStopped = false

  /// The number of files that were changed or are missing.
  package var faults: Int { outcomes.count(where: \.isFault) }
}

/// Reads the files that a batch put into the trash or into a folder, and compares them with the digests of its receipt.
/// Changes nothing.
package struct BatchVerifier: Sendable {
  private let operations: FileOperations

  /// Creates a verifier.
  package init(operations: FileOperations = .live) { self.operations = operations }

  /// Reads each file to its end, while the disk reads ahead in the next one.
  ///
  /// - Parameters:
  ///   - indices: The files of the batch to verify; nil means all. Files that never left are no part of the report.
  ///   - later: Batches that may have moved files on from where this one left them, the newest first; this batch and
  ///     older ones do not count. Such a file is judged as the later batch left it.
  ///   - originals: Whether of a file that was copied to a folder the original in its trash is read, and not the copy.
  ///   - isStopped: Called before each file; true ends the reading.
  ///   - progress: Called with the number of files that are done.
  /// - Complexity: O(bytes of the files).
  package func verify(
    _ batch: RemovalBatch, only indices: Set<Int>? = nil, later: [RemovalBatch] = [], originals: Bool = false,
    isStopped: () -> Bool = { false }, progress: (Int) -> Void = { _ in }
  ) -> VerifyReport {
    var report = VerifyReport()
    let lookup = TrashLookup(operations: operations)
    var files = batch.files.filter { $0.state != .stayed && indices?.contains($0.index) != false }
    if originals { for index in files.indices where files[index].isCopied { files[index].folderLocation = nil } }
    for (number, file) in files.enumerated() {
      if isStopped() {
        report.wasStopped = true
        break
      }
      if number + 1 < files.count, files[number + 1].state == .moved,
        let next = files[number + 1].folderLocation?.path ?? files[number + 1].location?.filePath
      {
        readAhead(next, size: files[number + 1].identity.size)
      }
      let (result, remark) = judgement(of: file, lookup, after: later.prefix { $0.id != batch.id })
      report.outcomes.append(
        VerifyOutcome(
          index: file.index, path: file.path, location: file.location?.filePath, folderPath: file.folderLocation?.path,
          size: ByteCount(file.identity.size), result: result, remark: remark))
      progress(number + 1)
    }
    return report
  }

  private typealias Judgement = (result: VerifyOutcome.Result, remark: VerifyOutcome.Remark?)

  /// The result of the verification of one file.
  ///
  /// - Parameter later: The batches after that of the file, the newest first.
  private func judgement(
    of file: BatchFile, _ lookup: TrashLookup, after later: ArraySlice<RemovalBatch>
  ) -> Judgement {
    let found = judgement(of: file, lookup)
    guard let digest = file.digest, found.result == .missing || found.result == .changed && file.folderLocation != nil
    else { return found }
    for (index, batch) in zip(later.indices, later).reversed() {
      let next = batch.files.first {
        $0.state == .moved && $0.digest == digest && [file.folderLocation?.path, file.path].contains($0.path)
      }
      guard let next else { continue }
      return (judgement(of: next, lookup, after: later[..<index]).result, .wentOn(batch.id))
    }
    return found
  }

  private func judgement(of file: BatchFile, _ lookup: TrashLookup) -> Judgement {
    if file.state == .restored { return (.restored, nil) }
    if let path = file.folderLocation?.path {
      guard file.state == .moved || file.state == .unclear else { return (.unproved, .unfinished) }
      let inFolder = judgement(of: file, inFolder: path, lookup)
      return file.isCopied ? judgement(of: file, inFolder, lookup) : inFolder
    }
    guard let location = file.location?.filePath, let whereabouts = lookup.whereabouts(of: file) else {
      return (.unproved, .unfinished)
    }
    switch whereabouts {
    case .inTrash: return judgement(of: file, at: location)
    case .away:
      return (file.isErased ? .erased : .away, nil)
    case .back:
      if let now = try? fileStatus(of: file.path, operations: operations), file.isItself(now) || file.isLike(now) {
        let atOriginalLocation = judgement(of: file, at: file.path)
        return atOriginalLocation.result == .changed ? atOriginalLocation : (.restored, .backByOthers)
      }
      let inTrash = judgement(of: file, at: location)
      return inTrash.result == .changed ? inTrash : (.restored, .inTrashAgain)
    case .erased, .notThere, .changed:
      if file.isErased { return (.erased, nil) }
      // Under another inode, and without its `.trashinfo`, the file is known by its bytes alone.
      if !hasNote(file), isProved(file, at: location) { return (.whole, .noteIsGone) }
      if isProved(file, at: file.path) { return (.restored, .backByOthers) }
      return (.missing, file.location?.folder.kind == .home ? .goneFromTrash : .goneFromDrive)
    }
  }

  /// The result for a file that was copied to a folder, from the copy and from the original in its trash, which may
  /// have been emptied.
  private func judgement(of file: BatchFile, _ copy: Judgement, _ lookup: TrashLookup) -> Judgement {
    guard copy.result == .whole || copy.result == .missing else { return copy }
    var original = file
    original.folderLocation = nil
    let inTrash = judgement(of: original, lookup)
    if copy.result == .missing { return inTrash.result == .whole ? (.whole, .onlyInTrash) : copy }
    return inTrash.result == .changed ? (.changed, .changedInTrash) : copy
  }

  /// The result for a file that was moved to a folder, itself or as a copy.
  private func judgement(of file: BatchFile, inFolder path: FilePath, _ lookup: TrashLookup) -> Judgement {
    let found = judgement(of: file, at: path)
    guard case (.changed, .unreadable(.vanished)) = found else { return found }
    if isProved(file, at: file.path) { return (.restored, .backByOthers) }
    return lookup.isDriveThere(for: path, of: file) ? (.missing, .goneFromFolder) : (.away, nil)
  }

  private func judgement(of file: BatchFile, at path: FilePath) -> Judgement {
    if file.isFolder { return (.unproved, .isFolder) }
    do throws(FileSafetyError) {
      let status = try fileStatus(of: path, operations: operations)
      if status.identity.size != file.identity.size { return (.changed, .otherSize(status.size)) }
      guard let digest = file.digest else { return (.unproved, .noDigest) }
      let now = try storedDigest(of: path, operations: operations)
      if now != digest { return (.changed, .otherBytes) }
      return (.whole, path != file.location?.filePath || hasNote(file) ? nil : .noteIsGone)
    } catch {
      switch error {
      // A server that does not answer, or a drive that was pulled out.
      case .operationFailed(_, _, let errno) where errno.meansAway: return (.away, nil)
      case .permissionDenied: return (.unproved, .unreadable(error))
      default: return (.changed, .unreadable(error))
      }
    }
  }

  private func isProved(_ file: BatchFile, at path: FilePath) -> Bool {
    file.digest != nil && judgement(of: file, at: path).result == .whole
  }

  /// Whether the file's `.trashinfo` is in the trash, or nobody may look.
  private func hasNote(_ file: BatchFile) -> Bool {
    guard let note = file.location?.infoPath else { return false }
    do throws(FileSafetyError) {
      _ = try fileStatus(of: note, operations: operations)
      return true
    } catch {
      if case .vanished = error { return false }
      return true
    }
  }
}

extension VerifyOutcome.Remark {
  /// A sentence about the file, which is called "it" there.
  ///
  /// - Parameter naming: The way that a path is shown.
  package func sentence(naming: (FilePath) -> String) -> String {
    switch self {
    case .otherBytes: "Its bytes are not those that were moved: it was changed since, or its disk fails."
    case .otherSize(let size):
      "It has another size now (\(size.formatted)): it was changed or cut off since it was moved."
    case .unreadable(let error): error.sentence(naming: naming)
    case .noteIsGone:
      "Its bytes are those that were moved. Its note in the trash is gone, so only Deckle can put it back."
    case .backByOthers: "It was put back by somebody else than Deckle."
    case .inTrashAgain: "It was put back by somebody else than Deckle, and is in the trash again."
    case .goneFromTrash: "It is not in the trash any more, and not where it came from. Deckle has not erased it."
    case .goneFromFolder: "It is neither in the folder that it was moved to nor where it came from."
    case .onlyInTrash: "Its copy is not in the folder any more; the file itself is whole in the trash."
    case .changedInTrash: "Its copy in the folder is whole, but the file itself in the trash is not what was moved."
    case .goneFromDrive:
      "It is not in the trash of the drive that is mounted there, which may be another one. Deckle has not erased it."
    case .noDigest:
      "Nothing tells what its bytes were: it could not be read when it was moved, or Deckle wrote down no digests yet."
    case .isFolder: "It is a folder, of which no digest is written down."
    case .unfinished: "It was interrupted; the next start of Deckle finds out what became of it."
    case .wentOn(let batch): "It went on in batch \(batch.text)."
    }
  }
}
