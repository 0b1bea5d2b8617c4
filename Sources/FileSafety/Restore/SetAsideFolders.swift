import Synchronization
package import SystemPackage

/// Folders that the user chose for photos of volumes on which no trash can be made.
///
/// In each of them Deckle keeps a folder `Trash`, laid out like any other trash, so that every Deckle recognises it.
/// Used only where there is no trash of the desktop, and only for files on the same mount.
package final class SetAsideFolders: Sendable {
  private let chosen: Mutex<[FilePath]>

  /// Creates the list of chosen folders.
  ///
  /// - Parameter folders: Absolute paths; the folders need not exist.
  package init(_ folders: [FilePath] = []) { chosen = Mutex(folders) }

  /// The chosen folders, in the order of the choices.
  package var folders: [FilePath] { chosen.withLock { $0 } }

  /// Adds a folder.
  package func choose(_ folder: FilePath) {
    chosen.withLock { folders in
      if !folders.contains(folder) { folders.append(folder) }
    }
  }

  /// The trash folders in them, without symbolic links as far as they exist.
  var trashes: [FilePath] { folders.map { Self.trash(in: $0) } }

  static func trash(in folder: FilePath) -> FilePath { pathRealAsFarAsItExists(folder).appending(name: "Trash") }
}
