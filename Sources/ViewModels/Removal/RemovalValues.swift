package import FileSafety
package import PhotoModel
package import SystemPackage

/// Photos to be moved to the trash, each with what stays of it.
package struct RemovalRequest: Hashable, Sendable {
  package var items: [RemovalItem]
  package var protectedFolders: [FilePath]
  /// The folders under review: what shares a place with them is no backup.
  package var roots: [FilePath] = []

  package init(items: [RemovalItem], protectedFolders: [FilePath]) {
    self.items = items
    self.protectedFolders = protectedFolders
  }
}

/// What would happen if the user said yes.
package struct RemovalPreflight: Hashable, Sendable {
  /// Photos that would be refused, and why, in words.
  package var refused: [FilePath: String]
  /// Trash folders that would take something.
  package var trashCount: Int
  /// Nothing at all can be moved, and why.
  package var blocked: String?
  /// What should be known before a yes, as a sentence, though it keeps nothing from being moved.
  package var remark: String?
  /// Some photos have no trash on their volume; in this folder one could be kept for them.
  package var proposal: SetAsideProposal?
  /// Of what would go, what stays in use because other names lead to it.
  package var inUse: ByteCount

  package init(
    refused: [FilePath: String] = [:], trashCount: Int = 1, blocked: String? = nil, proposal: SetAsideProposal? = nil,
    inUse: ByteCount = .zero, remark: String? = nil
  ) {
    self.remark = remark
    self.inUse = inUse
    self.proposal = proposal
    self.refused = refused
    self.trashCount = trashCount
    self.blocked = blocked
  }
}

/// What a backup has of the photos of a request, by the path of each item.
package struct BackupAnswer: Hashable, Sendable {
  /// Photos that are not in it, and why, in words.
  package var missing: [FilePath: String]
  /// The items, relying on the backup's copy of a file wherever nothing else stays of it.
  package var items: [RemovalItem]
  /// What has to be said besides, as a sentence: parts of the backup that could not be read.
  package var remark: String?

  package init(missing: [FilePath: String], items: [RemovalItem], remark: String? = nil) {
    self.missing = missing
    self.items = items
    self.remark = remark
  }
}

/// A look into the backup on its way: its files are counted first, then the photos are asked about.
package struct BackupProgress: Hashable, Sendable {
  /// Files seen in the backup.
  package var files: Int
  /// Photos asked about.
  package var done: Int
  package var total: Int

  package init(files: Int, done: Int = 0, total: Int = 0) {
    self.files = files
    self.done = done
    self.total = total
  }
}

/// A folder that could stand in for a trash, if the user wants it; nothing is made before.
package struct SetAsideProposal: Hashable, Sendable {
  package var folder: FilePath
  /// Photos that would go there.
  package var photos: Int

  package init(folder: FilePath, photos: Int) {
    self.folder = folder
    self.photos = photos
  }
}

/// A move or a restore on its way.
package struct RemovalProgress: Hashable, Sendable {
  package var done: Int
  package var total: Int
  package var current: FilePath

  package init(done: Int, total: Int, current: FilePath) {
    self.done = done
    self.total = total
    self.current = current
  }
}

/// What became of each photo of a batch. A photo stands here by the first of its files that were to go.
package struct RemovalReceipt: Hashable, Sendable {
  /// Nil where nothing was moved at all.
  package var batch: String?
  package var moved: [FilePath]
  /// Files moved, of all photos.
  package var files: Int
  package var bytes: ByteCount
  /// What is free once the trash is emptied: less where other names (hard links) still lead to a file.
  package var freed: ByteCount
  /// Where they went.
  package var trashFolders: [FilePath]
  /// Where each photo that was moved is now, by the file it stands here by.
  package var places: [FilePath: FilePath] = [:]
  /// Not moved, and why, in words. They are where they were.
  package var refused: [FilePath: String]
  /// Of `refused`, how many may have been moved all the same: the file system gave no answer.
  package var unknown = 0
  /// The disk has confirmed what was moved, and it is written down.
  package var isRecorded = true

  package init(
    batch: String?, moved: [FilePath], files: Int? = nil, bytes: ByteCount, freed: ByteCount? = nil,
    trashFolders: [FilePath], refused: [FilePath: String]
  ) {
    self.freed = freed ?? bytes
    self.batch = batch
    self.moved = moved
    self.files = files ?? moved.count
    self.bytes = bytes
    self.trashFolders = trashFolders
    self.refused = refused
  }
}

extension RemovalReceipt {
  /// The files of a report, told photo by photo.
  ///
  /// - Parameters:
  ///   - refused: What was refused before the move.
  ///   - naming: How a path is shown.
  package init(_ report: RemovalReport, refused: [FilePath: String] = [:], naming: @escaping (FilePath) -> String) {
    self.init(
      batch: report.movedFiles > 0 ? report.batch.text : nil, moved: [], files: report.movedFiles,
      bytes: report.movedBytes, freed: report.freedBytes, trashFolders: [], refused: refused)
    isRecorded = report.isRecorded
    var folders: Set<FilePath> = []
    for outcomes in Dictionary(grouping: report.outcomes, by: \.item).values {
      let inOrder = outcomes.sorted { $0.index < $1.index }
      for case .moved(let place) in inOrder.map(\.result) { folders.insert(place.folder.path) }
      guard let first = inOrder.first else { continue }
      // Of files that belong together, the one that was in the way says what is wrong.
      let obstacles = inOrder.compactMap(\.obstacle)
      if let obstacle = obstacles.first(where: { !$0.isAboutOtherFile }) ?? obstacles.first {
        self.refused[first.path] = obstacle.sentence(beside: first.path, naming: naming)
        if obstacles.contains(where: \.isUnsettled) { unknown += 1 }
      } else {
        moved.append(first.path)
        if case .moved(let place) = first.result { places[first.path] = place.filePath }
      }
    }
    moved.sort(by: precedesInByteOrder)
    trashFolders = folders.sorted(by: precedesInByteOrder)
  }
}

extension FileSafetyError {
  /// The sentence for a place where the photo's name stands already: there the photo is "it", and photos that are refused
  /// for the same reason have the same sentence.
  package func sentence(beside photo: FilePath, naming: (FilePath) -> String) -> String {
    // No name holds it as it is: control characters are escaped.
    let mark = "\u{1}"
    let sentence = sentence { $0 == photo ? mark : naming($0) }
    let isSubject = sentence.hasPrefix(mark)
    return (isSubject ? "It" + sentence.dropFirst() : sentence).replacing(mark, with: "it")
  }

  var isAboutOtherFile: Bool {
    switch self {
    case .otherFileOfPhoto, .photoStaysInTrash: true
    default: false
    }
  }
}
