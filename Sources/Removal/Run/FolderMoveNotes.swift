import FileSafety
import PhotoModel
package import SystemPackage
import TextSurface

/// What is to be known before photos go to folders of the user's: the names that some get there, which files are
/// copied to another drive, and which folders are empty after the next start.
package struct FolderMoveNotes: Hashable, Sendable {
  private struct Rename: Hashable, Sendable {
    let photo: FilePath
    let newPath: FilePath
    let hasMoreFiles: Bool
  }

  private var renames: [Rename] = []
  private var copiedFiles = 0
  private var copiedBytes = ByteCount.zero
  /// Whether each folder on another drive is in memory.
  private var isInMemory: [FilePath: Bool] = [:]

  /// Creates notes of no photo.
  package init() {}

  /// Adds a photo.
  ///
  /// - Parameter locations: The locations of its files, in their order, as `MovePreview` foresees them.
  mutating func add(_ item: RemovalItem, _ locations: [MovePreview.Paths]) {
    for (file, location) in zip(item.files, locations) where location.folderPath != nil && location.trashPath != nil {
      copiedFiles += 1
      copiedBytes += ByteCount(file.identity.size)
      if let folder = item.destination, isInMemory[folder] == nil {
        isInMemory[folder] = fileSystemKind(of: folder).isInMemory
      }
    }
    guard let newPath = locations.first?.folderPath, newPath.nameBytes != item.path.nameBytes else { return }
    renames.append(Rename(photo: item.path, newPath: newPath, hasMoreFiles: item.files.count > 1))
  }

  /// The sentences, in the order of the photos; empty where nothing is to be known.
  ///
  /// - Parameter most: The most photos that are named.
  package func sentences(most: Int = 10, naming: (FilePath) -> String) -> [String] {
    var sentences = renames.prefix(most).map { rename in
      let name = SafeText(bytes: rename.newPath.nameBytes).text
      let others = rename.hasMoreFiles ? ", its other files likewise" : ""
      return "\(naming(rename.photo)) becomes \(name) there\(others): a name is taken."
    }
    if renames.count > sentences.count {
      sentences.append("So it is with \(counted(renames.count - sentences.count, "other photo")).")
    }
    if copiedFiles > 0 {
      sentences.append(
        "\(counted(copiedFiles, "file")) \(copiedFiles == 1 ? "goes" : "go") to another drive: copied and compared there, "
          + "then moved to the trash here. \(copiedBytes.formatted) will be free once the trash is emptied.")
    }
    return sentences
      + isInMemory.filter(\.value).keys.sorted(by: precedesInByteOrder).map {
        "\(naming($0)) is in memory: what is in it is gone when this computer is switched off."
      }
  }
}
