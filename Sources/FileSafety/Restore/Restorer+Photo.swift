import PhotoModel
import SystemPackage

/// The files of a photo follow it home, and stay where it stays.
extension Restorer {
  /// The obstacles that keep the files of a photo in the trash, by their index: the photo itself cannot go home, and
  /// what belongs to it would stand beside whatever is there. Empty where nothing does. A sidecar or RAW in whose place
  /// something stands, or which is gone, stays behind alone: it holds back no photo.
  func obstacles(to photo: ArraySlice<BatchFile>) -> [Int: FileSafetyError] {
    guard photo.count > 1, let shown = photo.first, !isOriginalLocationItself(shown),
      let obstacle = obstacle(to: shown),
      obstacle.holdsPhotoInTrash
    else { return [:] }
    return Self.withTheOthers([shown.index: obstacle], photo)
  }

  func obstacle(to file: BatchFile) -> FileSafetyError? {
    RestoreMove(of: file, environment, operations)?.obstacle()
  }

  /// Whether the entry at the original location is the file that was moved, or a copy of it with its time.
  func isOriginalLocationItself(_ file: BatchFile) -> Bool {
    (try? fileStatus(of: file.path, operations: operations)).map { file.isItself($0) || file.isLike($0) } == true
  }

  /// The obstacles, with one for every other file of the photo.
  static func withTheOthers(
    _ obstacles: [Int: FileSafetyError], _ photo: ArraySlice<BatchFile>
  ) -> [Int: FileSafetyError] {
    var all = obstacles
    for file in photo where all[file.index] == nil {
      all[file.index] = .photoStaysInTrash(file.path, obstacle: photo.first?.path ?? file.path)
    }
    return all
  }
}

extension FileSafetyError {
  /// Whether the obstacle keeps the other files of a photo in the trash as well. What is not there for the taking holds
  /// back none: else a photo could not come home because somebody erased its sidecar.
  var holdsPhotoInTrash: Bool {
    switch self {
    case .notInTrash, .trashIsAway, .trashEntryChanged, .notARegularFile, .notInFolder, .movedFileChanged: false
    default: true
    }
  }
}
