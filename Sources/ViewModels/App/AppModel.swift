package import PhotoModel
import SystemPackage
package import TextSurface

/// The whole program behind the screen: where the user is, and which model a key belongs to.
@MainActor
package final class AppModel {
  /// The library under review, shared with the models of all screens.
  package let library: LibraryModel
  /// The counter of work under way, shared with `library`.
  package let work: WorkCounter
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
  /// The folder that the key before preferred.
  var lastPreferred: FilePath?
  /// Where Esc leads from the bin and the confirmation.
  var routeBeforeBin: Route = .home
  var routeBeforeConfirmation: Route = .home
  /// Where the loupe was opened: the deck or the comparison.
  var routeBeforeLoupe: Route = .home
  /// What the terminal showed last; nil where nothing draws, as in tests of the models.
  private var shown: Shown?
  /// Keys in a row that came before what they would have decided about.
  private var unseenKeys = 0
  /// The screen is too small: it shows none of it.
  private var isHidden = false
  /// The loupe or the comparison has closed without its key, and the screen does not show it yet.
  var hasClosedItself = false
  /// Another tab is looked at in the middle of the first steps: Photos leads back to them.
  var isAmidFirstSteps = false
  /// A photo of the bin is being looked at: Esc leads back there.
  var deckWasOpenedFromBin = false

  /// The review has changed by a key that is not done yet: screens follow once, at its end.
  private var isActing = false
  private var hasReviewChanged = false

  /// Something changed that was not caused by an event of the user.
  package var onChange: () -> Void = {}
  /// The user wants to leave; the reason is the exit code of a signal, or 0.
  package internal(set) var wantsToQuit = false

  /// What the shell must do itself.
  package enum Request: Hashable, Sendable {
    case none, suspend, redraw
    /// To the clipboard; how it went goes to `copied(_:)`.
    case copy(String)
    /// The terminal is for this command until it has ended; `runLent(_:)` does it.
    case run([String])
  }

  /// Counts what the user should notice: a key that does nothing here, a long work that has ended.
  package internal(set) var attention = 0

  /// - Parameters:
  ///   - look: How to begin; the settings change it.
  ///   - firstStep: Where the first steps begin; nil where they are over.
  package init(
    library: LibraryModel, keys: KeyTable = KeyTable(), startupMessage: String? = nil,
    appearance: Appearance = Appearance(),
    firstStep: FirstStep? = nil
  ) {
    self.library = library
    self.keys = keys
    work = library.work
    pictures = PictureLoader(dependencies: library.dependencies, work: library.work)
    screens = Screens(library: library, pictures: pictures, keys: keys, appearance: appearance)
    home.startupMessage = startupMessage
    connect()
    home.refresh()
    home.focusFirstWork()
    if let firstStep {
      onboarding.keepsRoute = true
      showFirstSteps(at: firstStep)
    }
  }

  private var isHelpOpen: Bool { if case .help = overlay { true } else { false } }

  /// How often `state` was made: that costs as much as a frame.
  package private(set) var stateCount = 0

  /// All that a frame is drawn from.
  package var state: AppState {
    stateCount += 1
    var state = AppState(route: route)
    screens.fill(&state)
    state.overlay = overlay
    state.hints = hints
    state.help = isHelpOpen ? helpSections : []
    state.isReadOnly = library.readOnlyReason != nil
    state.keys = keys
    return state
  }

  // MARK: From the shell

  /// - Parameter isHeld: The key was not let go since it came before: it goes through lists, and decides nothing more.
  package func press(_ key: Key, isHeld: Bool = false) -> Request {
    if isHidden { return pressUnseen(key) }
    if type(key) { return .none }
    guard let action = keys.action(for: key, in: context) else {
      attention += 1
      return .none
    }
    if isHeld, Shown.decides(action), route.isDeck || route == .compare {
      deck.showMessage("\(key.title) comes as if it were held down and decides once")
      if route == .compare { compare.refresh() }
      return .none
    }
    if Shown.matters(action, isAsked: isAsked), !isSeen {
      sayUnseen()
      return .none
    }
    unseenKeys = 0
    // What it was meant to close is closed: it must not leave the deck as well.
    if action == .back, hasClosedItself {
      hasClosedItself = false
      return .none
    }
    return perform(action)
  }

  private var isAsked: Bool {
    if case .question = overlay { true } else { overlay == nil && route == .confirmation }
  }

  /// A key that came too early for the card on top: it is dropped, and not in silence.
  private func sayUnseen() {
    guard route.isDeck, overlay == nil else { return }
    unseenKeys += 1
    deck.showMessage("\(counted(unseenKeys, "key")) came before the picture and did nothing")
  }

  /// What a key would decide about is what stands on the screen. True where nothing draws.
  var isSeen: Bool { !isHidden && shown.map { $0 == onScreen } ?? true }

  private var onScreen: Shown { Shown(route, overlay, deck: deck.state, compare: compare.state) }

  /// Nobody sees what another key would do.
  private func pressUnseen(_ key: Key) -> Request {
    guard let action = keys.action(for: key, in: context), [.quit, .suspend, .redraw].contains(action) else {
      return .none
    }
    return perform(action)
  }

  /// The state stands on the screen now.
  ///
  /// - Parameter isWhole: False where the screen is too small for it and says only that.
  package func presented(isWhole: Bool = true) {
    isHidden = !isWhole
    shown = onScreen
    hasClosedItself = false
  }

  /// Room for pictures, whenever the terminal's size changes, or that of its cells.
  package func setPictureAreas(_ areas: PictureAreas) {
    let isOtherCell = pictures.cell != areas.cell
    pictures.cell = areas.cell
    compare.isNarrow = areas.isNarrow
    compare.pictureArea = areas.compare
    loupe.pictureArea = areas.loupe
    deck.setAreas(areas)
    bin.pictureArea = areas.bin
    history.pictureArea = areas.batch
    history.largeArea = areas.batchPhoto
    removal.thumbnailCapacity = areas.confirmation
    removal.doneCapacity = areas.done
    settings.capacity = areas.crossings
    if isOtherCell || route == .compare { showPicturesAgain() }
  }

  func showPicturesAgain() {
    // The comparison and the loupe lie over the deck.
    if route == .compare || route == .loupe { deck.refresh() }
    screens[route].refreshPictures()
  }

  /// Sets the cells of the small picture on a card of Home; empty where cards have no space for one.
  package func setHomePicture(_ area: Size) { home.pictureArea = area }
  /// Sets the cells of the small picture on the Scanning screen; empty where it has no space for one.
  package func setScanningPicture(_ area: Size) {
    scanning.pictureArea = area
    scanning.cell = pictures.cell
  }
  /// Sets the space for the grids of the bin and of a batch, whenever the terminal's size changes.
  package func setGridCapacity(_ capacity: GridCapacity) {
    bin.capacity = capacity
    history.capacity = capacity
  }

  /// Takes the moving card off the screen: its motion has run its time.
  package func motionEnded() { deck.motionEnded() }

  /// Back from a suspension, or the window has the focus again: folders may have come or gone, settings written.
  package func returned() {
    pictures.retryFailures()
    showPicturesAgain()
    library.checkAccess()
    library.checkReturned()
    if route == .batch || route == .batchPhoto { history.refreshBatch() }
    // The file may have been edited meanwhile.
    if route == .settings { settings.readPreferences() }
  }

  /// Performs an action on the overlay or the screen that is shown, as its key would.
  ///
  /// - Returns: The work that is left to the shell.
  package func perform(_ action: Action) -> Request { acting { perform(here: action) } }

  /// An act of the user: however often the review changes in it, screens follow once.
  func acting<Result>(_ body: () -> Result) -> Result {
    guard !isActing else { return body() }
    isActing = true
    let result = body()
    isActing = false
    if hasReviewChanged { reviewChanged() }
    return result
  }

  func reviewChanged() {
    hasReviewChanged = isActing
    guard !isActing else { return }
    scanning.refresh()
    if route.isDeck { deck.refreshIfChanged() } else { refreshVisible() }
    onChange()
  }

  private func perform(here action: Action) -> Request {
    letCardGo()
    if action == .suspend { return .suspend }
    if action == .redraw { return .redraw }
    if case .question(let question) = overlay { return answer(action, to: question) }
    if case .help(let scroll, let search) = overlay { return performInHelp(action, scroll: scroll, search: search) }
    if case .goals(let chooser) = overlay { return choose(action, from: chooser) }
    if case .entry(let dialog) = overlay { return performInEntry(action, dialog) }
    screens[route].keyPressed()
    if takesBackPreferring(action) { return .none }
    switch action {
    case .quit: quit()
    case .showHelp: overlay = .help(scroll: 0)
    case .showPhotos: show(.photos)
    case .showApps: show(.apps)
    case .showSettings: show(.settings)
    case .previousTab: show(neighbour: -1)
    case .nextTab: show(neighbour: 1)
    default: return performOrExplain(action, on: screens[route])
    }
    return .none
  }

  /// A key that does nothing now says why: in words of the screen, else in those of the help.
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
    if screen.message == nil { screen.showMessage(reason.prefix(1).uppercased() + reason.dropFirst()) }
    if screen.message == nil, attention == asked { attention += 1 }
    return request
  }

  /// A click that views have translated.
  package func focusHome(_ focus: HomeState.Focus) { home.focus(focus) }
  /// Chooses a row of the list on the screen.
  package func select(_ row: Int) { screens[route].select(row) }
  /// - Parameter wasSent: What the terminal said to a request to copy.
  package func copied(_ wasSent: Bool) { apps.copied(wasSent) }
  /// Runs a command of a request in the terminal, which has been lent for it, and looks at the apps again.
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

  var context: KeyContext {
    switch overlay {
    case .question: .question
    case .help(_, let search): search?.isTyping == true ? .entry : .help
    case .goals: .goals
    case .entry: .entry
    case nil: contextBelowHelp
    }
  }

  var contextBelowHelp: KeyContext { route.keyContext }
}

