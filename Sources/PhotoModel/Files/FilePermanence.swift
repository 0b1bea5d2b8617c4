import SystemPackage

/// The permanence of a file by its folder and its name: whether it may be the copy that stays when another one goes.
package struct FilePermanence: Hashable, Sendable {
  /// The kind of a file by its own name.
  package enum Name: Hashable, Sendable {
    case plain
    /// A file that another program has removed, or has not finished: `.trashed-…`, `.pending-…`.
    case trashed
    /// A backup of the file beside it, or a part of that file, as `a.jpg~` of `a.jpg`: the name of the other with an
    /// ending of so many bytes.
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

  /// The flaw as a clause about the file, "lies in a cache"; nil where there is none.
  package var text: String? {
    switch name {
    case .trashed: "is in the bin of another program by its name"
    case .backup: "is a backup or a part of another file by its name"
    case .plain: isInMemory ? "is in memory only" : isInCache ? "lies in a cache" : nil
    }
  }
}

extension ScannedPhoto {
  /// Whether this photo may be the one that stays when the other goes, by where both lie and what their names say. A
  /// backup goes only for the file that it is a backup of.
  package func mayStay(for other: ScannedPhoto) -> Bool {
    guard permanence.vouches(for: other.permanence) else { return false }
    guard case .backup(let ending) = other.permanence.name else { return true }
    return path.bytes.elementsEqual(other.path.bytes.dropLast(Int(ending)))
  }

  /// Whether this photo rather than the other stands for the names of one file, or for copies whose paths differ in
  /// case or accents only.
  package func isNearer(than other: ScannedPhoto) -> Bool {
    isProtected == other.isProtected ? permanence.rank > other.permanence.rank : isProtected
  }
}
