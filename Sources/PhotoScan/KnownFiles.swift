import PhotoModel
import SystemPackage

/// What the cache holds of a library, as the walk asks for it: by a file that has not changed since.
///
/// Found by the number of the file, which must be the same in any case: that is one word, and a path is many bytes.
struct KnownFiles {
  private let cached: [CachedInspection]
  private var first: [UInt64: Int32] = [:]
  /// The next one of the same number, as of another name of the file or of another volume; −1: none.
  private var next: [Int32]

  /// - Parameter cached: One path may come more than once.
  init(_ cached: [CachedInspection]) {
    self.cached = cached
    next = Array(repeating: -1, count: cached.count)
    first.reserveCapacity(cached.count)
    for (place, entry) in cached.enumerated() {
      if let other = first.updateValue(Int32(place), forKey: entry.identity.inode) { next[place] = other }
    }
  }

  var isEmpty: Bool { cached.isEmpty }

  /// Of all files, also of those that are not there any more.
  var contents: Set<ContentDigest> {
    var contents: Set<ContentDigest> = []
    contents.reserveCapacity(cached.count)
    for entry in cached { if let digest = entry.inspection.digest { contents.insert(digest) } }
    return contents
  }

  /// What was measured in this file. Nil where nothing was, or it has changed since.
  subscript(file: Inventory.File) -> Inspection? {
    var place = first[file.identity.inode] ?? -1
    while place >= 0 {
      let entry = cached[Int(place)]
      if file.identity.isUnchanged(since: entry.identity), entry.path == file.path { return entry.inspection }
      place = next[Int(place)]
    }
    return nil
  }
}
