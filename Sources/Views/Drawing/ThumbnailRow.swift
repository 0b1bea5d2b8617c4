import TextSurface
import ViewModels

/// Small pictures beside each other in the middle of a row, each with its name below.
struct ThumbnailRow {
  let thumbnails: [Thumbnail]
  let space: PictureRow

  private static let gap = 2
  private static let most = 8

  /// The space for pictures of a size beside each other, no more than can be seen at a glance.
  static func space(of tile: Size, in columns: Int) -> PictureRow {
    PictureRow(count: max(0, min(most, (columns - 4 + gap) / (tile.columns + gap))), size: tile)
  }

  /// The rows of the pictures and their names; 0 where nothing is shown.
  var height: Int { thumbnails.isEmpty || space.count == 0 ? 0 : space.size.rows + 1 }

  /// The columns from the first picture to the last.
  var width: Int { max(0, min(thumbnails.count, space.count) * (space.size.columns + Self.gap) - Self.gap) }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    guard !rect.isEmpty else { return }
    let step = space.size.columns + Self.gap
    let shown = thumbnails.prefix(space.count)
    let left = rect.x + (rect.width - shown.count * step + Self.gap) / 2
    for (index, thumbnail) in shown.enumerated() {
      let area = Rect(x: left + index * step, y: rect.y, width: space.size.columns, height: space.size.rows)
      PictureView(picture: thumbnail.picture).drawSmall(in: area, theme: theme, now: now, into: &surface)
      let name = truncated(
        thumbnail.needsCheck ? "⚠ \(thumbnail.name)" : thumbnail.name, to: area.width, keepingEnd: true)
      surface.writeCentered(
        name, in: area, y: area.bottom, style: theme.style(thumbnail.needsCheck ? .warning : .faint))
    }
  }
}
