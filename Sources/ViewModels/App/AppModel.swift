package import PhotoModel
import SystemPackage
package import TextSurface

/// The model of the whole program: the route, the overlay, and the models that keys are given to.
@MainActor
package final class AppModel {
  /// The library under review, shared with the models of all screens.
  package let library: LibraryModel
  let keys: KeyTable
  let screens: Screens
  let pictures: PictureLoader

  var route: Route = .home {
    didSet {
      guard route != oldValue else { return }
      screens[oldValue].left()
      screens[route].appeared()
    }
  }
  var overlay: Overlay?
  var returnRoutes = ReturnRoutes()
  var lastFrame = LastFrame()
  private var act = ActTransaction()

  /// Called when something changed that no event of the user caused.
  package var onChange: () -> Void = {}
  /// Whether the user wants to leave.
  package internal(set) var wantsToQuit = false

  /// The work that remains for the shell.
  package enum Request: Hashable, Sendable {
    case none, suspend, redraw
    /// Copies a text to the clipboard; the shell reports the outcome to `copied(_:)`.
    case copy(String)
    /// Gives the terminal to a command until it has ended; `runLent(_:)` runs the command.
    case run([String])
  }

  /// The number of events that the user should notice: keys that do nothing, long work that has ended.
  package internal(set) var attention = 0
  /// The end of work that took long, as a sentence that no screen has shown: it is handed over once.
  var endOfLongWork: String?

  /// The sentence about work that took long and has ended since it was asked for last.
  package func removeEndOfLongWork() -> String? {
    defer { endOfLongWork = nil }
    return endOfLongWork
  }

  /// The progress of the scan that is running; nil while none is.
  package var scanProgress: ScanProgress? { library.scan.progress }

  /// Creates the model of the program on Home, or in the first steps.
  ///
  /// - Parameters:
  ///   - appearance: The appearance at the start; the settings change it.
  ///   - firstStep: The step at which the first steps begin; nil where they are over.
  package init(
    library: LibraryModel, keys: KeyTable = KeyTable(), startupMessage: String? = nil,
    appearance: Appearance = Appearance(),
    firstStep: FirstStep? = nil
  ) {
    self.library = library
    self.keys = keys
    pictures = PictureLoader(dependencies: library.dependencies, work: library.work)
    screens = Screens(library: library, pictures: pictures, keys: keys, appearance: appearance)
    home.startupMessage = startupMessage
    connect()
    home.refresh()
    home.focusFirstWork()
    history.refresh()
    if let firstStep {
      onboarding.keepsRoute = true
      showFirstSteps(at: firstStep)
    }
  }

  /// The counter of work under way, shared with `library`.
  package var work: WorkCounter { library.work }

  /// The number of times that `state` was made: each costs as much as a frame.
  package private(set) var stateCount = 0

  /// The state that a frame is drawn from.
  package var state: AppState {
    stateCount += 1
    var state = AppState(route: route, context: screens[route].context)
    screens.fill(&state)
    state.message = screens[route].message
    state.overlay = shownOverlay
    state.hints = hints
    state.unavailable = screens[route].obstacles
    state.help = helpSections
    state.isReadOnly = library.readOnlyReason != nil
    state.keys = keys
    return state
  }

  // MARK: From the shell

  /// Performs the action of a key in the present context.
  ///
  /// - Parameter isRepeat: Whether the key has been down since its last event: then it moves through lists, and decides
  ///   nothing.
  /// - Returns: The work that is left to the shell.
  package func press(_ key: Key, isRepeat: Bool = false) -> Request {
    if lastFrame.isHidden { return pressUnseen(key) }
    if type(key) { return .none }
    guard let action = keys.action(for: key, in: context) else {
      attention += 1
      showNoMeaning(of: key)
      return .none
    }
    if isRepeat, FrameSubject.decides(action), route.isAboutDeciding {
      screens[route].showMessage("\(key.title) comes as if it were held down and decides once")
      return .none
    }
    // A folder is made where the same answer is given again, not where Enter is held down.
    if isRepeat, action == .open, case .entry(let dialog) = overlay, dialog.missing != nil { return .none }
    if FrameSubject.matters(action, isAsked: isAsked), !isSeen {
      showUnseen()
      return .none
    }
    lastFrame.performKey()
    if action == .back, lastFrame.absorbsBack() { return .none }
    return perform(action)
  }

  private var isAsked: Bool {
    if case .question = overlay { true } else { overlay == nil && route == .confirmation }
  }

  /// Shows that a key has no meaning on the screen, or in a dialog.
  private func showNoMeaning(of key: Key) {
    let message = dialogMessage(about: key)
    switch overlay {
    case .goals(var chooser):
      chooser.message = message
      overlay = .goals(chooser)
    case .folders(var chooser):
      chooser.message = message
      overlay = .folders(chooser)
    case .question(var question):
      question.message = message
      overlay = .question(question)
    case .help, .entry, nil: break
    }
    guard overlay == nil else { return }
    if route == .confirmation { return screens[route].showMessage(message) }
    guard !KeyTable.closed.contains(context) else { return }
    let help = keys.title(of: .showHelp, in: .everywhere)
    screens[route].showMessage("\(key.title) does nothing on this screen; \(help) lists its keys")
  }

  /// The keys of a dialog, for the key that opens the help elsewhere; else that the key does nothing there.
  private func dialogMessage(about key: Key) -> String {
    guard keys.action(for: key, in: .everywhere) == .showHelp else { return "\(key.title) does nothing here" }
    let idle = overlay == nil ? obstacles : [:]
    let bindings = keys.bindings.filter { $0.context == context && idle[$0.action] == nil }
    var titles: [String] = []
    for title in bindings.map(\.title) where !titles.contains(title) { titles.append(title) }
    return titles.map { title in
      "\(bindings.filter { $0.title == title }.map(\.keys[0].title).joined(separator: " ")) \(title)"
    }.joined(separator: " · ")
  }

  /// Shows how many keys came too early for the card on top and were dropped.
  private func showUnseen() {
    guard overlay == nil else { return }
    if route == .contactSheet { contactSheet.showMessage("The choice was not on the screen yet; once more does it") }
    guard route.isDeck else { return }
    deck.showMessage("\(counted(lastFrame.dropKey(), "key")) came before the picture and did nothing")
  }

  /// Whether the last frame shows the subject that a key would decide about. True where nothing draws.
  var isSeen: Bool { lastFrame.shows(onScreen) }

  private var onScreen: FrameSubject {
    var subject = FrameSubject(route, overlay)
    screens[route].complete(&subject)
    return subject
  }

  /// Performs a key while the terminal is too small: only quit, suspend and redraw.
  private func pressUnseen(_ key: Key) -> Request {
    guard let action = keys.action(for: key, in: context), [.quit, .suspend, .redraw].contains(action) else {
      return .none
    }
    return perform(action)
  }

  /// Notes that the present state was drawn.
  ///
  /// - Parameter isWhole: Whether the whole screen was drawn: false where the terminal is too small.
  package func presented(isWhole: Bool = true) {
    lastFrame.present(onScreen, isWhole: isWhole)
    if isWhole, route == .contactSheet, overlay == nil { contactSheet.presented() }
  }

  /// Sets the space for pictures, whenever the size of the terminal or of its cells changes.
  package func setPictureAreas(_ areas: PictureAreas) {
    let isOtherCell = pictures.cell != areas.cell
    pictures.cell = areas.cell
    compare.areas = areas.compare
    loupe.pictureArea = areas.loupe
    deck.setAreas(areas)
    bin.pictureArea = areas.bin
    history.pictureArea = areas.batch
    history.largeArea = areas.batchPhoto
    removal.setQuestionCapacity(areas.confirmation)
    removal.setDoneCapacity(areas.done)
    settings.capacity = areas.crossings
    large.pictureArea = areas.largePhoto
    large.hasBothPictures = areas.hasBothLargePhotos
    if isOtherCell || route == .compare { showPicturesAgain() }
  }

  func showPicturesAgain() {
    // The comparison and the loupe lie over the deck.
    if route == .compare || route == .loupe { deck.refresh() }
    screens[route].refreshPictures()
  }

  /// Sets the arrangement of the cards of Home, whenever the terminal's size changes.
  package func setHomeLayout(_ layout: HomeModel.Layout) { home.layout = layout }
  /// Sets the cells of the small picture on the Scanning screen; empty where it has no space for one.
  package func setScanningPicture(_ area: Size) {
    scanning.pictureArea = area
    scanning.cell = pictures.cell
  }
  /// Sets the space for the grids of the bin and of a batch, whenever the terminal's size changes.
  ///
  /// - Parameters:
  ///   - browse: The space for the grid beside the groups of all photos.
  ///   - contactSheet: The space for the photos of a set, by their number.
  package func setGridCapacity(
    _ capacity: GridCapacity, browse: GridCapacity = .list,
    contactSheet: @escaping (Int) -> GridCapacity = { _ in .list }
  ) {
    self.browse.capacity = browse
    self.contactSheet.capacity = contactSheet
    bin.capacity = capacity
    history.capacity = capacity
  }

  /// Takes the moving card off the screen: its motion has run its time.
  package func motionEnded() { deck.motionEnded() }

  /// Looks again at folders, trash and settings after a suspension, or when the window has got the focus: they may have
  /// changed.
  package func returned() {
    pictures.retryFailures()
    showPicturesAgain()
    library.checkAccess()
    library.checkReturned()
    if route == .batch || route == .batchPhoto { history.refreshBatch() }
    // The trash may have been emptied.
    if route == .home { history.refresh() }
    // The file may have been edited meanwhile.
    if route == .settings { settings.readPreferences() }
  }

  /// Performs an action on the overlay or the screen that is shown, as its key would.
  ///
  /// - Returns: The work that is left to the shell.
  package func perform(_ action: Action) -> Request { acting { perform(here: action) } }

  /// Performs an act of the user: however often the review changes in it, screens follow once.
  func acting<Result>(_ body: () -> Result) -> Result {
    guard act.begin() else { return body() }
    let result = body()
    if act.end() { reviewChanged() }
    return result
  }

  func reviewChanged() {
    guard act.reviewChanged() else { return }
    scanning.refresh()
    if route.isDeck { deck.refreshIfChanged() } else { refreshVisible() }
    onChange()
  }

  private func perform(here action: Action) -> Request {
    letCardGo()
    if action == .suspend { return .suspend }
    if action == .redraw { return .redraw }
    if case .question(let question) = overlay { return answer(action, to: question) }
    if case .help(let search) = overlay { return performInHelp(action, search) }
    if case .goals(let chooser) = overlay { return choose(action, from: chooser) }
    if case .folders(let chooser) = overlay { return choose(action, from: chooser) }
    if case .entry(let dialog) = overlay { return performInEntry(action, dialog) }
    screens[route].keyPressed()
    if action == .undo, undoPreferring() { return .none }
    switch action {
    case .quit: quit()
    case .showHelp: overlay = .help()
    case .showPhotos: show(.photos)
    case .showApps: show(.apps)
    case .showSettings: show(.settings)
    case .previousTab: show(neighbour: -1)
    case .nextTab: show(neighbour: 1)
    default: return performOrExplain(action, on: screens[route])
    }
    return .none
  }

  /// Performs an action; where it does nothing, shows the reason: that of the screen, else that of the key table.
  private func performOrExplain(_ action: Action, on screen: some Screen) -> Request {
    let (asked, earlier) = (attention, route)
    defer { if earlier == .compare { comparePerformed() } }
    if let reason = library.readOnlyReason, action.isAboutDeciding, route.isAboutDeciding {
      screen.showMessage(reason)
      return .none
    }
    guard let reason = obstacles[action] else { return follow(screen.perform(action)) }
    let request = follow(screen.perform(action))
    guard route == earlier, overlay == nil else { return request }
    if screen.message == nil { screen.showMessage(reason.sentence) }
    if screen.message == nil, attention == asked { attention += 1 }
    return request
  }

  /// Highlights a target of Home that was clicked.
  package func focusHome(_ focus: HomeState.Focus) { home.focus(focus) }
  /// Chooses a row of the list on the screen.
  package func select(_ row: Int) { screens[route].select(row) }
  /// Chooses a photo of the grid on the screen.
  package func selectPhoto(_ photo: Int) { screens[route].selectPhoto(photo) }
  /// Shows the outcome of a request to copy.
  ///
  /// - Parameter wasSent: Whether the terminal took the text.
  package func copied(_ wasSent: Bool) { apps.copied(wasSent) }
  /// Runs a command of a request in the terminal, which has been lent for it, and reads the apps again.
  package func runLent(_ command: [String]) { apps.runLent(command) }
  /// Highlights the button that acts, or the safe one: of the question that is open, else of the confirmation.
  package func focusActButton(_ isFocused: Bool) {
    if case .question(var question) = overlay {
      question.isActFocused = isFocused
      overlay = .question(question)
    } else {
      removal.focusMove(isFocused)
    }
  }

  // MARK: Where keys go

  var context: KeyContext { overlay?.context ?? screens[route].context }
}

