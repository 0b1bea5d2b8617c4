import PhotoModel
import SystemPackage

/// The rule that the files of a photo are restored with it, and stay where it stays.
extension Restorer {
  /// The obstacles that keep the files of a photo where they are, by file index: the photo itself cannot be restored,
  /// and its companions would stand beside whatever is there. Empty where there are none. A sidecar or RAW whose path
  /// is taken, or which is gone, stays behind alone and holds back no photo. In a folder of the user's, where the files
  /// are one photo, an obstacle to one file keeps all, unless the file is gone.
  func obstacles(to photo: ArraySlice<BatchFile>) -> [Int: FileSafetyError] {
    guard photo.count > 1, let shown = photo.first, !isOriginalLocationItself(shown) else { return [:] }
    for file in photo where file.index == shown.index || file.location == nil {
      guard !isOriginalLocationItself(file), let obstacle = obstacle(to: file), obstacle.holdsPhotoInTrash else {
        continue
      }
      if case .notInFolder = obstacle, file.index != shown.index { continue }
      return Self.withTheOthers([file.index: obstacle], photo)
    }
    return [:]
  }

  func obstacle(to file: BatchFile) -> FileSafetyError? {
    let obstacle = RestoreMove(of: file, environment, operations)?.obstacle().map { namingLaterBatch($0, of: file) }
    guard case .somethingIsThere(file.path) = obstacle, let smaller = file.smallerFile else { return obstacle }
    guard let now = try? fileStatus(of: file.path, operations: operations) else { return obstacle }
    return now.identity.isSameAfterMove(as: smaller.identity) || isSmallerFile(at: file.path, file)
      ? nil : changed(file)
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
    let obstacle = photo.first { obstacles[$0.index] != nil } ?? photo.first
    for file in photo where all[file.index] == nil {
      let path = obstacle?.path ?? file.path
      all[file.index] =
        file.location == nil
        ? .photoStaysInFolder(file.path, obstacle: path) : .photoStaysInTrash(file.path, obstacle: path)
    }
    return all
  }
}

extension FileSafetyError {
  /// Whether the obstacle keeps the other files of a photo where they are as well. A missing file holds back no other:
  /// else a photo could not be restored because somebody erased its sidecar.
  var holdsPhotoInTrash: Bool {
    switch self {
    case .notInTrash, .trashIsAway, .trashEntryChanged, .notARegularFile: false
    default: true
    }
  }
}
