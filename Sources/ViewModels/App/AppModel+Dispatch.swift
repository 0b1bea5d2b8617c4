/// What an action means where the user is.
extension AppModel {
  // MARK: Places

  func performHere(_ action: Action) {
    switch route {
    case .home: performOnHome(action)
    case .scanning: performOnScanning(action)
    case .deck, .goalDeck: performOnDeck(action)
    case .loupe: performOnLoupe(action)
    case .compare: performOnCompare(action)
    case .bin: performOnBin(action)
    case .confirmation: performOnConfirmation(action)
    case .moving: if action == .stopMove { removal.stopPressed() }
    case .done:
      if action == .restore, removal.done.canRestore {
        restore(nil)
      } else if action == .open || action == .back {
        goHome()
      }
    case .history: performOnHistory(action)
    case .settings: performOnSettings(action)
    case .ledger: performOnLedger(action)
    case .apps: performOnApps(action)
    case .batch, .batchPhoto: performOnBatch(action)
    case .unread: performOnUnread(action)
    case .onboarding: performOnOnboarding(action)
    }
  }

  private func performOnHome(_ action: Action) {
    switch action {
    case .left, .right, .up, .down: home.move(action)
    case .scan: startScan()
    case .showBin: showBin()
    case .showHistory: showHistory()
    case .showUnread: showUnread()
    case .chooseGoal: chooseGoal()
    case .chooseFolder: askForFolder()
    case .open:
      switch home.choice {
      case .scan: startScan()
      case .chooseFolder: askForFolder()
      case .review(let category): openDeck(category)
      case .bin: showBin()
      }
    default: break
    }
  }

  private func performOnScanning(_ action: Action) {
    switch action {
    case .open where scanning.state.canReview:
      goHome()
      if case .review(let category) = home.choice { openDeck(category) }
    case .cancelScan, .back: scanning.stopPressed()
    default: break
    }
  }

  private func performOnDeck(_ action: Action) {
    switch action {
    case .back where deck.state.details != nil: _ = deck.perform(.toggleDetails)
    case .back where deck.sampling != nil: deck.leaveSampling()
    case .back: if deckWasOpenedFromBin { showBin() } else { goHome() }
    case .open where deck.state.isAllDecided: performOnDeck(library.review.binCount > 0 ? .moveToTrash : .back)
    case .showBin: showBin()
    case .moveToTrash: askToMove()
    case .loupe: openLoupe()
    case .compare: openCompare()
    default: follow(deck.perform(action))
    }
  }

  private func performOnBin(_ action: Action) {
    switch action {
    case .back: goBack(to: routeBeforeBin)
    case .left: bin.move(by: -1)
    case .right: bin.move(by: 1)
    case .up: bin.moveRows(by: -1)
    case .down: bin.moveRows(by: 1)
    case .pageUp: bin.moveRows(by: -bin.capacity.page)
    case .pageDown: bin.moveRows(by: bin.capacity.page)
    case .takeOut: bin.takeOutPressed()
    case .undo: bin.undoPressed()
    case .redo: bin.redoPressed()
    case .moveToTrash: askToMove()
    case .open:
      guard let item = bin.selected else { return }
      deckWasOpenedFromBin = true
      route = .deck(item.category)
      deck.open(item.category, at: item.path)
    default: break
    }
  }

  private func performOnConfirmation(_ action: Action) {
    switch action {
    case .left: removal.focusMove(false)
    case .right: removal.focusMove(!removal.confirmation.isMoveFocused)
    case .decline: goBack(to: routeBeforeConfirmation)
    case .showBin: checkFirst()
    // Of many the number is a yes, and no key stands for it.
    case .confirm: if !removal.confirmation.needsNumber { answerYes() }
    case .open:
      if removal.confirmation.isMoveFocused { answerYes() } else { goBack(to: routeBeforeConfirmation) }
    default: break
    }
  }

  private func answerYes() { if !removal.answerYes() { attention += 1 } }

  private func performOnHistory(_ action: Action) {
    switch action {
    case .up: history.move(by: -1)
    case .down: history.move(by: 1)
    case .restore:
      if let batch = history.restorableBatch {
        restore(batch)
      } else {
        history.showMessage("Nothing of it is in the trash")
      }
    case .open: history.openBatch { [self] in if route == .history, overlay == nil { route = .batch } }
    case .back: goHome()
    default: break
    }
  }

