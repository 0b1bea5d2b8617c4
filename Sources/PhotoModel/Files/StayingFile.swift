package import SystemPackage

/// A file that the user decided to keep, as it was at that time.
package struct StayingFile: Hashable, Sendable {
  /// The path at that time.
  package var path: FilePath
  /// The file at that time; nil in sessions of older versions, where the decision counts for any file of this path.
  package var identity: FileIdentity?
  /// The content at that time; nil where it was not known.
  package var digest: ContentDigest?

  /// Creates a staying file.
  package init(path: FilePath, identity: FileIdentity? = nil, digest: ContentDigest? = nil) {
    self.path = path
    self.identity = identity
    self.digest = digest
  }
}

/// Files that stay, found by their paths, and by identity or content where they do not lie at these paths any more.
package struct StayingFiles: Sendable {
  private var byPath: [FilePath: [StayingFile]] = [:]
  private var byIdentity: [FileIdentity: [StayingFile]] = [:]
  private var byDigest: [ContentDigest: [StayingFile]] = [:]
  /// The file that is at a path now; nil for none.
  private let fileNow: @Sendable (FilePath) -> FileIdentity?

  /// Creates the index of these files.
  ///
  /// - Parameter fileNow: The file that is at a path now; nil for none.
  package init(_ files: [StayingFile], fileNow: @escaping @Sendable (FilePath) -> FileIdentity?) {
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
  /// - Parameter identity: Of the file that is there now; nil where it is not known, then it counts as the one that
  ///   stays.
  package func contains(_ path: FilePath, _ identity: FileIdentity?, _ digest: ContentDigest?) -> Bool {
    let isHere = byPath[path]?.contains { file in
      guard let identity, let then = file.identity else { return true }
      return identity.hasSameContent(as: then) || digest != nil && digest == file.digest
    }
    if isHere == true { return true }
    // A copy beside the file that stays is none that was chosen.
    let elsewhere = (identity.flatMap { byIdentity[$0.underAnyName] } ?? []) + (digest.flatMap { byDigest[$0] } ?? [])
    return elsewhere.contains { $0.path != path && !isInPlace($0) }
  }

  /// Whether some file of this path stays, whatever bytes are there now.
  func names(_ path: FilePath) -> Bool { byPath[path] != nil }

  var isEmpty: Bool { byPath.isEmpty }

  /// A library that was copied to another disk has other numbers for the same files.
  private func isInPlace(_ file: StayingFile) -> Bool {
    guard let then = file.identity, let now = fileNow(file.path) else { return false }
    return now.size == then.size && now.modified == then.modified
  }
}
