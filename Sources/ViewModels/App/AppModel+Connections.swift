import PhotoModel

/// The connections between the models: a change in one of them refreshes others, and may lead to another screen.
extension AppModel {
  /// Work that takes longer is likely to end while the user does something else.
  private static let longWork: Duration = .seconds(60)

  func connect() {
    library.onChange = { [self] change in
      switch change {
      case .scan:
        scanning.refresh(isShown: route == .scanning)
        if !library.isScanning {
          deck.refresh()
          if !library.isKnownInPart { bin.forgetProblems() }
          turnQuestionAboutScan()
        }
        if route == .scanning, !library.isScanning {
          attention += 1
          route = .home
          home.refresh()
          home.focusFirstWork()
        }
        // Progress comes with every photo: the other screens are refreshed only when the scan begins or ends.
        if library.scan.progress.map({ $0.total == 0 }) ?? true { refreshVisible() }
      case .scanned(let photos, let elapsed):
        if elapsed >= Self.longWork {
          endOfLongWork = "The scan is over: \(counted(photos, "photo")) in \(durationTitle(elapsed))."
        }
      case .review: return reviewChanged()
      case .remark(let sentence): return home.addStartupMessage(sentence)
      // The name of the library and its trash stand above every screen.
      case .roots: home.refresh()
      case .history: if route == .home { home.refresh() }
      case .question(let question, let asking):
        if route == asking, overlay == nil { overlay = .question(question) }
      case .screen: break
      }
      onChange()
    }
    pictures.onArrival = { [self] in
      showPicturesAgain()
      onChange()
    }
    onboarding.onFinish = { [self] note in
      if let note { home.addStartupMessage(note) }
      goHome()
    }
    removal.onEvent = { [self] event in removalChanged(event) }
  }

  private func removalChanged(_ event: RemovalEvent) {
    switch event {
    case .ready: startMove()
    case .moved(let receipt):
      if removal.isShrinking { large.ended(receipt) } else { bin.setProblems(receipt.refused) }
      history.refresh()
      route = .done
      attention += 1
      onChange()
    case .restored(let receipt):
      library.work.run { [self] in
        await history.restored(receipt)
        route = returnRoutes.afterRestore
        onChange()
      }
    }
  }
}
