/// What people wrote about a photo, in the file or in a sidecar beside it.
package struct DescriptiveMetadata: Hashable, Sendable {
  /// Stars: −1 rejected, 1…5; nil where nobody rated the photo (0 in a file means that, too).
  package var rating: Int?
  /// The colour label, as the program wrote it: "Red", "Winner".
  package var label: String?
  package var isFavourite = false
  /// True: picked; false: rejected by a flag; nil: neither.
  package var isPicked: Bool?
  /// Distinct, in order; a hierarchical keyword is its whole path, "Places|Italy|Rome".
  package var keywords: [String] = []
  package var title: String?
  package var caption: String?
  /// Names of persons, of face regions, too. Distinct, in order.
  package var people: [String] = []
  package var copyright: String?
  /// By what the picture was changed: the name of an editor, or "crop and develop settings". Nil where nothing says so.
  package var edit: String?

  package init() {}

  package var isEmpty: Bool { self == DescriptiveMetadata() }
}
