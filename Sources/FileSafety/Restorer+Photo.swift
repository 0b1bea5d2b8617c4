import PhotoModel
import SystemPackage

/// The files of one photo come back together or not at all.
extension Restorer {
  /// What keeps the files of a photo in the trash, by their index: one that cannot go home keeps all of them. Empty where
  /// nothing does; what is not in the trash any more, or is not ours, holds back no other.
  func obstacles(to photo: ArraySlice<BatchFile>) -> [Int: FileSafetyError] {
    guard photo.count > 1 else { return [:] }
    var obstacles: [Int: FileSafetyError] = [:]
    for file in photo where !isHomeItself(file) { obstacles[file.index] = obstacle(to: file) }
    return obstacles.values.contains(where: \.holdsPhotoInTrash) ? Self.withTheOthers(obstacles, photo) : [:]
  }

  func obstacle(to file: BatchFile) -> FileSafetyError? {
    file.place.flatMap { HomeMove($0, of: file, environment, operations).obstacle() }
  }

  /// What stands at home is the file that was moved.
  private func isHomeItself(_ file: BatchFile) -> Bool {
    (try? fileStatus(of: file.path, operations: operations)).map(file.isItself) == true
  }

  /// The obstacles, with one for every other file of the photo.
  static func withTheOthers(
    _ obstacles: [Int: FileSafetyError], _ photo: ArraySlice<BatchFile>
  ) -> [Int: FileSafetyError] {
    let first = photo.first { obstacles[$0.index]?.holdsPhotoInTrash == true }
    var all = obstacles
    for file in photo where all[file.index] == nil {
      all[file.index] = .photoStaysInTrash(file.path, obstacle: first?.path ?? file.path)
    }
    return all
  }
}

extension FileSafetyError {
  /// It keeps the other files of a photo in the trash as well. What is not there for the taking holds back none: else a
  /// photo could not come home because somebody erased its sidecar.
  var holdsPhotoInTrash: Bool {
    switch self {
    case .notInTrash, .trashIsAway, .trashEntryChanged, .notARegularFile: false
    default: true
    }
  }
}
