import DecodeWorker
import PhotoModel
import SystemPackage

/// The last details with their surroundings, kept so that panning a step does not decode the photo again.
actor DetailCache {
  private struct Entry {
    var path: FilePath
    var identity: FileIdentity
    var detail: PhotoDetail
  }

  private let decoder: WorkerPhotoDecoder
  /// Most recent first. Two, because the loupe flips between two photos.
  private var entries: [Entry] = []
  private static let capacity = 2
  /// The ratio of the decoded part to the wanted one, on each side.
  private static let margin = 2
  /// The largest number of pixels of a decoded part: 12 megabytes.
  private static let mostPixels = 4_000_000

  init(decoder: WorkerPhotoDecoder) { self.decoder = decoder }

  /// A part of a photo at its own resolution, at most 4096 pixels on a side.
  func detail(
    of path: FilePath, identity: FileIdentity, around center: RelativePoint, size: PixelSize
  ) async -> PreviewOutcome {
    for entry in entries where entry.path == path && entry.identity == identity {
      let wanted = PixelRect(around: center, size: size, in: entry.detail.fullSize)
      if let part = entry.detail.part(wanted) { return .picture(part) }
    }
    let isSmall = size.pixels * Self.margin * Self.margin <= Self.mostPixels
    let margin = isSmall ? Self.margin : 1
    let around = PixelSize(width: size.width * margin, height: size.height * margin)
    switch await decoder.detail(of: path, identity: identity, around: center, size: around) {
    case .unavailable(let reason): return .unavailable(reason)
    case .detail(let detail):
      if isSmall {
        entries.insert(Entry(path: path, identity: identity, detail: detail), at: 0)
        if entries.count > Self.capacity { entries.removeLast() }
      }
      let wanted = PixelRect(around: center, size: size, in: detail.fullSize)
      return .picture(detail.part(wanted) ?? detail.picture)
    }
  }
}

extension PhotoDetail {
  /// A part of this part; nil where it does not lie inside.
  fileprivate func part(_ wanted: PixelRect) -> RGBPicture? {
    guard area.contains(wanted) else { return nil }
    return picture.cropped(
      to: PixelRect(x: wanted.x - area.x, y: wanted.y - area.y, width: wanted.width, height: wanted.height))
  }
}
