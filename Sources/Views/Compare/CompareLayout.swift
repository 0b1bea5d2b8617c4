import TextSurface

/// Where the parts of the comparison stand. It depends on the size alone, so that a picture prepared for one pair fits
/// the next.
struct CompareLayout {
  let size: Size
  /// There is room for one picture only.
  let isNarrow: Bool
  /// With their borders. The same rectangle where there is room for one.
  let left: Rect
  let right: Rect
  /// The map beside the two; empty where it takes the place of the right picture.
  let map: Rect
  let table: Rect
  /// The line about the map, above the keys.
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

  /// Inside the border.
  var picture: Size {
    let inner = left.inset(columns: 1, rows: 1)
    return Size(columns: inner.width, rows: inner.height)
  }
}
