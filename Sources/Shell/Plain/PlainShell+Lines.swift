import PhotoModel
import TextSurface
import ViewModels

extension PlainShell {
  /// Obeys a typed line, and prints the outcome.
  func obey(_ line: String) {
    var state = app.state
    let typed = PlainLine(line)
    if let key = typed.key { return obey(key, in: state) }
    guard typed.isText else { return deliver([unknown(typed)]) }
    if case .entry(let dialog) = state.overlay {
      app.answer(typed: line)
      if state.route == .settings { return showChange(since: state.settings) }
      if dialog.subject == .moveFolder { stateBeforeFolder = state }
      return showRoute()
    }
    if state.plainContext == .confirmation, app.answer(number: line) { return showRoute() }
    guard let (row, request) = PlainText.request(for: line, in: state.plainContext, keys: state.keys) else {
      return deliver([unknown(typed)])
    }
    if let row {
      guard row < state.list?.rowCount ?? 0 else { return deliver(["There is no row \(row + 1)."]) }
      app.select(row)
      state = app.state
      if request == .showAgain { return deliver([chosen(row, in: state)]) }
    }
    obey(request, in: state)
  }

  /// Whether a line decides nothing, whatever is shown now: it leaves or goes to another screen.
  func decidesNothing(_ line: String) -> Bool {
    let state = app.state
    guard state.overlay == nil, PlainLine(line).isText,
      let (row, request) = PlainText.request(for: line, in: state.plainContext, keys: state.keys), row == nil
    else { return false }
    switch request {
    case .showAgain, .showCommands: return true
    case .perform(let action): return Self.leadsElsewhere.contains(action)
    case .review, .openGoal, .chooseFolder, .turnPage: return false
    }
  }

  private static let leadsElsewhere: Set<Action> = [
    .quit, .showPhotos, .showApps, .showSettings, .showHelp, .showBin, .showHistory, .showUnread, .showAllPhotos,
    .showLarge,
  ]

  private func unknown(_ line: PlainLine) -> String { "\(line.title) is no choice here; ? says what is." }

  /// Obeys an arrow key: the action of the screen, where a line has a command for that; in a list it goes from row to
  /// row.
  private func obey(_ key: Key, in state: AppState) {
    let context = state.plainContext
    let action = state.keys.action(for: key, in: context)
    let isList = state.overlay == nil && state.list?.rowCount ?? 0 > 0
    switch action {
    case .up? where isList: step(by: -1, in: state)
    case .down? where isList: step(by: 1, in: state)
    case .pageUp? where isList: turnPage(by: -1, from: state)
    case .pageDown? where isList: turnPage(by: 1, from: state)
    case let action? where PlainText.offers(action, in: context, keys: state.keys): obey(.perform(action), in: state)
    // Any answer but the word for yes means no.
    case _ where PlainText.answersOnly.contains(context): obey(.perform(.decline), in: state)
    default: deliver(["\(key.title) does nothing here; ? says what does."])
    }
  }

  private func step(by rows: Int, in state: AppState) {
    guard let list = state.list else { return }
    let row = list.selection + rows
    guard (0..<list.rowCount).contains(row) else {
      return deliver([rows < 0 ? "That is the first row." : "That is the last row."])
    }
    app.select(row)
    deliver([chosen(row, in: app.state)])
  }

  /// Chooses the row that the next command is about.
  private func chosen(_ row: Int, in state: AppState) -> String {
    state.route == .settings
      ? PlainScreen.punctuatedForSpeech(PlainScreen.chosen(row, of: state.settings, keys: state.keys))
      : state.list.map { PlainScreen.row(row, of: $0) } ?? ""
  }

  private func obey(_ request: PlainRequest, in state: AppState) {
    switch request {
    case .showAgain: showRoute(withChoices: true)
    case .showCommands: deliver(PlainScreen.commands(for: state))
    case .review(let category): review(category, in: state.home)
    case .openGoal(let index):
      app.chooseGoal(index)
      showRoute()
    case .chooseFolder(let index):
      stateBeforeFolder = state
      app.chooseFolder(index)
      showRoute()
    case .turnPage(let pages): turnPage(by: pages, from: state)
    case .perform(.open) where state.route == .home: reviewFirst(in: state.home)
    case .perform(.open) where state.route.isDeck && (state.deck.card != nil || state.deck.isAllDecided):
      showRoute(withChoices: true)
    case .perform(.toggleDetails): showDetails()
    case .perform(let action): perform(action, from: state)
    }
  }

  /// Prints the details of the card once, and not again with each card after it.
  private func showDetails() {
    _ = app.perform(.toggleDetails)
    deliver(PlainScreen.details(app.state.deck))
    _ = app.perform(.toggleDetails)
  }

  // MARK: Private

  private static let changesSettings: Set<Action> = [.left, .right, .resetSetting, .open, .confirm, .decline]

