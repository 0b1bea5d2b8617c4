package import SystemPackage

/// A file that was found but not judged, or a folder that could not be opened, and why.
package struct SkippedFile: Hashable, Sendable {
  /// The reasons, named as in `scan --json`.
  package enum Reason: String, Hashable, Sendable, Codable {
    case permissionDenied, corrupt, unsupported, tooLarge, specialFile, vanished, timedOut, readError
  }

  /// The file or the folder.
  package var path: FilePath
  /// The reason.
  package var reason: Reason
  /// One sentence for the user: the problem and, where known, what would help.
  package var message: String
  /// Whether this is a folder; the number of photos in it is not known.
  package var isFolder: Bool

  /// Creates a skipped file, or a skipped folder.
  package init(path: FilePath, reason: Reason, message: String, isFolder: Bool = false) {
    self.path = path
    self.reason = reason
    self.message = message
    self.isFolder = isFolder
  }
}

/// The number of skipped files and folders. A folder is never counted as a file: it may hold none or a thousand.
package struct SkippedCount: Hashable, Sendable {
  /// Files that were skipped.
  package var files: Int
  /// The number of folders that these files lie in.
  package var parentFolders: Int
  /// Folders that could not be opened.
  package var folders: Int

  /// Creates a count of files in so many folders, and of folders that could not be opened.
  package init(files: Int, parentFolders: Int = 1, folders: Int = 0) {
    self.files = files
    self.parentFolders = parentFolders
    self.folders = folders
  }

  /// Counts files, the distinct folders they lie in, and folders.
  package init(of skipped: some Sequence<SkippedFile>) {
    let files = skipped.filter { !$0.isFolder }
    self.init(
      files: files.count, parentFolders: Set(files.map { $0.path.removingLastComponent() }).count,
      folders: skipped.count(where: \.isFolder))
  }

  /// Files and unopened folders together.
  package var total: Int { files + folders }

  /// "214 files in 3 folders", "1 folder that could not be opened", or both.
  package var title: String {
    parts(files: filesWithFolders, folders: foldersTitle + " that could not be opened").joined(separator: " · ")
  }

  /// "214 files in 3 folders could not be read", "1 folder could not be opened"; both with a comma between, or "and".
  package func sentence(joining: String = ", ") -> String {
    parts(files: "\(filesWithFolders) could not be read", folders: "\(foldersTitle) could not be opened")
      .joined(separator: joining)
  }

  /// "214 files not read", "1 folder not opened"; both with a comma between.
  package var text: String {
    parts(files: "\(filesTitle) not read", folders: "\(foldersTitle) not opened").joined(separator: ", ")
  }

  /// "214 files", "1 folder", "214 files, 1 folder".
  package var shortText: String { parts(files: filesTitle, folders: foldersTitle).joined(separator: ", ") }

  private var filesTitle: String { counted(files, "file") }
  private var foldersTitle: String { counted(folders, "folder") }
  private var filesWithFolders: String {
    filesTitle + (parentFolders > 1 ? " in \(counted(parentFolders, "folder"))" : "")
  }

  private func parts(files filesPart: String, folders foldersPart: String) -> [String] {
    (files > 0 ? [filesPart] : []) + (folders > 0 ? [foldersPart] : [])
  }
}
