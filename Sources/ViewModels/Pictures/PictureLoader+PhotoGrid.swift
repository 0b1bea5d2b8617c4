import PhotoModel
import TextSurface

extension PictureLoader {
  /// The tiles of the photos on the screen, with their pictures as far as they have come. Asks for the pictures that
  /// come to the screen next as well.
  ///
  /// - Parameters:
  ///   - isFocused: Whether keys go to the grid, so that the picture under the cursor comes first.
  ///   - photo: The photo with a number; nil where it is gone.
  ///   - tile: The tile of a photo without its picture.
  func tiles(
    of grid: PhotoGrid, isFocused: Bool = true, photo: (Int) -> ScannedPhoto?,
    tile: (Int, ScannedPhoto) -> PhotoGrid.Tile
  ) -> [Int: PhotoGrid.Tile] {
    let area = grid.capacity.tile
    var tiles: [Int: PhotoGrid.Tile] = [:]
    for number in grid.visible {
      guard let photo = photo(number) else { continue }
      var tile = tile(number, photo)
      if area.rows > 0 {
        tile.picture = picture(of: photo, in: area, urgency: number == grid.cursor && isFocused ? .now : .beside)
      }
      tiles[number] = tile
    }
    guard area.rows > 0 else { return tiles }
    for number in grid.ahead.reversed() { if let photo = photo(number) { prepare(photo, in: area, urgency: .beside) } }
    return tiles
  }
}
