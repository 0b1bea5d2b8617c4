import PhotoModel
import TextSurface
import ViewModels

/// The bin: the photos marked and not yet moved, by folder.
struct BinView {
  let state: BinState

  /// The cells that the picture of the selected photo may take on a terminal of this size; 0 × 0 where it has no room.
  static func pictureArea(in size: Size) -> Size {
    let layout = Layout(in: ScreenFrame(size).body)
    guard BinGridView.room(in: layout.grid).columns == 0 else { return Size(columns: 0, rows: 0) }
    let picture = layout.picture
    return Size(columns: picture.width, rows: picture.height)
  }

  static func room(in size: Size) -> BinRoom { BinGridView.room(in: Layout(in: ScreenFrame(size).body).grid) }

  private struct Layout {
    let title: Rect
    /// The room of the grid, and of the list with its panel.
    let grid: Rect
    let list: Rect
    /// With its border; empty where there is no room.
    let panel: Rect
    let messageY: Int

    init(in body: Rect) {
      title = Rect(x: 2, y: body.y, width: body.width - 4, height: 1)
      let top = body.y + (body.height >= 14 ? 2 : 1)
      let rows = body.bottom - 1 - top
      messageY = body.bottom - 1
      grid = Rect(x: 2, y: top, width: body.width - 4, height: rows)
      let panelWidth = body.width >= 72 && rows >= 10 ? min(body.width * 9 / 20, 90) : 0
      list = Rect(x: 2, y: top, width: body.width - 4 - (panelWidth > 0 ? panelWidth + 1 : 0), height: rows)
      panel = Rect(x: body.right - panelWidth - 2, y: top, width: panelWidth, height: panelWidth > 0 ? rows : 0)
    }

    /// Inside the border, above the row that names it.
    var picture: Rect {
      panel.isEmpty ? Rect(x: 0, y: 0, width: 0, height: 0) : panel.inset(columns: 1, rows: 1)
    }
  }

  /// A row of the list.
  private enum Line: Hashable {
    case air
    case folder(Int)
    case item(Int)
    /// A line of the reason why an item is still here.
    case problem(Int, String)
  }

  private func lines(airy: Bool, columns: Int) -> [Line] {
    var lines: [Line] = []
    for (index, item) in state.items.enumerated() {
      if index == 0 || state.items[index - 1].folder != item.folder {
        if airy, index > 0 { lines.append(.air) }
        lines.append(.folder(index))
      }
      lines.append(.item(index))
      if let problem = item.problem {
        lines += wrapped("⚠ \(problem)", columns: columns).map { .problem(index, $0) }
      }
    }
    return lines
  }

  /// The lines on the screen, the first of which is `first` of all.
  private func visible(in list: Rect) -> (lines: ArraySlice<Line>, first: Int, total: Int) {
    let columns = list.width - Self.indent - 2
    let airy = lines(airy: true, columns: columns)
    let lines = airy.count <= list.height ? airy : lines(airy: false, columns: columns)
    let selected = lines.firstIndex(of: .item(state.selection)) ?? 0
    // With the reason why it is still here.
    let end = lines[(selected + 1)...].firstIndex { if case .problem = $0 { false } else { true } } ?? lines.count
    let first = firstVisible(
      selected: selected..<min(end, selected + list.height), visible: list.height, total: lines.count)
    return (lines[first..<min(lines.count, first + list.height)], first, lines.count)
  }

