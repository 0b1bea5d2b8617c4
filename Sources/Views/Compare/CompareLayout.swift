import TextSurface

/// The layout of the comparison. It depends on the size alone, so that a picture prepared for one pair fits the next.
struct CompareLayout {
  let size: Size
  /// Whether there is space for one picture only.
  let isNarrow: Bool
  /// The areas of the two pictures with their borders; the same rectangle where there is space for one.
  let left: Rect
  let right: Rect
  /// The area of the map beside the two; empty where the map replaces the right picture.
  let map: Rect
  let table: Rect
  /// The row of the line about the map, above the keys.
  let lineY: Int
  let hintsY: Int

  init(_ size: Size) {
    self.size = size
    isNarrow = size.columns < 72 || size.rows < 16
    hintsY = size.rows - 1
    lineY = size.rows - 2
    let rows = size.rows - 3
    let tableRows = isNarrow ? min(5, rows / 3 + 1) : min(11, max(4, rows * 2 / 5))
    let height = rows - tableRows
    table = Rect(x: 1, y: 1 + height, width: size.columns - 2, height: tableRows)
    let isWide = size.columns >= 150
    let count = isNarrow ? 1 : isWide ? 3 : 2
    let width = (size.columns - 2 - (count - 1)) / count
    left = Rect(x: 1, y: 1, width: width, height: height)
    right = isNarrow ? left : Rect(x: left.right + 1, y: 1, width: width, height: height)
    map = isWide ? Rect(x: right.right + 1, y: 1, width: width, height: height) : Rect(x: 0, y: 0, width: 0, height: 0)
  }

  /// The cells inside the border.
  var picture: Size {
    let inner = left.inset(columns: 1, rows: 1)
    return Size(columns: inner.width, rows: inner.height)
  }
}
