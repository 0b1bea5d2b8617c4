import PhotoModel
import PhotoScan
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

  package init() {}

  package init(marked: Set<FilePath>) {
    self.marked = marked
    countFolders()
  }

  /// Goes through all that was said: not for a key.
  ///
  /// - Parameters:
  ///   - actions: What was said and not taken back, oldest first.
  ///   - photos: Those that are there.
  ///   - files: Others that are there, without being known as photos.
  ///   - before: Photos that were known before.
  ///   - earlier: What was missing by then.
  ///   - request: What it leaves out, or protects, is not looked for.
  @concurrent init(
    of actions: [DecisionAction], without photos: LibraryPhotos, and files: Set<FilePath>,
    since before: LargeValue<[ScannedPhoto]>, _ earlier: AbsentPhotos, asking request: ScanRequest
  ) async {
    let text = LatestDecisions(of: actions) { photos[$0] == nil && !files.contains($0) }
    if !text.marked.isEmpty || !text.kept.isEmpty {
      var known = earlier.kept
      if !text.kept.isEmpty {
        for photo in before.value ?? [] where text.kept[photo.path] != nil { known.insert(photo.path) }
      }
      let forbidden = await request.forbidden(among: Array(text.marked) + Array(text.kept.keys))
      marked = text.marked.subtracting(forbidden)
      kept = known.filter { text.kept[$0] != nil && !forbidden.contains($0) }
      leaveOut(photos.values, text)
      countFolders()
    }
    await before.empty()
  }

  package var isEmpty: Bool { marked.isEmpty && kept.isEmpty }

  /// These are there again.
  mutating func remove(where isThere: (FilePath) -> Bool) {
    guard !isEmpty else { return }
    marked = marked.filter { !isThere($0) }
    kept = kept.filter { !isThere($0) }
    countFolders()
  }

  /// What belongs to another photo now is there; so is what was kept and has another name.
  private mutating func leaveOut(_ photos: some Sequence<ScannedPhoto>, _ text: LatestDecisions) {
    guard !isEmpty else { return }
    let identities = kept.compactMap { path in text.kept[path].map { ($0.underAnyName, path) } }
    let names = Dictionary(identities, uniquingKeysWith: { first, _ in first })
    for photo in photos {
      for companion in photo.companions {
        marked.remove(companion.path)
        kept.remove(companion.path)
      }
      if !names.isEmpty, let path = names[photo.identity.underAnyName] { kept.remove(path) }
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
