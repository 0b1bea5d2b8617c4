package import SystemPackage

/// A file that the user said stays, as it was then.
package struct StayingFile: Hashable, Sendable {
  package var path: FilePath
  /// Nil in sessions of before, where it counts for whatever has its name.
  package var identity: FileIdentity?
  package var digest: ContentDigest?

  package init(path: FilePath, identity: FileIdentity? = nil, digest: ContentDigest? = nil) {
    self.path = path
    self.identity = identity
    self.digest = digest
  }
}

/// Files that stay, found again by their names, and under other names where they do not lie in their places any more.
package struct StayingFiles: Sendable {
  private var byPath: [FilePath: [StayingFile]] = [:]
  private var byIdentity: [FileIdentity: [StayingFile]] = [:]
  private var byDigest: [ContentDigest: [StayingFile]] = [:]
  /// The file that is there now; nil for none.
  private let fileNow: @Sendable (FilePath) -> FileIdentity?

  package init(_ files: [StayingFile], fileNow: @escaping @Sendable (FilePath) -> FileIdentity?) {
    self.fileNow = fileNow
    for file in files {
      byPath[file.path, default: []].append(file)
      if let identity = file.identity { byIdentity[identity.underAnyName, default: []].append(file) }
      if let digest = file.digest { byDigest[digest, default: []].append(file) }
    }
  }

  /// - Parameter identity: Of the file that is there now; nil where nobody can tell, then it counts as the one that stays.
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

  /// Something of this name stays, whatever bytes it has now.
  func names(_ path: FilePath) -> Bool { byPath[path] != nil }

  var isEmpty: Bool { byPath.isEmpty }

  /// A library that was copied to another disk has other numbers for the same files.
  private func isInPlace(_ file: StayingFile) -> Bool {
    guard let then = file.identity, let now = fileNow(file.path) else { return false }
    return now.size == then.size && now.modified == then.modified
  }
}
