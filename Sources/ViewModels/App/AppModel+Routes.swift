import PhotoModel
package import Review
import SystemPackage

/// The ways from one route to another, as keys lead. Work that ends sets the route in `AppModel+Connections`.
extension AppModel {
  func show(_ tab: Tab) {
    if route == .onboarding, tab != .photos { returnRoutes.isAmidFirstSteps = true }
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
    returnRoutes.isDeckOfBin = false
    home.showMessage(nil)
    home.refresh()
    if returnRoutes.isAmidFirstSteps, route.tab != .photos {
      returnRoutes.isAmidFirstSteps = false
      route = .onboarding
      return
    }
    if case .deck(let category) = route { home.focus(category == .browse ? .allPhotos : .card(category)) }
    if route == .browse { home.focus(.allPhotos) }
    if route == .scanning || route == .done { home.focusFirstWork() }
    if route == .large || route == .done && removal.isShrinking { home.focus(.large) }
    route = library.isScanning && route != .scanning && route.tab != .photos ? .scanning : .home
  }

  /// Makes the state of the shown screen anew; any other screen follows when the user comes to it.
  func refreshVisible() {
    switch route {
    case .compare:
      deck.refresh()
      refreshCompare()
    case .loupe:
      deck.refresh()
      if loupe.isOpen {
        loupe.refresh()
      } else {
        route = deckRoute
        lastFrame.closeByItself()
      }
    default: screens[route].libraryChanged()
    }
  }

  /// Carries out the outcome of a screen's key beyond the screen.
  ///
  /// - Returns: The work that is left to the shell.
  func follow(_ outcome: KeyOutcome) -> Request {
    switch outcome {
    case .stay: break
    case .go(let destination): go(to: destination)
    case .ask(let question): overlay = .question(question)
    case .enter(let dialog):
      overlay = .entry(dialog)
      listFolders()
    case .request(let request): return request
    case .refused: attention += 1
    }
    return .none
  }

  private func go(to destination: Destination) {
    switch destination {
    case .back: goBack()
    case .backWith(let text):
      goBack()
      screens[route].showMessage(text)
    case .home: goHome()
    case .screen(let route): self.route = route
    case .scan: startScan()
    case .deck(let category): openDeck(category)
    case .firstDeck:
      goHome()
      if case .review(let category) = home.choice { openDeck(category) }
    case .photo(let category, let path, let text):
      route = .deck(category)
      deck.open(category, at: path)
      deck.showMessage(text)
    case .photoOfBin(let category, let path):
      returnRoutes.isDeckOfBin = true
      route = .deck(category)
      deck.open(category, at: path)
    case .contactSheet(let key): openContactSheet(key)
    case .loupe: openLoupe()
    case .compare: openCompare()
    case .bin: showBin()
    case .firstCaution: checkFirst()
    case .confirmation: askToMove()
    case .shrinkQuestion: askToShrink()
    case .history: showHistory()
    case .batch: history.openBatch { [self] in if route == .history, overlay == nil { route = .batch } }
    case .restore(let batch, let photo): restore(batch, photo: photo)
    case .onboarding: showFirstSteps()
    case .goals: chooseGoal()
    case .photoDeck: openPhotoDeck()
    case .filter: askForFilter()
    case .folders: askWhereTo()
    case .folderEntry: askForFolder()
    case .chosenFolder(let path): if let problem = choose(path) { onboarding.showMessage(problem) }
    }
  }

  /// Goes one level back, as Esc does.
  private func goBack() {
    switch route {
    case .deck(.browse) where !returnRoutes.isDeckOfBin: route = .browse
    case .deck, .goalDeck: if returnRoutes.isDeckOfBin { showBin() } else { goHome() }
    case .loupe: closeLoupe()
    case .compare:
      // The message there is about two pictures.
      deck.showMessage(nil)
      route = deckRoute
    case .bin: goBack(to: returnRoutes.bin)
    case .contactSheet: goBack(to: returnRoutes.contactSheet)
    case .confirmation: goBack(to: returnRoutes.confirmation)
    case .ledger: show(.settings)
    default: goHome()
    }
  }

