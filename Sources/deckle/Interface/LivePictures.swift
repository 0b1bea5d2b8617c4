import FileSafety
import PhotoArt
import PhotoInspection
import PhotoModel
import TextSurface
import ViewModels

/// How pixels become what the terminal shows.
struct PictureDrawing: Sendable {
  var rung: PictureRung
  var depth: ColorDepth = .direct24
  /// Takes what is sent as pixels.
  var store = ImageStore()
  var limits = PixelLimits()
}

/// The pictures of the interface: decoded by inspectors of their own, drawn with characters, and encoded as pixels where
/// the terminal takes them.
struct LivePictures {
  let program: Program
  let log: LogFile
  let drawing: PictureDrawing

  var effects: PictureEffects {
    guard drawing.rung != .off else { return PictureEffects { _ in .unavailable("pictures are switched off") } }
    // Of their own, so that no card waits for a scan; as many as the loader has lanes.
    let inspector = program.inspector(most: 3, note: log.write)
    let memory = DetailMemory(inspector: inspector)
    let drawing = self.drawing
    return PictureEffects { request in
      // A drive that hangs must not hold the inspectors, which the photos of other drives need.
      guard await onDiskThread(patience: .seconds(5), { _ = try? fileStatus(of: request.path) }) != nil else {
        return .unavailable("its drive does not answer")
      }
      let outcome: PreviewOutcome
      switch request.look {
      case .whole:
        outcome = await inspector.picture(
          of: request.path, identity: request.identity, minimumLongSide: drawing.longSide(request))
      case .detail(let center, let zoom):
        let size = PictureLook.detailPixels(in: request.area, cell: request.cell, zoom: zoom)
        outcome = await memory.detail(of: request.path, identity: request.identity, around: center, size: size)
      }
      switch outcome {
      case .unavailable(let reason): return .unavailable(reason)
      case .picture(let picture): return .ready(await drawing.drawn(picture, request))
      }
    }
  }
}

extension PictureDrawing {
  /// Pixels that are needed of a photo.
  func longSide(_ request: PictureRequest) -> Int {
    // Eight pixels for each column are more than any symbol can show.
    let cell = rung.hasPixels ? request.cell : .standard
    let room = room(request)
    return min(2048, max(1, room.columns * cell.width, room.rows * cell.height))
  }

  /// The cells that a picture may take: no more than a sixel can fill.
  private func room(_ request: PictureRequest) -> Size {
    guard rung == .sixel else { return request.area }
    return Size(
      columns: max(1, min(request.area.columns, limits.width / max(1, request.cell.width))),
      rows: max(1, min(request.area.rows, limits.height / max(1, request.cell.height))))
  }

  /// A picture as characters, with its pixels behind them where the terminal takes pixels.
  func drawn(_ picture: RGBPicture, _ request: PictureRequest) async -> Surface {
    let cells = fittedCells(for: picture.size, in: room(request), cellAspect: request.cell.aspect)
    // On another core: both take tens of milliseconds.
    async let pixels = encoded(picture, cells, request.cell)
    let room = PixelSize(width: cells.columns * 8, height: cells.rows * 16)
    let small = picture.width > room.width && picture.height > room.height ? picture.areaAveraged(to: room) : picture
    var surface = pictureCells(of: small, columns: cells.columns, rows: cells.rows, depth: depth)
    if let image = await pixels { surface.attach(store.add(image)) }
    return surface
  }

  private func encoded(_ picture: RGBPicture, _ cells: Size, _ cell: CellPixels) async -> EncodedImage? {
    guard rung.hasPixels else { return nil }
    return encodedImage(of: picture, cells: cells, cell: cell, rung: rung, limits: limits)
  }
}
