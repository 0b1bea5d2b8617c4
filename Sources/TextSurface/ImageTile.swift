/// Names a picture whose pixels the terminal may show in place of characters.
package struct ImageID: Hashable, Sendable {
  /// From 1.
  package let number: UInt32

  package init(_ number: UInt32) { self.number = number }
}

/// The piece of a picture that belongs into one cell; columns and rows count from its top left corner.
package struct ImageTile: Hashable, Sendable {
  package var image: ImageID
  package var column: Int16
  package var row: Int16

  package init(image: ImageID, column: Int16, row: Int16) {
    self.image = image
    self.column = column
    self.row = row
  }
}

/// A rectangle of cells in which a part of a picture stands, unbroken and unscaled.
package struct ImagePart: Hashable, Sendable {
  package var image: ImageID
  /// On the surface.
  package var rect: Rect
  /// Which piece of the picture stands in the top left corner.
  package var column: Int
  package var row: Int

  package init(image: ImageID, rect: Rect, column: Int = 0, row: Int = 0) {
    self.image = image
    self.rect = rect
    self.column = column
    self.row = row
  }
}

extension Surface {
  /// Says of every cell that it stands for a piece of a picture.
  package mutating func attach(_ image: ImageID) {
    guard size.columns <= Int(Int16.max), size.rows <= Int(Int16.max) else { return }
    changeTiles { _, x, y in ImageTile(image: image, column: Int16(x), row: Int16(y)) }
  }

  /// The same with characters only.
  package mutating func detachImages() { changeTiles { _, _, _ in nil } }

  /// Where pictures stand: what is covered, moved or cut off is taken into account, because it follows from the cells.
  /// In reading order; a picture that something stands on comes in several parts.
  package var images: [ImagePart] {
    var parts: [ImagePart] = []
    // Parts that the row above ended, by where they begin.
    var open: [Int: Int] = [:]
    for y in 0..<size.rows {
      var next: [Int: Int] = [:]
      var x = 0
      while x < size.columns {
        guard let first = cells[y * size.columns + x].tile else {
          x += 1
          continue
        }
        let start = x
        repeat { x += 1 } while x < size.columns && continues(first, by: x - start, in: cells[y * size.columns + x])
        if let above = open[start], extends(parts[above], with: first, width: x - start) {
          parts[above].rect.height += 1
          next[start] = above
        } else {
          let rect = Rect(x: start, y: y, width: x - start, height: 1)
          parts.append(ImagePart(image: first.image, rect: rect, column: Int(first.column), row: Int(first.row)))
          next[start] = parts.count - 1
        }
      }
      open = next
    }
    return parts
  }

  private func continues(_ first: ImageTile, by step: Int, in cell: Cell) -> Bool {
    guard let tile = cell.tile else { return false }
    return tile.image == first.image && tile.row == first.row && Int(tile.column) == Int(first.column) + step
  }

  private func extends(_ part: ImagePart, with tile: ImageTile, width: Int) -> Bool {
    part.image == tile.image && part.rect.width == width && part.column == Int(tile.column)
      && part.row + part.rect.height == Int(tile.row)
  }
}
