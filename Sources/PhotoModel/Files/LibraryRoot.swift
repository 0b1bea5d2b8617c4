package import SystemPackage

/// A folder the user chose, and what Deckle may do there.
package struct LibraryRoot: Hashable, Sendable {
  /// The four answers to "may I read this?".
  package enum Access: String, Hashable, Sendable, Codable {
    case authorized
    /// Parts of it could not be read.
    case limited
    /// None of it could be read.
    case denied
    /// It can be read but nothing can be moved: a read-only file system or a policy.
    case restricted
  }

  /// Where a removed photo of this folder would go.
  package enum Trash: String, Hashable, Sendable, Codable {
    case home, volume, none
  }

  package var path: FilePath
  package var access: Access
  package var trash: Trash
  /// Without a trash: the folder that the user chose in place of one.
  package var setAside: FilePath?
  /// One sentence where something is to be said, else empty.
  package var message: String
  /// It is denied because it is not there, or its drive does not answer.
  package var isAway: Bool

  /// A removed photo of this folder has a place to go.
  package var takesRemoved: Bool { trash != .none || setAside != nil }

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
