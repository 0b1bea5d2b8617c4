import SystemPackage

/// What a file's place and name say of how long it is there: whether it may be the copy that stays when another one goes.
package struct Standing: Hashable, Sendable {
  /// What the file's own name says.
  package enum Name: Hashable, Sendable {
    case plain
    /// Another program has taken the file for removed, or is not done with it: `.trashed-…`, `.pending-…`.
    case trashed
    /// What was kept of the file beside it, or a part of that one, as `a.jpg~` of `a.jpg`: its name with an ending of so many
    /// bytes.
    case backup(ending: UInt8)
  }

  package var name: Name
  /// A folder around the file is a cache by its name.
  package var isInCache: Bool
  /// The file system is in memory, and empty at the next start.
  package var isInMemory: Bool

  package init(name: Name = .plain, isInCache: Bool = false, isInMemory: Bool = false) {
    self.name = name
    self.isInCache = isInCache
    self.isInMemory = isInMemory
  }

  /// Nothing speaks against it.
  package static let lasting = Standing()

  /// The file may vanish by itself.
  package var isPassing: Bool { isInCache || isInMemory }

  /// The higher of two is the better one to keep.
  package var rank: Int { name == .plain ? (isPassing ? 1 : 2) : 0 }

  /// Whether a file of this standing counts as a copy that stays of one that goes. What may vanish by itself does so only for
  /// its like.
  package func vouches(for other: Standing) -> Bool { name == .plain && (!isPassing || other.isPassing) }

  /// "lies in a cache": what speaks against it, as a clause about the file; nil where nothing does.
  package var text: String? {
    switch name {
    case .trashed: "is in the bin of another program by its name"
    case .backup: "is a backup or a part of another file by its name"
    case .plain: isInMemory ? "is in memory only" : isInCache ? "lies in a cache" : nil
    }
  }
}

extension ScannedPhoto {
  /// Whether this photo may be the one that stays when the other goes, by where both lie and what their names say. A backup
  /// goes only for the file that it is a backup of.
  package func mayStay(for other: ScannedPhoto) -> Bool {
    guard standing.vouches(for: other.standing) else { return false }
    guard case .backup(let ending) = other.standing.name else { return true }
    return path.bytes.elementsEqual(other.path.bytes.dropLast(Int(ending)))
  }

  /// It stands for the names of one file, or for names that are one elsewhere, rather than the other.
  package func isNearer(than other: ScannedPhoto) -> Bool {
    isProtected == other.isProtected ? standing.rank > other.standing.rank : isProtected
  }
}