  private func perform(_ action: Action, from old: AppState) {
    var action = action
    // Where nothing can be moved, "no" is the only answer.
    if old.overlay == nil, old.route == .confirmation, old.confirmation.obstacle != nil { action = .decline }
    if action == .confirm, case .question(let question) = old.overlay, question.comesByItself {
      // The line was typed after the question was printed; otherwise it would not have come here.
      _ = app.perform(.right)
      action = .open
    }
    _ = app.perform(action)
    let state = app.state
    if app.wantsToQuit { return }
    let isOther = action == .open || state.withoutNews != old.withoutNews
    let news = news(after: action, from: old, to: state)
    deliver(isOther ? notListed(news, in: state) : news)
    if old.route == .settings, state.route == .settings, Self.changesSettings.contains(action) {
      // A "no" has no result to print.
      return action == .decline ? markAsShown() : showChange(since: old.settings)
    }
    if isOther {
      showRoute()
    } else if news.isEmpty {
      let reason = app.obstacles[action]
      deliver(["\((reason ?? "That changes nothing here").sentence)."])
    }
  }

  /// The lines about the effect of an action, or why it did nothing.
  private func news(after action: Action, from old: AppState, to state: AppState) -> [String] {
    if case .question(let question) = old.overlay, action == .decline { return ["\(question.safeButton)."] }
    switch (old.route, state.route) {
    case (.confirmation, _) where action == .decline:
      return [old.confirmation.shrink == nil ? "Nothing was moved." : "Nothing was changed."]
    case (.deck, .deck), (.goalDeck, .goalDeck), (.compare, _), (_, .compare):
      // The text at the end of a deck is not repeated, nor is one that was printed on the screen before.
      let isNews = state.deck.card != nil && (old.route == state.route || old.deck.message != state.deck.message)
      return decided(action, from: old, to: state) + (isNews ? state.deck.message.map { [$0] } ?? [] : [])
    case (.contactSheet, _) where state.route.tab == .photos, (.large, .large) where action == .back,
      (.browse, .browse) where [.undo, .redo].contains(action), (.ledger, .ledger) where state.overlay == nil,
      (.bin, .bin) where [.takeOut, .undo, .redo].contains(action):
      return [state.message].compactMap(\.self)
    default: return []
    }
  }

  /// Prints once what happened to photos for which a folder was named: a folder is checked before photos are marked for
  /// it.
  func printMoveFolder(in state: AppState) {
    guard let old = stateBeforeFolder, state.overlay == nil else { return }
    stateBeforeFolder = nil
    if let message = state.message, message != old.message { deliver(notListed([message], in: state)) }
  }

  /// The lines that do not stand above the rows of the list, which is printed next.
  private func notListed(_ lines: [String], in state: AppState) -> [String] {
    lines.filter { state.list?.listLines.contains($0) != true }
  }

  /// The lines about a card that left by a decision.
  private func decided(_ action: Action, from old: AppState, to state: AppState) -> [String] {
    func text(_ decision: UserDecision, _ name: String) -> [String] {
      ["\(decision == .delete ? "Marked for the bin" : old.deck.keptText.sentence): \(name)"]
    }
    if let motion = state.deck.motion, motion != old.deck.motion, case .leaving(let decision) = motion.kind {
      return text(decision, motion.card.name)
    }
    // Beside its keeper nothing slides.
    guard old.route == .compare, action == .delete || action == .keep, let card = old.deck.card, state.overlay == nil,
      state.deck.card?.issue.path != card.issue.path
    else { return [] }
    return text(action == .delete ? .delete : .keep, card.name)
  }

  private func review(_ category: IssueCategory, in home: HomeState) {
    if let obstacle = obstacle(to: home) { return deliver([obstacle]) }
    guard home.cards.contains(where: { $0.category == category && $0.photos > 0 }) else {
      return deliver(["Nothing is listed under \(category.title)."])
    }
    app.focusHome(.card(category))
    _ = app.perform(.open)
    showRoute()
  }

  /// Reviews the first category with open photos, else the first with any photo.
  private func reviewFirst(in home: HomeState) {
    let card = home.cards.first { $0.photos > $0.decided } ?? home.cards.first { $0.photos > 0 }
    if let obstacle = obstacle(to: home) { return deliver([obstacle]) }
    guard let card else { return deliver(["There is nothing to review yet."]) }
    review(card.category, in: home)
  }

  /// The title of the notice that Home shows in place of its cards, as a sentence; nil where there is none, or no card
  /// has photos.
  private func obstacle(to home: HomeState) -> String? {
    home.cards.contains { $0.photos > 0 } ? home.notice.map { "\($0.title)." } : nil
  }

  private func turnPage(by pages: Int, from state: AppState) {
    guard let list = state.list else { return }
    let first = list.page.lowerBound + pages * ListPage.length
    guard (0..<list.rowCount).contains(first) else { return deliver(["There is no further page."]) }
    app.select(first)
    showRoute()
  }
}

extension AppState {
  /// The state without messages, which are printed once, when they come.
  fileprivate var withoutNews: AppState {
    var state = self
    state.message = nil
    state.deck.message = nil
    state.deck.motion = nil
    state.compare.message = nil
    state.bin.message = nil
    state.confirmation.message = nil
    state.browse.message = nil
    state.large.message = nil
    state.contactSheet.message = nil
    state.ledger.message = nil
    state.home.remark = nil
    state.apps.message = nil
    return state
  }
}
