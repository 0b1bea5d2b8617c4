package import PhotoModel
package import SystemPackage
package import TextSurface

/// What is asked of the pictures: which file, how it is looked at, and in which cells.
///
/// It is the name of its answer too: a picture for anything else cannot be taken for it.
package struct PictureRequest: Hashable, Sendable {
  /// The file to decode.
  package var path: FilePath
  /// What the file was when it was scanned; another one is not shown.
  package var identity: FileIdentity
  /// The part of the photo that is shown.
  package var region: PictureRegion
  /// The cells there are for it.
  package var area: Size
  /// Of a cell, as the terminal has it now.
  package var cell: CellPixels

  /// The file takes long to decode and may have a thumbnail inside.
  package var mayHaveThumbnail: Bool

  /// Creates a request.
  package init(
    path: FilePath, identity: FileIdentity, region: PictureRegion = .whole, area: Size, cell: CellPixels = .standard,
    mayHaveThumbnail: Bool = false
  ) {
    self.path = path
    self.identity = identity
    self.region = region
    self.area = area
    self.cell = cell
    self.mayHaveThumbnail = mayHaveThumbnail
  }
}

/// How a photo is looked at.
package enum PictureRegion: Hashable, Sendable {
  /// All of it, fitted into the cells.
  case whole
  /// A part around a place, which fills the cells (the loupe). With `zoom` 1 a pixel of the photo is one of the screen;
  /// with 2 it takes two by two, with 0.5 two by two of the photo take one. The part is moved so that it lies inside the
  /// photo.
  case detail(center: RelativePoint, zoom: Double)

  /// The pixels of a photo that so many cells show of a detail.
  package static func detailPixels(in area: Size, cell: CellPixels, zoom: Double) -> PixelSize {
    let zoom = zoom.isFinite ? min(8, max(0.25, zoom)) : 1
    func side(_ cells: Int, _ pixels: Int) -> Int { max(1, Int(Double(cells * pixels) / zoom)) }
    return PixelSize(width: side(area.columns, cell.width), height: side(area.rows, cell.height))
  }
}

/// How soon a picture is needed. What is more urgent is decoded first; of two alike, the one asked for last.
package enum PictureUrgency: Int, Hashable, Sendable, Comparable {
  /// Thumbnails beside what the user looks at.
  case beside
  /// Likely to be looked at next.
  case next
  /// The user waits for it.
  case now

  /// Compares by urgency; `.now` is the highest.
  package static func < (left: PictureUrgency, right: PictureUrgency) -> Bool { left.rawValue < right.rawValue }
}
