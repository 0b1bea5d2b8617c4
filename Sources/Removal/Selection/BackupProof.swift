package import FileSafety
import PhotoModel
package import SystemPackage

/// The copies that a backup has of photos that are to go, and the reason why each of the others has none.
package struct BackupProof: Hashable, Sendable {
  /// The backup: absolute, without symbolic links.
  package let folder: FilePath
  /// Entries of the backup that could not be read, and so prove nothing.
  package private(set) var unread = 0
  /// Photos that were asked about.
  package private(set) var photos = 0
  /// The reason why a photo has no copy, as a sentence, by photo.
  package private(set) var missing: [FilePath: String] = [:]
  /// The copy of each file in the backup.
  private var copies: [FilePath: Survivor] = [:]

  /// Looks the files of photos up in a backup.
  ///
  /// - Parameters:
  ///   - items: The photos to look up.
  ///   - going: The files that are to go: the same file inside the backup is no copy, whatever its device number.
  ///   - libraries: The folders under review; those that contain none of the photos do not count.
  ///   - naming: The text of a path in sentences.
  ///   - calling: The text of a photo in its reason, if not its path: its name may be shown beside the reason.
  ///   - isStopped: Called before each photo; true ends the search with the answers so far.
  ///   - asked: Called after each photo.
  /// - Throws: `.insideBackup` and `.sharedWithBackup`: then the folder is no backup.
  package init(
    _ backup: BackupFolder, of items: [RemovalItem], going: [RemovalItem.File]? = nil, libraries: [FilePath],
    naming: (FilePath) -> String, calling: ((FilePath) -> String)? = nil, isStopped: () -> Bool = { false },
    asked: () -> Void = {}
  ) throws(RemovalError) {
    folder = backup.path
    let files = items.flatMap { $0.files.map(\.path) }
    // All files are checked, because each may reveal a mirror.
    if let file = files.filter(backup.contains).first { throw .insideBackup(file, backup: folder) }
    if let library = backup.library(among: libraries, thatSharesFoldersAndHolds: files) {
      throw .sharedWithBackup(library: library, backup: folder)
    }
    let going = Set((going ?? items.flatMap(\.files)).map(\.identity.onAnyDevice))
    for item in items where !isStopped() {
      photos += 1
      // An empty file loses nothing.
      for file in item.files where file.path == item.path || file.identity.size > 0 {
        let holding = backup.holding(
          of: file.identity,
          digest: { file.digest ?? (try? contentDigest(of: file.path, expecting: file.identity)) },
          isGoing: { going.contains($0.onAnyDevice) })
        if case .copy(let survivor) = holding { copies[file.path] = survivor }
        guard missing[item.photo] == nil, let reason = reason(holding, naming) else { continue }
        let name = calling.map { $0(item.path) } ?? naming(item.path)
        missing[item.photo] =
          file.path == item.path
          ? "\(name) \(reason), so it stays." : "\(name) stays: \(naming(file.path)), which would go along, \(reason)."
      }
      asked()
    }
    unread = backup.unread
  }

  /// Creates a proof from its answers, for tests.
  package init(folder: FilePath, photos: Int, missing: [FilePath: String], copies: [FilePath: Survivor] = [:]) {
    (self.folder, self.photos, self.missing, self.copies) = (folder, photos, missing, copies)
  }

  private func reason(_ holding: BackupFolder.BackupMatch, _ naming: (FilePath) -> String) -> String? {
    switch holding {
    case .copy: nil
    case .ownName:
      "is in the backup only as another name of a file outside of it (a hard link, or a mirror of its folder)"
    case .vanishing:
      "is in the backup only where it is not sure to stay (a cache, memory, or a name of what is removed, half or a backup)"
    case .nothing: "is not in the backup \(naming(folder))"
    }
  }

  /// "312 of 340 photos are in the backup; 28 are not."
  package var sentence: String {
    let present = photos - missing.count
    var sentence =
      "\(groupedDigits(present)) of \(counted(photos, "photo")) "
      + "\(present == 1 || photos == 1 ? "is" : "are") in the backup"
    if !missing.isEmpty { sentence += "; \(groupedDigits(missing.count)) \(missing.count == 1 ? "is" : "are") not" }
    sentence += "."
    return [sentence, unreadSentence].compactMap(\.self).joined(separator: " ")
  }

  /// The sentence "3 entries of it could not be read, and prove nothing."; nil where all could be read.
  package var unreadSentence: String? {
    unread > 0 ? "\(counted(unread, "entry", "entries")) of it could not be read, and prove nothing." : nil
  }

  /// The item with its copy in the backup as the file that must stay, where no other file with its bytes does: both are
  /// compared once more, byte for byte, before the photo goes.
  package func relying(_ item: RemovalItem) -> RemovalItem {
    var item = item
    if let copy = copies[item.path] {
      switch item.safeguard {
      case .onlyOne: item.safeguard = .exactCopy(survivors: [copy])
      case .similar: item.file.survivors = [copy]
      case .exactCopy: break
      }
    }
    for index in item.companions.indices where item.companions[index].survivors.isEmpty {
      if let copy = copies[item.companions[index].path] { item.companions[index].survivors = [copy] }
    }
    return item
  }
}
