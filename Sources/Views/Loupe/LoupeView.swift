import TextSurface
import ViewModels

/// A photo over the whole screen, fitted or at its own resolution: a title, the picture, its sharpness, the keys.
struct LoupeView: ScreenView {
  let state: LoupeState
  var hints: [Hint] = []
  var isReadOnly = false

  /// The cells of the part that is shown.
  static func pictureArea(in size: Size) -> Size { Size(columns: size.columns, rows: max(0, size.rows - 3)) }

  var isWhole: Bool { true }
  var pictures: [CardPicture] { [state.picture] }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    Rect(x: 0, y: 1, width: rect.width, height: rect.height - 3).contains(x: x, y: y) ? .loupe : nil
  }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let area = Rect(x: 0, y: 1, width: surface.size.columns, height: surface.size.rows - 3)
    drawPicture(in: area, theme: theme, now: now, into: &surface)
    drawTitle(theme: theme, into: &surface)
    if isReadOnly {
      surface.put(" ⚠ read only ", x: 1, y: area.bottom - 1, style: theme.style(.warning).on(theme.ground), columns: 13)
    }
    if let message = state.message {
      surface.putTrailing(
        " \(message) ", right: area.right - 1, y: area.bottom - 1, style: theme.style(.accent).on(theme.ground),
        columns: area.width - 2)
    }
    drawSharpness(y: area.bottom, theme: theme, into: &surface)
    HintRow(hints: hints).draw(y: surface.size.rows - 1, theme: theme, into: &surface)
    surface.cursor = Surface.Cursor(x: 1, y: 0)
  }

  private func drawPicture(in area: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    if case .loading = state.picture, let earlier = state.earlier, case .ready(let cells) = earlier {
      // The old part stays, dimmed, until the next one comes: a blank would flicker at each step.
      var old = cells
      old.fade(0.5, theme: theme)
      PictureView(picture: .ready(old)).draw(in: area, theme: theme, now: now, into: &surface)
    } else {
      PictureView(picture: state.picture).draw(in: area, theme: theme, now: now, into: &surface)
    }
  }

  private func drawSharpness(y: Int, theme: Theme, into surface: inout Surface) {
    guard let sharpness = state.sharpness else { return }
    let space = surface.size.columns - 2
    let text = displayWidth(sharpness.title) <= space ? sharpness.title : sharpness.shortTitle
    surface.put(text, x: 1, y: y, style: theme.style(.text), columns: space)
  }

  /// Draws the title: "1:1  keeper  IMG_0413.JPG                across 42 %, down 31 %".
  private func drawTitle(theme: Theme, into surface: inout Surface) {
    let columns = surface.size.columns
    let titleColumns = displayWidth(state.positionTitle)
    var x =
      surface.put(state.scale.title, x: 1, y: 0, style: theme.accent(at: 0).with(.bold), columns: columns - 12) + 2
    if state.canFlip {
      let sign = state.isKeeper ? (state.isMarked ? "☆" : "★") : "■"
      x = surface.put(
        sign + (columns < 60 ? "" : state.isKeeper ? " keeper" : " this one"), x: x, y: 0, style: theme.style(.text),
        columns: max(0, columns - x - 1))
      x += columns < 60 ? 1 : 2
    }
    if state.isMarked {
      let text = columns < 60 ? "✕" : "✕ in the bin"
      x = surface.put(text, x: x, y: 0, style: theme.style(.delete), columns: max(0, columns - x - 1))
      x += columns < 60 ? 1 : 2
    }
    let hasTitle = columns - x - titleColumns > 14
    surface.put(
      state.name, x: x, y: 0, style: theme.style(.strong),
      columns: max(0, columns - x - 1 - (hasTitle ? titleColumns + 2 : 0)), keepingEnd: true)
    if hasTitle {
      surface.putTrailing(
        state.positionTitle, right: columns - 1, y: 0, style: theme.style(.faint), columns: titleColumns)
    }
  }
}
