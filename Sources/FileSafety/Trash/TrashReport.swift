package import PhotoModel
package import SystemPackage

/// What became of one file that was to be moved to the trash.
package struct RemovalOutcome: Hashable, Sendable {
  package enum Result: Hashable, Sendable {
    /// It is in the trash, at this place.
    case moved(TrashPlace)
    /// Deckle did not want to: the file, its survivor or its trash is not what it should be. It is at home.
    case refused(FileSafetyError)
    /// The disk did not let it. It is at home, unless the error says otherwise.
    case failed(FileSafetyError)
    /// The file system gave no answer: it may have been moved, and the next start looks again.
    case unknown(FileSafetyError)

    init(_ error: FileSafetyError) {
      self = error.isUnsettled ? .unknown(error) : error.isRefusal ? .refused(error) : .failed(error)
    }
  }

  /// Position in the batch, from 0.
  package var index: Int
  /// Position of its photo in the plan, from 0.
  package var item: Int
  package var path: FilePath
  /// As it was when the person decided; the names of one file have one.
  package var identity: FileIdentity
  package var size: ByteCount { ByteCount(identity.size) }
  package var result: Result
  /// Of a file that was moved: names that lead to it, this one counted; more than 1 means hard links.
  package var linkCount = 1

  /// Where it is in the trash; nil where it was not moved.
  package var place: TrashPlace? { if case .moved(let place) = result { place } else { nil } }
  package var isMoved: Bool { place != nil }

  /// Why it was not moved.
  package var obstacle: FileSafetyError? {
    switch result {
    case .moved: nil
    case .refused(let error), .failed(let error), .unknown(let error): error
    }
  }
}

/// What became of a whole batch.
package struct RemovalReport: Hashable, Sendable {
  package var batch: BatchID
  /// One for each file of the plan, by index.
  package var outcomes: [RemovalOutcome]
  /// The person stopped it before its end.
  package var wasStopped: Bool
  /// What the person should know although the files were moved: the disk did not confirm that it wrote something.
  package var warnings: [FileSafetyError]
  /// Every outcome is written down. If not, the next start of the program finds out and says so.
  package var isRecorded: Bool

  package var movedFiles: Int { outcomes.count { $0.isMoved } }
  /// Files that may have been moved.
  package var unknownFiles: Int { outcomes.count { if case .unknown = $0.result { true } else { false } } }
  package var movedBytes: ByteCount { outcomes.filter(\.isMoved).map(\.size).total }

  /// What will be free once the trash is emptied: of a file with several names only if all of them were moved, and once.
  package var freedBytes: ByteCount {
    var names: [FileIdentity: Int] = [:]
    return outcomes.filter(\.isMoved).map { outcome in
      if outcome.linkCount <= 1 { return outcome.size }
      names[outcome.identity, default: 0] += 1
      return names[outcome.identity] == outcome.linkCount ? outcome.size : .zero
    }.total
  }
}

/// What became of one file that was to be put back.
package struct RestoreOutcome: Hashable, Sendable {
  package enum Result: Hashable, Sendable {
    /// It is at home again.
    case restored
    /// Deckle did not want to, most often because something else is there now. It is still in the trash.
    case refused(FileSafetyError)
    /// The disk did not let it. It is still in the trash.
    case failed(FileSafetyError)
    /// The file system gave no answer: it may be back, and the next start looks again.
    case unknown(FileSafetyError)
  }

  /// Where it belongs.
  package var path: FilePath
  package var size: ByteCount
  package var result: Result

  package var isRestored: Bool { result == .restored }

  /// Why it was not put back.
  package var obstacle: FileSafetyError? { result.obstacle }
}

extension RestoreOutcome.Result {
  init(_ error: FileSafetyError) {
    self = error.isUnsettled ? .unknown(error) : error.isRefusal ? .refused(error) : .failed(error)
  }

  /// Why it was not put back.
  var obstacle: FileSafetyError? {
    switch self {
    case .restored: nil
    case .refused(let error), .failed(let error), .unknown(let error): error
    }
  }
}

/// What became of a restore.
package struct RestoreReport: Hashable, Sendable {
  /// In the order of the batch, or as they were asked for.
  package var outcomes: [RestoreOutcome]
  package var wasStopped: Bool
  package var warnings: [FileSafetyError]
  package var isRecorded: Bool

  package var restoredFiles: Int { outcomes.count { $0.isRestored } }
  package var restoredBytes: ByteCount { outcomes.filter(\.isRestored).map(\.size).total }
}

extension FileSafetyError {
  /// Nobody knows whether it was done, or what was moved is not what was meant.
  package var isUnsettled: Bool {
    switch self {
    case .unsettled, .mayBeBack, .somethingElseMoved: true
    default: false
    }
  }

  /// The file was left alone by a rule of ours, not because the disk failed.
  package var isRefusal: Bool {
    switch self {
    case .operationFailed, .diskFull, .journalFailed, .somethingElseMoved, .unsettled, .mayBeBack, .mayBeErased:
      false
    default: true
    }
  }
}