extension AppModel {
  var home: HomeModel { screens.home }
  var scanning: ScanningModel { screens.scanning }
  var deck: DeckModel { screens.deck }
  var loupe: LoupeModel { screens.loupe }
  var compare: CompareModel { screens.compare }
  var bin: BinModel { screens.bin }
  var removal: RemovalModel { screens.removal }
  var history: HistoryModel { screens.history }
  /// The model of the Settings screen.
  package var settings: SettingsModel { screens.settings }
  var ledger: LedgerModel { screens.ledger }
  var unread: UnreadModel { screens.unread }
  var apps: AppsModel { screens.apps }
  var onboarding: OnboardingModel { screens.onboarding }

  /// Photos are on their way to the trash or back.
  package var isMoving: Bool { state.route == .moving }

  /// Not another photo after this one, neither to the trash nor back.
  package func stopMoving() { if isMoving { removal.stopPressed() } }

  /// What is kept, said after the program has left the screen, or why it is not; nil where there was nothing to keep.
  package var farewell: String? {
    let review = library.review
    let obstacle = library.dependencies.session.obstacle()
    guard review.binCount > 0 else {
      if let obstacle { return obstacle }
      if onboarding.keepsRoute, route == .onboarding || isAmidFirstSteps {
        return "The first steps go on from here at the next start."
      }
      return review.actions.isEmpty && library.last.result == nil ? nil : "Every decision is kept."
    }
    return "\(counted(review.binCount, "photo")) (\(review.binBytes.formatted)) in the bin, not moved yet. "
      + (obstacle ?? "Every decision is kept.")
  }
}
