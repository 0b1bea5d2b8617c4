package import PhotoModel

/// The features of a tiled picture by its thumbnail and the tiles with most detail, where these prove it sharp.
///
/// The tiles are laid into the enlarged thumbnail, which has no detail of its own: the measured sharpness comes from
/// the tiles, and tends to less than that of the whole (docs/DETECTION.md). At each tile the thumbnail must show the
/// same: it may be left over from before the picture was edited.
///
/// - Parameters:
///   - thumbnail: The upright thumbnail.
///   - size: The size of the whole picture, upright.
///   - tiles: The tiles of which the picture is put together.
///   - luma: The luma of a tile, native and upright; nil where it cannot be decoded.
/// - Returns: The features without the sharpness of regions; nil where all tiles have to be decoded.
package func partialFeatures(
  thumbnail: LumaPlane, size: PixelSize, tiles: [PictureTile], luma: (Int) -> LumaPlane?
) -> LumaFeatures? {
  guard thumbnail.size.longSide >= 240, tiles.count >= leastTiles else { return nil }
  var features = LumaFeatures(of: thumbnail)
  guard !features.descriptor.isEmpty, features.sharpness ?? 0 >= leastOfThumbnail else { return nil }
  let working = size.fitted(longSide: 1024)
  var pixels = thumbnail.resampled(to: working).pixels
  let order = indicesByDetail(tiles)
  var done = 0
  for share in [16, 8, 5, 3] {
    while done < (tiles.count + share - 1) / share {
      let (index, area) = (order[done], tiles[order[done]].area)
      done += 1
      guard let tile = luma(index),
        shows(thumbnail.cropped(to: area.scaled(from: size, to: thumbnail.size)), tile)
      else { return nil }
      let target = area.scaled(from: size, to: working)
      let part = tile.areaAveraged(to: target.size)
      guard part.size == target.size else { return nil }
      for row in 0..<part.height {
        let start = (target.y + row) * working.width + target.x
        pixels.replaceSubrange(start..<start + part.width, with: part.pixels[row * part.width..<(row + 1) * part.width])
      }
    }
    let picture = LumaPlane(width: working.width, height: working.height, pixels: pixels)
    guard let blur = BlurMeasures(of: picture), let sharpness = blur.sharpness, sharpness >= leastPromising
    else { return nil }
    guard sharpness >= PhotoFeatures.surelySharp else { continue }
    features.sharpness = sharpness
    features.sharpestRegion = blur.sharpestRegion
    features.regionSharpness = []
    return features
  }
  return nil
}

/// Whether a thumbnail shows the same as the three tiles in which it has most detail.
///
/// The parameters are those of `partialFeatures`.
package func isThumbnail(
  _ thumbnail: LumaPlane, of tiles: [PictureTile], size: PixelSize, luma: (Int) -> LumaPlane?
) -> Bool {
  tiles.count >= leastTiles
    && indicesByDetail(tiles).prefix(3).allSatisfy { index in
      let part = thumbnail.cropped(to: tiles[index].area.scaled(from: size, to: thumbnail.size))
      return luma(index).map { shows(part, $0) } ?? false
    }
}

/// The least detail of the thumbnail: a blur of a photo of 12 megapixels that shows in its thumbnail shows in every
/// tile. Of 177 labelled photos 64 have too little detail in a third of their tiles; 61 of these have less than this
/// in the thumbnail, and 24 of the others, all of which are then decoded.
private let leastOfThumbnail = 0.8

/// The least detail of the first tiles: below, more are decoded in vain: with three tiles, 51 of the 64 give less, and
/// 5 of the others.
private let leastPromising = 0.02

/// The least number of tiles: of fewer a third is nearly all.
private let leastTiles = 16

/// The tiles with most bytes first, because detail takes bytes: of the 113 photos for which a third of the tiles is
/// enough, 89 need only an eighth in this order.
private func indicesByDetail(_ tiles: [PictureTile]) -> [Int] {
  tiles.indices.sorted { (tiles[$1].bytes, $0) < (tiles[$0].bytes, $1) }
}

/// Whether both show the same, as far as a thumbnail can: the means of fields of 8 pixels differ by less than 12 levels
/// on average.
private func shows(_ part: LumaPlane, _ tile: LumaPlane) -> Bool {
  let side = max(1, min(8, part.size.shortSide / 8))
  let (ours, theirs) = (part.squared(to: side).pixels, tile.squared(to: side).pixels)
  return zip(ours, theirs).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } < 12 * side * side
}

extension PixelRect {
  /// The pixels nearest to the same part of the picture at another size; at least one.
  fileprivate func scaled(from full: PixelSize, to size: PixelSize) -> PixelRect {
    func range(_ start: Int, _ length: Int, _ all: Int, _ target: Int) -> (Int, Int) {
      let first = min(target - 1, (2 * start * target + all) / (2 * all))
      let end = (2 * (start + length) * target + all) / (2 * all)
      return (first, max(1, min(target, end) - first))
    }
    let (left, across) = range(x, width, full.width, size.width)
    let (top, down) = range(y, height, full.height, size.height)
    return PixelRect(x: left, y: top, width: across, height: down)
  }
}
