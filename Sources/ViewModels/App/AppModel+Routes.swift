import PhotoModel
import SystemPackage

/// From one place to another: the only code that says where the user is.
extension AppModel {
  func show(_ tab: Tab) {
    if route == .onboarding, tab != .photos { isAmidFirstSteps = true }
    switch tab {
    case .photos: goHome()
    case .apps:
      route = .apps
      apps.shown()
    case .settings:
      library.readLedger()
      settings.refresh()
      settings.shown()
      route = .settings
    }
  }

  func show(neighbour step: Int) {
    let count = Tab.allCases.count
    if let tab = Tab(rawValue: (route.tab.rawValue + step + count) % count) { show(tab) }
  }

  func goHome() {
    deckWasOpenedFromBin = false
    home.showMessage(nil)
    home.refresh()
    if isAmidFirstSteps, route.tab != .photos {
      isAmidFirstSteps = false
      route = .onboarding
      return
    }
    if case .deck(let category) = route { home.focus(.card(category)) }
    if route == .scanning || route == .done { home.focusFirstWork() }
    route = library.isScanning && route != .scanning && route.tab != .photos ? .scanning : .home
  }

  /// Only what is on the screen is worked out anew; any other screen when the user comes to it.
  func refreshVisible() {
    switch route {
    case .home: home.refresh()
    case .deck, .goalDeck: deck.refresh()
    case .compare:
      deck.refresh()
      refreshCompare()
    case .loupe:
      deck.refresh()
      if loupe.isOpen {
        loupe.refresh()
      } else {
        route = deckIndex
        hasClosedItself = true
      }
    case .bin: bin.refresh()
    case .settings: settings.refresh()
    case .ledger: ledger.refresh()
    case .unread: unread.refresh()
    case .scanning, .confirmation, .moving, .done, .history, .apps, .batch, .batchPhoto, .onboarding: break
    }
  }

  /// Back to a screen that was left a moment ago.
  func goBack(to earlier: Route) {
    route = earlier
    if earlier.isDeck { deck.showMessage(nil) }
    if case .deck(let category) = earlier, deck.state.category != category {
      // Another deck was opened meanwhile, from the bin.
      deck.open(category)
    } else if earlier == .goalDeck, deck.goal == nil {
      goHome()
    } else {
      refreshVisible()
    }
  }

  func openDeck(_ category: IssueCategory) {
    deckWasOpenedFromBin = false
    route = .deck(category)
    deck.open(category)
  }

  func startScan() {
    guard !library.roots.isEmpty else { return }
    home.startupMessage = nil
    scanning.begin()
    route = .scanning
    library.startScan()
    scanning.refresh()
  }

  func showBin() {
    if route != .bin, route != .confirmation, !deckWasOpenedFromBin { routeBeforeBin = route }
    deckWasOpenedFromBin = false
    bin.open()
    route = .bin
  }

  /// From the question to the bin, and there to the first photo that it says "look first" of.
  func checkFirst() {
    if routeBeforeConfirmation != .bin, !deckWasOpenedFromBin { routeBeforeBin = routeBeforeConfirmation }
    showBin()
    bin.selectFirstCaution()
  }

  func showFirstSteps(at step: FirstStep = .folder) {
    isAmidFirstSteps = false
    onboarding.begin(at: step)
    route = .onboarding
  }

  func showHistory() {
    history.shown()
    route = .history
  }

  func showUnread() {
    guard !library.skipped.isEmpty else { return }
    unread.refresh()
    route = .unread
  }

  func showLedger() {
    library.readLedger()
    ledger.refresh()
    route = .ledger
  }

  func askToMove() {
    guard library.review.binCount > 0 else {
      if route.isDeck { deck.showMessage("The bin is empty") }
      return
    }
    routeBeforeConfirmation = route
    removal.prepare()
    route = .confirmation
  }

  func startMove() {
    guard route == .confirmation else { return }
    removal.begin()
    route = .moving
  }

  /// - Parameter photo: A file of the one photo that is asked for; nil means all of the batch.
  func restore(_ batch: String?, photo: FilePath? = nil) {
    routeBeforeConfirmation = route
    removal.restore(batch, photo: photo)
    route = .moving
  }

  func quit() {
    if library.isScanning, route == .scanning {
      overlay = .question(
        Question(
          subject: .leaveScan, title: "Stop the scan and quit?",
          lines: ["What was read so far is kept; the next scan goes on from there."], safeButton: "Go on scanning",
          actButton: "Quit"))
    } else {
      wantsToQuit = true
    }
  }
}
