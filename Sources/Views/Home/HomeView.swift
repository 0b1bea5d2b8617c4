import PhotoModel
import TextSurface
import ViewModels

/// Home: the storage ring, the bytes to gain, the scan, the bin and the four cards.
struct HomeView: ScreenView {
  let state: HomeState
  var keys = KeyTable()

  /// The cells that the small picture on a card may take on a terminal of this size.
  static func pictureArea(in size: Size) -> Size {
    // Where cards stand depends on how many there are, and there are always four.
    var state = HomeState()
    state.cards = IssueCategory.allCases.map {
      HomeState.Card(category: $0, photos: 1, sets: 0, bytes: .zero, decided: 0)
    }
    let layout = HomeLayout(in: ScreenFrame(size).body, state: state)
    return layout.form == .row
      ? layout.cards.map(HomeCardView.pictureArea).min { $0.columns < $1.columns } ?? .none : .none
  }

  var pictures: [CardPicture] { Array(state.pictures.values) }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    if let notice = state.notice {
      noticeView(notice).draw(in: noticeArea(in: rect), theme: theme, into: &surface)
      drawWarning(in: rect, theme: theme, into: &surface)
    } else {
      let layout = HomeLayout(in: rect, state: state)
      if let storage = state.storage, !layout.ring.isEmpty {
        StorageRing(storage: storage).draw(in: layout.ring, theme: theme, into: &surface)
      }
      drawHeadline(layout, theme: theme, into: &surface)
      drawScan(in: layout.scan, theme: theme, into: &surface)
      if let bin = layout.bin { drawBin(in: bin, theme: theme, into: &surface) }
      if let area = layout.allPhotos, let photos = state.allPhotos {
        drawLine(
          photos.text, key: keys.title(of: .showAllPhotos, in: .home), isFocused: state.focus == .allPhotos, in: area,
          theme: theme, into: &surface)
      }
      if let area = layout.large, let large = state.large {
        let key = keys.title(of: .showLarge, in: .home)
        let text = firstFitting(large.texts, columns: area.width - 3 - displayWidth(key), rows: 1).first ?? ""
        drawLine(text, key: key, isFocused: state.focus == .large, in: area, theme: theme, into: &surface)
      }
      for (card, area) in zip(state.cards, layout.cards) {
        HomeCardView(
          card: card, picture: state.pictures[card.category], isFocused: state.focus == .card(card.category)
        ).draw(in: area, form: layout.form, theme: theme, now: now, into: &surface)
      }
      drawWarning(in: rect, theme: theme, into: &surface)
    }
    if let remark = state.remark {
      // Over the last line for as long as it stands, so that nothing moves.
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
    if layout.scan.contains(x: x, y: y) { return .scan }
    if let bin = layout.bin, bin.contains(x: x, y: y) { return .bin }
    if let area = layout.allPhotos, area.contains(x: x, y: y) { return .allPhotos }
    if let area = layout.large, area.contains(x: x, y: y) { return .large }
    return zip(state.cards, layout.cards).first { $1.contains(x: x, y: y) }.map { .category($0.0.category) }
  }

  private func drawHeadline(_ layout: HomeLayout, theme: Theme, into surface: inout Surface) {
    let area = layout.headline
    if state.isScanning, let text = state.scanInPartText {
      surface.put(text, x: area.x, y: area.y, style: theme.style(.strong), columns: area.width)
    } else if state.isReadingKnown {
      surface.put(
        "Reading what the last scan found …", x: area.x, y: area.y, style: theme.style(.strong), columns: area.width)
    } else if state.isForgotten {
      let text = "What was found is not known any more"
      let line = firstFitting(["\(text): scan again", text], columns: area.width, rows: 1).first ?? ""
      surface.put(line, x: area.x, y: area.y, style: theme.style(.strong), columns: area.width)
    } else if let text = state.scanInPartText {
      surface.put(text, x: area.x, y: area.y, style: theme.style(.strong), columns: area.width)
    } else if state.photosToGain == 0 {
      surface.put("Nothing to gain", x: area.x, y: area.y, style: theme.style(.strong), columns: area.width)
    } else {
      let x = surface.putGradient(
        state.reclaimable.formatted, x: area.x, y: area.y, theme: theme, columns: area.width)
      let end = surface.put(
        " to gain in \(counted(state.photosToGain, "photo"))", x: x, y: area.y, style: theme.style(.strong),
        columns: area.right - x)
      drawGainText(after: end, layout, theme: theme, into: &surface)
    }
    if let line = state.lastScanLine ?? state.stoppedScanLine, area.height > 1 {
      surface.put(
        facts(line, columns: area.width), x: area.x, y: area.y + 1, style: theme.style(.faint), columns: area.width)
    }
  }

