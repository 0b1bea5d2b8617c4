import PhotoModel
import TextSurface
import ViewModels

/// The view of all photos: the groups at the left, each with its count and progress; the photos of one group at the
/// right. A narrow screen shows one of the two.
struct BrowseView: ScreenView {
  let state: BrowseState

  /// The columns that the title of a group has at least.
  private static let leastTitle = 12

  var pictures: [CardPicture] { state.grid.tiles.values.compactMap(\.picture) }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    if let notice = state.notice {
      NoticeView(notice: notice, focusedAction: nil).draw(in: rect, theme: theme, into: &surface)
    } else {
      drawPhotos(in: rect, theme: theme, now: now, into: &surface)
    }
    if let message = state.message {
      surface.message(message, in: rect.inset(columns: 2, rows: 0), style: theme.style(.accent), theme: theme)
    }
  }

  private func drawPhotos(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let layout = BrowseLayout(in: rect)
    drawTitle(layout, theme: theme, into: &surface)
    if layout.isWide || !state.isGridFocused { drawGroups(layout, theme: theme, into: &surface) }
    if layout.isWide || state.isGridFocused {
      drawHeading(layout, theme: theme, into: &surface)
      PhotoGridView(grid: state.grid, isFocused: state.isGridFocused).draw(
        in: layout.grid, theme: theme, now: now, into: &surface)
    }
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    let layout = BrowseLayout(in: rect)
    guard state.notice == nil else { return nil }
    if layout.isWide || state.isGridFocused,
      let photo = PhotoGridView(grid: state.grid).hit(in: layout.grid, x: x, y: y)
    {
      return .photo(photo)
    }
    return layout.isWide || !state.isGridFocused ? rows(layout).hit(x: x, y: y) : nil
  }

  private func rows(_ layout: BrowseLayout) -> VisibleRows {
    VisibleRows(in: layout.groups, selected: state.selection, of: state.rows.count)
  }

  private func drawTitle(_ layout: BrowseLayout, theme: Theme, into surface: inout Surface) {
    let filter = state.filter.isEmpty ? "" : "   / \(SafeText(state.filter).text)"
    surface.put(
      [
        Span("All photos", theme.style(.strong)), Span("   \(state.matches.text)", theme.style(.text)),
        Span(filter, theme.style(.accent)),
      ], x: layout.title.x, y: layout.title.y, columns: layout.title.width)
  }

  /// Draws the name of the group over its photos: "July 2023   12 of 340   3 chosen".
  private func drawHeading(_ layout: BrowseLayout, theme: Theme, into surface: inout Surface) {
    guard let group = state.selected else { return }
    let position = state.isGridFocused ? "\(groupedDigits(state.grid.cursor + 1)) of " : ""
    let chosen = state.grid.chosen.isEmpty ? "" : "   ● \(groupedDigits(state.grid.chosen.count)) chosen"
    surface.put(
      [
        Span(group.heading, theme.style(state.isGridFocused ? .strong : .text)),
        Span("   \(position)\(groupedDigits(group.photos))", theme.style(.faint)), Span(chosen, theme.style(.accent)),
      ], x: layout.heading.x, y: layout.heading.y, columns: layout.heading.width)
  }

  private func drawGroups(_ layout: BrowseLayout, theme: Theme, into surface: inout Surface) {
    let rows = rows(layout)
    for index in rows.indices {
      draw(
        state.rows[index], isSelected: index == state.selection, in: rows.area(of: index), theme: theme,
        into: &surface)
    }
    rows.drawScrollbar(theme: theme, into: &surface)
  }

  private func draw(
    _ group: BrowseState.Row, isSelected: Bool, in row: Rect, theme: Theme, into surface: inout Surface
  ) {
    let hasKeys = isSelected && !state.isGridFocused
    if hasKeys {
      surface.highlight(row, theme: theme)
    } else if isSelected {
      surface.write("❯", x: row.x, y: row.y, style: theme.style(.accent))
    }
    func style(_ role: Theme.Role) -> Style { theme.style(hasKeys ? .selection : role) }
    surface.putTrailing(
      group.progress, right: row.right - 1, y: row.y, style: style(group.isDone ? .accent : .faint), columns: 5)
    var right = surface.putTrailing(
      groupedDigits(group.photos), right: row.right - 6, y: row.y, style: style(.text), columns: 7)
    if row.width >= 42, group.bytes > .zero {
      right = surface.putTrailing(
        group.bytes.formatted, right: row.right - 14, y: row.y, style: style(.faint), columns: 9)
    }
    // However deep a folder is, some of its name is read.
    let x = row.x + 2 + max(0, min(2 * group.depth, right - 1 - row.x - 2 - Self.leastTitle))
    surface.put(group.title, x: x, y: row.y, style: style(group.depth == 0 ? .strong : .text), columns: right - x - 1)
  }
}

/// The layout of the screen of all photos, for drawing, for the mouse, and for the space of the pictures.
struct BrowseLayout {
  /// Whether groups and photos stand beside each other.
  let isWide: Bool
  let title: Rect
  let groups: Rect
  let heading: Rect
  let grid: Rect

  init(in body: Rect) {
    isWide = body.width >= 72
    let top = body.y + (body.height >= 14 ? 2 : 1)
    title = Rect(x: 2, y: body.y, width: body.width - 4, height: 1)
    let width = !isWide ? body.width - 4 : body.width >= 150 ? 48 : body.width >= 110 ? 42 : 30
    groups = Rect(x: 2, y: top, width: width, height: body.bottom - 1 - top)
    let x = isWide ? groups.right + 2 : 2
    heading = Rect(x: x, y: top, width: body.width - 3 - x, height: 1)
    grid = Rect(x: x, y: top + 1, width: body.width - 3 - x, height: body.bottom - 2 - top)
  }

  init(_ size: Size) { self.init(in: ScreenFrame(size).body) }
}
