package import PhotoModel
package import SystemPackage

/// The files that stay, to be searched for a file that is to go: each counts at its path, and under another one only
/// where the old one is gone (`DecisionRule.swift`).
package struct StayingFiles: Sendable {
  private var byPath: [FilePath: [DecidedFile]] = [:]
  private var byIdentity: [FileIdentity: [DecidedFile]] = [:]
  private var byDigest: [ContentDigest: [DecidedFile]] = [:]
  /// The file that is at a path now; nil for none.
  private let fileNow: @Sendable (FilePath) -> FileIdentity?

  /// Creates the index of these files.
  ///
  /// - Parameter fileNow: The file that is at a path now; nil for none.
  package init(_ files: [DecidedFile], fileNow: @escaping @Sendable (FilePath) -> FileIdentity?) {
    self.fileNow = fileNow
    for file in files {
      byPath[file.path, default: []].append(file)
      if let identity = file.identity { byIdentity[identity.underAnyName, default: []].append(file) }
      if let digest = file.digest { byDigest[digest, default: []].append(file) }
    }
  }

  /// Whether a file is one of those that stay: at its path unchanged, or at another path after the original has gone
  /// from its own.
  ///
  /// - Parameter identity: The present identity of the file; nil if unknown, then the file counts as the one that
  ///   stays.
  package func contains(_ path: FilePath, _ identity: FileIdentity?, _ digest: ContentDigest?) -> Bool {
    let isHere = byPath[path]?.contains { file in
      guard let identity, let then = file.identity else { return true }
      return identity.isSameVersion(as: then) || digest != nil && digest == file.digest
    }
    if isHere == true { return true }
    // A copy beside the file that stays is none that was chosen.
    let elsewhere = (identity.flatMap { byIdentity[$0.underAnyName] } ?? []) + (digest.flatMap { byDigest[$0] } ?? [])
    return elsewhere.contains { $0.path != path && !isUnmoved($0) }
  }

  /// Whether some file of this path stays, whatever bytes are there now.
  func containsPath(_ path: FilePath) -> Bool { byPath[path] != nil }

  var isEmpty: Bool { byPath.isEmpty }

  /// Whether a file is still at its path, by size and time of writing: a library that was copied to another disk has
  /// other inode numbers for the same files.
  private func isUnmoved(_ file: DecidedFile) -> Bool {
    guard let then = file.identity, let now = fileNow(file.path) else { return false }
    return now.size == then.size && now.modified == then.modified
  }
}
