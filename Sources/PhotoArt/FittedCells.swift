package import PhotoModel
package import TextSurface

/// The largest size in cells, within some space, that shows a picture in its own proportions.
///
/// - Parameters:
///   - size: The size of the picture in pixels.
///   - space: The cells that there are.
///   - cellAspect: Width of a cell divided by its height.
/// - Returns: At least one cell in each direction, at most `space`; nothing when there is no room or no picture.
package func fittedCells(for size: PixelSize, in space: Size, cellAspect: Double = 0.5) -> Size {
  guard size.width > 0, size.height > 0, space.columns > 0, space.rows > 0, cellAspect > 0 else {
    return Size(columns: 0, rows: 0)
  }
  // Columns that a picture needs for each row.
  let shape = Double(size.width) / Double(size.height) / cellAspect
  let columnsAtFullHeight = Double(space.rows) * shape
  if columnsAtFullHeight <= Double(space.columns) {
    return Size(columns: min(space.columns, max(1, Int(columnsAtFullHeight.rounded()))), rows: space.rows)
  }
  let rowsAtFullWidth = Double(space.columns) / shape
  return Size(columns: space.columns, rows: min(space.rows, max(1, Int(rowsAtFullWidth.rounded()))))
}