  /// Draws the part that is too small for the ring, as text: behind the headline, or in the free row below it where
  /// that is too short.
  private func drawGainText(after x: Int, _ layout: HomeLayout, theme: Theme, into surface: inout Surface) {
    guard !layout.ring.isEmpty, let text = state.storage?.gainText else { return }
    let area = layout.headline
    if x + displayWidth(text) + 3 <= area.right {
      surface.put(" · \(text)", x: x, y: area.y, style: theme.style(.faint), columns: area.right - x)
    } else if area.bottom + 1 < layout.scan.y {
      surface.put("the gain is \(text)", x: area.x, y: area.bottom, style: theme.style(.faint), columns: area.width)
    }
  }

  private func drawScan(in rect: Rect, theme: Theme, into surface: inout Surface) {
    let title =
      state.isScanning ? "Show the scan" : state.stoppedScanLine != nil ? "Go on with the scan" : "Scan photos"
    drawLine(
      title, key: keys.scanLabel, isFocused: state.focus == .scan, in: rect, theme: theme, into: &surface)
  }

  private func drawBin(in rect: Rect, theme: Theme, into surface: inout Surface) {
    drawLine(binText, key: keys.binLabel, isFocused: state.focus == .bin, in: rect, theme: theme, into: &surface)
  }

  private var binText: String {
    if state.binCount > 0 { return "\(counted(state.binCount, "photo")) in the bin · \(state.binBytes.formatted)" }
    return state.marksWaiting > 0 ? "\(counted(state.marksWaiting, "photo")) marked" : "The bin is empty"
  }

  /// Draws a line with its key: "❯ Scan photos      s", with the pointer where it is highlighted.
  private func drawLine(
    _ title: String, key: String, isFocused: Bool, in rect: Rect, theme: Theme, into surface: inout Surface
  ) {
    let space = rect.width - 2 - displayWidth(key) - 1
    if isFocused {
      surface.write("❯", x: rect.x, y: rect.y, style: theme.accent(at: 0).with(.bold))
      surface.putGradient(truncated(title, to: space), x: rect.x + 2, y: rect.y, theme: theme, columns: space)
      surface.cursor = Surface.Cursor(x: rect.x, y: rect.y)
    } else {
      surface.put(title, x: rect.x + 2, y: rect.y, style: theme.style(.text), columns: space)
    }
    surface.putTrailing(
      key, right: rect.right, y: rect.y, style: theme.style(.faint), columns: displayWidth(key))
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
    // The pointer stands only before an action that Enter does, too.
    let scanAction = notice.actions.firstIndex { $0.action == .scan || $0.action == .chooseFolder }
    guard state.binCount > 0 else { return NoticeView(notice: notice, focusedAction: scanAction) }
    var notice = notice
    notice.actions.append(keys.hint(.showBin, in: .home, binText))
    let binAction = notice.actions.count - 1
    return NoticeView(notice: notice, focusedAction: state.focus == .bin ? binAction : scanAction)
  }

  private func noticeArea(in rect: Rect) -> Rect {
    rect.split(bottom: HomeLayout.warningLines(state, in: rect, keys: keys).count).rest
  }
}

extension Size {
  /// No space.
  fileprivate static var none: Size { Size(columns: 0, rows: 0) }
}
