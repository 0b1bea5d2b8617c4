import PhotoModel
import TextSurface
import ViewModels

/// Home: the ring, the numbers of the review, the scan and the cards.
struct HomeView: ScreenView {
  let state: HomeState
  var keys = KeyTable()

  var pictures: [CardPicture] { state.pictures.values.flatMap(\.self) }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    if let notice = state.notice {
      noticeView(notice).draw(in: noticeArea(in: rect), theme: theme, into: &surface)
    } else {
      let layout = HomeLayout(in: rect, state: state)
      if let storage = state.storage, !layout.ring.isEmpty {
        HomeRing(state: state, storage: storage).draw(in: layout.ring, theme: theme, into: &surface)
      }
      for figure in state.figures {
        guard let area = layout.lines[.figure(figure.kind)] else { continue }
        HomeFigureView(
          figure: figure, key: figure.kind == .bin ? keys.binLabel : "",
          numberColumns: state.figures.map { displayWidth($0.number) }.max() ?? 0,
          isFocused: figure.kind == .bin && state.focus == .bin
        ).draw(in: area, digitRows: layout.digitRows, theme: theme, into: &surface)
      }
      drawLines(layout, theme: theme, into: &surface)
      for (target, area) in zip(state.cardTargets, layout.cards) {
        HomeCardView(target, in: state, keys: keys)?
          .draw(in: area, form: layout.form, theme: theme, now: now, into: &surface)
      }
    }
    drawWarning(in: rect, theme: theme, into: &surface)
    if let remark = state.remark {
      // The message covers the last line while it is shown, so that nothing moves.
      surface.fill(Rect(x: rect.x, y: rect.bottom - 1, width: rect.width, height: 1), style: theme.style(.ground))
      surface.message(
        remark, in: rect.inset(columns: 2, rows: 0), style: theme.style(.accent), theme: theme, limit: 1)
    }
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    let warnings = HomeLayout.warningLines(state, in: rect, keys: keys)
    let line = y - (rect.bottom - warnings.count)
    if warnings.indices.contains(line) { return warnings[line].isUnread ? .unread : nil }
    if let notice = state.notice {
      let target = noticeView(notice).hit(in: noticeArea(in: rect), x: x, y: y)
      return target == .noticeAction(notice.actions.count) ? .bin : target
    }
    let layout = HomeLayout(in: rect, state: state)
    if layout.lines[.scan]?.contains(x: x, y: y) == true { return .home(.scan) }
    if layout.lines[.figure(.bin)]?.contains(x: x, y: y) == true { return .bin }
    return zip(state.cardTargets, layout.cards).first { $1.contains(x: x, y: y) }.map { .home($0.0) }
  }

  private func drawLines(_ layout: HomeLayout, theme: Theme, into surface: inout Surface) {
    if let area = layout.lines[.headline] {
      let line = firstFitting(state.headlines, columns: area.width, rows: 1).first ?? ""
      surface.put(line, x: area.x, y: area.y, style: theme.style(.strong), columns: area.width)
    }
    if let area = layout.lines[.review] { drawReview(in: area, theme: theme, into: &surface) }
    if let area = layout.lines[.lastScan], let line = state.lastScanLine ?? state.stoppedScanLine {
      drawFacts(line, in: area, theme: theme, into: &surface)
    }
    if let area = layout.lines[.storage],
      let line = firstFitting(state.storageTexts, columns: area.width, rows: 1).first
    {
      drawFacts(line, in: area, theme: theme, into: &surface)
    }
    if let area = layout.lines[.scan] { drawScan(in: area, theme: theme, into: &surface) }
  }

  private func drawFacts(_ line: String, in area: Rect, theme: Theme, into surface: inout Surface) {
    surface.put(facts(line, columns: area.width), x: area.x, y: area.y, style: theme.style(.faint), columns: area.width)
  }

  /// Draws the label of the inner ring, with the marks for photos of a set.
  private func drawReview(in area: Rect, theme: Theme, into surface: inout Surface) {
    let marks: [(text: String, role: Theme.Role)] = [("✕ ", .delete), ("✓ ", .keep), ("▢ ", .faint), ("", .faint)]
    let whole = [state.binText] + state.reviewTexts
    let short = [state.shortBinText] + state.reviewTexts.map { $0.replacing(" in every category", with: " in all") }
    func width(_ texts: [String]) -> Int {
      zip(marks, texts).reduce(-2) { sum, item in sum + displayWidth(item.0.text) + displayWidth(item.1) + 2 }
    }
    // A figure that is cut would be another one: the last ones go as a whole.
    var texts = width(whole) <= area.width ? whole : short
    while texts.count > 1, width(texts) > area.width { texts.removeLast() }
    let spans = zip(marks, texts).flatMap { mark, text in
      [Span(mark.text, theme.style(mark.role)), Span("\(text)  ", theme.style(.text))]
    }
    surface.put(spans, x: area.x, y: area.y, columns: area.width + 2)
  }

  private func drawScan(in rect: Rect, theme: Theme, into surface: inout Surface) {
    let title =
      state.isScanning ? "Show the scan" : state.stoppedScanLine != nil ? "Go on with the scan" : "Scan photos"
    let space = rect.width - 2 - displayWidth(keys.scanLabel) - 1
    if state.focus == .scan {
      surface.write("❯", x: rect.x, y: rect.y, style: theme.accent(at: 0).with(.bold))
      surface.putGradient(truncated(title, to: space), x: rect.x + 2, y: rect.y, theme: theme, columns: space)
      surface.cursor = Surface.Cursor(x: rect.x, y: rect.y)
    } else {
      surface.put(title, x: rect.x + 2, y: rect.y, style: theme.style(.text), columns: space)
    }
    surface.putTrailing(
      keys.scanLabel, right: rect.right, y: rect.y, style: theme.style(.faint), columns: displayWidth(keys.scanLabel))
  }

  private func drawWarning(in rect: Rect, theme: Theme, into surface: inout Surface) {
    let lines = HomeLayout.warningLines(state, in: rect, keys: keys)
    for (row, line) in lines.enumerated() {
      let y = rect.bottom - lines.count + row
      guard y >= rect.y else { continue }
      let style = line.isCalm ? theme.style(.text) : theme.style(.warning)
      if line.isFirst { surface.write(line.isCalm ? "✦" : "⚠", x: rect.x + 2, y: y, style: style) }
      surface.put(line.text, x: rect.x + 4, y: y, style: style, columns: rect.width - 6)
    }
  }

  // MARK: The notice in place of the cards

  /// The view of a notice; the bin is its last action as long as there is something in it.
  private func noticeView(_ notice: Notice) -> NoticeView {
    // The pointer is shown only before an action that Enter performs, too.
    let focused = notice.actions.firstIndex { HomeState.target(of: $0) == state.focus }
    guard state.binCount > 0 else { return NoticeView(notice: notice, focusedAction: focused) }
    var notice = notice
    notice.actions.append(keys.hint(.showBin, in: .home, "\(state.binText) · \(state.binBytes.formatted)"))
    let binAction = notice.actions.count - 1
    return NoticeView(notice: notice, focusedAction: state.focus == .bin ? binAction : focused)
  }

  private func noticeArea(in rect: Rect) -> Rect {
    rect.split(bottom: HomeLayout.warningLines(state, in: rect, keys: keys).count).rest
  }
}
