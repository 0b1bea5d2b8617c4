package import PhotoModel
import SystemPackage

/// How many photos are listed in any category, and what is free without them.
package struct ListedFigures: Hashable, Sendable {
  package var photos = 0
  package var reclaimable = ByteCount.zero

  package init() {}

  /// - Parameter paths: Each once.
  init(of paths: some Sequence<FilePath>, _ known: [FilePath: ScannedPhoto]) {
    for path in paths {
      photos += 1
      reclaimable += known[path]?.reclaimable ?? .zero
    }
  }

  static func += (left: inout ListedFigures, right: ListedFigures) {
    left.photos += right.photos
    left.reclaimable += right.reclaimable
  }

  static func - (left: ListedFigures, right: ListedFigures) -> ListedFigures {
    var difference = left
    difference.photos -= right.photos
    difference.reclaimable = left.reclaimable - right.reclaimable
    return difference
  }
}
