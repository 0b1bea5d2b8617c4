package import FileSafety
package import Foundation
package import PhotoModel
package import SystemPackage

/// Photos to be moved to the trash, each with what stays of it.
package struct RemovalRequest: Hashable, Sendable {
  package var items: [RemovalItem]
  package var protectedFolders: [FilePath]
  /// Of the files whose content is known, so that it need not be read to be looked for.
  package var digests: [FilePath: ContentDigest] = [:]
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
  /// Some photos have no trash on their volume; in this folder one could be kept for them.
  package var proposal: SetAsideProposal?
  /// Of what would go, what stays in use because other names lead to it.
  package var inUse: ByteCount

  package init(
    refused: [FilePath: String] = [:], trashCount: Int = 1, blocked: String? = nil, proposal: SetAsideProposal? = nil,
    inUse: ByteCount = .zero
  ) {
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
  /// Not moved, and why, in words. They are where they were.
  package var refused: [FilePath: String]
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
      } else {
        moved.append(first.path)
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

  fileprivate var isAboutOtherFile: Bool {
    switch self {
    case .otherFileOfPhoto, .photoStaysInTrash: true
    default: false
    }
  }
}

/// What became of each photo that should be put back.
package struct RestoreReceipt: Hashable, Sendable {
  /// Photos of which every file is back, each by its first file.
  package var restored: [FilePath]
  /// Files put back, of all photos.
  package var files: Int
  /// Files that were not put back, and why, in words. They are in the trash; of a photo that stays there because of one of
  /// its files, that one is named.
  package var refused: [FilePath: String]
  /// The disk has confirmed what was put back, and it is written down.
  package var isRecorded = true
  /// They are folders that an app left behind, and no photos.
  package var areFolders = false

  package init(restored: [FilePath], files: Int? = nil, refused: [FilePath: String]) {
    self.restored = restored
    self.files = files ?? restored.count
    self.refused = refused
  }

  /// - Parameter batch: What was put back, as it was before.
  package init(_ report: RestoreReport, of batch: RemovalBatch, naming: @escaping (FilePath) -> String) {
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
    isRecorded = report.isRecorded
    areFolders = batch.app != nil
  }
}

/// One batch of the history.
package struct BatchSummary: Hashable, Sendable {
  package var id: String
  package var date: Date
  /// The name of the app whose folders these are; nil for photos.
  package var app: String?
  /// Photos, or folders of an app.
  package var photos: Int
  /// Files of these photos.
  package var files: Int
  package var restored: Int
  /// Of the others, those that are not in the trash any more: it was emptied.
  package var gone: Int
  /// Of these others, those whose trash is not there: nobody can tell.
  package var away: Int
  package var bytes: ByteCount
  /// Of `bytes`, those that were put back.
  package var restoredBytes: ByteCount
  /// Of `bytes`, those that are known to be erased from the trash.
  package var goneBytes: ByteCount

  package init(
    id: String, date: Date, app: String? = nil, photos: Int, files: Int? = nil, restored: Int, gone: Int = 0,
    away: Int = 0, bytes: ByteCount, restoredBytes: ByteCount = .zero, goneBytes: ByteCount = .zero
  ) {
    self.id = id
    self.date = date
    self.app = app
    self.photos = photos
    self.files = files ?? photos
    self.restored = restored
    self.gone = gone
    self.away = away
    self.bytes = bytes
    self.restoredBytes = restoredBytes
    self.goneBytes = goneBytes
  }
}

/// A file of a batch, and where it is now.
package struct BatchEntry: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    case inTrash, restored, gone
    /// On a drive that is not there now.
    case away
    /// In neither place where it should be, or in both.
    case unclear
  }

  package var path: FilePath
  package var size: ByteCount
  package var state: State
  /// The file as it is now, in the trash or where it was put back; nil where it is in neither place.
  package var file: ScannedPhoto?

  package init(path: FilePath, size: ByteCount, state: State, file: ScannedPhoto? = nil) {
    self.path = path
    self.size = size
    self.state = state
    self.file = file
  }

  /// Nil where the file never left.
  package init?(_ file: BatchFile) {
    let state: State
    switch file.state {
    case .moved: state = file.isInTrash() ? .inTrash : file.missingTrash() == nil ? .gone : .away
    case .restored: state = .restored
    case .unclear: state = .unclear
    case .planned, .reserved, .stayed, .restoring: return nil
    }
    let place = state == .inTrash ? file.place?.filePath : state == .restored ? file.path : nil
    let now = (file.isFolder ? nil : place).flatMap { place in
      (try? fileStatus(of: place)).map { ScannedPhoto(path: place, identity: $0.identity) }
    }
    self.init(path: file.path, size: ByteCount(file.identity.size), state: state, file: now)
  }
}

extension BatchSummary {
  /// Nil where every file of the batch stayed at home.
  package init?(_ batch: RemovalBatch, date: Date) {
    let left = batch.files.filter { $0.state == .moved || $0.state == .restored || $0.state == .unclear }
    guard !left.isEmpty else { return nil }
    let photos = Dictionary(grouping: left, by: \.item)
    // The trash belongs to the whole desktop and may have been emptied since.
    let lost = photos.values.filter { files in
      files.contains { $0.state != .restored } && files.allSatisfy { $0.state == .restored || !$0.isInTrash() }
    }
    let away = lost.count { files in files.contains { $0.missingTrash() != nil } }
    self.init(
      id: batch.id.text, date: date, app: batch.app, photos: photos.count, files: left.count,
      restored: photos.values.count { $0.allSatisfy { $0.state == .restored } },
      gone: lost.count - away, away: away,
      bytes: left.map { ByteCount($0.identity.size) }.total,
      restoredBytes: left.filter { $0.state == .restored }.map { ByteCount($0.identity.size) }.total,
      goneBytes: left.filter(\.isGone).map { ByteCount($0.identity.size) }.total)
  }
}

extension BatchFile {
  /// It is away from a trash that is there, and the desktop has not put it back. Of a home trash only: where another drive
  /// is mounted now, a trash without the file says nothing.
  fileprivate var isGone: Bool {
    guard state == .moved, let place, place.folder.kind == .home, !isInTrash(),
      (try? fileStatus(of: place.filePath.removingLastComponent()))?.kind == .folder
    else { return false }
    let isBack = (try? fileStatus(of: path))?.identity.isSameFile(as: identity) == true
    return !isBack
  }
}
