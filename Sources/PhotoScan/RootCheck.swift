package import FileSafety
package import PhotoModel
package import SystemPackage

/// What Deckle may do in each folder of a library: read it, and move photos out of it.
package struct RootCheck: Sendable {
  private let trash: TrashEnvironment
  private let naming: @Sendable (FilePath) -> String

  package init(trash: TrashEnvironment, naming: @escaping @Sendable (FilePath) -> String) {
    self.trash = trash
    self.naming = naming
  }

  /// - Parameter skipped: What a scan could not read; parts of a root in it make its access limited.
  package func roots(_ paths: [FilePath], skipped: [SkippedFile] = []) -> [LibraryRoot] {
    paths.map { root($0, skipped: skipped) }
  }

  private func root(_ path: FilePath, skipped: [SkippedFile]) -> LibraryRoot {
    if let problem = obstacleToReading(path) {
      return LibraryRoot(path: path, access: .denied, trash: .none, message: "\(naming(path)): \(problem)")
    }
    let preflight = trashPreflight(for: path, trash)
    let message = preflight.message(naming: naming)
    if preflight.obstacle != nil || preflight.trash == .none {
      return LibraryRoot(path: path, access: .restricted, trash: preflight.trash, message: message)
    }
    let unreadable = skipped.count { $0.reason == .permissionDenied && $0.path.starts(with: path) }
    if unreadable > 0 {
      return LibraryRoot(
        path: path, access: .limited, trash: preflight.trash,
        message: "\(counted(unreadable, "file or folder", "files and folders")) could not be read: no permission.")
    }
    return LibraryRoot(path: path, access: .authorized, trash: preflight.trash, message: message)
  }

  /// Tries to list the folder; nil where that works.
  private func obstacleToReading(_ path: FilePath) -> String? {
    var problem: SkippedFile?
    TreeWalk().walk([path]) { entry in
      // The first thing the walk tells is the folder itself, or why not.
      if case .skipped(let file) = entry { problem = file }
      return .stop
    }
    return problem?.message
  }
}
