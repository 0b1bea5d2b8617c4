import PhotoModel
import PhotoScan
import Review
package import SystemPackage

/// Photos that something was said of and that a walk through the library did not come across: their drive is not plugged in,
/// or their folder has gone. What was said stays in the session, and counts again when they are back.
package struct AbsentPhotos: Equatable, Sendable {
  /// Marked for the bin.
  package private(set) var marked: Set<FilePath> = []
  /// Kept, and known before they went. Those that went earlier are no news: what is kept is known again by its content.
  package private(set) var kept: Set<FilePath> = []
  /// The folders they were in.
  private var folders: [Folder] = []

  /// How many of the photos of one folder.
  private struct Folder: Hashable, Sendable {
    var path: FilePath
    var marked = 0
    var kept = 0
  }

  /// Creates the value of a library from which nothing is missing.
  package init() {}

  /// Creates the value for marked photos that are missing.
  package init(marked: Set<FilePath>) {
    self.marked = marked
    countFolders()
  }

  /// Goes through all decisions: not for a key.
  ///
  /// - Parameters:
  ///   - review: With the decisions, and the photos that are there.
  ///   - files: Others that are there, without being known as photos.
  ///   - before: Photos that were known before.
  ///   - earlier: What was missing by then.
  ///   - request: What it leaves out, or protects, is not looked for.
  @concurrent init(
    of review: Review, and files: Set<FilePath>, since before: LargeValue<[ScannedPhoto]>, _ earlier: AbsentPhotos,
    asking request: ScanRequest
  ) async {
    func isAbsent(_ path: FilePath) -> Bool { review.photos[path] == nil && !files.contains(path) }
    let last = DecisionReplay(review.actions, and: review.elsewhere)
    let (marked, kept) = (last.marked.filter(isAbsent), last.kept.filter(isAbsent))
    if !marked.isEmpty || !kept.isEmpty {
      var known = earlier.kept
      if !kept.isEmpty { for photo in before.value ?? [] where kept.contains(photo.path) { known.insert(photo.path) } }
      let forbidden = await request.forbidden(among: Array(marked.union(kept)))
      self.marked = marked.subtracting(forbidden)
      self.kept = known.intersection(kept).subtracting(forbidden)
      leaveOut(review)
      countFolders()
    }
    await before.empty()
  }

  /// Whether no photo is missing.
  package var isEmpty: Bool { marked.isEmpty && kept.isEmpty }

  /// These are there again.
  mutating func remove(where isThere: (FilePath) -> Bool) {
    guard !isEmpty else { return }
    marked = marked.filter { !isThere($0) }
    kept = kept.filter { !isThere($0) }
    countFolders()
  }

  /// What belongs to another photo now is there; so is what was kept and has another name.
  private mutating func leaveOut(_ review: Review) {
    for companion in review.photos.values.lazy.flatMap(\.companions) {
      marked.remove(companion.path)
      kept.remove(companion.path)
    }
    guard !kept.isEmpty else { return }
    var files = review.files
    for item in review.actions.lazy.flatMap(\.items) where item.decision == .keep && kept.contains(item.path) {
      if !files.others(of: item, isOfLibrary: false).isEmpty { kept.remove(item.path) }
    }
  }

  private mutating func countFolders() {
    var counts: [FilePath: Folder] = [:]
    func count(_ path: FilePath, _ change: (inout Folder) -> Void) {
      let folder = path.removingLastComponent()
      change(&counts[folder, default: Folder(path: folder)])
    }
    for path in marked { count(path) { $0.marked += 1 } }
    for path in kept { count(path) { $0.kept += 1 } }
    folders = counts.values.sorted { precedesInByteOrder($0.path, $1.path) }
  }

  /// - Parameters:
  ///   - isOfBin: Only what is marked is meant.
  ///   - roots: The folders of the library.
  ///   - away: Those of them that are said to be away as a whole.
  ///   - naming: Makes a path fit for the screen.
  /// - Returns: Nil where nothing is missing, or nothing else.
  package func text(
    ofBin isOfBin: Bool = false, below roots: [FilePath], besides away: [FilePath], naming: (FilePath) -> String
  ) -> AbsentDecisions? {
    var listed = folders.filter { folder in !away.contains { folder.path.starts(with: $0) } }
    if isOfBin {
      listed.removeAll { $0.marked == 0 }
      for index in listed.indices { listed[index].kept = 0 }
    }
    guard let most = listed.max(by: { $0.marked + $0.kept < $1.marked + $1.kept }) else { return nil }
    let shared = listed.dropFirst().reduce(listed[0].path) { $0.sharedBeginning(with: $1.path) }
    let others = listed.count - 1
    let place =
      others == 0 || roots.contains { shared.starts(with: $0) && shared != $0 }
      ? naming(shared) : "\(naming(most.path)) and \(counted(others, "other folder"))"
    return AbsentDecisions(
      marked: listed.map(\.marked).reduce(0, +), kept: listed.map(\.kept).reduce(0, +), place: place)
  }
}

extension FilePath {
  /// The folder that both lie in, or are.
  fileprivate func sharedBeginning(with other: FilePath) -> FilePath {
    var shared = self
    while !other.starts(with: shared), shared.removeLastComponent() {}
    return shared
  }
}
