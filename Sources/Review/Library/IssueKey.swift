package import PhotoModel
package import SystemPackage

/// A photo in a category: the subject of one decision.
package struct IssueKey: Hashable, Sendable {
  /// The photo.
  package var path: FilePath
  /// The category of the question.
  package var category: IssueCategory

  /// The key of a photo in a category.
  package init(_ path: FilePath, _ category: IssueCategory) {
    self.path = path
    self.category = category
  }

  /// Compares the paths byte by byte, without normalising them.
  package static func == (left: IssueKey, right: IssueKey) -> Bool {
    left.category == right.category && PathKey(left.path) == PathKey(right.path)
  }

  /// Hashes the bytes of the path, and the category.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(PathKey(path))
    hasher.combine(category)
  }
}
