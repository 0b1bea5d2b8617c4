import PhotoModel
import SystemPackage

/// What the cache holds of a library, as the walk asks for it: by a file that has not changed since.
///
/// Found by the number of the file, which must be the same in any case: that is one word, and a path is many bytes.
struct KnownFiles {
  private let cached: CachedInspections
  private var table: IndexTable

  /// - Parameter cached: One path may come more than once.
  init(_ cached: CachedInspections) {
    self.cached = cached
    table = IndexTable(count: cached.count)
    for index in cached.indices {
      table[table.slot(from: start(of: cached[index].identity.inode)) { _ in false }] = index
    }
  }

  /// Numbers of neighbours differ in their last bits, those of volumes in their first. Eight neighbours stand together.
  private func start(of inode: UInt64) -> Int {
    let mixed = (inode >> 3) &* 0x9E37_79B9_7F4A_7C15
    return table.start(ofLast: (mixed ^ mixed >> 32) << 3 | inode & 7)
  }

  var isEmpty: Bool { cached.isEmpty }

  /// Of all files, also of those that are not there any more.
  var contents: ContentSet {
    var contents = ContentSet(capacity: cached.count)
    for index in cached.indices { if let digest = cached[index].inspection.digest { contents.insert(digest) } }
    return contents
  }

  /// What was measured in this file. Nil where nothing was, or it has changed since.
  subscript(file: Inventory.File) -> Inspection? {
    let slot = table.slot(from: start(of: file.identity.inode)) { index in
      file.identity.isUnchanged(since: cached[index].identity) && cached[index].packedPath.isSame(as: file.path)
    }
    return table[slot].map { cached[$0].inspection }
  }
}
