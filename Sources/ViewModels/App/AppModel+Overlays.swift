import Review
import SystemPackage
import TextSurface

/// Overlays: questions, the help with its search, and typed entries.
extension AppModel {
  func answer(_ action: Action, to question: Question) -> Request {
    var question = question
    question.message = nil
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
    case .keepChosen: _ = follow(contactSheet.confirmed())
    case .emptyGroup, .markGroup, .markCategory, .acceptRemaining:
      _ = follow(deck.confirmed(question.subject))
      refreshCompare()
    }
    return .none
  }

  private func preferConfirmed(_ folder: FilePath) {
    settings.prefer(folder)
    let problem = settings.state.message
    if problem == nil { library.pathChanges.preferredFolder = folder }
    deck.showMessage(
      problem ?? "Photos in \(nameTitle(folder)) are preferred from now on; u takes it back, later Settings")
  }

  /// Takes the preference of a folder back, where nothing was decided since.
  ///
  /// - Returns: False where there is none to take back.
  func undoPreferring() -> Bool {
    guard let folder = library.pathChanges.preferredFolder else { return false }
    library.pathChanges.preferredFolder = nil
    guard library.settings.preferredFolders.contains(folder) else { return false }
    settings.prefer(folder, false)
    screens[route].showMessage(
      settings.state.message ?? "Undone: photos in \(nameTitle(folder)) are not preferred any more")
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

  func performInHelp(_ action: Action, _ search: HelpSearch) -> Request {
    var search = search
    switch action {
    case .up: search.move(by: -1, among: helpSections)
    case .down: search.move(by: 1, among: helpSections)
    case .pageUp: search.move(by: -10, among: helpSections)
    case .pageDown: search.move(by: 10, among: helpSections)
    case .open:
      guard let action = helpSections.performable else {
        if search.choice == nil, search.entry.text.isEmpty { overlay = nil } else { attention += 1 }
        return .none
      }
      overlay = nil
      return perform(action)
    case .clearEntry: search = HelpSearch()
    case .back where !search.entry.text.isEmpty: search = HelpSearch()
    case .back:
      overlay = nil
      return .none
    default: break
    }
    overlay = .help(search)
    return .none
  }

  /// The sections of the help, that of the screen first: those keys that the search finds, each with the reason why the
  /// key would do nothing now.
  var helpSections: [HelpSection] {
    guard case .help(let search) = overlay else { return [] }
    let here = screens[route].context
    var sections = keys.help(first: here)
    for section in sections.indices {
      let context = sections[section].context
      sections[section].isHere = context == here || context == .everywhere
      let obstacles = context == here ? obstacles : [:]
      for hint in sections[section].hints.indices {
        sections[section].hints[hint].obstacle =
          sections[section].isHere
          ? sections[section].hints[hint].action.flatMap { obstacles[$0] } : "works in: \(sections[section].title)"
      }
    }
    if !search.entry.text.isEmpty { sections = sections.compactMap { $0.finding(search.entry.text) } }
    return sections.choosing(search.choice)
  }

  // MARK: Typing

  /// Gives a key to the text that is being typed.
  ///
  /// - Returns: False where nothing is being typed, or the key changes no text.
  func type(_ key: Key) -> Bool {
    switch overlay {
    case .help(var search):
      guard search.type(key) else { return false }
      overlay = .help(search)
    case .folders(let chooser):
      guard let digit = key.digit, digit > 0 else { return false }
      chooseFolder(digit - 1, from: chooser)
    case .entry(var dialog):
      guard !dialog.isChecking, dialog.entry.type(key) else { return false }
      changed(dialog)
    case nil where route == .confirmation: return removal.typeNumber(key, isSeen: isSeen)
    default: return false
    }
    return true
  }

  /// Adds a pasted line to the one that is being typed. Over photos, and where a number or a word must be typed as a
  /// confirmation, nothing is pasted.
  package func paste(_ text: String) {
    guard case .entry(let dialog) = overlay, dialog.isPath || dialog.subject == .filter, !dialog.isChecking else {
      return
    }
    for scalar in text.unicodeScalars { _ = type(Key(.character(scalar))) }
  }

  func performInEntry(_ action: Action, _ dialog: EntryDialog) -> Request {
    switch action {
    case .decline:
      if dialog.subject == .filter { screens[route].filter("") }
      overlay = nil
    case .confirm: submit(dialog)
    case .complete: listFolders(completing: true)
    case .up: chooseListed(-1, in: dialog)
    case .down: chooseListed(1, in: dialog)
    case .clearEntry:
      var dialog = dialog
      guard !dialog.isChecking else { return .none }
      dialog.entry = TextEntry()
      changed(dialog)
    default: break
    }
    return .none
  }

  /// Shows a dialog whose line was changed by a key.
  private func changed(_ dialog: EntryDialog) {
    var dialog = dialog
    (dialog.problem, dialog.choice, dialog.missing) = (nil, nil, nil)
    if !dialog.isPath { dialog.folders = [] }
    overlay = .entry(dialog)
    if dialog.subject == .filter { screens[route].filter(dialog.entry.text) }
    listFolders()
  }
}

