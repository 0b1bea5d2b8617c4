import PhotoModel
package import SystemPackage

/// An answer to "which folder?".
package enum FolderAnswer: Hashable, Sendable {
  /// The folder: absolute, without symbolic links.
  case folder(FilePath)
  /// The path at which no folder is, in a folder that is there; absolute. And the sentence about that.
  case missing(FilePath, String)
  /// The reason why the answer is no folder that can be used, as a sentence.
  case problem(String)
}

/// Pictures counted in a folder.
package struct PictureCount: Hashable, Sendable {
  /// The pictures that were counted.
  package var pictures: Int
  /// Whether the counting was ended early, so that there may be more.
  package var isAtLeast: Bool

  /// Creates a count.
  package init(pictures: Int, isAtLeast: Bool = false) {
    self.pictures = pictures
    self.isAtLeast = isAtLeast
  }

  /// The count as text: "12 408 pictures seen".
  package var text: String {
    if isAtLeast { return "more than \(counted(pictures, "picture")) seen" }
    return pictures == 0 ? "no pictures seen" : "\(counted(pictures, "picture")) seen"
  }
}

/// A finding of a check.
package struct CheckLine: Hashable, Sendable {
  /// Whether the check found nothing wrong.
  package var isGood: Bool
  /// The finding, in one line.
  package var text: String

  /// Creates a line.
  package init(isGood: Bool, text: String) {
    self.isGood = isGood
    self.text = text
  }
}

/// The checks of the first steps, on the real disk.
package struct OnboardingDependencies: Sendable {
  /// The folder of a typed path; "~" is the home folder.
  package var folder: @Sendable (String) async -> FolderAnswer
  /// Makes a folder that is missing.
  package var makeFolder: @Sendable (FilePath) async -> FolderAnswer
  /// The names of the folders in a typed one, as far as they are wanted; none where it cannot be read. Names that are
  /// no text cannot be typed and are left out.
  package var folders: @Sendable (_ parent: String, _ isWanted: @escaping @Sendable (String) -> Bool) async -> [String]
  /// Folders in which photos are likely.
  package var suggestions: @Sendable () async -> [FilePath]
  /// The folders of earlier libraries, those of the one that was opened last first. They may be away.
  package var recent: @Sendable () async -> [FilePath]
  /// Counts the pictures below a folder.
  package var count: @Sendable (FilePath) async -> PictureCount
  /// The place where removed photos of folders go, a line for each volume.
  package var trash: @Sendable ([FilePath]) async -> [CheckLine]
  /// The check whether the package database can be read.
  package var apps: @Sendable () async -> [CheckLine]

  /// Creates the checks from their closures.
  package init(
    folder: @escaping @Sendable (String) async -> FolderAnswer,
    suggestions: @escaping @Sendable () async -> [FilePath],
    count: @escaping @Sendable (FilePath) async -> PictureCount,
    trash: @escaping @Sendable ([FilePath]) async -> [CheckLine], apps: @escaping @Sendable () async -> [CheckLine],
    folders: @escaping @Sendable (String, @escaping @Sendable (String) -> Bool) async -> [String] = { _, _ in [] },
    recent: @escaping @Sendable () async -> [FilePath] = { [] },
    makeFolder: @escaping @Sendable (FilePath) async -> FolderAnswer = { .folder($0) }
  ) {
    self.folder = folder
    self.makeFolder = makeFolder
    self.folders = folders
    self.suggestions = suggestions
    self.recent = recent
    self.count = count
    self.trash = trash
    self.apps = apps
  }
}
