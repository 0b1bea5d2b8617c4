import PhotoModel
import SystemPackage

/// From one place to another: the only code that says where the user is.
extension AppModel {
  func show(_ tab: Tab) {
    if place == .onboarding, tab != .photos { isAmidFirstSteps = true }
    switch tab {
    case .photos: goHome()
    case .apps:
      place = .apps
      apps.shown()
    case .settings:
      library.readLedger()
      settings.refresh()
      settings.shown()
      place = .settings
    }
  }

  func show(neighbour step: Int) {
    let count = Tab.allCases.count
    if let tab = Tab(rawValue: (place.tab.rawValue + step + count) % count) { show(tab) }
  }

  func goHome() {
    deckWasOpenedFromBin = false
    home.say(nil)
    home.refresh()
    if isAmidFirstSteps, place.tab != .photos {
      isAmidFirstSteps = false
      place = .onboarding
      return
    }
    if case .deck(let category) = place { home.focus(.card(category)) }
    if place == .scanning || place == .done { home.focusFirstWork() }
    place = library.isScanning && place != .scanning && place.tab != .photos ? .scanning : .home
  }

  /// Only what is on the screen is worked out anew; any other screen when the user comes to it.
  func refreshVisible() {
    switch place {
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
        place = deckIndex
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
  func goBack(to earlier: Place) {
    place = earlier
    if earlier.isDeck { deck.say(nil) }
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
    place = .deck(category)
    deck.open(category)
  }

  func startScan() {
    guard !library.roots.isEmpty else { return }
    home.startupMessage = nil
    scanning.begin()
    place = .scanning
    library.startScan()
    scanning.refresh()
  }

  func showBin() {
    if place != .bin, place != .confirmation, !deckWasOpenedFromBin { placeBeforeBin = place }
    deckWasOpenedFromBin = false
    bin.open()
    place = .bin
  }

  /// From the question to the bin, and there to the first photo that it says "look first" of.
  func lookFirst() {
    if placeBeforeConfirmation != .bin, !deckWasOpenedFromBin { placeBeforeBin = placeBeforeConfirmation }
    showBin()
    bin.selectFirstCaution()
  }

  func showFirstSteps(at step: FirstStep = .folder) {
    isAmidFirstSteps = false
    onboarding.begin(at: step)
    place = .onboarding
  }

  func showHistory() {
    history.shown()
    place = .history
  }

  func showUnread() {
    guard !library.skipped.isEmpty else { return }
    unread.refresh()
    place = .unread
  }

  func showLedger() {
    library.readLedger()
    ledger.refresh()
    place = .ledger
  }

  func askToMove() {
    guard library.review.binCount > 0 else {
      if place.isDeck { deck.say("The bin is empty") }
      return
    }
    placeBeforeConfirmation = place
    removal.prepare()
    place = .confirmation
  }

  func startMove() {
    guard place == .confirmation else { return }
    removal.begin()
    place = .moving
  }

  /// - Parameter photo: A file of the one photo that is asked for; nil means all of the batch.
  func restore(_ batch: String?, photo: FilePath? = nil) {
    placeBeforeConfirmation = place
    removal.restore(batch, photo: photo)
    place = .moving
  }

  func quit() {
    if library.isScanning, place == .scanning {
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
