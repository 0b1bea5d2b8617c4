import PhotoModel
import TextSurface
import ViewModels

/// The photos whose files could be smaller: a row each, with the size now, the size afterwards, and the gain.
struct LargeView: ScreenView {
  let state: LargeState

  /// The columns of a size, and of the space before it.
  private static let sizeColumns = 10

  /// The rows of cells of the screen, from its top to its bottom.
  private struct Layout {
    let title: Rect
    let facts: Rect
    let header: Rect?
    let list: Rect

    init(in rect: Rect) {
      let isRoomy = rect.height >= 14
      title = Rect(x: 2, y: rect.y, width: rect.width - 4, height: 1)
      facts = Rect(x: 2, y: rect.y + 1, width: rect.width - 4, height: 1)
      header = isRoomy ? Rect(x: 2, y: rect.y + 3, width: rect.width - 4, height: 1) : nil
      let top = rect.y + (isRoomy ? 4 : 2)
      list = Rect(x: 2, y: top, width: rect.width - 4, height: max(1, rect.bottom - 1 - top))
    }
  }

  /// The columns of a row; those that have no space are nil.
  private struct Columns {
    let mark: Int
    let name: Int
    let nameWidth: Int
    var folder: (x: Int, width: Int)?
    /// The right edges of both sizes.
    var sizes: (before: Int, after: Int)?
    let gain: Int

