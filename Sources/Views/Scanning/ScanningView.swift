import PhotoModel
import TextSurface
import ViewModels

/// The running scan: its progress, its pace, its findings, and the file that is being read.
struct ScanningView: ScreenView {
  let state: ScanningState
  var keys = KeyTable()

  /// Whether an arc circles because nothing can be counted: while files are found, and before pairs are.
  static func isMoving(_ state: ScanningState, theme: Theme) -> Bool {
    !theme.reducedMotion && theme.depth == .direct24 && state.share(of: state.progress.stage) == nil
  }

  func timeToNextFrame(now: Duration, theme: Theme) -> Duration? {
    Self.isMoving(state, theme: theme) ? .milliseconds(80) : nil
  }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let isWide = rect.width >= 72 && rect.height >= 15
    guard isWide else {
      return drawNarrow(in: rect.inset(columns: 2, rows: rect.height >= 14 ? 1 : 0), theme: theme, into: &surface)
    }
    let content = rect.centered(width: min(rect.width - 4, 130), height: rect.height)
    let ringRows = min(content.height - 5, 22, content.width / 5)
    let ring = Rect(
      x: content.x + (content.width >= 100 ? 6 : 3), y: content.y + (content.height - 2 - ringRows) / 2,
      width: ringRows * 2, height: ringRows)
    ScanningRing(state: state).draw(in: ring, theme: theme, now: now, into: &surface)
    let left = ring.right + (content.width >= 100 ? 9 : 6)
    let width = content.right - left
    let area = Self.pictureArea(height: content.height, columns: width)
    let blockRows = area.rows > 0 ? Self.mostRows + area.rows + 1 : Self.mostRows - (state.canReview ? 0 : 2)
    var y = content.y + max(0, (content.height - 2 - blockRows) / 2)
    if state.progress.stage == .reading, let picture = state.picture {
      let pictureRect = Rect(x: left, y: y + Self.mostRows + 1, width: area.columns, height: area.rows)
      PictureView(picture: picture).draw(in: pictureRect, theme: theme, now: now, into: &surface)
    }
    drawStages(x: left, y: y, columns: width, theme: theme, into: &surface)
    y += 2
    y = drawNumbers(x: left, y: y, columns: width, theme: theme, into: &surface) + 1
    y = drawFound(x: left, y: y, columns: min(width, 30), theme: theme, into: &surface)
    if state.canReview { drawReview(x: left, y: y + 1, columns: width, theme: theme, into: &surface) }
    drawFooter(in: content, y: content.bottom - 2, theme: theme, into: &surface)
  }

  /// The most rows: the stages, the figures, the findings, and the way into the review.
  private static let mostRows = 7 + IssueCategory.allCases.count

  /// The cells of the small picture in a screen of this size; 0 × 0 where there is no space for it.
  static func pictureArea(in body: Rect) -> Size {
    guard body.width >= 72, body.height >= 15 else { return Size(columns: 0, rows: 0) }
    return pictureArea(height: body.height, columns: 30)
  }

  /// The cells of the small picture below the figures and above the name of the file, with a free row around it.
  private static func pictureArea(height: Int, columns: Int) -> Size {
    let rows = min(10, height - 2 - mostRows - 3)
    return rows >= 4 ? Size(columns: min(30, columns, rows * 8 / 3), rows: rows) : Size(columns: 0, rows: 0)
  }

  /// Draws the screen in one column, with a meter in place of the ring.
  private func drawNarrow(in rect: Rect, theme: Theme, into surface: inout Surface) {
    let isTall = rect.height >= 13
    var y = rect.y
    drawStages(x: rect.x, y: y, columns: rect.width, theme: theme, into: &surface)
    y += isTall ? 2 : 1
    surface.meter(state.share(of: state.progress.stage) ?? 0, x: rect.x, y: y, columns: rect.width - 6, theme: theme)
    surface.putTrailing(
      state.isUncounted ? "…" : state.share(of: state.progress.stage).map(percentTitle) ?? "…", right: rect.right, y: y,
      style: theme.style(.strong),
      columns: 5)
    y = drawNumbers(x: rect.x, y: y + 1, columns: rect.width, theme: theme, into: &surface) + (isTall ? 1 : 0)
    y = drawFound(x: rect.x, y: y, columns: min(rect.width, 30), theme: theme, into: &surface)
    if state.canReview, y < rect.bottom - 1 {
      drawReview(x: rect.x, y: y + (isTall ? 1 : 0), columns: rect.width, theme: theme, into: &surface)
    }
    drawFooter(in: rect, y: rect.bottom - 1, theme: theme, into: &surface)
  }

  /// Draws the stages: "✓ finding  ● reading  ○ comparing".
  private func drawStages(x: Int, y: Int, columns: Int, theme: Theme, into surface: inout Surface) {
    guard !state.isStopping else {
      surface.put(
        "Stopping, what is read is kept", x: x, y: y, style: theme.style(.strong), columns: columns)
      return
    }
    let stages = ScanProgress.Stage.allCases
    let current = stages.firstIndex(of: state.progress.stage) ?? 0
    var spans: [Span] = []
    for (index, stage) in stages.enumerated() {
      if index > 0 { spans.append(Span("   ", theme.style(.faint))) }
      let glyph = index < current ? "✓" : index == current ? "●" : "○"
      spans.append(Span(glyph, index == current ? theme.accent(at: 0.2) : theme.style(.faint)))
      spans.append(Span(" \(stage.rawValue)", theme.style(index == current ? .strong : .faint)))
    }
    surface.put(spans, x: x, y: y, columns: columns)
  }

  /// Draws the number of photos and the pace in two rows. Returns the row after them.
  private func drawNumbers(x: Int, y: Int, columns: Int, theme: Theme, into surface: inout Surface) -> Int {
    let progress = state.progress
    let faint = theme.style(.faint)
    let strong = theme.style(.strong)
    let spans: [Span] =
      switch progress.stage {
      case .finding:
        [
          Span(groupedDigits(progress.total), strong),
          Span(progress.total == 1 ? " photo found" : " photos found", faint),
        ]
      case .reading:
        [
          Span(groupedDigits(progress.processed), strong),
          Span(" of \(counted(progress.total, "photo"))", faint),
        ]
      case .comparing:
        [
          Span(
            state.isFinishing ? "finishing: storing what is found" : progress.comparisonTitle ?? state.workTitle,
            strong)
        ]
      }
    surface.put(spans, x: x, y: y, columns: columns)
    var pace: [String] = []
    if progress.stage == .reading, let rate = state.photosPerSecond, rate.isFinite, rate > 0, rate < 1e9 {
      pace.append(rate >= 1 ? "\(counted(Int(rate.rounded()), "photo"))/s" : "less than 1 photo/s")
    }
    if let title = state.timeLeftTitle { pace.append("about \(title) left") }
    if progress.stage == .comparing { pace.append("\(counted(progress.processed, "photo")) read") }
    if progress.fromCache > 0 { pace.append("\(groupedDigits(progress.fromCache)) known from before") }
    // Whole parts only, as many as fit.
    while pace.count > 1, displayWidth(pace.joined(separator: " · ")) > columns { pace.removeLast() }
    surface.put(pace.joined(separator: " · "), x: x, y: y + 1, style: faint, columns: columns)
    return y + 2
  }

  /// Draws the findings, a row per category. Returns the row after them.
  private func drawFound(x: Int, y: Int, columns: Int, theme: Theme, into surface: inout Surface) -> Int {
    for (row, category) in IssueCategory.allCases.enumerated() {
      let count = state.found[category] ?? 0
      surface.put(
        category.title, x: x, y: y + row, style: theme.style(count > 0 ? .text : .faint), columns: columns - 8)
      surface.putTrailing(
        count > 0 ? groupedDigits(count) : "·", right: x + columns, y: y + row,
        style: theme.style(count > 0 ? .strong : .faint), columns: 9)
    }
    return y + IssueCategory.allCases.count
  }

  private func drawReview(x: Int, y: Int, columns: Int, theme: Theme, into surface: inout Surface) {
    surface.write("❯", x: x, y: y, style: theme.accent(at: 0).with(.bold))
    let end = surface.putGradient("Review what is found so far", x: x + 2, y: y, theme: theme, columns: columns - 5)
    if end + 2 + displayWidth(keys.reviewLabel) <= x + columns {
      surface.write(keys.reviewLabel, x: end + 2, y: y, style: theme.style(.faint))
    }
    surface.cursor = Surface.Cursor(x: x, y: y)
  }

  /// Draws the name of the file that is being read, and the number of skipped ones.
  private func drawFooter(in rect: Rect, y: Int, theme: Theme, into surface: inout Surface) {
    if let remark = state.remark {
      surface.put(remark, x: rect.x, y: y, style: theme.style(.accent), columns: rect.width)
      return
    }
    var right = rect.right
    if state.progress.skipped > 0 {
      right = surface.putTrailing(
        "⚠ \(counted(state.progress.skipped, "file")) skipped", right: right, y: y, style: theme.style(.warning),
        columns: min(30, rect.width / 2))
      right -= 2
    }
    surface.put(
      state.waiting ?? state.currentName, x: rect.x, y: y, style: theme.style(state.waiting == nil ? .faint : .warning),
      columns: max(0, right - rect.x), keepingEnd: true)
  }
}

extension ScanningState {
  /// Whether no photo can be counted yet: they are still being found, or none is.
  var isUncounted: Bool { progress.stage == .finding || progress.total == 0 }
}
