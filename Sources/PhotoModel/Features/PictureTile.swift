/// One of the tiles of which a picture is put together.
package struct PictureTile: Hashable, Sendable {
  /// The pixels that the tile covers in the upright picture.
  package var area: PixelRect
  /// The size of the compressed tile: the more detail a tile has, the more bytes it takes.
  package var bytes: Int

  /// Creates a tile from its area in the upright picture and its compressed size.
  package init(area: PixelRect, bytes: Int) {
    (self.area, self.bytes) = (area, bytes)
  }
}
