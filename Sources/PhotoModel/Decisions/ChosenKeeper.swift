package import SystemPackage

/// A photo that the user chose to stay of a set.
package struct ChosenKeeper: Hashable, Sendable {
  package var category: IssueCategory
  /// The set that it was chosen for.
  package var group: PhotoGroup.ID
  package var path: FilePath

  package init(_ path: FilePath, of group: PhotoGroup.ID, in category: IssueCategory) {
    (self.path, self.group, self.category) = (path, group, category)
  }
}
