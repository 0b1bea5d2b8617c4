import PhotoModel
package import TextSurface

/// The space for a grid of small pictures, as the screen measures it.
package struct GridCapacity: Hashable, Sendable {
  /// The number of pictures beside each other; 0 where there is space for a list only.
  package var columns: Int
  /// The cells of one picture.
  package var tile: Size
  /// The rows of the terminal that the grid may take.
  package var rows: Int
  /// The free rows of the terminal below each row of pictures but the last.
  package var air: Int

  /// Creates the space for a grid.
  package init(columns: Int, tile: Size, rows: Int, air: Int = 0) {
    self.columns = columns
    self.tile = tile
    self.rows = rows
    self.air = air
  }

  /// No space for a grid: a list, without pictures.
  package static let list = GridCapacity(columns: 0, tile: Size(columns: 0, rows: 0), rows: 0)

  /// The rows of a tile: the picture, its name and a fact.
  package var tileRows: Int { tile.rows + 2 }

  /// The rows by which a page key moves the highlight.
  var page: Int { columns > 0 ? 3 : 10 }
}

/// Photos in rows of small pictures, each folder with a heading of its own.
package struct PictureGrid: Hashable, Sendable {
  /// A line of the grid.
  package enum Line: Hashable, Sendable {
    /// The heading of the folder that this item lies in.
    case folder(Int)
    /// Items beside each other.
    case tiles(Range<Int>)
  }

  /// The lines from top to bottom: each heading is followed by the rows of its folder.
  package private(set) var lines: [Line] = []

  /// Arranges items in rows; without columns there are no lines.
  ///
  /// - Parameter folders: The folder of each item; items of one folder follow each other.
  package init(folders: [String], columns: Int) {
    guard columns > 0 else { return }
    var start = 0
    while start < folders.count {
      let end = folders[start...].firstIndex { $0 != folders[start] } ?? folders.count
      lines.append(.folder(start))
      for first in stride(from: start, to: end, by: columns) { lines.append(.tiles(first..<min(end, first + columns))) }
      start = end
    }
  }

  /// The item in the same column of the row above or below; the last one of a shorter row, the item itself at an edge.
  package func neighbour(of item: Int, by rows: Int) -> Int {
    let rowsOfTiles = lines.compactMap { if case .tiles(let range) = $0 { range } else { nil } }
    guard let row = rowsOfTiles.firstIndex(where: { $0.contains(item) }) else { return item }
    let target = rowsOfTiles[rowsOfTiles.nearestIndex(to: row + rows)]
    return min(target.lowerBound + item - rowsOfTiles[row].lowerBound, target.upperBound - 1)
  }

  /// The lines on the screen with their rows below the top of the grid: the row of the selected item in the middle,
  /// whole lines only.
  package func visible(around item: Int, in capacity: GridCapacity) -> [(line: Line, y: Int)] {
    func height(_ line: Line) -> Int { if case .folder = line { 1 } else { capacity.tileRows + capacity.air } }
    // The last row needs none below it.
    let rows = capacity.rows + capacity.air
    guard
      let selected = lines.firstIndex(where: { if case .tiles(let range) = $0 { range.contains(item) } else { false } })
    else { return [] }
    var first = selected
    var used = height(lines[selected])
    var end = selected + 1
    // Above and below in turn, as long as something fits.
    var grows = true
    while grows {
      grows = false
      if first > 0, used + height(lines[first - 1]) <= rows {
        first -= 1
        used += height(lines[first])
        grows = true
      }
      if end < lines.count, used + height(lines[end]) <= rows {
        used += height(lines[end])
        end += 1
        grows = true
      }
    }
    // A heading at the end has no items.
    if end > first, case .folder = lines[end - 1] { end -= 1 }
    var y = 0
    return lines[first..<end].map { line in
      defer { y += height(line) }
      return (line, y)
    }
  }
}

extension PictureLoader {
  /// The pictures of a grid that are on the screen, the selected one decoded first.
  ///
  /// - Parameter photo: The file of an item; nil where there is none to show.
  func pictures(
    of grid: PictureGrid, around selection: Int, in capacity: GridCapacity, photo: (Int) -> ScannedPhoto?
  ) -> [Int: CardPicture] {
    var pictures: [Int: CardPicture] = [:]
    for case .tiles(let items) in grid.visible(around: selection, in: capacity).map(\.line) {
      for item in items {
        guard let photo = photo(item) else { continue }
        pictures[item] = picture(of: photo, in: capacity.tile, urgency: item == selection ? .now : .beside)
      }
    }
    return pictures
  }
}