extension AppModel {
  var home: HomeModel { screens.home }
  var scanning: ScanningModel { screens.scanning }
  var deck: DeckModel { screens.deck }
  var loupe: LoupeModel { screens.loupe }
  var compare: CompareModel { screens.compare }
  var bin: BinModel { screens.bin }
  var browse: BrowseModel { screens.browse }
  var large: LargeModel { screens.large }
  var contactSheet: ContactSheetModel { screens.contactSheet }
  var removal: RemovalModel { screens.removal }
  var history: HistoryModel { screens.history }
  /// The model of the Settings screen.
  package var settings: SettingsModel { screens.settings }
  var ledger: LedgerModel { screens.ledger }
  var apps: AppsModel { screens.apps }
  var onboarding: OnboardingModel { screens.onboarding }

  /// Whether a move or a restore is running.
  package var isMoving: Bool { route == .moving }

  /// Stops a running move or restore after the present photo.
  package func stopMoving() { if isMoving { removal.stopPressed() } }

  /// The sentence after the program has left the screen: the decisions that are stored, or why none are; nil where
  /// there were none.
  package var farewell: String? {
    let review = library.review
    let obstacle = library.dependencies.session.obstacle()
    guard review.binCount > 0 else {
      if let obstacle { return obstacle }
      if onboarding.keepsRoute, route == .onboarding || returnRoutes.isAmidFirstSteps {
        return "The first steps go on from here at the next start."
      }
      return review.actions.isEmpty && library.lastScan.result == nil ? nil : "Every decision is kept."
    }
    return "\(counted(review.binCount, "photo")) (\(review.binBytes.formatted)) in the bin, not moved yet. "
      + (obstacle ?? "Every decision is kept.")
  }
}
