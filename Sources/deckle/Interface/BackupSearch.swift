import FileSafety
import PhotoModel
import SystemPackage
import ViewModels

/// The look into a backup for the interface: what of the photos that may go is also there.
struct BackupSearch: Sendable {
  let folder: FilePath
  let program: Program
  let watchdog: IOWatchdog

  /// Waits for the disk, and reads what has the size of a photo that may go.
  ///
  /// - Throws: `SpokenStoreError` where the folder proves nothing.
  func answer(
    _ request: RemovalRequest, _ isStopped: () -> Bool, _ tell: (BackupProgress) -> Void
  ) throws -> BackupAnswer {
    let call = watchdog.begin(at: folder)
    return try IOWatchdog.$current.withValue(call) {
      do {
        return try answer(request, call.watching(.live), isStopped, tell)
      } catch let error as CommandFailure {
        throw SpokenStoreError(sentence: error.sentence)
      } catch let error as FileSafetyError {
        throw SpokenStoreError(
          sentence: "The backup cannot be looked into, so nothing is moved. " + error.sentence(naming: program.naming))
      }
    }
  }

  private func answer(
    _ request: RemovalRequest, _ operations: FileOperations, _ isStopped: () -> Bool, _ tell: (BackupProgress) -> Void
  ) throws -> BackupAnswer {
    var progress = BackupProgress(files: 0)
    let backup = try BackupFolder(
      folder, environment: program.trash, places: program.knownPlaces, operations: operations
    ) {
      progress.files += 1
      if progress.files % Self.filesBetweenReports == 0 { tell(progress) }
      return isStopped()
    }
    var proof = BackupProof(backup, naming: program.naming) { _ in "It" }
    let going = Set(request.items.flatMap { $0.files.map(\.identity.onAnyDevice) })
    progress.total = request.items.count
    try proof.ask(
      about: request.items.map { $0.files.map { ($0.path, $0.identity, $0.digest) } },
      in: request.roots, isGoing: { going.contains($0.onAnyDevice) }, isStopped: isStopped,
      asked: {
        progress.done += 1
        tell(progress)
      })
    return BackupAnswer(
      missing: proof.missing, items: request.items.map(proof.relying), remark: proof.unreadSentence)
  }

  private static let filesBetweenReports = 256
}
