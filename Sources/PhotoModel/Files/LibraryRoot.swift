package import SystemPackage

/// A folder that the user chose, with Deckle's access to it.
package struct LibraryRoot: Hashable, Sendable {
  /// The access to a folder.
  package enum Access: String, Hashable, Sendable, Codable {
    case authorized
    /// Parts of the folder could not be read.
    case limited
    /// Nothing in the folder could be read.
    case denied
    /// The folder can be read but nothing can be moved: a read-only file system or a policy.
    case restricted
  }

  /// The trash that a removed photo of this folder goes to.
  package enum Trash: String, Hashable, Sendable, Codable {
    case home, volume, none
  }

  /// The folder, absolute.
  package var path: FilePath
  /// The access to the folder.
  package var access: Access
  /// The trash for photos of the folder.
  package var trash: Trash
  /// The folder that the user chose for removed photos where there is no trash; nil where there is none.
  package var setAside: FilePath?
  /// One sentence for the user about the access or the trash; empty where nothing is wrong.
  package var message: String
  /// Whether access is denied because the folder is not there, or its drive does not answer.
  package var isAway: Bool

  /// Whether there is a folder that removed photos can go to.
  package var acceptsRemoved: Bool { trash != .none || setAside != nil }

  /// Creates a folder with its access and its trash.
  package init(
    path: FilePath, access: Access, trash: Trash, setAside: FilePath? = nil, message: String = "",
    isAway: Bool = false
  ) {
    self.isAway = isAway
    self.setAside = setAside
    self.path = path
    self.access = access
    self.trash = trash
    self.message = message
  }
}
