import PhotoModel
import SystemPackage

/// What the cache holds of a library, as the walk asks for it: by a file that has not changed since.
///
/// Found by the number of the file, which must be the same in any case: that is one word, and a path is many bytes.
struct KnownFiles {
  private let cached: CachedInspections
  /// Places in `cached`; −1: free. A power of two, at most half full.
  private var slots: [Int32]

  /// - Parameter cached: One path may come more than once.
  init(_ cached: CachedInspections) {
    self.cached = cached
    var size = 16
    while size < cached.count * 2 { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for place in cached.indices {
      var slot = Self.slot(of: cached[place].identity.inode, among: size)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(place)
    }
  }

  /// Numbers of neighbours differ in their last bits, those of volumes in their first. Eight neighbours stand together.
  private static func slot(of inode: UInt64, among size: Int) -> Int {
    let mixed = (inode >> 3) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (mixed ^ mixed >> 32) << 3 | inode & 7) & (size - 1)
  }

  var isEmpty: Bool { cached.isEmpty }

  /// Of all files, also of those that are not there any more.
  var contents: ContentSet {
    var contents = ContentSet(capacity: cached.count)
    for place in cached.indices { if let digest = cached[place].inspection.digest { contents.insert(digest) } }
    return contents
  }

  /// What was measured in this file. Nil where nothing was, or it has changed since.
  subscript(file: Inventory.File) -> Inspection? {
    var slot = Self.slot(of: file.identity.inode, among: slots.count)
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if file.identity.isUnchanged(since: cached[place].identity), cached[place].packedPath.isSame(as: file.path) {
        return cached[place].inspection
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }
}
