package import PhotoModel
package import SystemPackage
package import TextSurface

/// A request for a picture: the file, the part of it, and the cells to fill.
///
/// The request is also the key of its answer, so that a picture for another request cannot be taken for it.
package struct PictureRequest: Hashable, Sendable {
  /// The file to decode.
  package var path: FilePath
  /// The identity of the file when it was scanned; a changed file is not shown.
  package var identity: FileIdentity
  /// The part of the photo that is shown.
  package var region = PictureRegion.whole
  /// The cells for the picture.
  package var area: Size
  /// The size of a cell of the terminal.
  package var cell = CellPixels.standard
  /// The way in which the file is made smaller, in memory, before it is decoded; nil for the file as it is.
  package var shrinkWay: ShrinkWay?
  /// Whether the file takes long to decode and may have a thumbnail inside.
  package var mayHaveThumbnail = false
}

/// The part of a photo that is shown.
package enum PictureRegion: Hashable, Sendable {
  /// The whole photo, fitted into the cells.
  case whole
  /// A part around a point, which fills the cells (the loupe). With `zoom` 1 a pixel of the photo is one of the screen;
  /// with 2 it takes two by two, with 0.5 two by two of the photo take one. The part is moved so that it lies inside
  /// the photo.
  case detail(center: RelativePoint, zoom: Double)

  /// The pixels of a photo that an area of cells shows of a detail; the zoom is clamped to 0.25…8.
  package static func detailPixels(in area: Size, cell: CellPixels, zoom: Double) -> PixelSize {
    let zoom = zoom.isFinite ? min(8, max(0.25, zoom)) : 1
    func side(_ cells: Int, _ pixels: Int) -> Int { max(1, Int(Double(cells * pixels) / zoom)) }
    return PixelSize(width: side(area.columns, cell.width), height: side(area.rows, cell.height))
  }
}

/// The urgency of a picture. More urgent ones are decoded first; of equal ones, the one that was requested last.
package enum PictureUrgency: Int, Hashable, Sendable, Comparable {
  /// Thumbnails beside the main picture.
  case beside
  /// A picture that is likely to be shown next.
  case next
  /// A picture that the user waits for.
  case now

  /// Compares by urgency; `.now` is the highest.
  package static func < (left: PictureUrgency, right: PictureUrgency) -> Bool { left.rawValue < right.rawValue }
}
