import PhotoModel
import TextSurface
import ViewModels

/// The bin: the photos marked and not yet moved, by folder.
struct BinView: ScreenView {
  let state: BinState

  /// The small pictures; without columns the bin is a list.
  private var grid: PictureGridView {
    PictureGridView(
      grid: state.grid, space: state.capacity, selection: state.selection, folder: { state.items[$0].folder },
      tile: tile)
  }

  private func tile(_ index: Int) -> PictureGridView.Tile {
    let item = state.items[index]
    let warning = item.problem.map { "⚠ \($0)" } ?? item.mark
    let size = item.problem == nil ? item.size.formatted : ""
    let category =
      warning == nil && state.capacity.tile.columns >= PictureGridView.widthForTwoFacts
      ? " · \(item.category.title)" : ""
    return PictureGridView.Tile(
      name: item.name, picture: state.pictures[index], facts: size + category, warning: warning)
  }

  /// A row of the list.
  private enum Line: Hashable {
    case air
    case folder(Int)
    case item(Int)
    /// A line of the reason why the last move left an item here.
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

  /// The lines on the screen, the index of their first, and the number of all.
  private func visible(in list: Rect) -> (lines: ArraySlice<Line>, first: Int, total: Int) {
    let columns = list.width - Self.indent - 2
    let airy = lines(airy: true, columns: columns)
    let lines = airy.count <= list.height ? airy : lines(airy: false, columns: columns)
    let selected = lines.firstIndex(of: .item(state.selection)) ?? 0
    // The selection includes the reason why the photo is still here.
    let end = lines[(selected + 1)...].firstIndex { if case .problem = $0 { false } else { true } } ?? lines.count
    let first = firstVisible(
      selected: selected..<min(end, selected + list.height), visible: list.height, total: lines.count)
    return (lines[first..<min(lines.count, first + list.height)], first, lines.count)
  }

  /// The indent of a reason below its name.
  private static let indent = 4

  var pictures: [CardPicture] { [state.picture].compactMap(\.self) + state.pictures.values }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    guard !state.items.isEmpty else {
      let notice =
        state.total > 0
        ? Notice(
          glyph: .photo, title: "No photo matches",
          lines: ["\(counted(state.total, "photo")) in the bin. Esc shows all again."])
        : Notice(
          glyph: .photo, title: state.waiting > 0 ? "\(counted(state.waiting, "photo")) marked" : "The bin is empty",
          lines: [
            state.waiting > 0
              ? BinState.waitingText
              : state.missing?.sentence
                ?? "Photos that you mark for deletion wait here until you move them to the trash."
          ])
      NoticeView(notice: notice, focusedAction: nil).draw(in: rect, theme: theme, into: &surface)
      PictureGridLayout(in: rect).drawMessage(
        state.message ?? state.changedText, in: rect, theme: theme, into: &surface)
      return
    }
    let layout = PictureGridLayout(in: rect)
    layout.drawTitle(
      [
        Span("Bin", theme.style(.strong)),
        Span("   \(countText) · \(state.bytes.formatted)", theme.style(.text)),
        Span(state.filter.isEmpty ? "" : "   / \(SafeText(state.filter).text)", theme.style(.accent)),
        Span(state.partsText.map { ": \($0)" } ?? "", theme.style(.text)),
        Span(state.cautions > 0 ? " · ⚠ \(groupedDigits(state.cautions)) to look at first" : "", theme.style(.warning)),
      ], item: state.selection, of: state.items.count, theme: theme, into: &surface)
    var isRemarked = false
    if state.capacity.columns > 0 {
      grid.draw(in: layout, theme: theme, now: now, into: &surface)
      isRemarked = drawRemark(layout, theme: theme, into: &surface)
    } else {
      drawList(in: layout.list, theme: theme, into: &surface)
      let name = state.items.indices.contains(state.selection) ? state.items[state.selection].name : ""
      layout.drawPanel(state.picture, name: name, theme: theme, now: now, into: &surface)
    }
    let missing = state.missing.flatMap { firstFitting($0.shorter, columns: layout.title.width, rows: 1).first }
    let message = state.message ?? (isRemarked ? nil : state.changedText ?? missing)
    layout.drawMessage(message, in: rect, theme: theme, into: &surface)
  }

  private var countText: String {
    state.filter.isEmpty
      ? counted(state.items.count, "photo")
      : "\(groupedDigits(state.items.count)) of \(counted(state.total, "photo"))"
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    guard !state.items.isEmpty else { return nil }
    let layout = PictureGridLayout(in: rect)
    if state.capacity.columns > 0 { return grid.hit(in: layout.grid, x: x, y: y).map(HitTarget.row) }
    let list = layout.list
    guard list.contains(x: x, y: y) else { return nil }
    let visible = visible(in: list).lines
    guard y - list.y < visible.count else { return nil }
    return switch visible[visible.startIndex + y - list.y] {
    case .air, .folder: nil
    case .item(let index), .problem(let index, _): .row(index)
    }
  }

  /// Draws the facts about the selected photo that do not fit into its tile: the reason why it is still here, that it
  /// is the only one, its whole name and its category.
  ///
  /// - Returns: Whether there was a line to draw.
  private func drawRemark(_ layout: PictureGridLayout, theme: Theme, into surface: inout Surface) -> Bool {
    guard state.message == nil, state.items.indices.contains(state.selection) else { return false }
    let item = state.items[state.selection]
    let columns = layout.title.width
    let isCut = displayWidth(item.name) + 2 > state.capacity.tile.columns
    let lines: [String]
    if let problem = item.problem {
      lines = wrapped("⚠ \(isCut ? "\(item.name) · " : "")\(problem)", columns: columns, limit: 3)
    } else if item.needsCheck {
      let text = item.caution ?? "nothing like it stays in the library"
      lines = wrapped("⚠ \(item.name) · \(text)", columns: columns, limit: 2)
    } else if isCut || state.capacity.tile.columns < PictureGridView.widthForTwoFacts {
      lines = ["\(item.name) · \(item.category.title)"]
    } else {
      return false
    }
    let style = theme.style(item.problem != nil || item.needsCheck ? .warning : .faint)
    let top = layout.messageY - lines.count + 1
    surface.fill(Rect(x: 0, y: top, width: surface.size.columns, height: lines.count - 1), style: theme.style(.ground))
    for (row, line) in lines.enumerated() {
      surface.put(line, x: layout.title.x, y: top + row, style: style, columns: columns)
    }
    return true
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
      case .problem(_, let text):
        surface.put(
          text, x: list.x + Self.indent, y: y, style: theme.style(.warning), columns: width - Self.indent)
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
    if isSelected { surface.highlight(Rect(x: x, y: y, width: columns, height: 1), theme: theme) }
    var right = surface.putTrailing(
      item.size.formatted, right: x + columns - 1, y: y, style: quiet, columns: min(9, columns / 4))
    if columns >= 44 {
      right = x + columns - 11
      let text = item.mark ?? item.category.title
      let style = item.needsCheck && !isSelected ? theme.style(.warning) : quiet
      surface.put(text, x: right - 12, y: y, style: style, columns: 12)
      right -= 13
    } else if item.needsCheck {
      right -= 3
      surface.write("⚠", x: right + 1, y: y, style: isSelected ? selection : theme.style(.warning))
    }
    surface.put(item.name, x: x + 2, y: y, style: name, columns: right - x - 3, keepingEnd: true)
  }
}

extension BinState.Item {
  /// The mark on a photo that should be checked first; nil for others.
  var mark: String? { isOnlyOne ? "⚠ only one" : caution == nil ? nil : "⚠ look first" }
}
