/// The id of a picture whose pixels the terminal may show in place of characters.
package struct ImageID: Hashable, Sendable {
  /// The number, from 1.
  package let number: UInt32

  /// Creates the id of a number that `ImageStore.add(_:)` gave.
  package init(_ number: UInt32) { self.number = number }
}

/// The piece of a picture that belongs into one cell; columns and rows count from its top left corner.
package struct ImageTile: Hashable, Sendable {
  /// The picture.
  package var image: ImageID
  /// The column of the piece in the picture, from 0.
  package var column: Int16
  /// The row of the piece in the picture, from 0.
  package var row: Int16
}

/// A rectangle of cells that shows a part of a picture, unbroken and unscaled.
package struct ImagePart: Hashable, Sendable {
  /// The picture.
  package var image: ImageID
  /// The cells on the surface.
  package var rect: Rect
  /// The column of the picture in the left cells, from 0.
  package var column = 0
  /// The row of the picture in the top cells, from 0.
  package var row = 0
}

extension Surface {
  /// Makes every cell stand for a piece of a picture that fills the surface.
  package mutating func attach(_ image: ImageID) {
    guard size.columns <= Int(Int16.max), size.rows <= Int(Int16.max) else { return }
    changeTiles { _, x, y in ImageTile(image: image, column: Int16(x), row: Int16(y)) }
  }

  /// Makes the cells of a rectangle stand for the pieces of a picture that fills it.
  package mutating func attach(_ image: ImageID, in rect: Rect) {
    changeTiles { cell, x, y in
      rect.contains(x: x, y: y)
        ? ImageTile(image: image, column: Int16(x - rect.x), row: Int16(y - rect.y)) : cell.tile
    }
  }

  /// Takes the pictures off all cells, so that only characters are left.
  package mutating func detachImages() { changeTiles { _, _, _ in nil } }

  /// The parts of pictures on the surface, in reading order. They follow from the cells, so that covered, moved or cut
  /// parts are taken into account; a picture that something covers in part comes in several parts.
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
