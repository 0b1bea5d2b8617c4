package import PhotoModel
package import SystemPackage

/// The folders of a library, with their state on the disk.
package struct LibraryFolders {
  /// The folders of the library; absolute.
  package private(set) var roots: [FilePath]
  /// The access to each folder and its trash; empty until the disk has answered.
  package internal(set) var states: [LibraryRoot] = []
  /// The volume of the first folder; nil until the disk has answered.
  package internal(set) var storage: StorageFigures?
  /// The folders of which nothing is proposed or moved; absolute.
  package private(set) var protected: [FilePath] = []

  /// The folders of the library that are missing, or cannot be read.
  var denied: [FilePath] { states.filter { $0.access == .denied }.map(\.path) }

  /// Changes the folders of the library; their state on the disk is unknown at first.
  mutating func change(to roots: [FilePath]) {
    self = LibraryFolders(roots: roots, protected: protected)
  }

  /// Protects folders by their names, beside those that are protected.
  ///
  /// - Returns: Whether one of them was not protected before.
  mutating func protect(_ names: [FilePath]) -> Bool {
    let new = names.filter { !protected.contains($0) }
    protected += new
    return !new.isEmpty
  }

  /// Protects no other folders than these any more: those that the disk has found, and the names themselves.
  ///
  /// - Returns: Whether other folders are protected now.
  mutating func protectOnly(_ found: [FilePath], names: [FilePath]) -> Bool {
    let before = protected
    protected = found + names.filter { !found.contains($0) }
    return Set(protected) != Set(before)
  }
}
