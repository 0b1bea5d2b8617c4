import TextSurface

/// Photos in rows of small pictures, with a cursor and chosen photos. Photos are numbers from 0 on: however many there
/// are, only those on the screen have a tile.
package struct PhotoGrid: Equatable, Sendable {
  /// The state of a photo that its tile shows first.
  package enum Mark: Hashable, Sendable {
    case inBin, kept, viewed, none
    /// Marked for a folder of the user's, in place of the trash.
    case moving
    /// In the contact sheet: the photo would stay, or go to the bin.
    case staying, going

    /// The mark of a photo among all photos, in lines; nil where there is none.
    package var text: String? {
      switch self {
      case .none, .staying, .going: nil
      case .inBin: "in the bin"
      case .moving: "to a folder with the next move"
      case .kept: "kept"
      case .viewed: "looked at"
      }
    }
  }

  /// A photo on the screen.
  package struct Tile: Equatable, Sendable {
    /// The name, escaped.
    package var name: String
    /// The facts below the name, as they are drawn: "3.1 MB", "★★★", "set".
    package var facts: [String]
    /// The one of the facts that gives way first where there is no space for all; then the last does.
    package var size: String
    /// The state that is shown before the facts.
    package var mark: Mark = .none
    /// The picture, as far as it has come; nil where there is no space for one.
    package var picture: CardPicture?
  }

  /// The number of photos.
  package private(set) var count = 0
  /// The number of the photo under the cursor; 0 where there is none.
  package private(set) var cursor = 0
  /// The photos that are chosen.
  package private(set) var chosen: Set<Int> = []
  /// The tiles of the photos on the screen, by number.
  package var tiles: [Int: Tile] = [:]
  /// The space for the grid; without space for pictures (a tile of no rows) each photo takes one line.
  package var capacity = GridCapacity(columns: 1, tile: Size(columns: 0, rows: 0), rows: 0) {
    didSet { scroll() }
  }
  private var firstRow = 0

  /// Replaces all photos by others; none of them is chosen.
  ///
  /// - Parameter cursor: The number of the photo under the cursor.
  package mutating func replace(count: Int, cursor: Int = 0) {
    self.count = count
    chosen = []
    tiles = [:]
    firstRow = 0
    select(cursor)
  }

  // MARK: The cursor

  /// Moves the cursor to a photo, clamped to the grid.
  package mutating func select(_ photo: Int) {
    cursor = (0..<count).nearestIndex(to: photo)
    scroll()
  }

  /// Moves the cursor by photos.
  package mutating func move(by photos: Int) { select(cursor + photos) }

  /// Moves the cursor by rows; at an edge it goes no further than its own column.
  package mutating func moveRows(by rows: Int) {
    let row = (0..<self.rows).nearestIndex(to: cursor / columns + rows)
    select(row * columns + cursor % columns)
  }

  /// Whether the cursor is in the first column.
  package var isAtLeftEdge: Bool { cursor % columns == 0 }

  /// Chooses the photo under the cursor, or no longer.
  package mutating func toggleChosen() {
    guard count > 0 else { return }
    if chosen.remove(cursor) == nil { chosen.insert(cursor) }
  }

  /// Chooses these photos and no others.
  package mutating func choose(_ photos: Set<Int>) { chosen = photos }

  // MARK: What is on the screen

  /// The photos beside each other.
  package var columns: Int { max(1, capacity.columns) }
  /// The number of all rows.
  package var rows: Int { (count + columns - 1) / columns }
  /// The lines of the terminal from one row to the next.
  package var rowHeight: Int { capacity.tile.rows == 0 ? 1 : capacity.tileRows + capacity.air }
  /// The rows on the screen.
  package var visibleRows: Range<Int> { firstRow..<min(rows, firstRow + rowsOnScreen) }
  /// The photos on the screen.
  package var visible: Range<Int> { firstRow * columns..<min(count, visibleRows.upperBound * columns) }

  /// The photos that come to the screen next, those below first: half a screen to each side.
  package var ahead: [Int] {
    let half = (visible.count + 1) / 2
    return Array(visible.upperBound..<min(count, visible.upperBound + half))
      + Array(max(0, visible.lowerBound - half)..<visible.lowerBound).reversed()
  }

  /// The rows by which a page key moves the cursor.
  package var page: Int { max(1, rowsOnScreen - 1) }

  /// The last row needs no free line below it.
  private var rowsOnScreen: Int {
    max(1, (capacity.rows + (rowHeight == 1 ? 0 : capacity.air)) / rowHeight)
  }

  private mutating func scroll() {
    let row = cursor / columns
    firstRow = min(max(firstRow, row - rowsOnScreen + 1), row)
    firstRow = max(0, min(firstRow, rows - rowsOnScreen))
  }
}
