package import TextSurface
package import ViewModels

/// The view of the whole program: a frame follows from the state, the theme and the time alone.
package struct AppView {
  /// The smallest grid that a screen fits in.
  package static let smallest = Size(columns: 40, rows: 12)

  /// Draws one frame; every cell is written.
  ///
  /// - Parameter now: The time on the shell's clock, from which the times in the state were taken.
  package static func draw(_ state: AppState, theme: Theme, now: Duration, into surface: inout Surface) {
    surface.fill(surface.bounds, style: theme.style(.ground))
    surface.cursor = nil
    guard fits(surface.size) else { return drawTooSmall(theme: theme, into: &surface) }
    drawScreen(state, theme: theme, now: now, into: &surface)
    // Where nothing has the focus, a screen reader begins at the first word.
    if surface.cursor == nil { surface.cursor = surface.firstText(below: ScreenFrame(surface.size).body.y) }
    guard let overlay = state.overlay else { return }
    if case .entry(let dialog) = overlay, dialog.subject == .filter {
      return FilterLine(dialog: dialog).draw(theme: theme, into: &surface)
    }
    surface.recede(theme: theme)
    let hintsY = surface.size.rows - 1
    surface.fill(Rect(x: 0, y: hintsY, width: surface.size.columns, height: 1), style: theme.style(.ground))
    HintRow(hints: state.hints).draw(y: hintsY, theme: theme, into: &surface)
    draw(overlay, of: state, theme: theme, into: &surface)
  }

  private static func draw(_ overlay: Overlay, of state: AppState, theme: Theme, into surface: inout Surface) {
    switch overlay {
    case .help(let search):
      HelpOverlay(sections: state.help, search: search, keys: state.keys).draw(
        theme: theme, into: &surface)
    case .question(let question):
      QuestionOverlay(question: question).draw(theme: theme, into: &surface)
    case .goals(let chooser):
      GoalsOverlay(chooser: chooser).draw(theme: theme, into: &surface)
    case .folders(let chooser):
      FoldersOverlay(chooser: chooser).draw(theme: theme, into: &surface)
    case .entry(let dialog):
      EntryOverlay(dialog: dialog, keys: state.keys).draw(theme: theme, into: &surface)
    }
  }

  /// The space for pictures on a terminal of this size; none where only a line fits.
  ///
  /// - Parameter cell: The size of a cell, in pixels.
  package static func pictureAreas(in size: Size, cell: CellPixels = .standard) -> PictureAreas {
    guard fits(size) else { return PictureAreas(card: .none, bin: .none, cell: cell) }
    var areas = PictureAreas(
      card: DeckLayout.areas(in: size, hasSets: false), cardWithFilmstrip: DeckLayout.areas(in: size, hasSets: true),
      thumbnail: DeckLayout.hasThumbnails(in: size) ? DeckLayout.thumbnail : .none,
      bin: PictureGridLayout(size).pictureArea,
      batch: PictureGridLayout(size).pictureArea, batchPhoto: BatchPhotoView.pictureArea(in: size),
      confirmation: ConfirmationView.thumbnails(in: ScreenFrame(size).body),
      done: DoneView.thumbnails(in: ScreenFrame(size).body),
      crossings: CrossingsLayout(in: ScreenFrame(size).body).pictures,
      compare: CompareLayout.areas(in: size), loupe: LoupeView.pictureArea(in: size), cell: cell)
    areas.largePhoto = LargePhotoView.pictureArea(in: size)
    areas.hasBothLargePhotos = LargePhotoView.hasBoth(in: size)
    return areas
  }

  /// The columns of the deck's card, by which a drag is measured.
  package static func cardWidth(in size: Size, of deck: DeckState) -> Int {
    max(1, DeckView(state: deck).layout(size).card.width)
  }

  /// The arrangement of the cards of Home on a terminal of this size.
  package static func homeLayout(in size: Size) -> HomeModel.Layout {
    fits(size) ? HomeLayout.cards(in: ScreenFrame(size).body) : HomeModel.Layout()
  }

  /// The cells of the small picture on the Scanning screen; 0 × 0 where it has no space for it.
  package static func scanningPictureArea(in size: Size) -> Size {
    fits(size) ? ScanningView.pictureArea(in: ScreenFrame(size).body) : Size(columns: 0, rows: 0)
  }

  /// The space for the grid of the bin, and of a batch; for a list where it is small.
  package static func gridCapacity(in size: Size) -> GridCapacity {
    fits(size) ? PictureGridView.space(in: PictureGridLayout(size).grid) : .list
  }

  /// The space for the grid beside the groups of all photos.
  package static func browseCapacity(in size: Size) -> GridCapacity {
    fits(size) ? PhotoGridView.capacity(in: BrowseLayout(size).grid) : .list
  }

  /// The space for the grid of the contact sheet.
  ///
  /// - Parameter count: The number of photos in the set.
  package static func contactSheetCapacity(in size: Size, of count: Int) -> GridCapacity {
    fits(size) ? PhotoGridView.capacity(in: ContactSheetView.grid(in: ScreenFrame(size).body), of: count) : .list
  }

  /// Whether something is moving, so that a later frame will differ even if the state stays: the shell asks for frames
  /// only while this is true.
  package static func animationNeeded(_ state: AppState, now: Duration, theme: Theme) -> Bool {
    timeToNextFrame(state, now: now, theme: theme) != nil
  }

  /// The time until another frame is worth drawing; nil while nothing moves.
  ///
  /// Slow things ask for few frames: an arc that circles during a scan must not take time from the scan.
  package static func timeToNextFrame(_ state: AppState, now: Duration, theme: Theme) -> Duration? {
    screen(of: state).timeToNextFrame(now: now, theme: theme)
  }

  /// The time between frames of fast motions: 60 frames a second.
  static let smooth: Duration = .microseconds(16_600)

  /// The target under a cell; nil where there is none. With a dialog open only its buttons can be hit.
  package static func hit(_ state: AppState, size: Size, x: Int, y: Int) -> HitTarget? {
    guard fits(size), Rect(size).contains(x: x, y: y) else { return nil }
    switch state.overlay {
    case .help: return nil
    case .entry(let dialog): return EntryOverlay(dialog: dialog).hit(in: size, x: x, y: y)
    case .question(let question): return QuestionOverlay(question: question).hit(in: size, x: x, y: y)
    case .goals(let chooser): return GoalsOverlay(chooser: chooser).hit(in: size, x: x, y: y)
    case .folders(let chooser): return FoldersOverlay(chooser: chooser).hit(in: size, x: x, y: y)
    case nil: break
    }
    let screen = screen(of: state)
    if screen.isWhole { return screen.hit(in: Rect(size), x: x, y: y) }
    let frame = ScreenFrame(size)
    // While photos move nothing else can be started, a tab neither.
    if state.route != .moving, let tab = frame.tab(x: x, y: y) { return .tab(tab) }
    return screen.hit(in: frame.body, x: x, y: y)
  }

  /// Whether a screen of this size shows more than that it is too small.
  package static func fits(_ size: Size) -> Bool {
    size.columns >= smallest.columns && size.rows >= smallest.rows
  }

  private static func drawScreen(_ state: AppState, theme: Theme, now: Duration, into surface: inout Surface) {
    let screen = screen(of: state)
    guard !screen.isWhole else { return screen.draw(in: surface.bounds, theme: theme, now: now, into: &surface) }
    let frame = ScreenFrame(surface.size)
    frame.draw(state, theme: theme, into: &surface)
    // Two boxes of one width, one over the other, would look like one: a question before a move is shown alone.
    if state.route == .confirmation, case .question = state.overlay { return }
    screen.draw(in: frame.body, theme: theme, now: now, into: &surface)
  }

  /// The view of the screen that the state is on.
  private static func screen(of state: AppState) -> any ScreenView {
    switch state.route {
    case .home: HomeView(state: state.home, keys: state.keys)
    case .scanning: ScanningView(state: state.scanning, keys: state.keys)
    case .deck, .goalDeck:
      DeckView(state: state.deck, keys: state.keys, hints: state.hints, isReadOnly: state.isReadOnly)
    case .compare: CompareView(state: state.compare, keys: state.keys, hints: state.hints, isReadOnly: state.isReadOnly)
    case .loupe: LoupeView(state: state.loupe, hints: state.hints, isReadOnly: state.isReadOnly)
    case .bin: BinView(state: state.bin)
    case .browse: BrowseView(state: state.browse)
    case .large: LargeView(state: state.large)
    case .largePhoto: LargePhotoView(state: state.large)
    case .contactSheet: ContactSheetView(state: state.contactSheet)
    case .confirmation: ConfirmationView(state: state.confirmation, keys: state.keys)
    case .moving: MovingView(state: state.moving)
    case .done: DoneView(state: state.done)
    case .history: HistoryView(state: state.history, keys: state.keys)
    case .batch, .batchPhoto:
      if let batch = state.history.batch, state.route == .batch {
        BatchView(batch: batch, message: state.history.message)
      } else if let batch = state.history.batch {
        BatchPhotoView(batch: batch, message: state.history.message)
      } else {
        HistoryView(state: state.history, keys: state.keys)
      }
    case .apps: AppsView(state: state.apps)
    case .settings: SettingsView(state: state.settings, keys: state.keys)
    case .ledger: LedgerView(state: state.ledger)
    case .unread: UnreadView(state: state.unread)
    case .onboarding: OnboardingView(state: state.onboarding, keys: state.keys)
    }
  }

  private static func drawTooSmall(theme: Theme, into surface: inout Surface) {
    let text =
      "Deckle needs \(smallest.columns)×\(smallest.rows); this is \(surface.size.columns)×\(surface.size.rows)"
    let lines = wrapped(text, columns: surface.size.columns)
    let top = max(0, (surface.size.rows - lines.count) / 2)
    for (row, line) in lines.enumerated() {
      surface.writeCentered(line, in: surface.bounds, y: top + row, style: theme.style(.warning))
    }
  }
}

extension Surface {
  /// The beginning of the first word from a row on.
  fileprivate func firstText(below row: Int) -> Cursor? {
    for y in row..<max(row, size.rows) {
      let x = (0..<size.columns).first { self[$0, y].scalar?.properties.isAlphabetic == true }
      if let x { return Cursor(x: x, y: y) }
    }
    return nil
  }
}