  private func performOnSettings(_ action: Action) {
    settings.keyPressed()
    switch action {
    case .up: settings.move(by: -1)
    case .down: settings.move(by: 1)
    case .pageUp: settings.move(by: -10)
    case .pageDown: settings.move(by: 10)
    // Off asks first, whichever key it is.
    case .left, .right:
      if settings.selectedID == .history, let question = settings.historyQuestion {
        overlay = .question(question)
      } else {
        settings.change(by: action == .left ? -1 : 1)
      }
    case .resetSetting: settings.resetSelected()
    case .open:
      switch settings.selectedID {
      case .ledger: showLedger()
      case .onboarding: showFirstSteps()
      default:
        if let dialog = settings.entryForSelected {
          overlay = .entry(dialog)
        } else if let question = settings.questionAboutSelected {
          overlay = .question(question)
        } else {
          settings.toggleSelected()
        }
      }
    case .back: goHome()
    default: break
    }
  }

  private func performOnApps(_ action: Action) {
    switch action {
    case .up: apps.move(by: -1)
    case .down: apps.move(by: 1)
    case .pageUp: apps.move(by: -10)
    case .pageDown: apps.move(by: 10)
    case .open: apps.openPressed()
    case .changeOrder: apps.orderPressed()
    case .showAll: apps.showAllPressed()
    case .askAdvice: apps.advicePressed()
    case .runRemoval:
      if let question = apps.runPressed(readOnly: library.readOnlyReason) { overlay = .question(question) }
    case .back: if !apps.backPressed() { goHome() }
    default: break
    }
  }

  private func performOnOnboarding(_ action: Action) {
    switch action {
    case .up: onboarding.move(by: -1)
    case .down: onboarding.move(by: 1)
    case .skipStep: onboarding.skipPressed()
    case .chooseFolder: askForFolder()
    case .back: onboarding.leave()
    case .open:
      switch onboarding.enterPressed() {
      case .none: break
      case .askForFolder: askForFolder()
      case .choose(let path):
        if let problem = choose(path) { onboarding.showMessage(problem) }
      }
    default: break
    }
  }

  private func performOnBatch(_ action: Action) {
    switch action {
    case .left: history.moveInBatch(by: -1)
    case .right: history.moveInBatch(by: 1)
    case .up: history.moveRowsInBatch(by: -1)
    case .down: history.moveRowsInBatch(by: 1)
    case .pageUp: history.moveRowsInBatch(by: -history.capacity.page)
    case .pageDown: history.moveRowsInBatch(by: history.capacity.page)
    case .open where route == .batch: route = .batchPhoto
    case .restore where route == .batchPhoto:
      if let batch = history.restorableOpenBatch, let photo = history.restorablePhoto {
        restore(batch, photo: photo)
      } else {
        history.showMessage("It is not in the trash")
      }
    case .restore:
      if let batch = history.restorableOpenBatch {
        restore(batch)
      } else {
        history.showMessage("Nothing of it is in the trash")
      }
    case .back: route = route == .batchPhoto ? .batch : .history
    default: break
    }
  }

  private func performOnUnread(_ action: Action) {
    switch action {
    case .up: unread.move(by: -1)
    case .down: unread.move(by: 1)
    case .pageUp: unread.move(by: -10)
    case .pageDown: unread.move(by: 10)
    case .scan: startScan()
    case .back: goHome()
    default: break
    }
  }

  private func performOnLedger(_ action: Action) {
    switch action {
    case .up: ledger.move(by: -1)
    case .down: ledger.move(by: 1)
    case .pageUp: ledger.move(by: -10)
    case .pageDown: ledger.move(by: 10)
    case .forget, .forgetAll:
      if let reason = library.readOnlyReason { return ledger.showMessage(reason) }
      let question = action == .forget ? ledger.questionAboutSelected : ledger.questionAboutAll
      if let question { overlay = .question(question) } else { ledger.showMessage("Nothing is remembered") }
    case .back: show(.settings)
    default: break
    }
  }
}