extension HelpSection {
  /// The keys of the section that a search finds: whose name, title or synonym contains the text, upper and lower case
  /// being the same; all keys where the heading contains the text. Nil where there is none.
  func finding(_ text: String) -> HelpSection? {
    let wanted = text.lowercased()
    let isAll = title.lowercased().contains(wanted)
    var section = self
    section.hints = hints.compactMap { hint in
      // The name of the action is in the settings and on the page of keys: typing it whole selects this one.
      let names = [hint.title] + KeySynonyms.text(for: hint.action, in: context)
      let isOwn = isAll || hint.key.lowercased() == wanted
      guard let route = isOwn ? 0 : names.firstIndex(where: { $0.lowercased().contains(wanted) }) else { return nil }
      var found = hint
      found.foundAt = hint.action?.rawValue.lowercased() == wanted ? 0 : route
      return found
    }
    return section.hints.isEmpty ? nil : section
  }
}

extension [HelpSection] {
  /// The action of the key with the mark; nil where there is none, or the key would do nothing now.
  package var performable: Action? {
    lazy.flatMap(\.hints).first(where: \.isChosen).flatMap { $0.obstacle == nil ? $0.action : nil }
  }

  /// The sections with a mark on one key, by its index in `positions`.
  func choosing(_ choice: Int?) -> [HelpSection] {
    guard let choice, let position = positions.dropFirst(choice).first else { return self }
    var sections = self
    sections[position.section].hints[position.hint].isChosen = true
    return sections
  }

  /// All keys, the best match first; among equals, and without a search, the upper one first.
  private var positions: [(section: Int, hint: Int)] {
    let all = indices.flatMap { section in self[section].hints.indices.map { (section: section, hint: $0) } }
    func rank(_ index: Int) -> Int {
      let hint = self[all[index].section].hints[all[index].hint]
      // Actions of this screen come before those of other screens.
      return (hint.foundAt ?? 0) * 2 + (hint.foundAt != nil && hint.obstacle != nil ? 1 : 0)
    }
    return all.indices.sorted { (rank($0), $0) < (rank($1), $1) }.map { all[$0] }
  }
}

extension HelpSearch {
  /// Applies a key that writes or erases; the typed text chooses the best match.
  ///
  /// - Returns: False where the key has to be handled elsewhere.
  fileprivate mutating func type(_ key: Key) -> Bool {
    // The key that opened the help closes it, and a search begins with a letter or a digit.
    if entry.text.isEmpty, [Key("?"), Key("/"), Key(" "), Key(.backspace)].contains(key) { return key != Key("?") }
    guard entry.type(key) else { return false }
    choice = entry.text.isEmpty ? nil : 0
    return true
  }

  fileprivate mutating func move(by step: Int, among sections: [HelpSection]) {
    let last = sections.reduce(0) { $0 + $1.hints.count } - 1
    choice = Swift.max(0, Swift.min(last, choice.map { $0 + step } ?? Swift.max(0, step - 1)))
  }
}
