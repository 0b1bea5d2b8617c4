package import PhotoModel
package import SystemPackage

/// The outcome for one file that was to be moved to the trash or to a folder.
package struct RemovalOutcome: Hashable, Sendable {
  /// The result for one file.
  package enum Result: Hashable, Sendable {
    /// The file is in the trash, at this location.
    case moved(TrashLocation)
    /// The file is in a folder of the user's, under this path: itself, or a copy while the original is in its own
    /// trash.
    case movedToFolder(FilePath, original: TrashLocation?)
    /// The file is in the trash, at this location, and a smaller file of this size has its name.
    case shrunk(TrashLocation, to: ByteCount)
    /// Deckle did not move the file: the file, its survivor or its trash is not as it should be. The file is where it
    /// was.
    case refused(FileSafetyError)
    /// The disk refused the move. The file is where it was, unless the error states otherwise.
    case failed(FileSafetyError)
    /// The file system gave no answer: the file may have been moved, and the next start finds out.
    case unknown(FileSafetyError)

    init(_ error: FileSafetyError) {
      self = error.isUnsettled ? .unknown(error) : error.isRefusal ? .refused(error) : .failed(error)
    }
  }

  /// Position in the batch, from 0.
  package var index: Int
  /// Position of its photo in the plan, from 0.
  package var item: Int
  /// The original location.
  package var path: FilePath
  /// The identity of the file when the user decided; all names of one file have the same.
  package var identity: FileIdentity
  /// The size of the file.
  package var size: ByteCount { ByteCount(identity.size) }
  /// The result.
  package var result: Result
  /// The number of names that lead to a file that was moved, this one counted; more than 1 means hard links.
  package var linkCount = 1

  /// The location of the file in the trash; nil where it did not go there.
  package var location: TrashLocation? {
    switch result {
    case .moved(let location), .shrunk(let location, _): location
    case .movedToFolder(_, let original): original
    case .refused, .failed, .unknown: nil
    }
  }
  /// The path of the file in a folder of the user's; nil where it did not go there.
  package var folderPath: FilePath? { if case .movedToFolder(let path, _) = result { path } else { nil } }
  /// The size of the smaller file that has its name; nil where none has.
  package var sizeAfter: ByteCount? { if case .shrunk(_, let size) = result { size } else { nil } }
  /// Whether the file was moved, to the trash or to a folder.
  package var isMoved: Bool { location != nil || folderPath != nil }

  /// The reason why the file was not moved, or may not have been; nil where it was.
  package var obstacle: FileSafetyError? {
    switch result {
    case .moved, .movedToFolder, .shrunk: nil
    case .refused(let error), .failed(let error), .unknown(let error): error
    }
  }
}

/// The outcome of a whole batch.
package struct RemovalReport: Hashable, Sendable {
  /// The id of the batch.
  package var batch: BatchID
  /// The outcome of each file of the plan, by index.
  package var outcomes: [RemovalOutcome]
  /// Whether the user stopped the move before its end.
  package var wasStopped: Bool
  /// Warnings about files that were moved all the same: the disk did not confirm that it wrote something.
  package var warnings: [FileSafetyError]
  /// Whether every outcome is recorded. If not, the next start of the program finds out and reports it.
  package var isRecorded: Bool

  /// The number of files that were moved.
  package var movedFiles: Int { outcomes.count { $0.isMoved } }
  /// The number of files that may have been moved.
  package var unknownFiles: Int { outcomes.count { if case .unknown = $0.result { true } else { false } } }
  /// The size of all files that were moved.
  package var movedBytes: ByteCount { outcomes.filter(\.isMoved).map(\.size).total }

  /// The bytes that are free once the trash is emptied: of a file with several names only if all of them were moved,
  /// and once.
  package var freedBytes: ByteCount {
    var names: [FileIdentity: Int] = [:]
    return outcomes.filter { $0.location != nil }.map { outcome in
      if outcome.linkCount <= 1 { return outcome.size - (outcome.sizeAfter ?? .zero) }
      names[outcome.identity, default: 0] += 1
      return names[outcome.identity] == outcome.linkCount ? outcome.size : .zero
    }.total
  }
}

/// The outcome for one file that was to be restored.
package struct RestoreOutcome: Hashable, Sendable {
  /// The result for one file.
  package enum Result: Hashable, Sendable {
    /// The file is back at its original location.
    case restored
    /// Deckle did not restore the file, most often because another one is there now. It is still in the trash.
    case refused(FileSafetyError)
    /// The disk refused the move. The file is still in the trash.
    case failed(FileSafetyError)
    /// The file system gave no answer: the file may be back, and the next start finds out.
    case unknown(FileSafetyError)
  }

  /// The original location.
  package var path: FilePath
  /// The size of the file.
  package var size: ByteCount
  /// The result.
  package var result: Result
  /// A remark about a file that is back; nil where there is none.
  package var remark: FileSafetyError?

  /// Whether the file is back at its original location.
  package var isRestored: Bool { result == .restored }

  /// The reason why the file was not restored, or may not have been; nil where it was.
  package var obstacle: FileSafetyError? { result.obstacle }
}

extension RestoreOutcome.Result {
  init(_ error: FileSafetyError) {
    self = error.isUnsettled ? .unknown(error) : error.isRefusal ? .refused(error) : .failed(error)
  }

  /// The reason why the file was not put back; nil where it was.
  var obstacle: FileSafetyError? {
    switch self {
    case .restored: nil
    case .refused(let error), .failed(let error), .unknown(let error): error
    }
  }
}

/// The outcome of a restore.
package struct RestoreReport: Hashable, Sendable {
  /// The outcomes in the order of the batch, or in that of the request.
  package var outcomes: [RestoreOutcome]
  /// Whether the user stopped the restore before its end.
  package var wasStopped: Bool
  /// Warnings about files that were restored all the same: the disk did not confirm that it wrote something.
  package var warnings: [FileSafetyError]
  /// Whether every outcome is recorded. If not, the next start of the program finds out and reports it.
  package var isRecorded: Bool

  /// The number of files that are back.
  package var restoredFiles: Int { outcomes.count { $0.isRestored } }
  /// The size of all files that are back.
  package var restoredBytes: ByteCount { outcomes.filter(\.isRestored).map(\.size).total }
}

extension FileSafetyError {
  /// Whether the outcome is not known, or another file was moved than the one that was meant.
  package var isUnsettled: Bool {
    switch self {
    case .unsettled, .mayBeBack, .somethingElseMoved: true
    default: false
    }
  }

  /// The file was left alone by a rule of ours, not because the disk failed.
  package var isRefusal: Bool {
    switch self {
    case .operationFailed, .diskFull, .journalFailed, .somethingElseMoved, .unsettled, .mayBeBack, .mayBeErased,
      .copyDiffers, .attributesNotKept:
      false
    case .leftAsItIs(_, .notProven), .leftAsItIs(_, .notOpened), .leftAsItIs(_, .notWritten): false
    default: true
    }
  }
}
