package import SystemPackage

/// An answer to "which folder?".
package enum FolderAnswer: Hashable, Sendable {
  /// Absolute, without symbolic links.
  case folder(FilePath)
  /// Why it cannot be one, as a sentence.
  case problem(String)
}

/// Pictures counted in a folder.
package struct PictureCount: Hashable, Sendable {
  /// The pictures that were counted.
  package var pictures: Int
  /// The counting was ended early: there are more.
  package var isAtLeast: Bool

  /// Creates a count.
  package init(pictures: Int, isAtLeast: Bool = false) {
    self.pictures = pictures
    self.isAtLeast = isAtLeast
  }
}

/// What a check found, in one line.
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
  /// What somebody typed, as a folder: "~" stands for the home folder.
  package var folder: @Sendable (String) async -> FolderAnswer
  /// The names of the folders in a typed one, of those that are asked for; none where it cannot be read. What is no text
  /// cannot be typed and is left out.
  package var folders: @Sendable (_ parent: String, _ isWanted: @escaping @Sendable (String) -> Bool) async -> [String]
  /// Folders in which photos are likely.
  package var suggestions: @Sendable () async -> [FilePath]
  /// Counts the pictures below a folder.
  package var count: @Sendable (FilePath) async -> PictureCount
  /// Where removed photos of a folder go, one line for each volume in it.
  package var trash: @Sendable ([FilePath]) async -> [CheckLine]
  /// Whether the package database can be read.
  package var apps: @Sendable () async -> [CheckLine]

  /// Creates the checks from their closures.
  package init(
    folder: @escaping @Sendable (String) async -> FolderAnswer,
    suggestions: @escaping @Sendable () async -> [FilePath],
    count: @escaping @Sendable (FilePath) async -> PictureCount,
    trash: @escaping @Sendable ([FilePath]) async -> [CheckLine], apps: @escaping @Sendable () async -> [CheckLine],
    folders: @escaping @Sendable (String, @escaping @Sendable (String) -> Bool) async -> [String] = { _, _ in [] }
  ) {
    self.folder = folder
    self.folders = folders
    self.suggestions = suggestions
    self.count = count
    self.trash = trash
    self.apps = apps
  }
}
