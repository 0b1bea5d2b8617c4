package import PhotoModel
package import TextSurface

/// The most cells, within some room, that show a picture in its own proportions.
///
/// - Parameters:
///   - size: The picture, in pixels.
///   - room: The cells there are.
///   - cellAspect: Width of a cell divided by its height.
/// - Returns: At least one cell in each direction, at most `room`; nothing when there is no room or no picture.
package func fittedCells(for size: PixelSize, in room: Size, cellAspect: Double = 0.5) -> Size {
  guard size.width > 0, size.height > 0, room.columns > 0, room.rows > 0, cellAspect > 0 else {
    return Size(columns: 0, rows: 0)
  }
  // Columns that a picture needs for each row.
  let shape = Double(size.width) / Double(size.height) / cellAspect
  let columnsAtFullHeight = Double(room.rows) * shape
  if columnsAtFullHeight <= Double(room.columns) {
    return Size(columns: min(room.columns, max(1, Int(columnsAtFullHeight.rounded()))), rows: room.rows)
  }
  let rowsAtFullWidth = Double(room.columns) / shape
  return Size(columns: room.columns, rows: min(room.rows, max(1, Int(rowsAtFullWidth.rounded()))))
}
