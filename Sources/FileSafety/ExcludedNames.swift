import PhotoModel
package import SystemPackage

/// Patterns of names that a walk leaves out, held against files that are known already.
package struct ExcludedNames: Sendable {
  private let globs: [Glob]

  package init(_ patterns: [String]) { globs = patterns.map(Glob.init) }

  package var isEmpty: Bool { globs.isEmpty }

  /// A walk of these folders would not come to the file: a pattern has its name, or that of a folder on the way to it.
  ///
  /// - Parameters:
  ///   - path: A real path, as a walk tells it.
  ///   - roots: Real paths; what stands in their own names counts for nothing, as in a walk.
  package func leaveOut(_ path: FilePath, below roots: [FilePath]) -> Bool {
    guard !globs.isEmpty else { return false }
    let around = roots.filter { path.starts(with: $0) }
    // Below none of them every name counts: what is left out by mistake is not removed.
    return (around.isEmpty ? ["/"] : around).allSatisfy { isHit(path, below: $0) }
  }

  private func isHit(_ path: FilePath, below root: FilePath) -> Bool {
    var place = path
    while place != root, place.lastComponent != nil {
      if globs.contains(where: { $0.matches(path: place.bytes, name: place.nameBytes) }) { return true }
      place.removeLastComponent()
    }
    return false
  }
}
