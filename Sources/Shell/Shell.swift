import PhotoModel
package import TextSurface
package import ViewModels
package import Views

/// The one loop: events from the terminal go to the model, and its state is drawn.
///
/// A frame is asked for only after something changed or while something moves; idle costs nothing.
@MainActor
package final class Shell {
  private let app: AppModel
  private let terminal: any Terminal
  private var theme: Theme
  private var appearance: Appearance
  private var attention = 0
  private var shownProgress: TabProgress?
  private let now: @MainActor () -> Duration
  private var isDirty = true
  private var lastFrame: Duration?
  private var repetition = KeyRepetition()
  /// The signal that ended the loop: SIGINT, SIGTERM or SIGHUP; nil where none did.
  package private(set) var terminatingSignal: Int32?

  /// Creates the loop of a program.
  ///
  /// - Parameter now: A clock that only goes forward; the same that the models use.
  package init(app: AppModel, terminal: any Terminal, theme: Theme, now: @escaping @MainActor () -> Duration) {
    self.app = app
    self.terminal = terminal
    self.theme = theme
    self.now = now
    appearance = app.settings.appearance
    app.onChange = { [self] in isDirty = true }
    layOut()
  }

  /// Runs until the user leaves.
  package func run() {
    while !isOver {
      draw()
      for event in terminal.nextEvents(timeout: timeout) {
        handle(event)
        if isOver { break }
      }
      notice()
    }
    leave()
  }

  /// Stops a running scan; the photos that it has read are in the cache already. A move stops between two photos: its
  /// last outcome is written down before the program ends.
  private func leave() {
    if shownProgress != nil { terminal.showProgress(nil) }
    app.library.cancelScan()
    app.stopMoving()
    while app.isMoving {
      draw()
      if terminatingSignal != nil, app.state.moving.waiting != nil { return }
      // A disk that does not answer must not hold the terminal: the next start finds out what became of that photo.
      for case .terminate in terminal.nextEvents(timeout: .milliseconds(50)) where terminatingSignal != nil { return }
    }
  }

  /// Whether the loop is to end: the user wants to leave, or a signal came.
  package var isOver: Bool { app.wantsToQuit || terminatingSignal != nil }

  /// Handles one event. Public to the package so that tests can play a session without a loop.
  package func handle(_ event: InputEvent) {
    isDirty = true
    switch event {
    case .key(let key): obey(app.press(key, isRepeat: repetition.isRepeat(key, at: now())))
    case .keyRepeat(let key): obey(app.press(key, isRepeat: true))
    case .keyUp(let key): repetition.release(key)
    case .mouse(let mouse): handle(mouse)
    case .paste(let text): app.paste(text)
    case .resized:
      grip = nil
      app.letCardGo()
      layOut()
    case .resumed:
      terminal.redrawAll()
      layOut()
      app.returned()
    case .focus(true): app.returned()
    case .focus(false):
      grip = nil
      app.letCardGo()
    case .background: adoptAppearance()
    case .terminate(let signal): terminatingSignal = signal
    }
  }

  /// Adopts a changed appearance, reports progress and the end of long work to the terminal, and rings or flashes for
  /// new events that the user should notice, each where that is switched on. Called by the loop after each event.
  package func notice() {
    if app.settings.appearance != appearance {
      appearance = app.settings.appearance
      adoptAppearance()
    }
    let progress = appearance.tabProgress ? app.scanProgress.map(TabProgress.init) : nil
    if progress != shownProgress {
      shownProgress = progress
      terminal.showProgress(progress)
    }
    if let sentence = app.removeEndOfLongWork(), appearance.notifications { terminal.notify(sentence) }
    if app.attention != attention {
      attention = app.attention
      if appearance.bell || appearance.flash { terminal.alert(bell: appearance.bell, flash: appearance.flash) }
    }
  }

  private func adoptAppearance() {
    let drawings = theme.drawings
    theme = Theme(
      appearance.theme, depth: terminal.colorDepth, reducedMotion: appearance.reducedMotion, on: terminal.ground)
    theme.cell = terminal.cell
    theme.drawings = drawings
    isDirty = true
  }

  /// Draws a frame if something changed or moves, at most once per frame time.
  package func draw() {
    let time = now()
    // Events that come close together share a frame.
    if isDirty, let lastFrame, time - lastFrame < Self.frame { return }
    var state = isDirty ? app.state : drawn ?? app.state
    let isMoving = AppView.animationNeeded(state, now: time, theme: theme)
    guard isDirty || isMoving || lastFrameWasMoving else { return }
    if !isDirty, isMoving, let lastFrame, let step = AppView.timeToNextFrame(state, now: time, theme: theme),
      time - lastFrame < step
    {
      return
    }
    isDirty = false
    if lastFrameWasMoving, !isMoving {
      app.motionEnded()
      state = app.state
    }
    lastFrameWasMoving = isMoving
    drawn = state
    guard terminal.present(frame(of: state, at: time)) else {
      // The frame was not shown: keys do not count for it, and it is drawn again as soon as the terminal accepts it.
      isDirty = true
      return
    }
    app.presented(isWhole: AppView.fits(terminal.size))
    // A slow link gets fewer frames, and time between them for keys: the next one is drawn for its own moment, and not
    // before the terminal has taken this one and as much time again has passed.
    lastFrame = max(time, now() + min(Self.longestRest, now() - time) - Self.frame)
  }

  /// The frame of a state at a time, on the shell's clock.
  package func frame(of state: AppState, at time: Duration) -> Surface {
    var surface = Surface(terminal.size, background: theme.ground)
    AppView.draw(state, theme: theme, now: time, into: &surface)
    return surface
  }

  // MARK: Private

  /// The shortest time between two frames: 60 a second.
  private static let frame: Duration = .microseconds(16_600)
  /// The longest time for which a frame is put off, however slow the terminal is.
  private static let longestRest: Duration = .milliseconds(200)
  /// The column at which the mouse took hold of the card; nil where it has not.
  private var grip: Int?
  /// Whether the mouse has moved since it took hold of the card: else it was a click.
  private var isDragged = false
  private var lastFrameWasMoving = false
  /// The state of the last frame, valid until something is dirty; nil before.
  private var drawn: AppState?
  /// The time to wait for an event: nil, without end, when idle; that to the next frame while something waits to be
  /// drawn.
  private var timeout: Duration? {
    let time = now()
    guard let lastFrame else { return .zero }
    if isDirty { return max(.zero, Self.frame - (time - lastFrame)) }
    guard let step = AppView.timeToNextFrame(drawn ?? app.state, now: time, theme: theme) else {
      return lastFrameWasMoving ? .zero : nil
    }
    return max(.zero, step - (time - lastFrame))
  }

  private func layOut() {
    isDirty = true
    theme.cell = terminal.cell
    app.setHomeLayout(AppView.homeLayout(in: terminal.size))
    let size = terminal.size
    app.setGridCapacity(
      AppView.gridCapacity(in: size), browse: AppView.browseCapacity(in: size),
      contactSheet: { AppView.contactSheetCapacity(in: size, of: $0) })
    app.setPictureAreas(AppView.pictureAreas(in: terminal.size, cell: terminal.cell))
    app.setScanningPicture(AppView.scanningPictureArea(in: terminal.size))
  }

  private func obey(_ request: AppModel.Request) {
    switch request {
    case .none: break
    case .redraw: terminal.redrawAll()
    case .copy(let text): app.copied(terminal.copy(text))
    case .run(let arguments):
      terminal.lend { app.runLent(arguments) }
      terminal.redrawAll()
      layOut()
    case .suspend:
      terminal.suspend()
      terminal.redrawAll()
      layOut()
      app.returned()
    }
  }

  private func handle(_ mouse: Mouse) {
    switch mouse.kind {
    case .wheelUp: obey(app.press(Key(.up)))
    case .wheelDown: obey(app.press(Key(.down)))
    case .press:
      grip = nil
      if let target = AppView.hit(app.state, size: terminal.size, x: mouse.x, y: mouse.y) {
        if target == .card {
          (grip, isDragged) = (mouse.x, false)
          app.grabCard()
        } else {
          click(target)
        }
      }
    case .drag:
      if let grip {
        isDragged = isDragged || mouse.x != grip
        let width = AppView.cardWidth(in: terminal.size, of: app.state.deck)
        app.dragCard(to: Double(mouse.x - grip) / Double(width))
      }
    case .release:
      guard grip != nil else { break }
      grip = nil
      if isDragged {
        app.dropCard()
      } else {
        app.letCardGo()
        obey(app.perform(.loupe))
      }
    }
  }

  /// Performs a click: the same as the keys do with the target highlighted.
  private func click(_ target: HitTarget) {
    switch target {
    case .tab(let tab):
      obey(app.perform(tab == .photos ? .showPhotos : tab == .apps ? .showApps : .showSettings))
    case .home(let focus):
      app.focusHome(focus)
      obey(app.perform(.open))
    case .bin: obey(app.perform(.showBin))
    case .noticeAction(let index):
      let actions = app.state.clickableNotice?.actions ?? []
      if actions.indices.contains(index), let action = actions[index].action { obey(app.perform(action)) }
    case .safeButton:
      app.focusActButton(false)
      obey(app.perform(.open))
    case .actButton:
      app.focusActButton(true)
      obey(app.perform(.open))
    case .card: break
    case .loupe: obey(app.perform(.loupe))
    case .member(let index): app.showMember(index)
    case .goal(let index): app.chooseGoal(index)
    case .folder(let index): app.chooseFolder(index)
    case .listedFolder(let index): app.chooseListed(at: index)
    case .deleteSide: obey(app.perform(.delete))
    case .keepSide: obey(app.perform(.keep))
    case .row(let row): app.select(row)
    case .photo(let photo): app.selectPhoto(photo)
    case .unread: obey(app.perform(.showUnread))
    case .onboardingButton: obey(app.perform(.open))
    }
  }
}

extension TabProgress {
  /// The amount of work is known for reading only.
  fileprivate init(_ progress: ScanProgress) {
    self = progress.stage == .reading && progress.total > 0 ? .percent(Int(progress.fraction * 100)) : .unknown
  }
}