  /// Of a reason below the name it is about.
  private static let indent = 4

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    guard !state.items.isEmpty else {
      let notice = Notice(
        glyph: .photo, title: state.waiting > 0 ? "\(counted(state.waiting, "photo")) marked" : "The bin is empty",
        lines: [
          state.waiting > 0
            ? BinState.waitingWords : "Photos that you mark for deletion wait here until you move them to the trash."
        ])
      NoticeView(notice: notice, focusedAction: nil).draw(in: rect, theme: theme, into: &surface)
      drawMessage(y: rect.bottom - 1, in: rect, theme: theme, into: &surface)
      return
    }
    let layout = Layout(in: rect)
    drawTitle(in: layout.title, theme: theme, into: &surface)
    if state.room.columns > 0 {
      let grid = BinGridView(state: state)
      grid.draw(in: layout.grid, theme: theme, now: now, into: &surface)
      // In the margin, so that tiles do not move when it comes.
      grid.drawScrollbar(
        in: Rect(x: layout.grid.right, y: layout.grid.y, width: 2, height: layout.grid.height), theme: theme,
        into: &surface)
      drawRemark(layout, theme: theme, into: &surface)
      return drawMessage(y: layout.messageY, in: rect, theme: theme, into: &surface)
    }
    drawList(in: layout.list, theme: theme, into: &surface)
    drawPanel(layout, theme: theme, now: now, into: &surface)
    drawMessage(y: layout.messageY, in: rect, theme: theme, into: &surface)
  }

  /// "Bin   84 photos · 12.1 MB                                     12 of 84".
  private func drawTitle(in title: Rect, theme: Theme, into surface: inout Surface) {
    let place = "\(groupedDigits(state.selection + 1)) of \(groupedDigits(state.items.count))"
    let left = surface.putTrailing(
      place, right: title.right, y: title.y, style: theme.style(.faint), columns: title.width / 2)
    surface.put(
      [
        Span("Bin", theme.style(.strong)),
        Span("   \(counted(state.items.count, "photo")) · \(state.bytes.formatted)", theme.style(.text)),
      ], x: title.x, y: title.y, columns: left - title.x - 2)
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    guard !state.items.isEmpty else { return nil }
    if state.room.columns > 0 { return BinGridView(state: state).hit(in: Layout(in: rect).grid, x: x, y: y) }
    let list = Layout(in: rect).list
    guard list.contains(x: x, y: y) else { return nil }
    let visible = visible(in: list).lines
    guard y - list.y < visible.count else { return nil }
    return switch visible[visible.startIndex + y - list.y] {
    case .air, .folder: nil
    case .item(let index), .problem(let index, _): .binRow(index)
    }
  }

  /// What a tile has no room for: why the selected photo is still here, that it is the only one, its whole name and its
  /// category.
  private func drawRemark(_ layout: Layout, theme: Theme, into surface: inout Surface) {
    guard state.message == nil, state.items.indices.contains(state.selection) else { return }
    let item = state.items[state.selection]
    let columns = layout.title.width
    let isCut = displayWidth(item.name) + 2 > state.room.tile.columns
    let lines: [String]
    if let problem = item.problem {
      lines = wrapped("⚠ \(isCut ? "\(item.name) · " : "")\(problem)", columns: columns, limit: 3)
    } else if item.isOnlyOne {
      lines = ["⚠ \(item.name) · the only one of its kind: nothing like it stays"]
    } else if isCut || state.room.tile.columns < BinGridView.widthWithCategory {
      lines = ["\(item.name) · \(item.category.title)"]
    } else {
      return
    }
    let style = theme.style(item.problem != nil || item.isOnlyOne ? .warning : .faint)
    let top = layout.messageY - lines.count + 1
    surface.fill(Rect(x: 0, y: top, width: surface.size.columns, height: lines.count - 1), style: theme.style(.ground))
    for (row, line) in lines.enumerated() {
      surface.put(line, x: layout.title.x, y: top + row, style: style, columns: columns)
    }
  }

  private func drawList(in list: Rect, theme: Theme, into surface: inout Surface) {
    let (lines, first, total) = visible(in: list)
    let isScrolled = total > list.height
    let width = list.width - (isScrolled ? 2 : 0)
    for (row, line) in lines.enumerated() {
      let y = list.y + row
      switch line {
      case .air: break
      case .folder(let index):
        surface.put(
          state.items[index].folder, x: list.x, y: y, style: theme.style(.faint), columns: width, keepingEnd: true)
      case .item(let index):
        drawItem(
          state.items[index], isSelected: index == state.selection, x: list.x, y: y, columns: width, theme: theme,
          into: &surface)
      case .problem(_, let words):
        surface.put(
          words, x: list.x + Self.indent, y: y, style: theme.style(.warning), columns: width - Self.indent)
      }
    }
    surface.scrollbar(first: first, visible: list.height, total: total, in: list, theme: theme)
  }

  private func drawItem(
    _ item: BinState.Item, isSelected: Bool, x: Int, y: Int, columns: Int, theme: Theme, into surface: inout Surface
  ) {
    let selection = theme.style(.selection)
    let name = isSelected ? selection : theme.style(.text)
    let quiet = isSelected ? selection : theme.style(.faint)
    if isSelected {
      surface.fill(Rect(x: x, y: y, width: columns, height: 1), style: selection)
      surface.write("❯", x: x, y: y, style: theme.blends ? theme.accent(at: 0).with(.bold) : selection)
      surface.cursor = Surface.Cursor(x: x, y: y)
    }
    var right = surface.putTrailing(
      item.size.formatted, right: x + columns - 1, y: y, style: quiet, columns: min(9, columns / 4))
    if columns >= 44 {
      right = x + columns - 11
      let words = item.isOnlyOne ? BinState.Item.onlyOneMark : item.category.title
      let style = item.isOnlyOne && !isSelected ? theme.style(.warning) : quiet
      surface.put(words, x: right - 12, y: y, style: style, columns: 12)
      right -= 13
    } else if item.isOnlyOne {
      right -= 3
      surface.write("⚠", x: right + 1, y: y, style: isSelected ? selection : theme.style(.warning))
    }
    surface.put(item.name, x: x + 2, y: y, style: name, columns: right - x - 3, keepingEnd: true)
  }

  private func drawPanel(_ layout: Layout, theme: Theme, now: Duration, into surface: inout Surface) {
    guard !layout.panel.isEmpty else { return }
    surface.panel(layout.panel, theme: theme) { _ in theme.style(.border) }
    if let picture = state.picture {
      PictureView(picture: picture).draw(in: layout.picture, theme: theme, now: now, into: &surface)
    }
    guard state.items.indices.contains(state.selection) else { return }
    surface.legend(
      state.items[state.selection].name, in: layout.panel, y: layout.panel.bottom - 1, style: theme.style(.text),
      keepingEnd: true)
  }

  private func drawMessage(y: Int, in rect: Rect, theme: Theme, into surface: inout Surface) {
    guard let message = state.message ?? state.changedWords else { return }
    let area = Rect(x: rect.x + 2, y: rect.y, width: rect.width - 4, height: y + 1 - rect.y)
    surface.message(message, in: area, style: theme.style(.accent), theme: theme)
  }
}

extension BinState.Item {
  /// Said of a photo of which nothing else would stay.
  static let onlyOneMark = "⚠ only one"
}
