import PhotoModel
import SystemPackage

/// The answers that are typed into a dialog.
extension AppModel {
  /// Asks for the folder of a library.
  func askForFolder() {
    if library.isScanning || route == .moving { return }
    overlay = .entry(
      EntryDialog(
        .folder, title: "Which folder?",
        explanation: "Type the folder of your photos, like ~/Pictures."
          + (library.roots.isEmpty ? "" : " Now it is \(library.libraryTitle).")))
    listFolders()
  }

  /// Asks for the line that the list on the screen is filtered by, or all photos.
  func askForFilter() {
    if screens[route].filterText == nil { route = .browse }
    var dialog = EntryDialog(
      .filter, title: "Filter", explanation: "Like march, 2023-07, <2019, >5mb, heic, ★3, no gps; empty shows all.")
    dialog.entry = TextEntry(screens[route].filterLine)
    overlay = .entry(dialog)
  }

  /// The overlay as it is drawn: a filter with the figures of the list, which may change without a key, or with what
  /// its line lacks.
  var shownOverlay: Overlay? {
    guard case .entry(var dialog) = overlay, dialog.subject == .filter else { return overlay }
    dialog.note = PhotoFilter.advice(on: dialog.entry.text) ?? screens[route].filterText
    return .entry(dialog)
  }

  /// Answers the open dialog with a whole line, as plain mode has it; an empty line closes the dialog.
  package func answer(typed text: String) {
    guard case .entry(var dialog) = overlay else { return }
    if dialog.subject == .filter {
      screens[route].filter(text)
      overlay = nil
    } else if text.isEmpty {
      overlay = nil
    } else {
      dialog.entry = TextEntry(text)
      submit(dialog)
    }
  }

  /// Answers the question before a large move with a whole line: the number of its photos.
  ///
  /// - Returns: False where no number is asked for, or the line is no number.
  package func answer(number text: String) -> Bool {
    guard overlay == nil, route == .confirmation, removal.typeNumber(text) else { return false }
    _ = perform(.open)
    return true
  }

  /// Lists the folders that the line of the open dialog may go on to; completed, the line goes on as far as only one
  /// folder is meant. An answer for a text that was changed meanwhile is dropped.
  func listFolders(completing: Bool = false) {
    guard case .entry(let dialog) = overlay, dialog.isPath, !dialog.isChecking else { return }
    let text = dialog.entry.text
    work.run { [self] in
      let onboarding = library.dependencies.onboarding
      let isBeginning = text.isEmpty && !completing
      let likely = isBeginning ? await onboarding.recent() + onboarding.suggestions() : []
      let completion = isBeginning ? nil : await FolderCompletion(of: text, among: onboarding.folders)
      guard case .entry(var dialog) = overlay, !dialog.isChecking, dialog.isPath, dialog.entry.text == text else {
        return
      }
      if completing, let completion {
        dialog.entry = TextEntry(completion.text)
        dialog.problem = completion.folders.isEmpty ? "No folder there begins like this." : nil
      }
      dialog.folders = completion?.folders ?? typed(likely, for: dialog.subject)
      dialog.choice = nil
      overlay = .entry(dialog)
      if dialog.entry.text != text { listFolders() }
      onChange()
    }
  }

  /// Folders as they would be typed, each once; those that are the library already are not offered as one.
  private func typed(_ folders: [FilePath], for subject: EntryDialog.Subject) -> [String] {
    var seen = subject == .folder ? Set(library.roots) : []
    return folders.filter { $0.isValidUTF8 && seen.insert($0).inserted }.map {
      typedPath($0, home: library.dependencies.environment.home)
    }
  }

  /// Writes the folder before or behind the chosen one in the list into the line; without a choice, the first.
  func chooseListed(_ offset: Int, in dialog: EntryDialog) {
    chooseListed(at: dialog.choice.map { $0 + offset } ?? max(0, offset - 1))
  }

  /// Writes a folder of the list into the line of the open dialog, by its index.
  package func chooseListed(at index: Int) {
    guard case .entry(var dialog) = overlay, !dialog.isChecking, dialog.folders.indices.contains(index) else { return }
    (dialog.choice, dialog.problem) = (index, nil)
    dialog.entry = TextEntry(dialog.folders[index])
    overlay = .entry(dialog)
  }

  func submit(_ dialog: EntryDialog) {
    if dialog.subject == .filter {
      overlay = nil
      return
    }
    guard !dialog.isChecking, !dialog.entry.text.isEmpty else { return }
    var dialog = dialog
    dialog.isChecking = true
    overlay = .entry(dialog)
    let text = dialog.entry.text
    work.run { [self] in
      let isPath = dialog.isPath
      let onboarding = library.dependencies.onboarding
      var answer = isPath ? await onboarding.folder(text) : .problem("")
      if isChecking(text), dialog.subject == .moveFolder, case .missing(let path, _) = answer, dialog.missing == path {
        answer = await onboarding.makeFolder(path)
      }
      guard isChecking(text), case .entry(var dialog) = overlay else { return }
      dialog.isChecking = false
      switch (dialog.subject, answer) {
      case (.excludedPattern, .problem) where isPath, (.excludedPattern, .missing) where isPath:
        dialog.problem = settings.exclude(text, isMissing: true)
      case (.excludedPattern, _): dialog.problem = settings.exclude(text)
      case (.forgetHistory(let batches), _): dialog.problem = await settings.forgetHistory(batches, typed: text)
      case (.moveFolder, .missing(let path, _)):
        let obstacle = library.readOnlyReason ?? obstacle(toMovingInto: path)
        dialog.missing = obstacle == nil ? path : nil
        dialog.problem = obstacle ?? "\(library.title(path)) is not there yet: the same answer again makes it."
      case (_, .problem(let sentence)), (_, .missing(_, let sentence)): dialog.problem = sentence
      case (.filter, _): break
      case (.folder, .folder(let path)): dialog.problem = choose(path)
      case (.protectedFolder, .folder(let path)): dialog.problem = settings.protect(text, path)
      case (.moveFolder, .folder(let path)):
        dialog.problem = obstacle(toMovingInto: path) ?? settings.remember(moveFolder: path)
        if dialog.problem == nil, route != .settings { return move(to: path) }
      }
      overlay = dialog.problem == nil ? nil : .entry(dialog)
      onChange()
    }
  }

  /// Whether the dialog with a text is still being checked: it may have been closed meanwhile, or something else is
  /// asked.
  private func isChecking(_ text: String) -> Bool {
    guard case .entry(let dialog) = overlay else { return false }
    return dialog.isChecking && dialog.entry.text == text
  }

  /// Makes a folder the library.
  ///
  /// - Returns: Nil, or the reason as a sentence.
  func choose(_ path: FilePath) -> String? {
    if let problem = library.change(roots: [path]) { return problem }
    home.refresh()
    if route == .onboarding { onboarding.chosen() }
    return nil
  }
}
