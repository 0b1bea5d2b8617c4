import TextSurface
import ViewModels

/// The frame of every screen but the deck: a header with the tabs, a rule, the body, the keys that work here.
struct ScreenFrame {
  let size: Size

  init(_ size: Size) { self.size = size }

  /// The area between the rule and the hints.
  var body: Rect { Rect(x: 0, y: 2, width: size.columns, height: size.rows - 3) }

  /// Whether the name and the library's title fit beside the tabs.
  private var isWide: Bool { size.columns >= 60 }

  private func tabRect(_ tab: Tab) -> Rect {
    var x = isWide ? 14 : 4
    for earlier in Tab.allCases where earlier.rawValue < tab.rawValue { x += width(of: earlier) + gap }
    return Rect(x: x, y: 0, width: width(of: tab), height: 1)
  }

  private var gap: Int { isWide ? 3 : 2 }

  private func width(of tab: Tab) -> Int { 2 + displayWidth(tab.title) }

  func tab(x: Int, y: Int) -> Tab? {
    Tab.allCases.first { tab in
      let rect = tabRect(tab)
      return Rect(x: rect.x, y: 0, width: rect.width, height: 2).contains(x: x, y: y)
    }
  }

  func draw(_ state: AppState, theme: Theme, into surface: inout Surface) {
    drawTabs(active: state.route.tab, theme: theme, into: &surface)
    if isWide, let title = libraryTitle(state) {
      let columns = drawLibrary(title, trash: trashLine(state), theme: theme, into: &surface)
      if let folder = state.home.libraryFolder { surface.link(columns, y: 0, to: folder) }
    }
    // Home shows this as a sentence.
    let isReadOnly = state.isReadOnly && (state.route != .home || state.home.warning == nil)
    drawRule(active: state.route.tab, isReadOnly: isReadOnly, theme: theme, into: &surface)
    HintRow(hints: state.hints).draw(y: size.rows - 1, theme: theme, into: &surface)
  }

  private func drawTabs(active: Tab, theme: Theme, into surface: inout Surface) {
    surface.write("◗", x: 1, y: 0, style: theme.accent(at: 0))
    if isWide { surface.putGradient("Deckle", x: 3, y: 0, theme: theme, columns: 8) }
    for tab in Tab.allCases {
      let rect = tabRect(tab)
      surface.write("\(tab.rawValue + 1)", x: rect.x, y: 0, style: theme.style(.faint))
      surface.write(tab.title, x: rect.x + 2, y: 0, style: theme.style(tab == active ? .strong : .faint))
    }
  }

  /// The title of the library; nil in the first of the first steps, where it is still to be chosen.
  private func libraryTitle(_ state: AppState) -> String? {
    state.route == .onboarding && state.onboarding.step == .folder ? nil : state.home.libraryTitle
  }

  /// The state of the trash; empty in the first steps until the trash was tested.
  private func trashLine(_ state: AppState) -> String {
    state.route == .onboarding && !state.onboarding.isTrashTested ? "" : state.home.trashLine
  }

  /// Draws the name of the library, and the state of its trash.
  ///
  /// - Returns: The columns of the name.
  private func drawLibrary(
    _ name: String, trash line: String, theme: Theme, into surface: inout Surface
  ) -> Range<Int> {
    let left = tabRect(.settings).right + 4
    var space = size.columns - 2 - left
    var right = size.columns - 2
    // Two truncated names are less useful than one whole.
    let hasSpaceForBoth = space >= 24
    let trash = hasSpaceForBoth ? truncated(line, to: space / 2) : ""
    if !trash.isEmpty {
      right = surface.putTrailing(trash, right: right, y: 0, style: theme.style(.faint), columns: space / 2)
      right = surface.putTrailing(" · ", right: right, y: 0, style: theme.style(.faint), columns: 3)
      space = right - left
    }
    guard space > 1 else { return right..<right }
    let title = truncated(name, to: space, keepingEnd: true)
    return surface.putTrailing(title, right: right, y: 0, style: theme.style(.text), columns: space)..<right
  }

  /// Draws the rule: a thin line, heavy and in the accent below the active tab, so that the tab is known by shape too.
  private func drawRule(active: Tab, isReadOnly: Bool, theme: Theme, into surface: inout Surface) {
    for x in 1..<(size.columns - 1) { surface.write("─", x: x, y: 1, style: theme.style(.border)) }
    let rect = tabRect(active)
    for x in rect.x..<rect.right {
      surface.write("━", x: x, y: 1, style: theme.accent(at: Double(x - rect.x) / Double(max(1, rect.width - 1))))
    }
    if isReadOnly {
      surface.putTrailing(" ⚠ read only ", right: size.columns - 3, y: 1, style: theme.style(.warning), columns: 13)
    }
  }
}

/// The keys that work here; the last ones go when the row is full, but for the way out and the help, which has them
/// all.
struct HintRow {
  let hints: [Hint]

  /// The area above the hint line: overlays leave the keys that answer them visible.
  static func areaAbove(in size: Size) -> Rect {
    Rect(x: 0, y: 0, width: size.columns, height: max(0, size.rows - 1))
  }

  func draw(y: Int, theme: Theme, into surface: inout Surface) {
    var x = 1
    for hint in shown(in: surface.size.columns - 2) {
      x = surface.write(hint.key, x: x, y: y, style: theme.style(.text))
      x = surface.write(hint.title, x: x + 1, y: y, style: theme.style(.faint)) + 2
    }
  }

  /// The hints that fit, with short titles where more of them fit so.
  func shown(in columns: Int) -> [Hint] {
    let whole = fitting(columns)
    let short = HintRow(hints: hints.map(\.shortened)).fitting(columns)
    return short.count > whole.count ? short : whole
  }

  /// The hints that fit as they are: the keys of a decision with its undo, the help, the way out, and then the others
  /// from the first on.
  private func fitting(_ columns: Int) -> [Hint] {
    let decision = hints.prefix(3).contains { $0.action == .undo } ? Array(hints.indices.prefix(3)) : []
    let kept = decision + [hints.firstIndex { $0.action == .showHelp }, wayOut].compactMap(\.self)
    var shown: Set<Int> = []
    var used = -2
    for index in kept + hints.indices where !shown.contains(index) {
      let width = 2 + width(of: hints[index])
      guard used + width <= columns else {
        if kept.contains(index) { continue }
        break
      }
      used += width
      shown.insert(index)
    }
    return shown.sorted().map { hints[$0] }
  }

  /// The key that leads out of the screen; nil where none does.
  private var wayOut: Int? {
    let ways: [Action] = [.back, .decline, .cancelScan, .stopMove]
    return hints.firstIndex { $0.action.map(ways.contains) == true }
  }

  private func width(of hint: Hint) -> Int { displayWidth(hint.key) + 1 + displayWidth(hint.title) }
}

extension Hint {
  /// The hint with its short title, where it has one.
  fileprivate var shortened: Hint {
    var hint = self
    hint.title = shortTitle ?? title
    return hint
  }
}
