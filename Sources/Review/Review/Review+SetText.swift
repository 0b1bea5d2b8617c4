package import PhotoModel
package import SystemPackage

/// Texts about the sets of a photo, for screens with a single photo.
extension Review {
  /// The sentence about why there is no set to go through or to compare with, and where there is one.
  package func noSetText(_ path: FilePath, in category: IssueCategory) -> String {
    guard !category.isGrouped else { return "This photo belongs to no set" }
    let alone =
      category == .blurry
      ? "\(category.title) is about sharpness alone" : "In \(category.title) each photo stands by itself"
    return "\(alone); this one " + (setsText(path).map { "is \($0)" } ?? "belongs to no set")
  }

  /// The sets of a photo as a clause: "the keeper of a set of 3 in Similar", "in a set of 2 in Duplicates, where the
  /// keeper is IMG_1.JPG"; nil where it is in none.
  package func setsText(_ path: FilePath) -> String? {
    let sets = IssueCategory.allCases.filter(\.isGrouped).compactMap { group(of: path, in: $0) }.map { group in
      let set = "a set of \(group.members.count) in \(group.category.title)"
      if group.keeper == path { return "the keeper of \(set)" }
      let keeper = nameTitle(group.keeper)
      return "in \(set), where the keeper"
        + (isShownFileLeaving(group.keeper) ? ", \(keeper), is in the bin" : " is \(keeper)")
    }
    return sets.isEmpty ? nil : sets.joined(separator: " and ")
  }
}
