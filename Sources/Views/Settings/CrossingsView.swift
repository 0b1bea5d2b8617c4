import PhotoModel
import TextSurface
import ViewModels

/// The layout of photos that crossed the line of a slider: beside the settings where there is space, else below them,
/// else in the row of messages.
struct CrossingsLayout {
  enum Form: Hashable {
    case beside, below, line
  }

  let form: Form
  let area: Rect

  init(in body: Rect) {
    if body.width >= Self.wide {
      form = .beside
      let left = body.x + (body.width - Self.wide) / 2 + 78
      area = Rect(x: left, y: body.y, width: min(body.right - 2 - left, 60), height: body.height - 1)
    } else {
      form = body.height < Self.tall ? .line : .below
      let rows = form == .line ? 1 : Self.tile.rows + 2
      let bottom = form == .line ? body.bottom : body.bottom - 1
      area = Rect(x: body.x + 2, y: bottom - rows, width: body.width - 4, height: rows)
    }
  }

  /// The rows below the settings. They are kept free on every row of the settings, so that none moves when a slider is
  /// left.
  var rowsBelow: Int { form == .below ? area.height : 0 }

  /// The columns from which on there is space beside the settings.
  static let wide = 120
  private static let tall = 18
  private static let tile = Size(columns: 13, rows: 4)
  /// The columns from which on two lists are beside each other; on fewer their titles would be cut.
  private static let wideForTwo = 72

  /// The space for small pictures; none where they would be too few to compare.
  var pictures: CrossingCapacity {
    switch form {
    case .line: return .none
    case .below:
      func count(in columns: Int) -> Int { ThumbnailRow.space(of: Self.tile, in: columns + 4).count }
      let one = [count(in: area.width)]
      return CrossingCapacity(
        size: Self.tile, counts: area.width >= Self.wideForTwo ? one + [count(in: (area.width - 2) / 2)] : one)
    case .beside:
      let tile =
        area.height >= 42 && area.width >= 56
        ? Size(columns: 20, rows: 7) : Size(columns: Self.tile.columns, rows: area.height >= 32 ? 5 : 4)
      // Above and below the pictures of each list stand its title and how many more there are.
      let counts = (1...4).map { lists in ((area.height + 1) / lists - 3) / (tile.rows + 1) }
      return counts[0] >= 3 ? CrossingCapacity(size: tile, counts: counts) : .none
    }
  }
}

/// Photos that the last step of a slider listed or took off a list: a few of them, with small pictures where there is
/// space.
struct CrossingsView {
  let crossings: [SettingsState.Crossing]
  let layout: CrossingsLayout

  private var area: Rect { layout.area }

  func draw(theme: Theme, now: Duration, into surface: inout Surface) {
    let hasPictures = crossings.contains { !$0.pictures.isEmpty }
    switch layout.form {
    case .line: drawLine(theme: theme, into: &surface)
    case .below where hasPictures: drawRow(theme: theme, now: now, into: &surface)
    case .beside where hasPictures: drawColumn(theme: theme, now: now, into: &surface)
    case .below, .beside: drawText(theme: theme, into: &surface)
    }
  }

  private func drawLine(theme: Theme, into surface: inout Surface) {
    let text = crossings.map { crossing in
      "\(crossing.title): \(crossing.photos.prefix(2).map(\.label).joined(separator: ", "))"
    }
    surface.put(text.joined(separator: " · "), x: area.x, y: area.y, style: theme.style(.text), columns: area.width)
  }

  /// Draws the pictures of a list beside each other, and the lists as well.
  private func drawRow(theme: Theme, now: Duration, into surface: inout Surface) {
    let size = layout.pictures.size
    var x = area.x
    for crossing in crossings where x < area.right {
      let row = ThumbnailRow(
        thumbnails: crossing.thumbnails, space: PictureRow(count: crossing.pictures.count, size: size))
      surface.put(crossing.title, x: x, y: area.y, style: theme.style(.strong), columns: area.right - x)
      let rect = Rect(x: x, y: area.y + 1, width: row.width, height: row.height)
      if rect.right <= area.right { row.draw(in: rect, theme: theme, now: now, into: &surface) }
      x += max(displayWidth(crossing.title), row.width) + 2
    }
  }

