package import SystemPackage

/// A photo that the user chose as the keeper of a set.
package struct ChosenKeeper: Hashable, Sendable {
  /// The category of the set.
  package var category: IssueCategory
  /// The set that the photo was chosen for.
  package var group: PhotoGroup.ID
  /// The path of the photo when it was chosen.
  package var path: FilePath

  /// Creates the choice of a photo as the keeper of a group.
  package init(_ path: FilePath, of group: PhotoGroup.ID, in category: IssueCategory) {
    (self.path, self.group, self.category) = (path, group, category)
  }
}
