import PhotoModel
package import SystemPackage

/// Patterns of names that a walk leaves out, matched with files that are known already.
package struct ExcludedNames: Sendable {
  private let globs: [Glob]

  /// Creates the patterns from globs over names, or over paths where they contain a slash.
  package init(_ patterns: [String]) { globs = patterns.map(Glob.init) }

  /// Whether there is no pattern.
  package var isEmpty: Bool { globs.isEmpty }

  /// Whether a walk of these folders would not come to the file: a pattern matches its name or path, or that of a
  /// folder on the way to it.
  ///
  /// - Parameters:
  ///   - path: A real path, as a walk gives it.
  ///   - roots: Real paths in the order of the walk; their own names are not matched, as in a walk.
  package func leaveOut(_ path: FilePath, below roots: [FilePath]) -> Bool {
    guard !globs.isEmpty else { return false }
    let around = roots.filter { path.starts(with: $0) }
    // For a file below none of the roots every name counts, and every folder may be the root: a file left out by
    // mistake is not removed.
    if around.isEmpty { return path.ancestors.contains { isHit(path, below: $0) } }
    // A folder is entered once: the first walk that gets there decides about its entries.
    var entered: Set<FilePath> = []
    for root in around where !entered.contains(root) {
      if root == path, !entered.contains(path.removingLastComponent()) { return false }
      entered.insert(root)
      for index in ([path] + path.ancestors).prefix(while: { $0 != root }).reversed() {
        if entered.contains(index) || matches(index, below: root) { break }
        if index == path { return false }
        entered.insert(index)
      }
    }
    return true
  }

  private func isHit(_ path: FilePath, below root: FilePath) -> Bool {
    var index = path
    while index != root, index.lastComponent != nil {
      if matches(index, below: root) { return true }
      index.removeLastComponent()
    }
    return false
  }

  private func matches(_ path: FilePath, below root: FilePath) -> Bool {
    let rootLength = root.lengthOfPrefixBelow
    return globs.contains { $0.matches(path: path.bytes, name: path.nameBytes, rootLength: rootLength) }
  }
}

extension FilePath {
  /// The folders above, the nearest first, `/` last.
  fileprivate var ancestors: some Sequence<FilePath> {
    sequence(state: self) { index -> FilePath? in
      guard index.lastComponent != nil else { return nil }
      index.removeLastComponent()
      return index
    }
  }

  /// The number of bytes before the names in this folder.
  fileprivate var lengthOfPrefixBelow: Int { bytes.count + (lastComponent == nil ? 0 : 1) }
}
