package import FileSafety
package import PhotoModel
package import SystemPackage

/// The outcome of each photo of a restore, and of each of its files.
package struct RestoreReceipt: Hashable, Sendable {
  /// Photos of which every file is back, each by its first file.
  package var restored: [FilePath]
  /// SHA-256 of all files of the batch when they were moved, where that was written down.
  package var digests: [FilePath: ContentDigest] = [:]
  /// The originals that have their names back from smaller files.
  package var replaced: [FilePath: FileVersion] = [:]
  /// Files put back, of all photos.
  package var files: Int
  /// Files that were not put back and are in the trash, each with the reason as a sentence; of a photo that stays there
  /// because of one of its files, that file.
  package var refused: [FilePath: String]
  /// Number of `refused` that may be back all the same: the file system gave no answer.
  package var unknown = 0
  /// Whether the disk has confirmed all restores, and all are written down.
  package var isRecorded = true
  /// Sidecars that had got metadata of these photos: taken back, or left because somebody changed them since.
  package var sidecars: [BatchSidecar] = []
  /// Whether the batch consists of folders that an app left behind, and not of photos.
  package var areFolders = false

  /// Outcomes of the files that were asked for, in the order of the batch.
  package var outcomes: [FileOutcome] = []
  /// Bytes of the files that were put back.
  package var bytes = ByteCount.zero
  /// Whether the user stopped the restore before its end.
  package var wasStopped = false
  /// Sentences about restores that the disk did not confirm although the files were put back.
  package var warnings: [String] = []

  /// Creates a receipt; where `files` is nil, each restored photo counts as one file.
  package init(restored: [FilePath] = [], files: Int? = nil, refused: [FilePath: String] = [:]) {
    self.restored = restored
    self.files = files ?? restored.count
    self.refused = refused
  }

  /// Creates the receipt of a restore from the report about its files.
  ///
  /// - Parameters:
  ///   - batch: The batch as it was before the restore.
  ///   - naming: The text of a path in sentences.
  package init(_ report: RestoreReport, of batch: RemovalBatch, naming: (FilePath) -> String) {
    let outcomes = Dictionary(report.outcomes.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    var restored: [FilePath] = []
    for files in Dictionary(grouping: batch.files, by: \.item).values {
      let asked = files.sorted { $0.index < $1.index }.compactMap { outcomes[$0.path] }
      if let first = asked.first, asked.allSatisfy(\.isRestored) { restored.append(first.path) }
    }
    var refused: [FilePath: String] = [:]
    for outcome in report.outcomes {
      if let obstacle = outcome.obstacle, !obstacle.isAboutOtherFile {
        refused[outcome.path] = obstacle.sentence(beside: outcome.path, naming: naming)
      }
    }
    self.init(restored: restored.sorted(by: precedesInByteOrder), files: report.restoredFiles, refused: refused)
    let files = Dictionary(batch.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    self.outcomes = report.outcomes.map { outcome in
      let file = files[outcome.path]
      var reported = FileOutcome(
        outcome.path, .restored, at: file?.location?.filePath, to: file?.folderLocation?.path, unless: outcome.obstacle,
        naming: naming)
      reported.reason = reported.reason ?? outcome.remark?.sentence(naming: naming)
      if let file { reported.noteSizes(of: file) }
      return reported
    }
    bytes = report.restoredBytes
    wasStopped = report.wasStopped
    warnings = report.warnings.map { $0.sentence(naming: naming) }
    unknown = report.outcomes.count { $0.obstacle?.isUnsettled == true }
    isRecorded = report.isRecorded
    areFolders = batch.app != nil
    digests = Dictionary(
      batch.files.compactMap { file in file.digest.map { (file.path, $0) } }, uniquingKeysWith: { first, _ in first })
    for file in batch.files where file.smallerFile != nil && outcomes[file.path]?.isRestored == true {
      replaced[file.path] = FileVersion(at: file.path, digest: file.digest)
    }
  }
}

extension RemovalRun {
  /// Puts back those files of a batch that are in the trash, or those of one photo.
  ///
  /// - Parameters:
  ///   - photo: The path of any of its files; nil means the whole batch.
  ///   - isStopped: Called before each photo; true leaves the others in the trash.
  ///   - progress: Called after each file.
  /// - Throws: The error of the journal before the first file is touched.
  package func restore(
    _ batch: RemovalBatch, photo: FilePath? = nil, isStopped: () -> Bool,
    progress: (RemovalProgress) -> Void = { _ in }
  ) throws -> RestoreReceipt {
    let asked = photo.map { batch.files(ofPhotoAt: $0) } ?? batch.files
    IOWatchdog.current?.goesOn(at: asked.first?.path.removingLastComponent())
    let photos = Dictionary(
      asked.filter { $0.state == .moved }.map { ($0.path, $0.item) }, uniquingKeysWith: { first, _ in first })
    let total = Set(photos.values).count
    var done: Set<Int> = []
    let sidecars = BatchSidecars(journal: journal)
    try sidecars.beginUndoing(batch.id)
    let report = Result {
      try Restorer(environment: trash, journal: journal)
        .restore(batch, only: Set(asked.map(\.index)), isStopped: isStopped) { outcome in
          if let item = photos[outcome.path] { done.insert(item) }
          progress(RemovalProgress(done: done.count, total: total, current: outcome.path))
        }
    }
    // The next start settles sidecars that cannot be settled now.
    let settled = (try? sidecars.settle(batch.id)) ?? []
    // Sidecars that came back with this batch may have metadata of photos that were put back before.
    _ = try? sidecars.settleAll()
    var receipt = RestoreReceipt(try report.get(), of: batch, naming: naming)
    receipt.sidecars = settled.filter { $0.state == .undone || $0.state == .left }
    receipt.warnings += receipt.sidecars.compactMap { $0.sentence(naming: naming) }
    return receipt
  }
}
