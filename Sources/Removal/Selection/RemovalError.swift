package import SystemPackage

/// Reasons why nothing at all is moved.
package enum RemovalError: Error, Hashable {
  /// A photo that is to go lies in the folder that was named as its backup.
  case insideBackup(FilePath, backup: FilePath)
  /// The backup and a reviewed library are one place, or one of them holds the other.
  case sharedWithBackup(library: FilePath, backup: FilePath)
  /// The protected folders are not known, for this reason.
  case protectionUnknown(String)

  /// A sentence for the user.
  package func sentence(naming: (FilePath) -> String) -> String {
    switch self {
    case .insideBackup(let file, let backup):
      "\(naming(file)) lies in \(naming(backup)) itself, by this path or by another, so that folder is no backup "
        + "of it. Nothing was moved; name a folder that holds copies."
    case .sharedWithBackup(let library, let backup):
      "\(naming(backup)) shares folders with \(naming(library)), which is reviewed, so it is no backup of it. "
        + "Nothing was moved; name a folder outside of it."
    case .protectionUnknown(let reason):
      "Nothing is moved, because it is not known what is protected. \(reason)"
    }
  }
}
