import FileSafety
import PhotoModel
import PhotoScan
import SystemPackage

/// The reason why a photo could not be decoded or measured.
enum JobFailure: Error {
  /// A problem of the bytes, reported by a decode worker.
  case picture(Inspection.Problem)
  /// A problem of the file: gone, changed, or unreadable.
  case file(FileSafetyError)
  /// The decode worker ended during the job.
  case workerEnded(WorkerProcess.ExitReason, crashes: Int)
  case notStarted(reason: String)

  var crashes: Int { if case .workerEnded(_, let crashes) = self { crashes } else { 0 } }

  /// Whether the worker ended at once, so that trying again is cheap.
  var isCrash: Bool {
    switch self {
    case .workerEnded(.crashed, _), .workerEnded(.outOfMemory, _), .workerEnded(.endedFromOutside, _): true
    default: false
    }
  }

  /// Whether the file still has a digest: its bytes are readable, only the picture is not.
  var keepsDigest: Bool {
    switch self {
    case .workerEnded, .notStarted: true
    case .picture, .file: false
    }
  }

  func with(crashes: Int) -> JobFailure {
    if case .workerEnded(let exitReason, _) = self { .workerEnded(exitReason, crashes: crashes) } else { self }
  }

  func problem(_ naming: (FilePath) -> String) -> Inspection.Problem {
    switch self {
    case .picture(let problem): problem
    case .file(let error): Inspection.Problem(reason: error.skipReason, message: error.sentence(naming: naming))
    case .workerEnded(let exitReason, let crashes):
      Inspection.Problem(reason: exitReason.reason, message: exitReason.sentence, crashes: crashes)
    case .notStarted(let reason):
      Inspection.Problem(
        reason: .readError,
        message: "The process that opens pictures could not be started (\(reason)). Run deckle doctor to see why.")
    }
  }
}

extension WorkerProcess.ExitReason {
  var reason: SkippedFile.Reason {
    switch self {
    case .crashed: .corrupt
    case .outOfMemory: .tooLarge
    case .tookTooLong: .timedOut
    case .endedFromOutside: .readError
    }
  }

  /// The sentence for the user.
  var sentence: String {
    switch self {
    case .crashed:
      "The picture is damaged in a way that makes opening it fail; a backup may have a whole one."
    case .outOfMemory: "The picture takes more memory to open than a photo should; a copy saved anew may not."
    case .tookTooLong: "Opening the picture took too long, so it was given up; a copy saved anew may open."
    case .endedFromOutside:
      "Opening the picture was broken off by the system, perhaps for lack of memory. Scan again to try it."
    }
  }

  /// The cause for the log.
  var cause: String {
    switch self {
    case .crashed(let note): note
    case .outOfMemory(let note): "out of memory, \(note)"
    case .tookTooLong: "it took too long"
    case .endedFromOutside: "it was ended from outside"
    }
  }
}
