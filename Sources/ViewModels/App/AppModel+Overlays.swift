import Review
import SystemPackage
import TextSurface

/// Overlays: questions, the help with its search, and what is typed.
extension AppModel {
  func answer(_ action: Action, to question: Question) -> Request {
    var question = question
    switch action {
    case .left: question.isActFocused = false
    case .right: question.isActFocused.toggle()
    case .decline, .back:
      overlay = nil
      return .none
    case .confirm:
      if !question.comesByItself { return confirm(question) }
      question.isActFocused = true
    case .open:
      if question.isActFocused { return confirm(question) }
      overlay = nil
      return .none
    default: break
    }
    overlay = .question(question)
    return .none
  }

  private func confirm(_ question: Question) -> Request {
    overlay = nil
    switch question.subject {
    case .leaveScan, .leave: wantsToQuit = true
    case .forget(let selection): ledger.confirmed(selection)
    case .includeAgain(let pattern): settings.includeAgain(pattern)
    case .unprotect(let folder): settings.unprotect(folder)
    case .preferFolder(let folder): preferConfirmed(folder)
    case .clearCache: settings.clearCache()
    case .stopHistory: settings.stopHistory()
    case .setAside(let folder): removal.setAsideConfirmed(folder)
    case .moveUnsaved: removal.unsavedMayGo()
    case .removeApp(let command): return .run(command)
    case .trashLeftovers: apps.trashLeftovers()
    case .emptyGroup, .markGroup, .markCategory, .acceptRemaining:
      _ = follow(deck.confirmed(question.subject))
      refreshCompare()
    }
    return .none
  }

  private func preferConfirmed(_ folder: FilePath) {
    settings.prefer(folder)
    let isPreferred = settings.state.message == nil
    deck.showMessage(
      settings.state.message
        ?? "Photos in \(nameTitle(folder)) are preferred from now on; u takes it back")
    lastPreferred = isPreferred ? folder : nil
  }

  /// Whether `u` was about the folder that was preferred last, with no other key between.
  func undoesPreferring(_ action: Action) -> Bool {
    guard let folder = lastPreferred else { return false }
    lastPreferred = nil
    guard action == .undo else { return false }
    settings.prefer(folder, false)
    deck.showMessage(settings.state.message ?? "Undone: photos in \(nameTitle(folder)) are not preferred any more")
    return true
  }

  /// Replaces the question about a running scan, once the scan is over, by one that only asks whether to quit.
  func turnQuestionAboutScan() {
    guard case .question(let question) = overlay, question.subject == .leaveScan else { return }
    overlay = .question(
      Question(
        subject: .leave, title: "The scan is over. Quit?", lines: ["What it found is kept."], safeButton: "Stay",
        actButton: "Quit"))
  }

  // MARK: Help

  func performInHelp(_ action: Action, scroll: Int, search: HelpSearch?) -> Request {
    if var search, search.isTyping {
      search.isTyping = false
      switch action {
      case .clearEntry: overlay = .help(scroll: scroll, search: HelpSearch())
      case .confirm: overlay = .help(scroll: scroll, search: search.entry.text.isEmpty ? nil : search)
      case .decline: overlay = .help(scroll: scroll)
      default: break
      }
      return .none
    }
    if var search, action == .up || action == .down {
      let last = helpSections.reduce(0) { $0 + $1.hints.count(where: \.isFound) } - 1
      search.choice = max(0, min(last, search.choice + (action == .up ? -1 : 1)))
      overlay = .help(scroll: scroll, search: search)
      return .none
    }
    switch action {
    case .up: overlay = .help(scroll: max(0, scroll - 1))
    case .down: overlay = .help(scroll: scroll + 1)
    case .pageUp: overlay = .help(scroll: max(0, scroll - 10), search: search)
    case .pageDown: overlay = .help(scroll: scroll + 10, search: search)
    case .search: overlay = .help(scroll: scroll, search: HelpSearch())
    // What was found gives way to all keys first.
    case .back: overlay = search == nil ? nil : .help(scroll: scroll)
    default: break
    }
    return .none
  }

  /// The sections of the help, that of the screen first, with the reason why a key would do nothing now.
  var helpSections: [HelpSection] {
    var sections = keys.help(first: contextBelowHelp)
    if let first = sections.indices.first {
      for index in sections[first].hints.indices {
        sections[first].hints[index].obstacle = sections[first].hints[index].action.flatMap { obstacles[$0] }
      }
    }
    guard case .help(_, let search?) = overlay, !search.entry.text.isEmpty else { return sections }
    return sections.map { $0.marking(search.entry.text) }
  }

  // MARK: Typing

  /// Gives a key to the text that is being typed.
  ///
  /// - Returns: False where nothing is being typed, or the key changes no text.
  func type(_ key: Key) -> Bool {
    switch overlay {
    case .help(let scroll, var search?) where search.isTyping:
      guard search.entry.type(key) else { return false }
      overlay = .help(scroll: scroll, search: search)
    case .entry(var dialog):
      guard !dialog.isChecking, dialog.entry.type(key) else { return false }
      (dialog.problem, dialog.note) = (nil, nil)
      overlay = .entry(filterAsTyped(dialog))
    case nil where route == .confirmation: return removal.typeNumber(key, isSeen: isSeen)
    default: return false
    }
    return true
  }

  func performInEntry(_ action: Action, _ dialog: EntryDialog) -> Request {
    switch action {
    case .decline:
      if dialog.subject == .filter { screens[route].filter("") }
      overlay = nil
    case .confirm: submit(dialog)
    case .complete: complete(dialog)
    case .clearEntry:
      var dialog = dialog
      guard !dialog.isChecking else { return .none }
      (dialog.entry, dialog.problem, dialog.note) = (TextEntry(), nil, nil)
      overlay = .entry(filterAsTyped(dialog))
    default: break
    }
    return .none
  }
}

extension HelpSection {
  /// The section with a mark on each key that a search finds: whose name, title or synonym contains the text, upper and
  /// lower case being the same; on all keys where the heading contains the text.
  func marking(_ text: String) -> HelpSection {
    let wanted = text.lowercased()
    let isAll = title.lowercased().contains(wanted)
    var section = self
    for index in hints.indices {
      let hint = hints[index]
      // The name of the action stands in the settings and the page of keys: who types it whole means this one.
      let names = [hint.title] + KeySynonyms.text(for: hint.action, in: context)
      let isOwn = isAll || hint.key.lowercased() == wanted
      let route = isOwn ? 0 : names.firstIndex { $0.lowercased().contains(wanted) }
      section.hints[index].foundAt = route.map { hint.action?.rawValue.lowercased() == wanted ? 0 : $0 }
    }
    return section
  }
}
