/// A part of a photo at its own resolution.
package struct PhotoDetail: Equatable, Sendable {
  /// The part as RGB, upright.
  package var picture: RGBPicture
  /// The location of the part in the upright photo.
  package var area: PixelRect
  /// The native size of the upright photo: of a RAW that of the preview inside, which may be smaller than the sensor.
  package var fullSize: PixelSize

  /// Creates a part.
  package init(picture: RGBPicture, area: PixelRect, fullSize: PixelSize) {
    (self.picture, self.area, self.fullSize) = (picture, area, fullSize)
  }
}