  /// Goes back to a screen that was left a moment ago, on the way from the bin or the confirmation.
  func goBack(to earlier: Route) {
    route = earlier
    if earlier.isDeck { deck.showMessage(nil) }
    if earlier == .deck(.browse), deck.state.category != .browse {
      route = .browse
    } else if case .deck(let category) = earlier, deck.state.category != category {
      // Another deck was opened meanwhile, from the bin.
      deck.open(category)
    } else if earlier == .goalDeck, deck.goal == nil {
      goHome()
    } else {
      refreshVisible()
    }
  }

  func openDeck(_ category: IssueCategory) {
    returnRoutes.isDeckOfBin = false
    route = .deck(category)
    deck.open(category)
  }

  private func openPhotoDeck() {
    guard let (photos, start) = browse.openedDeck else { return }
    browse.openedDeck = nil
    returnRoutes.isDeckOfBin = false
    deck.open(photos, at: start)
    route = .deck(.browse)
  }

  /// Opens a quick pass.
  package func openDeck(_ goal: DeckGoal) {
    returnRoutes.isDeckOfBin = false
    deck.open(goal)
    route = .goalDeck
  }

  /// The route of the deck that is open.
  var deckRoute: Route { deck.goal == nil ? .deck(deck.state.category) : .goalDeck }

  func startScan() {
    guard !library.roots.isEmpty else { return }
    home.startupMessage = nil
    scanning.begin()
    route = .scanning
    library.startScan()
    scanning.refresh()
  }

  func showBin() {
    returnRoutes.openBin(from: route)
    bin.open()
    route = .bin
  }

  /// Goes from the question to the bin, and there to the first photo that is marked "look first".
  func checkFirst() {
    returnRoutes.openBinFromConfirmation()
    showBin()
    bin.selectFirstCaution()
  }

  func showFirstSteps(at step: FirstStep = .folder) {
    returnRoutes.isAmidFirstSteps = false
    onboarding.begin(at: step)
    route = .onboarding
  }

  func showHistory() {
    history.shown()
    route = .history
  }

  func askToMove() {
    guard library.review.binCount > 0 else {
      if route.isDeck { deck.showMessage("The bin is empty") }
      return
    }
    returnRoutes.confirmation = route
    removal.prepare()
    route = .confirmation
  }

  func askToShrink() {
    let (request, left) = large.request()
    returnRoutes.confirmation = route
    removal.prepare(request, left: left)
    route = .confirmation
  }

  func startMove() {
    guard route == .confirmation else { return }
    removal.begin()
    route = .moving
  }

  /// Starts a restore and shows its progress.
  ///
  /// - Parameter photo: A file of the one photo to put back; nil means all of the batch.
  func restore(_ batch: String?, photo: FilePath? = nil) {
    returnRoutes.confirmation = route
    removal.restore(batch, photo: photo)
    route = .moving
  }

  func openLoupe() {
    guard let key = deck.current else { return deck.showNoCard() }
    deck.motionEnded()
    deck.dropGrip()
    returnRoutes.loupe = route
    route = .loupe
    loupe.open(key)
  }

  private func openContactSheet(_ key: IssueKey) {
    deck.motionEnded()
    deck.dropGrip()
    returnRoutes.contactSheet = route
    contactSheet.open(key, isOverDeck: route.isDeck)
    route = .contactSheet
  }

  func closeLoupe() {
    loupe.close()
    route = returnRoutes.loupe == .compare ? .compare : deckRoute
    deck.refresh()
    refreshCompare()
  }

  func openCompare() {
    deck.showMessage(nil)
    if let reason = compare.open() { return deck.showMessage(reason) }
    deck.motionEnded()
    deck.dropGrip()
    route = .compare
    refreshCompare()
  }

  /// Refreshes the comparison after a key: nothing slides there, and another pair may be compared now.
  func comparePerformed() {
    guard route == .compare else { return }
    deck.motionEnded()
    refreshCompare()
  }

  /// Refreshes the comparison, or goes back to the deck where the top card has no keeper beside it any more.
  func refreshCompare() {
    guard route == .compare, !compare.isPerforming else { return }
    if compare.isOpen {
      compare.refresh()
    } else if deck.current == nil || overlay == nil {
      route = deckRoute
      lastFrame.closeByItself()
      if deck.current != nil {
        deck.showMessage(deck.state.message ?? "There is no keeper to stand it beside any more")
      }
    }
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
