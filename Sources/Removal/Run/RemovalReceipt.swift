package import FileSafety
package import PhotoModel
package import SystemPackage

/// The outcome of each photo of a batch, and of each of its files. Photos are named as in the request.
package struct RemovalReceipt: Hashable, Sendable {
  /// The batch; nil where nothing was moved, and nothing may have been.
  package var batch: BatchID?
  /// Photos of which every file was moved, in byte order of their first files.
  package var moved: [FilePath]
  /// Files moved, of all photos.
  package var files: Int
  /// Bytes of the files that were moved.
  package var bytes: ByteCount
  /// Bytes that are free once the trash is emptied: fewer than `bytes` where other names (hard links) still lead to a
  /// file.
  package var freed: ByteCount
  /// Trashes that took something, in byte order.
  package var trashFolders: [FilePath]
  /// The path in the trash of each photo that was moved, by its first file.
  package var trashPaths: [FilePath: FilePath] = [:]
  /// The path of each photo that was moved to a folder of the user's, by its first file.
  package var folderPaths: [FilePath: FilePath] = [:]
  /// Photos that were not moved and are where they were, each with the reason as a sentence.
  package var refused: [FilePath: String]
  /// Number of `refused` that may have been moved all the same: the file system gave no answer.
  package var unknown = 0
  /// Outcomes of the files of the plan.
  package var outcomes: [FilePath: FileOutcome] = [:]
  /// The smaller files that have the names of photos now.
  package var replaced: [FilePath: FileVersion] = [:]
  /// The sidecars that got metadata of removed photos, each with its state.
  package var sidecars: [FilePath: BatchSidecar.State] = [:]
  /// Whether the user stopped the move before its end.
  package var wasStopped = false
  /// Whether the disk has confirmed all moves, and all are written down.
  package var isRecorded = true
  /// Of a receipt that was foreseen: what is to be known before photos go to folders.
  package var folderNotes = FolderMoveNotes()
  /// Sentences about moves that the disk did not confirm although the files were moved.
  package var warnings: [String] = []

  /// Creates a receipt; where they are nil, `files` is one for each moved photo and `freed` is `bytes`.
  package init(
    batch: BatchID? = nil, moved: [FilePath] = [], files: Int? = nil, bytes: ByteCount = .zero, freed: ByteCount? = nil,
    trashFolders: [FilePath] = [], refused: [FilePath: String] = [:]
  ) {
    self.freed = freed ?? bytes
    self.batch = batch
    self.moved = moved
    self.files = files ?? moved.count
    self.bytes = bytes
    self.trashFolders = trashFolders
    self.refused = refused
  }

  /// Creates the receipt of a plan that was carried out, from the report about its files.
  ///
  /// - Parameters:
  ///   - plan: The plan that was carried out.
  ///   - naming: The text of a path in sentences.
  init(_ report: RemovalReport, of plan: RemovalPlan, naming: (FilePath) -> String) {
    self.init(
      batch: report.movedFiles + report.unknownFiles > 0 ? report.batch : nil, files: report.movedFiles,
      bytes: report.movedBytes, freed: report.freedBytes)
    isRecorded = report.isRecorded
    wasStopped = report.wasStopped
    warnings = report.warnings.map { $0.sentence(naming: naming) }
    var folders: Set<FilePath> = []
    let photos = Dictionary(grouping: report.outcomes, by: \.item)
    for (index, item) in plan.items.enumerated().sorted(by: { precedesInByteOrder($0.element.path, $1.element.path) }) {
      let inOrder = photos[index, default: []].sorted { $0.index < $1.index }
      for outcome in inOrder {
        var reported = FileOutcome(
          outcome.path, outcome.sizeAfter == nil ? .moved : .shrunk, at: outcome.location?.filePath,
          to: outcome.folderPath, unless: outcome.obstacle, naming: naming)
        if let after = outcome.sizeAfter { (reported.bytesBefore, reported.bytesAfter) = (outcome.size, after) }
        outcomes[outcome.path] = reported
        if let location = outcome.location { folders.insert(location.folder.path) }
      }
      // Of files that belong together, the one with an obstacle of its own gives the reason.
      let obstacles = inOrder.compactMap(\.obstacle)
      if let obstacle = obstacles.first(where: { !$0.isAboutOtherFile }) ?? obstacles.first {
        refused[item.photo] = obstacle.sentence(beside: item.path, naming: naming)
        if obstacles.contains(where: \.isUnsettled) { unknown += 1 }
      } else if let first = inOrder.first {
        moved.append(item.photo)
        trashPaths[item.photo] = first.location?.filePath
        folderPaths[item.photo] = first.folderPath
      }
    }
    trashFolders = folders.sorted(by: precedesInByteOrder)
  }

  /// Adds a photo that stays because its metadata could not be written beside the photo that stays for it.
  mutating func refuse(_ item: RemovalItem, withoutMetadata obstacle: FileSafetyError, naming: (FilePath) -> String) {
    let sentence = "Its words could not be carried over. \(obstacle.sentence(naming: naming))"
    refused[item.photo] = sentence
    for file in item.files { outcomes[file.path] = FileOutcome(file.path, .failed, reason: sentence) }
  }

  /// Creates the receipt that a plan would have, without touching anything: each file that would move has its future
  /// path in the trash or in its folder.
  package init(foreseeing plan: RemovalPlan, _ trash: TrashEnvironment, naming: (FilePath) -> String) {
    self.init()
    var preview = MovePreview(trash)
    for item in plan.items {
      let locations = preview.paths(of: item)
      folderNotes.add(item, locations.compactMap { try? $0.get() })
      for (file, location) in zip(item.files, locations) {
        switch location {
        case .failure(let obstacle):
          outcomes[file.path] = FileOutcome(file.path, .refused, reason: obstacle.sentence(naming: naming))
        case .success(let location):
          outcomes[file.path] = FileOutcome(file.path, .moved, trashPath: location.trashPath, to: location.folderPath)
          bytes += ByteCount(file.identity.size)
          files += 1
        }
      }
      folderPaths[item.photo] = outcomes[item.path]?.to
    }
    moved = plan.items.filter { outcomes[$0.path]?.outcome == .moved }.map(\.photo)
  }
}

extension RemovalSelection {
  /// The outcomes of all entries, by the receipt of the plan.
  package func outcomes(by receipt: RemovalReceipt) -> [FileOutcome] {
    entries.map { entry in
      if let refusal = entry.refusal {
        return FileOutcome(entry.path, entry.isSkipped ? .skipped : .refused, reason: refusal)
      }
      return receipt.outcomes[entry.path]
        ?? FileOutcome(entry.path, .refused, reason: "It was stopped before this file.")
    }
  }
}

extension FileSafetyError {
  /// The sentence for use beside the photo's name: there the photo is "it", and photos that are refused for the same
  /// reason have the same sentence.
  package func sentence(beside photo: FilePath, naming: (FilePath) -> String) -> String {
    // A control character marks the path, since shown names have these escaped.
    let mark = "\u{1}"
    let sentence = sentence { $0 == photo ? mark : naming($0) }
    let isSubject = sentence.hasPrefix(mark)
    return (isSubject ? "It" + sentence.dropFirst() : sentence).replacing(mark, with: "it")
  }

  /// Whether another file of the photo is the obstacle, and not this one.
  package var isAboutOtherFile: Bool {
    switch self {
    case .otherFileOfPhoto, .photoStaysInTrash, .photoStaysInFolder: true
    default: false
    }
  }
}