  /// Draws the pictures of a list below each other, with the reason beside each.
  private func drawColumn(theme: Theme, now: Duration, into surface: inout Surface) {
    let size = layout.pictures.size
    let left = area.x + size.columns + 2
    var y = area.y
    for crossing in crossings where y < area.bottom {
      surface.put(crossing.title, x: area.x, y: y, style: theme.style(.strong), columns: area.width)
      y += 1
      for (photo, picture) in zip(crossing.photos, crossing.pictures) where y + size.rows <= area.bottom {
        PictureView(picture: picture).drawSmall(
          in: Rect(x: area.x, y: y, width: size.columns, height: size.rows), theme: theme, now: now, into: &surface)
        surface.put(
          photo.label, x: left, y: y, style: theme.style(.text), columns: area.right - left, keepingEnd: true)
        for (row, line) in wrapped(photo.value, columns: area.right - left, limit: size.rows - 1).enumerated() {
          surface.put(line, x: left, y: y + 1 + row, style: theme.style(.faint), columns: area.right - left)
        }
        y += size.rows + 1
      }
      let rest = crossing.count - crossing.pictures.count
      drawRest(rest, x: area.x, y: y, theme: theme, into: &surface)
      if rest > 0 { y += 2 }
    }
  }

  private func drawText(theme: Theme, into surface: inout Surface) {
    var y = area.y
    let air = area.height >= crossings.count * 3 ? 1 : 0
    for (index, crossing) in crossings.enumerated() {
      // No crossing takes the rows of those after it.
      let left = crossings.count - index
      let bottom = y + (area.bottom - y - air * (left - 1)) / left
      guard y < bottom else { break }
      surface.put(crossing.title, x: area.x, y: y, style: theme.style(.strong), columns: area.width)
      y += 1
      for photo in crossing.photos where y < bottom {
        y += draw(photo, y: y, bottom: bottom, theme: theme, into: &surface)
      }
      if y < bottom, crossing.count > crossing.photos.count {
        drawRest(crossing.count - crossing.photos.count, x: area.x + 2, y: y, theme: theme, into: &surface)
        y += 1
      }
      y += air
    }
  }

  /// Draws a photo without a picture.
  ///
  /// - Returns: The number of rows: below the settings the reason has the rest of the line.
  private func draw(_ photo: Detail, y: Int, bottom: Int, theme: Theme, into surface: inout Surface) -> Int {
    let end = surface.put(
      photo.label, x: area.x + 2, y: y, style: theme.style(.text), columns: min(26, area.width / 2), keepingEnd: true)
    guard layout.form == .beside else {
      surface.put(photo.value, x: end + 2, y: y, style: theme.style(.faint), columns: area.right - end - 2)
      return 1
    }
    let lines = wrapped(photo.value, columns: area.width - 4, limit: 3)
    for (row, line) in lines.enumerated() where y + 1 + row < bottom {
      surface.put(line, x: area.x + 4, y: y + 1 + row, style: theme.style(.faint), columns: area.width - 4)
    }
    return lines.count + 1
  }

  private func drawRest(_ count: Int, x: Int, y: Int, theme: Theme, into surface: inout Surface) {
    guard count > 0, y < area.bottom else { return }
    surface.put("and \(groupedDigits(count)) more", x: x, y: y, style: theme.style(.faint), columns: area.right - x)
  }
}

extension SettingsState.Crossing {
  /// The photos that have a picture.
  fileprivate var thumbnails: [Thumbnail] {
    zip(photos, pictures).map { photo, picture in Thumbnail(name: photo.label, picture: picture) }
  }
}
