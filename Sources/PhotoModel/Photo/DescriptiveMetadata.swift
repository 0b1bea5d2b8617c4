/// The metadata that people wrote about a photo, in the file or in a sidecar beside it.
package struct DescriptiveMetadata: Hashable, Sendable {
  /// Stars: −1 rejected, 1…5; nil where nobody rated the photo (0 in a file means that, too).
  package var rating: Int?
  /// The colour label, as the program wrote it: "Red", "Winner".
  package var label: String?
  /// Whether a program marks the photo as a favourite.
  package var isFavourite = false
  /// The pick flag: true for picked, false for rejected, nil for neither.
  package var isPicked: Bool?
  /// Distinct, in order; a hierarchical keyword is its whole path, "Places|Italy|Rome".
  package var keywords: [String] = []
  /// The title, in one line or more; nil for none.
  package var title: String?
  /// The caption or description; nil for none.
  package var caption: String?
  /// The names of persons, including those of face regions. Distinct, in order.
  package var people: [String] = []
  /// The copyright notice; nil for none.
  package var copyright: String?
  /// The program or the kind of change that the picture was edited with: the name of an editor, or "crop and develop
  /// settings". Nil where there is no sign of an edit.
  package var edit: String?

  /// Creates metadata without any values.
  package init() {}

  /// Whether nothing was written.
  package var isEmpty: Bool { self == DescriptiveMetadata() }
}