    init(in row: Rect, names: Int) {
      mark = row.x + 2
      name = row.x + 4
      gain = row.right - 1
      var right = gain - LargeView.sizeColumns
      if row.width >= 56 {
        sizes = (right - LargeView.sizeColumns - 2, right)
        right -= 2 * LargeView.sizeColumns + 2
      }
      let space = right - name - 1
      let isWide = space >= 36
      nameWidth = isWide ? min(names, max(16, space / 2)) : space
      if isWide { folder = (name + nameWidth + 2, space - nameWidth - 2) }
    }
  }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    if let notice = state.notice {
      NoticeView(notice: notice, focusedAction: nil).draw(in: rect, theme: theme, into: &surface)
      drawMessage(in: rect, theme: theme, into: &surface)
      return
    }
    let layout = Layout(in: rect)
    drawTitle(in: layout.title, theme: theme, into: &surface)
    drawFacts(in: layout.facts, theme: theme, into: &surface)
    let rows = rows(layout)
    let names = rows.indices.map { displayWidth(state.rows[$0].name) }.max() ?? 0
    if let header = layout.header, !state.rows.isEmpty {
      let row = Rect(x: header.x, y: header.y, width: rows.area(of: 0, columns: Self.most).width, height: 1)
      drawHeader(Columns(in: row, names: names), y: row.y, theme: theme, into: &surface)
    }
    for index in rows.indices {
      let area = rows.area(of: index, columns: Self.most)
      draw(
        state.rows[index], isSelected: index == state.selection, in: area, Columns(in: area, names: names),
        theme: theme, into: &surface)
    }
    rows.drawScrollbar(theme: theme, into: &surface)
    drawMessage(in: rect, theme: theme, into: &surface)
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    state.notice == nil ? rows(Layout(in: rect)).hit(x: x, y: y) : nil
  }

  /// The most columns of a row: numbers must not stand too far from their names.
  private static let most = 132

  private func rows(_ layout: Layout) -> VisibleRows {
    VisibleRows(in: layout.list, selected: state.selection, of: state.rows.count)
  }

  private func drawMessage(in rect: Rect, theme: Theme, into surface: inout Surface) {
    guard let message = state.message else { return }
    surface.message(message, in: rect.inset(columns: 2, rows: 0), style: theme.style(.accent), theme: theme)
  }

  /// Draws "Large   8.2 GB in 1 204 photos could be 5.9 GB, nothing lost   / march".
  private func drawTitle(in area: Rect, theme: Theme, into surface: inout Surface) {
    let filter = state.filter.isEmpty ? "" : "   / \(SafeText(state.filter).text)"
    let space = area.width - 8 - displayWidth(filter)
    let texts =
      state.listed.photos == 0
      ? [state.way.title]
      : [
        "\(state.listed.text), \(state.way.title)",
        "\(state.listed.before.formatted) could be \(state.listed.after.formatted), \(state.way.title)",
        "\(state.listed.gain.formatted) less, \(state.way.title)",
      ]
    let text = texts.first { displayWidth($0) <= space } ?? texts[texts.count - 1]
    surface.put(
      [
        Span("Large", theme.style(.strong)), Span("   \(text)", theme.style(.text)), Span(filter, theme.style(.accent)),
      ], x: area.x, y: area.y, columns: area.width)
  }

  /// Draws the chosen outcome and, while something is left to be measured, the progress.
  private func drawFacts(in area: Rect, theme: Theme, into surface: inout Surface) {
    var right = area.right
    if let progress = state.progress, let text = state.progressText {
      right = surface.putTrailing(
        text, right: right, y: area.y, style: theme.style(state.isMeasuring ? .text : .faint), columns: area.width)
      if area.width >= 76 {
        let fraction = progress.total > 0 ? Double(progress.done) / Double(progress.total) : 0
        surface.meter(fraction, x: right - 14, y: area.y, columns: 12, theme: theme)
        right -= 16
      }
    }
    let texts = [state.chosenText, state.shortChosenText].compactMap(\.self).map { "● \($0)" }
    let space = right - area.x - (right < area.right ? 2 : 0)
    let none = state.rows.isEmpty ? "" : "none is chosen"
    guard let text = (texts.isEmpty ? [none] : texts).first(where: { displayWidth($0) <= space }) else { return }
    let style = theme.style(texts.isEmpty ? .faint : .accent)
    surface.put(text, x: area.x, y: area.y, style: style, columns: space)
  }

  private func drawHeader(_ columns: Columns, y: Int, theme: Theme, into surface: inout Surface) {
    let style = theme.style(.faint)
    func put(_ text: String, right: Int) {
      surface.putTrailing(text, right: right, y: y, style: style, columns: Self.sizeColumns - 1)
    }
    surface.put("photo", x: columns.name, y: y, style: style, columns: columns.nameWidth)
    if let folder = columns.folder { surface.put("folder", x: folder.x, y: y, style: style, columns: folder.width) }
    if let sizes = columns.sizes {
      put("now", right: sizes.before)
      put("after", right: sizes.after)
    }
    put("less", right: columns.gain)
  }

  private func draw(
    _ row: LargeState.Row, isSelected: Bool, in area: Rect, _ columns: Columns, theme: Theme,
    into surface: inout Surface
  ) {
    if isSelected { surface.highlight(area, theme: theme) }
    func style(_ role: Theme.Role) -> Style { theme.style(isSelected ? .selection : role) }
    func put(_ size: ByteCount, right: Int, _ role: Theme.Role) {
      surface.putTrailing(size.formatted, right: right, y: area.y, style: style(role), columns: Self.sizeColumns - 1)
    }
    let mark = row.mark == .chosen ? "●" : row.mark == .otherWay ? "○" : " "
    surface.write(mark, x: columns.mark, y: area.y, style: style(row.mark == .chosen ? .accent : .faint))
    surface.put(
      row.name, x: columns.name, y: area.y, style: style(.text), columns: columns.nameWidth, keepingEnd: true)
    if let folder = columns.folder {
      surface.put(row.folder, x: folder.x, y: area.y, style: style(.faint), columns: folder.width, keepingEnd: true)
    }
    if let sizes = columns.sizes {
      put(row.before, right: sizes.before, .faint)
      surface.write("→", x: sizes.before + 1, y: area.y, style: style(.faint))
      put(row.after, right: sizes.after, .text)
    }
    put(row.gain, right: columns.gain, row.mark == .none ? .text : .strong)
  }
}
