import PhotoArt
import PhotoInspection
import PhotoModel
import TextSurface
import ViewModels

/// The pictures of the interface: decoded by inspectors of their own, drawn with characters.
struct LivePictures {
  let program: Program
  let log: LogFile
  /// Nil shows no pictures.
  let depth: ColorDepth?

  var effects: PictureEffects {
    guard let depth else { return PictureEffects { _ in .unavailable("pictures are switched off") } }
    // Of their own, so that no card waits for a scan; as many as the loader has lanes.
    let inspector = program.inspector(most: 3, note: log.write)
    let memory = DetailMemory(inspector: inspector)
    return PictureEffects { request in
      let outcome: PreviewOutcome
      switch request.look {
      case .whole:
        // Eight pixels for each column are more than any symbol can show.
        outcome = await inspector.picture(
          of: request.path, identity: request.identity,
          minimumLongSide: max(request.area.columns, request.area.rows * 2) * 8)
      case .detail(let center, let zoom):
        let size = PictureLook.detailPixels(in: request.area, cell: request.cell, zoom: zoom)
        outcome = await memory.detail(of: request.path, identity: request.identity, around: center, size: size)
      }
      switch outcome {
      case .unavailable(let reason): return .unavailable(reason)
      case .picture(let picture):
        return await Task.detached(priority: .userInitiated) {
          .ready(drawn(picture, request, depth: depth))
        }.value
      }
    }
  }
}

/// A picture drawn with characters.
private func drawn(_ picture: RGBPicture, _ request: PictureRequest, depth: ColorDepth) -> Surface {
  let cells = fittedCells(for: picture.size, in: request.area, cellAspect: request.cell.aspect)
  let room = PixelSize(width: cells.columns * 8, height: cells.rows * 16)
  let small = picture.width > room.width && picture.height > room.height ? picture.areaAveraged(to: room) : picture
  return pictureCells(of: small, columns: cells.columns, rows: cells.rows, depth: depth)
}
