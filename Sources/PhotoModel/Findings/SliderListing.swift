package import SystemPackage

/// What the sliders would list where they stand, in figures: what is shown while one of them moves.
package struct SliderListing: Hashable, Sendable {
  package struct Figures: Hashable, Sendable {
    package var photos: Int
    package var bytes: ByteCount

    package init(photos: Int = 0, bytes: ByteCount = .zero) {
      self.photos = photos
      self.bytes = bytes
    }
  }

  /// Photos that the last step listed or took off the list.
  package struct Crossing: Hashable, Sendable {
    /// One of them, with the evidence in words.
    package struct Photo: Hashable, Sendable {
      package var path: FilePath
      package var why: String

      package init(path: FilePath, why: String) {
        self.path = path
        self.why = why
      }
    }

    package var category: IssueCategory
    package var isListed: Bool
    package var count: Int
    /// The first of them, by how near they are to the line.
    package var photos: [Photo]

    package init(category: IssueCategory, isListed: Bool, count: Int, photos: [Photo]) {
      self.category = category
      self.isListed = isListed
      self.count = count
      self.photos = photos
    }
  }

  /// Of every category, also where nothing is listed.
  package var figures: [IssueCategory: Figures]
  /// By category, those that came first; empty where the last step changed nothing.
  package var crossings: [Crossing]

  package init(figures: [IssueCategory: Figures] = [:], crossings: [Crossing] = []) {
    self.figures = figures
    self.crossings = crossings
  }
}
