import SystemPackage

/// The permanence of a file by its folder and its name: whether it may be the copy that stays when another one goes.
package struct FilePermanence: Hashable, Sendable {
  /// The kind of a file by its own name.
  package enum Name: Hashable, Sendable {
    case plain
    /// A file that another program has removed, or has not finished: `.trashed-…`, `.pending-…`.
    case trashed
    /// A backup or a part of the file beside it, as `a.jpg~` of `a.jpg`: the name is that of the other file with an
    /// ending of this many bytes.
    case backup(ending: UInt8)
  }

  /// The kind of the file by its name.
  package var name: Name
  /// Whether a folder around the file is a cache by its name.
  package var isInCache: Bool
  /// Whether the file system is in memory, and empty after the next start.
  package var isInMemory: Bool

  /// Creates the permanence of a file; without arguments that of one that lasts.
  package init(name: Name = .plain, isInCache: Bool = false, isInMemory: Bool = false) {
    self.name = name
    self.isInCache = isInCache
    self.isInMemory = isInMemory
  }

  /// The permanence of a file that nothing speaks against.
  package static let lasting = FilePermanence()

  /// Whether the file may vanish by itself.
  package var mayVanish: Bool { isInCache || isInMemory }

  /// 2 for a lasting file, 1 for one that may vanish by itself, 0 for a backup or a removed file: the higher of two
  /// is the better one to keep.
  package var rank: Int { name == .plain ? (mayVanish ? 1 : 2) : 0 }

  /// Whether a file of this permanence counts as a copy that stays of one that goes. A file that may vanish by itself
  /// does so only for others that may.
  package func vouches(for other: FilePermanence) -> Bool { name == .plain && (!mayVanish || other.mayVanish) }

  /// The flaw as a clause about the file, such as "lies in a cache"; nil where there is none.
  package var text: String? {
    switch name {
    case .trashed: "is in the bin of another program by its name"
    case .backup: "is a backup or a part of another file by its name"
    case .plain: isInMemory ? "is in memory only" : isInCache ? "lies in a cache" : nil
    }
  }
}

extension ScannedPhoto {
  /// Whether this photo may stay when the other is removed, by the folders and names of both. A backup may replace only
  /// the file that it is a backup of.
  package func mayStay(for other: ScannedPhoto) -> Bool {
    guard permanence.vouches(for: other.permanence) else { return false }
    guard case .backup(let ending) = other.permanence.name else { return true }
    return path.bytes.elementsEqual(other.path.bytes.dropLast(Int(ending)))
  }

  /// Whether this photo is preferred to the other among hard links of one file, or among copies whose paths differ only
  /// in case or accents.
  package func isNearer(than other: ScannedPhoto) -> Bool {
    isProtected == other.isProtected ? permanence.rank > other.permanence.rank : isProtected
  }
}
