package import PhotoModel
import SystemPackage
package import TextSurface

/// The whole program behind the screen: where the user is, and which model a key belongs to.
@MainActor
package final class AppModel {
  package let library: LibraryModel
  package let work: WorkCounter
  let keys: KeyTable
  let home: HomeModel
  let scanning: ScanningModel
  let deck: DeckModel
  let loupe: LoupeModel
  let compare: CompareModel
  let bin: BinModel
  let removal: RemovalModel
  let history: HistoryModel
  package let settings: SettingsModel
  let ledger: LedgerModel
  let unread: UnreadModel
  let apps: AppsModel
  let onboarding: OnboardingModel
  let pictures: PictureLoader

  var route: Route = .home {
    didSet {
      if oldValue == .apps, route != .apps { apps.left() }
      if oldValue == .confirmation, route != .confirmation { removal.leftQuestion() }
      if oldValue == .done, route != .done { removal.leftDone() }
      if oldValue == .settings, route != .settings { settings.left() }
      history.isShowingOne = route == .batchPhoto
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
    home = HomeModel(library: library, keys: keys, pictures: pictures)
    scanning = ScanningModel(library: library)
    deck = DeckModel(library: library, pictures: pictures)
    loupe = LoupeModel(library: library, pictures: pictures)
    compare = CompareModel(library: library, pictures: pictures, deck: deck)
    bin = BinModel(library: library, pictures: pictures)
    removal = RemovalModel(library: library, pictures: pictures)
    history = HistoryModel(library: library, pictures: pictures)
    settings = SettingsModel(library: library, pictures: pictures, appearance: appearance)
    ledger = LedgerModel(library: library)
    unread = UnreadModel(library: library)
    apps = AppsModel(library: library, keys: keys)
    onboarding = OnboardingModel(library: library)
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
    return AppState(
      route: route, overlay: overlay, home: home.state, scanning: scanning.state, deck: deck.state, bin: bin.state,
      confirmation: removal.confirmation, moving: removal.moving, done: removal.done, history: history.state,
      settings: settings.state, apps: apps.state, hints: hints,
      help: isHelpOpen ? helpSections : [], isReadOnly: library.readOnlyReason != nil,
      ledger: ledger.state, loupe: loupe.state, compare: compare.state, keys: keys, onboarding: onboarding.state,
      appearance: settings.appearance, unread: unread.state)
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
    if route.isDeck || route == .compare || route == .loupe { deck.refresh() }
    if route == .compare { compare.refresh() }
    if route == .loupe { loupe.refresh() }
    if route == .bin { bin.refreshPicture() }
    if route == .batch || route == .batchPhoto { history.refreshPictures() }
    if route == .confirmation { removal.refreshThumbnails() }
    if route == .done { removal.refreshDone() }
    if route == .settings { settings.refreshStep() }
    if route == .home { home.refreshPictures() }
  }

  package func setHomePicture(_ area: Size) { home.pictureArea = area }
  package func setScanningPicture(_ area: Size) {
    scanning.pictureArea = area
    scanning.cell = pictures.cell
  }
  package func setGridCapacity(_ capacity: GridCapacity) {
    bin.capacity = capacity
    history.capacity = capacity
  }

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
    forgetRemarks()
    if takesBackPreferring(action) { return .none }
    switch action {
    case .quit: quit()
    case .showHelp: overlay = .help(scroll: 0)
    case .showPhotos: show(.photos)
    case .showApps: show(.apps)
    case .showSettings: show(.settings)
    case .previousTab: show(neighbour: -1)
    case .nextTab: show(neighbour: 1)
    case .copyCommand where route == .apps: return apps.copyPressed().map(Request.copy) ?? .none
    default: performOrSayWhyNot(action)
    }
    return .none
  }

  /// A key that does nothing now says why, in the words of the help.
  private func performOrSayWhyNot(_ action: Action) {
    guard let reason = obstacles[action] else { return performHere(action) }
    let (before, asked) = (state, attention)
    performHere(action)
    guard state == before, attention == asked else { return }
    let text = reason.prefix(1).uppercased() + reason.dropFirst()
    // It may have said the same once more, and in better words.
    switch route {
    case .deck, .goalDeck: deck.showMessage(deck.state.message ?? text)
    case .loupe: loupe.showMessage(loupe.state.message ?? text)
    case .bin: bin.showMessage(text)
    case .history, .batch, .batchPhoto: history.showMessage(history.state.message ?? text)
    case .done: removal.showMessage(removal.done.message ?? text)
    case .home: home.showMessage(text)
    case .scanning: scanning.showMessage(text)
    case .apps: apps.showMessage(text)
    case .settings: settings.showMessage(text)
    case .ledger: ledger.showMessage(text)
    default: attention += 1
    }
  }

  /// What the key before was told, where it is not forgotten anyway.
  private func forgetRemarks() {
    home.showMessage(nil)
    scanning.showMessage(nil)
    if route == .apps { apps.showMessage(nil) }
    if route == .settings { settings.keyPressed() }
  }

  /// A click that views have translated.
  package func focusHome(_ focus: HomeState.Focus) { home.focus(focus) }
  package func selectBinItem(_ row: Int) { bin.select(row) }
  package func selectSetting(_ row: Int) { settings.select(row) }
  package func selectRemembered(_ row: Int) { ledger.select(row) }
  package func selectUnread(_ row: Int) { unread.select(row) }
  package func selectFile(_ row: Int) { history.selectFile(row) }
  package func selectFolder(_ row: Int) { onboarding.select(row) }
  package func selectApp(_ row: Int) { apps.select(row) }
  /// - Parameter wasSent: What the terminal said to a request to copy.
  package func copied(_ wasSent: Bool) { apps.copied(wasSent) }
  /// Runs a command of a request in the terminal, which has been lent for it, and looks at the apps again.
  package func runLent(_ command: [String]) { apps.runLent(command) }
  package func selectBatch(_ row: Int) { history.select(row) }
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
      return review.actions.isEmpty && library.lastScan == nil ? nil : "Every decision is kept."
    }
    return "\(counted(review.binCount, "photo")) (\(review.binBytes.formatted)) in the bin, not moved yet. "
      + (obstacle ?? "Every decision is kept.")
  }
}
