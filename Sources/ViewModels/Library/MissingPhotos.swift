import PhotoModel
import PhotoScan
import Review
package import SystemPackage

/// Photos that were decided about and that a walk through the library did not find: their drive is not plugged in, or
/// their folder has gone. The decisions stay in the session, and count again when the photos are back.
package struct MissingPhotos: Equatable, Sendable {
  /// The missing photos that are marked.
  package private(set) var marked: Set<FilePath> = []
  /// The missing photos that were kept, and known before they went. Those that went earlier are not reported: a kept
  /// photo is recognised by its content.
  package private(set) var kept: Set<FilePath> = []
  /// The folders that the photos were in, in byte order.
  private var folders: [Folder] = []

  /// The numbers of missing photos of one folder.
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

  /// Finds the photos that are missing.
  ///
  /// - Parameters:
  ///   - review: The decisions, and the photos that are there.
  ///   - files: Other files that are there, without being known as photos.
  ///   - before: The photos that were known before; emptied at the end.
  ///   - earlier: The photos that were missing by then.
  ///   - request: The scan whose exclusions and protected folders are not searched.
  @concurrent init(
    of review: Review, and files: Set<FilePath>, since before: DeferredRelease<LibraryPhotos>, _ earlier: MissingPhotos,
    asking request: ScanRequest
  ) async {
    func isMissing(_ path: FilePath) -> Bool { review.photos[path] == nil && !files.contains(path) }
    let last = DecisionReplay(review.actions, and: review.otherLibraryDecisions)
    let (marked, kept) = (last.marked.filter(isMissing), last.kept.filter(isMissing))
    if !marked.isEmpty || !kept.isEmpty {
      var known = earlier.kept
      if let before = before.value { known.formUnion(kept.filter { before[$0] != nil }) }
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

  /// Removes photos that are there again.
  mutating func remove(where isThere: (FilePath) -> Bool) {
    guard !isEmpty else { return }
    marked = marked.filter { !isThere($0) }
    kept = kept.filter { !isThere($0) }
    countFolders()
  }

  /// Removes files that belong to another photo now, and kept photos that are there under another name.
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

  /// The numbers of missing photos and their folders, for a text.
  ///
  /// - Parameters:
  ///   - isOfBin: Whether only marked photos count.
  ///   - roots: The folders of the library.
  ///   - away: Folders of the library that are missing as a whole, which another text reports.
  ///   - naming: The text of a path for the screen.
  /// - Returns: Nil where no photo is missing outside of `away`.
  package func text(
    ofBin isOfBin: Bool = false, below roots: [FilePath], besides away: [FilePath], naming: (FilePath) -> String
  ) -> MissingPhotosNotice? {
    var listed = folders.filter { folder in !away.contains { folder.path.starts(with: $0) } }
    if isOfBin {
      listed.removeAll { $0.marked == 0 }
      for index in listed.indices { listed[index].kept = 0 }
    }
    guard let most = listed.max(by: { $0.marked + $0.kept < $1.marked + $1.kept }) else { return nil }
    let shared = listed.dropFirst().reduce(listed[0].path) { $0.sharedBeginning(with: $1.path) }
    let others = listed.count - 1
    let folder =
      others == 0 || roots.contains { shared.starts(with: $0) && shared != $0 }
      ? naming(shared) : "\(naming(most.path)) and \(counted(others, "other folder"))"
    return MissingPhotosNotice(
      marked: listed.map(\.marked).reduce(0, +), kept: listed.map(\.kept).reduce(0, +), folder: folder)
  }
}

extension FilePath {
  /// The deepest folder that contains both paths, or is one of them.
  fileprivate func sharedBeginning(with other: FilePath) -> FilePath {
    var shared = self
    while !other.starts(with: shared), shared.removeLastComponent() {}
    return shared
  }
}
