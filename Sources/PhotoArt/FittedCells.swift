package import PhotoModel
package import TextSurface

/// The largest size in cells, within some space, that shows a picture in its own proportions.
///
/// - Parameters:
///   - size: The size of the picture in pixels.
///   - space: The available cells.
///   - cellAspect: Width of a cell divided by its height.
/// - Returns: At least one cell in each direction, at most `space`; zero when there is no space or no picture.
package func fittedCells(for size: PixelSize, in space: Size, cellAspect: Double = 0.5) -> Size {
  guard size.width > 0, size.height > 0, cellAspect > 0 else { return .none }
  return space.fitting(columnsPerRow: Double(size.width) / Double(size.height) / cellAspect)
}
