import PhotoModel
import SystemPackage

/// The cached inspections of a library, looked up by a file that has not changed since.
///
/// The key is the inode, which must be the same in any case: it has eight bytes, and a path has many.
struct KnownFiles {
  private let cached: CachedInspections
  private var table: IndexTable

  /// - Parameter cached: The inspections; one path may come more than once.
  init(_ cached: CachedInspections) {
    self.cached = cached
    table = IndexTable(count: cached.count)
    for index in cached.indices {
      table[table.slot(from: start(of: cached[index].identity.inode)) { _ in false }] = index
    }
  }

  /// The first slot for an inode. Inodes of neighbours differ in their last bits, those of volumes in their first.
  /// Eight neighbours share a start.
  private func start(of inode: UInt64) -> Int {
    let mixed = (inode >> 3) &* 0x9E37_79B9_7F4A_7C15
    return table.start(ofLast: (mixed ^ mixed >> 32) << 3 | inode & 7)
  }

  var isEmpty: Bool { cached.isEmpty }

  /// The contents of all files, also of those that are not there any more.
  var contents: ContentSet {
    var contents = ContentSet(capacity: cached.count)
    for index in cached.indices { if let digest = cached[index].inspection.digest { contents.insert(digest) } }
    return contents
  }

  /// The inspection of this file; nil where there is none, or the file has changed since.
  subscript(file: Inventory.File) -> Inspection? {
    let slot = table.slot(from: start(of: file.identity.inode)) { index in
      file.identity.isUnchanged(since: cached[index].identity) && cached[index].packedPath.isSame(as: file.path)
    }
    return table[slot].map { cached[$0].inspection }
  }
}
