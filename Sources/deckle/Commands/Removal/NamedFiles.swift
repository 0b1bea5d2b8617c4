import FileSafety
import PhotoModel
import SystemPackage

/// What counts as a copy that stays of files that were named by themselves, without a folder around them.
///
/// What two paths have in common is the same for both; only the names below that tell which of them lasts.
struct NamedFiles {
  let places: KnownPlaces

  /// - Parameters:
  ///   - other: What would stay.
  ///   - file: What would go.
  func vouches(_ other: FilePath, for file: FilePath) -> Bool {
    let folder = commonFolder(of: other, file)
    if places.kind(around: other, below: folder) != nil || places.bundle(around: other) != nil { return false }
    return standing(of: other, below: folder).vouches(for: standing(of: file, below: folder))
  }

  /// For the choice of the best of some files.
  ///
  /// - Parameter folder: Around all of them.
  func standing(of file: FilePath, below folder: FilePath) -> Standing {
    var standing = places.standing(of: file, below: folder)
    standing.isInMemory = isInMemory(file.removingLastComponent())
    return standing
  }
}
