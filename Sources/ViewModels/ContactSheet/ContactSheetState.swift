package import PhotoModel

/// The state of the contact sheet: all photos of a set beside each other, some of them chosen to stay.
package struct ContactSheetState: Equatable, Sendable {
  /// "Set of 7", "Exposure bracket of 3: keep all".
  package var title = ""
  /// The category that the set was found in; empty where there is none.
  package var category = ""
  /// The photos of the set; those that are chosen stay.
  package var grid = PhotoGrid()
  /// The size of the photos that go.
  package var bytes = ByteCount.zero
  /// The photos in lines for plain mode, without what becomes of them.
  package var rows: [String] = []
  /// The sentence about the last key; nil where there is none.
  package var message: String?

  /// The number of photos that stay.
  package var staying: Int { grid.chosen.count }
  /// The number of photos that go to the bin, or are in it.
  package var going: Int { grid.count - grid.chosen.count }
}

extension ContactSheetState: ListState {
  /// The set, and how many of its photos stay.
  package var listLines: [String] {
    ["\(category), \(title): \(staying) to keep, \(going) for the bin, \(bytes.formatted)"]
  }
  /// The number of photos.
  package var rowCount: Int { rows.count }
  /// A photo: name, facts, and whether it stays.
  package func rowText(_ index: Int) -> String {
    "\(rows[index]), \(grid.chosen.contains(index) ? "stays" : "goes to the bin")"
  }
  /// The photo under the cursor.
  package var selection: Int { grid.cursor }
}
