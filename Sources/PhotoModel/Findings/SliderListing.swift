package import SystemPackage

/// The numbers of photos that the present thresholds would list, shown while a slider moves.
package struct SliderListing: Hashable, Sendable {
  /// The size of a category.
  package struct Figures: Hashable, Sendable {
    /// The number of photos listed.
    package var photos: Int
    /// The size of all their files.
    package var bytes: ByteCount

    /// Creates figures; zero without arguments.
    package init(photos: Int = 0, bytes: ByteCount = .zero) {
      self.photos = photos
      self.bytes = bytes
    }
  }

  /// The photos that the last step put on the list or took off it.
  package struct Crossing: Hashable, Sendable {
    /// One of these photos, with the evidence as text.
    package struct Photo: Hashable, Sendable {
      /// The photo.
      package var path: FilePath
      /// The evidence in one line.
      package var why: String

      /// Creates a photo with its evidence.
      package init(path: FilePath, why: String) {
        self.path = path
        self.why = why
      }
    }

    /// The category whose threshold moved.
    package var category: IssueCategory
    /// Whether the step put the photos on the list; false where it removed them.
    package var isListed: Bool
    /// The number of photos.
    package var count: Int
    /// The first of the photos, the nearest to the threshold first.
    package var photos: [Photo]

    /// Creates the crossing of one step.
    package init(category: IssueCategory, isListed: Bool, count: Int, photos: [Photo]) {
      self.category = category
      self.isListed = isListed
      self.count = count
      self.photos = photos
    }
  }

  /// The figures of every category, also where nothing is listed.
  package var figures: [IssueCategory: Figures]
  /// The photos that the last step moved on or off the list, in the order duplicate, similar, blurry, of each category
  /// first those that came on it; empty where the step changed nothing.
  package var crossings: [Crossing]

  /// Creates a listing.
  package init(figures: [IssueCategory: Figures] = [:], crossings: [Crossing] = []) {
    self.figures = figures
    self.crossings = crossings
  }
}
