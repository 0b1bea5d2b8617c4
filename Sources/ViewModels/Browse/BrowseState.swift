package import PhotoModel
package import Review

/// The state of the screen of all photos: groups of them at the left, and the photos of one group at the right.
package struct BrowseState: Equatable, Sendable {
  /// A group of photos to review: a month, a folder, or the photos not viewed yet.
  package struct Row: Hashable, Sendable {
    /// "July", "2023", "Camera", "All photos"; escaped.
    package var title: String
    /// The whole name for a heading: "July 2023", "~/Pictures/Camera"; escaped.
    package var heading: String
    /// The number of groups around the group.
    package var depth = 0
    /// The number of photos.
    package var photos: Int
    /// The number of photos that were viewed or are in the bin.
    package var goneThrough = 0
    /// The size of all files of the photos.
    package var bytes = ByteCount.zero

    /// Whether all photos were viewed or are in the bin.
    package var isDone: Bool { photos > 0 && goneThrough >= photos }
    /// The progress: "✓" for a finished group, "8 %"; empty where nothing was viewed.
    package var progress: String {
      isDone ? "✓" : goneThrough == 0 ? "" : percentTitle(Double(goneThrough) / Double(photos))
    }
  }

  /// The kind of groups.
  package var arrangement: PhotoTree.Arrangement = .months
  /// The groups; empty where no photo is known, or none matches the filter.
  package var rows: [Row] = []
  /// Index into `rows`; 0 when empty.
  package var selection = 0
  /// The photos of the highlighted group.
  package var grid = PhotoGrid()
  /// Whether arrows move in the grid, and not from group to group.
  package var isGridFocused = false
  /// In plain mode the photos of the grid on the page with the cursor, by number, as one line each.
  package var photoTexts: [Int: String] = [:]
  /// The filter; empty shows all.
  package var filter = ""
  /// The photos that match the filter.
  package var matches = Matches()
  /// Whether photos are known; else there is nothing to filter.
  package var hasPhotos = false
  /// Whether the result of the last scan is still being read.
  package var isReading = false
  /// The sentence about the last key; nil where there is none.
  package var message: String?

  /// Photos that match a filter.
  package struct Matches: Hashable, Sendable {
    /// The number of photos.
    package var photos = 0
    /// The size of all files of the photos.
    package var bytes = ByteCount.zero

    /// "340 photos · 1.2 GB".
    package var text: String { "\(counted(photos, "photo")) · \(bytes.formatted)" }
  }

  /// The highlighted group; nil where there is none.
  package var selected: Row? { rows.indices.contains(selection) ? rows[selection] : nil }

  /// The notice in place of the groups where there are none.
  package var notice: Notice? {
    if isReading, !hasPhotos { return Notice(glyph: .photo, title: "Reading what the last scan found …", lines: []) }
    if !hasPhotos {
      return Notice(glyph: .photo, title: "No photos are known yet", lines: ["A scan finds them: s on Home."])
    }
    guard rows.isEmpty else { return nil }
    return Notice(glyph: .photo, title: "No photo matches", lines: ["Going back shows all again."])
  }
}

extension BrowseState {
  /// The photos of the highlighted group, for plain mode.
  package var photoList: PhotoList { PhotoList(state: self) }

  /// The photos of a group as lines.
  package struct PhotoList: ListState {
    fileprivate let state: BrowseState

    /// The group, how many of its photos are chosen, and the sentence about the last key.
    package var listLines: [String] {
      let chosen = state.grid.chosen.count
      let choice = chosen > 0 ? ", \(chosen) in the choice" : ""
      let title = "\(state.selected?.heading ?? ""), \(counted(rowCount, "photo"))\(choice)\(state.filterTitle)"
      return [title] + [state.message].compactMap(\.self)
    }
    /// The number of photos.
    package var rowCount: Int { state.grid.count }
    /// A photo of the page with the cursor: name, folder, facts, state, and whether it is chosen.
    package func rowText(_ index: Int) -> String {
      (state.photoTexts[index] ?? "") + (state.grid.chosen.contains(index) ? ", in the choice" : "")
    }
    /// The photo under the cursor.
    package var selection: Int { state.grid.cursor }
  }
}

extension BrowseState: ListState {
  fileprivate var filterTitle: String { filter.isEmpty ? "" : ", filter \(filter)" }

  /// The title, and the filter.
  package var listLines: [String] {
    if let notice { return [notice.title] + notice.lines }
    return ["All photos: \(matches.text)\(filterTitle)"] + [message].compactMap(\.self)
  }

  /// The number of groups.
  package var rowCount: Int { rows.count }
  /// A group as text: name, number of photos, size, and number of viewed photos.
  package func rowText(_ index: Int) -> String {
    let row = rows[index]
    let progress = row.isDone ? ", done" : row.goneThrough > 0 ? ", \(groupedDigits(row.goneThrough)) looked at" : ""
    let bytes = row.bytes > .zero ? ", \(row.bytes.formatted)" : ""
    return "\(row.heading), \(counted(row.photos, "photo"))\(bytes)\(progress)"
  }
}
