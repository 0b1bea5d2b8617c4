package import FileSafety
package import PhotoModel
package import SystemPackage

/// Checks the folders of a library: whether Deckle may read them, and move photos out of them.
package struct RootCheck: Sendable {
  private let trash: TrashEnvironment
  private let naming: @Sendable (FilePath) -> String

  private let operations: FileOperations

  /// Creates a check.
  ///
  /// - Parameter naming: Makes a path fit for a message.
  package init(
    trash: TrashEnvironment, naming: @escaping @Sendable (FilePath) -> String, operations: FileOperations = .live
  ) {
    self.operations = operations
    self.trash = trash
    self.naming = naming
  }

  /// The folders with their access and their trash.
  ///
  /// - Parameter skipped: Files and folders that a scan could not read; those in a root make its access limited.
  package func roots(_ paths: [FilePath], skipped: [SkippedFile] = []) -> [LibraryRoot] {
    paths.map { root($0, skipped: skipped) }
  }

  /// The access to each root, found out off the main thread, each root for itself: one that does not answer in time
  /// counts as away, and delays none of the others.
  package func answers(
    of paths: [FilePath], skipped: [SkippedFile] = [], timeout: Duration = .seconds(10)
  ) async -> [LibraryRoot] {
    await withTaskGroup(of: (Int, LibraryRoot).self) { group in
      for (index, path) in paths.enumerated() {
        group.addTask {
          let answer = await onDiskThread(timeout: timeout) { root(path, skipped: skipped) }
          return (index, answer ?? Self.unresponsive(path, naming))
        }
      }
      var roots: [Int: LibraryRoot] = [:]
      for await (index, root) in group { roots[index] = root }
      return paths.indices.compactMap { roots[$0] }
    }
  }

  /// A root that does not answer in time.
  static func unresponsive(_ path: FilePath, _ naming: (FilePath) -> String) -> LibraryRoot {
    LibraryRoot(
      path: path, access: .denied, trash: .none,
      message: "\(naming(path)) does not answer. Is its drive or network share connected and awake? "
        + "Nothing of it is taken for deleted.", isAway: true)
  }

  private func root(_ path: FilePath, skipped: [SkippedFile]) -> LibraryRoot {
    if let problem = obstacleToReading(path) {
      return LibraryRoot(
        path: path, access: .denied, trash: .none, message: sentence(of: problem, about: path),
        isAway: problem.reason == .vanished)
    }
    let preflight = trashPreflight(for: path, trash, operations: operations)
    let message = preflight.message(naming: naming)
    if preflight.obstacle != nil || preflight.trash == .none && preflight.setAside == nil {
      return LibraryRoot(path: path, access: .restricted, trash: preflight.trash, message: message)
    }
    var root = LibraryRoot(
      path: path, access: .authorized, trash: preflight.trash, setAside: preflight.setAside, message: message)
    let unreadable = skipped.filter { $0.reason == .permissionDenied && $0.path.starts(with: path) }
    if !unreadable.isEmpty {
      root.access = .limited
      root.message = "\(SkippedCount(of: unreadable).sentence(joining: " and ")): no permission."
    } else if let part = messageAboutParts(of: path) {
      root.message = part
    }
    return root
  }

  /// The sentence about volumes mounted in the folder, which have a trash of their own or none; nil where there are
  /// none.
  private func messageAboutParts(of path: FilePath) -> String? {
    let parts = Volume.mountPoints(inside: path, operations: operations)
    let closed = parts.prefix(Self.mostParts).compactMap { part -> String? in
      guard let obstacle = trashPreflight(for: part, trash, operations: operations).obstacle else { return nil }
      return "Nothing can be moved out of \(naming(part)): \(obstacle.sentence(naming: naming))"
    }
    guard let first = closed.first else { return nil }
    return closed.count == 1 ? first : "\(first) (and \(closed.count - 1) more such folders)"
  }

  /// A library with more volumes in it than this is the root of a computer.
  private static let mostParts = 16

  /// Tries to list the folder; nil where that works.
  private func obstacleToReading(_ path: FilePath) -> SkippedFile? {
    var problem: SkippedFile?
    TreeWalk(operations: operations).walk([path]) { entry in
      // The first entry of the walk is the folder itself, or the reason why it cannot be read.
      if case .skipped(let file) = entry { problem = file }
      return .stop
    }
    return problem
  }

  private func sentence(of problem: SkippedFile, about path: FilePath) -> String {
    if problem.reason == .vanished {
      return "\(naming(path)) is not there. Is its drive or network share connected? "
        + "Nothing of it is taken for deleted."
    }
    guard problem.reason == .permissionDenied,
      let folder = ClosedFolder(inWayOf: pathRealAsFarAsItExists(path), operations: operations)
    else { return "\(naming(path)): \(problem.message)" }
    let text = folder.sentences(for: .current, naming: naming)
    return folder.isAbove ? "\(naming(path)) cannot be reached. \(text)" : text
  }
}
