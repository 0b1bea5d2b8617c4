import DecodeWorker
import FileSafety
import PhotoArt
import PhotoModel
import PhotoScan
import SystemPackage
import TextSurface
import ViewModels

/// The conversion of pixels for the terminal.
struct PictureDrawing: Sendable {
  var imageProtocol: ImageProtocol
  var depth: ColorDepth = .direct24
  var glyphs = GlyphSet.full
  /// The number of colours of the terminal, where these are few.
  var ansiColors = 16
  /// Whether the terminal's background is light.
  var isOnLight = false
  /// The store of pictures that are sent as pixels.
  var store = ImageStore()
  var limits = PixelLimits()
}

/// The pictures of the interface: decoded by decode workers of their own, drawn with characters, and encoded as pixels
/// where the terminal takes them.
struct LivePictures {
  let program: Program
  let log: LogFile
  let drawing: PictureDrawing

  var dependencies: PictureDependencies {
    guard drawing.imageProtocol != .off else {
      return PictureDependencies(preview: { _ in .unavailable("pictures are switched off") }, areOff: true)
    }
    // A decoder of their own, so that no card waits for a scan, with as many workers as the loader has lanes.
    let decoder = program.decoder(most: 3, note: log.write)
    let details = DetailCache(decoder: decoder)
    let drawing = self.drawing
    return PictureDependencies(
      preview: { request in
        guard await answers(request.path) else { return .unavailable("its drive does not answer") }
        let outcome: PreviewOutcome
        switch request.region {
        case .whole:
          let side = drawing.longSide(request)
          if let way = request.shrinkWay {
            outcome = await decoder.picture(
              of: request.path, identity: request.identity, shrunkenBy: way, minimumLongSide: side)
            break
          }
          let thumbnail =
            request.mayHaveThumbnail && side <= LocalPhotoDecoder.thumbnailSide
            ? await decoder.thumbnail(of: request.path, identity: request.identity) : nil
          outcome =
            if let thumbnail { .picture(thumbnail) } else {
              await decoder.picture(of: request.path, identity: request.identity, minimumLongSide: side)
            }
        case .detail(let center, let zoom):
          let size = PictureRegion.detailPixels(in: drawing.space(request), cell: request.cell, zoom: zoom)
          if let way = request.shrinkWay {
            outcome = await decoder.picture(
              of: request.path, identity: request.identity, shrunkenBy: way, minimumLongSide: way.longSide
            ).cropped(around: center, size: size)
            break
          }
          outcome = await details.detail(of: request.path, identity: request.identity, around: center, size: size)
        }
        switch outcome {
        case .unavailable(let reason):
          let now = await onDiskThread(timeout: .seconds(5)) { (try? fileStatus(of: request.path))?.identity }
          // A drive that hangs gives no answer about the file.
          guard let now else { return .unavailable(reason) }
          return now?.isUnchanged(since: request.identity) == true ? .unavailable(reason) : .gone(reason)
        case .picture(let picture): return .ready(await drawing.drawn(picture, request))
        }
      },
      thumbnail: { request in
        guard drawing.longSide(request) > LocalPhotoDecoder.thumbnailSide, await answers(request.path),
          let thumbnail = await decoder.thumbnail(of: request.path, identity: request.identity)
        else { return nil }
        return .ready(await drawing.drawn(thumbnail, request))
      },
      identity: { path in
        await onDiskThread(timeout: .seconds(1)) { (try? fileStatus(of: path))?.identity } ?? nil
      })
  }

  /// A drive that hangs must not hold the decode workers, which the photos of other drives need.
  private func answers(_ path: FilePath) async -> Bool {
    await onDiskThread(timeout: .seconds(5)) { _ = try? fileStatus(of: path) } != nil
  }
}

extension PreviewOutcome {
  /// A part of the picture around a place, where there is a picture.
  fileprivate func cropped(around center: RelativePoint, size: PixelSize) -> PreviewOutcome {
    guard case .picture(let picture) = self else { return self }
    return .picture(picture.cropped(to: PixelRect(around: center, size: size, in: picture.size)) ?? picture)
  }
}

extension ShrinkWay {
  /// The long side of the result in pixels, which is the largest one of a picture whose pixels are all kept.
  fileprivate var longSide: Int {
    switch self {
    case .lossless: Self.longSides.upperBound
    case .fit(let longSide, _): longSide
    }
  }
}

extension PictureDrawing {
  /// Pixels that are needed of a photo.
  func longSide(_ request: PictureRequest) -> Int {
    // Eight pixels for each column are more than any symbol can show.
    let cell = imageProtocol.hasPixels ? request.cell : .standard
    let space = space(request)
    return min(2048, max(1, space.columns * cell.width, space.rows * cell.height))
  }

  /// The cells that a picture may take: no more than a sixel can fill, and of a part that may not be scaled no more
  /// than is sent at once.
  fileprivate func space(_ request: PictureRequest) -> Size {
    guard imageProtocol.hasPixels else { return request.area }
    let cell = PixelSize(width: max(1, request.cell.width), height: max(1, request.cell.height))
    var space = request.area
    if imageProtocol == .sixel {
      space = Size(
        columns: max(1, min(space.columns, limits.width / cell.width)),
        rows: max(1, min(space.rows, limits.height / cell.height)))
    }
    let pixels = Double(space.columns * cell.width) * Double(space.rows * cell.height)
    guard case .detail = request.region, pixels > Double(mostDetailPixels) else { return space }
    let shrink = (Double(mostDetailPixels) / pixels).squareRoot()
    return Size(
      columns: max(1, Int(Double(space.columns) * shrink)), rows: max(1, Int(Double(space.rows) * shrink)))
  }

  /// The cells for a picture: a part keeps its scale, however small the photo is; any other picture fills the space.
  private func cells(for picture: RGBPicture, _ request: PictureRequest) -> Size {
    let space = space(request)
    guard imageProtocol.hasPixels, case .detail(_, let zoom) = request.region else {
      return fittedCells(for: picture.size, in: space, cellAspect: request.cell.aspect)
    }
    func count(_ pixels: Int, _ side: Int, _ most: Int) -> Int {
      min(most, max(1, Int((Double(pixels) * zoom / Double(max(1, side))).rounded())))
    }
    return Size(
      columns: count(picture.width, request.cell.width, space.columns),
      rows: count(picture.height, request.cell.height, space.rows))
  }

  /// A picture as characters, with its pixels behind them where the terminal takes pixels.
  func drawn(_ picture: RGBPicture, _ request: PictureRequest) async -> Surface {
    let cells = cells(for: picture, request)
    // On another core, because both take tens of milliseconds.
    async let pixels = encoded(picture, cells, request)
    let space = PixelSize(width: cells.columns * 8, height: cells.rows * 16)
    let small = picture.width > space.width && picture.height > space.height ? picture.areaAveraged(to: space) : picture
    var surface = pictureCells(
      of: small, columns: cells.columns, rows: cells.rows, depth: depth,
      symbols: SymbolSet(glyphs, depth: depth), ansiColors: ansiColors, onLight: isOnLight)
    if let image = await pixels { surface.attach(store.add(image)) }
    return surface
  }

  private func encoded(_ picture: RGBPicture, _ cells: Size, _ request: PictureRequest) async -> EncodedImage? {
    guard imageProtocol.hasPixels else { return nil }
    let isDetail = if case .detail = request.region { true } else { false }
    return encodedImage(
      of: picture, cells: cells, cell: request.cell, imageProtocol: imageProtocol, isDetail: isDetail, limits: limits)
  }
}
