package import PhotoModel

/// The pixels of one of two near copies, as many as a comparison needs.
package struct ComparedPixels: Sendable {
  /// Long side of `picture`, where the photo has so much.
  package static let side = 1024
  /// Sides of `part`, where the photo has so much.
  package static let partSize = PixelSize(width: 1024, height: 1024)

  /// The whole picture on a white ground.
  package var picture: RGBPicture
  /// The same picture on a black ground; nil where no pixel is transparent.
  package var onBlack: RGBPicture?
  /// A part of the picture at its own resolution.
  package var part: LumaPlane
  /// The location of `part` in the whole picture.
  package var area: PixelRect
  /// The size of the whole picture at its own resolution, upright.
  package var fullSize: PixelSize
  /// The orientation of the rows in the file.
  package var orientation: Orientation
  /// The 64 quantisation steps of the luma of a JPEG, in the orientation of the file's rows: row-major, the lowest
  /// frequency first. Empty for other formats.
  package var steps: [Int]

  /// Creates the pixels of one picture; nothing is checked.
  package init(
    picture: RGBPicture, onBlack: RGBPicture?, part: LumaPlane, area: PixelRect, fullSize: PixelSize,
    orientation: Orientation, steps: [Int]
  ) {
    self.picture = picture
    self.onBlack = onBlack
    self.part = part
    self.area = area
    self.fullSize = fullSize
    self.orientation = orientation
    self.steps = steps
  }
}

/// Compares the pixels of two pictures of the same framing.
///
/// - Complexity: About 30 ms.
package func comparison(of first: ComparedPixels, _ second: ComparedPixels) -> PairComparison {
  var found = difference(of: first.picture, second.picture)
  // A flattened copy is compared with the other on its own background.
  if let one = first.onBlack, let other = second.onBlack {
    let onBlack = difference(of: one, other)
    found = PairComparison(
      colour: max(found.colour, onBlack.colour), region: max(found.region, onBlack.region),
      isAlikeOnOneGround: found.region <= 1 && onBlack.region > 1)
  }
  if first.fullSize == second.fullSize {
    let (firstOnSecond, secondOnFirst) = (LatticeFit(of: first, on: second), LatticeFit(of: second, on: first))
    (found.firstOnSecond, found.firstRoundsToSecond) = (firstOnSecond.share, firstOnSecond.rounds)
    (found.secondOnFirst, found.secondRoundsToFirst) = (secondOnFirst.share, secondOnFirst.rounds)
  } else {
    let isFirstLarger = first.fullSize.pixels > second.fullSize.pixels
    let (larger, smaller) = isFirstLarger ? (first, second) : (second, first)
    found.ownDetail = ownDetail(of: larger, beside: smaller)
    found.firstRoundsToSecond = isFirstLarger && rounds(larger, shrunkTo: smaller)
    found.secondRoundsToFirst = !isFirstLarger && rounds(larger, shrunkTo: smaller)
  }
  return found
}
