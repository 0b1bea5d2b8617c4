import PhotoModel
import SystemPackage

/// The answers that are typed into a dialog.
extension AppModel {
  /// Asks which folder to look at.
  func askForFolder() {
    if library.isScanning || route == .moving { return }
    overlay = .entry(
      EntryDialog(
        .folder, title: "Which folder?",
        explanation: "Type the folder of your photos, like ~/Pictures."
          + (library.roots.first.map { " Now it is \(library.title($0))." } ?? "")))
  }

  /// Asks for the line that the list on the screen is filtered by, or all photos.
  func askForFilter() {
    if screens[route].filterText == nil { route = .browse }
    var dialog = EntryDialog(
      .filter, title: "Filter", explanation: "Like march, 2023-07, <2019, >5mb, heic, ★3, no gps; empty shows all.")
    dialog.entry = TextEntry(screens[route].filterLine)
    dialog.note = screens[route].filterText
    overlay = .entry(dialog)
  }

  /// Filters the list on the screen by what was typed so far.
  func filterAsTyped(_ dialog: EntryDialog) -> EntryDialog {
    guard dialog.subject == .filter else { return dialog }
    var dialog = dialog
    screens[route].filter(dialog.entry.text)
    dialog.note = screens[route].filterText
    return dialog
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

  /// Tab: completes the path as far as only one folder is meant. An answer for a text that was changed meanwhile is
  /// dropped.
  func complete(_ dialog: EntryDialog) {
    guard dialog.isPath, !dialog.isChecking else { return }
    let text = dialog.entry.text
    work.run { [self] in
      let completion = await FolderCompletion(of: text, among: library.dependencies.onboarding.folders)
      guard case .entry(var dialog) = overlay, !dialog.isChecking, dialog.isPath, dialog.entry.text == text else {
        return
      }
      dialog.entry = TextEntry(completion.text)
      (dialog.problem, dialog.note) = (nil, completion.note)
      overlay = .entry(dialog)
      onChange()
    }
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
      let answer = isPath ? await library.dependencies.onboarding.folder(text) : .problem("")
      // It was closed meanwhile, or something else is asked now.
      guard case .entry(var dialog) = overlay, dialog.isChecking, dialog.entry.text == text else { return }
      dialog.isChecking = false
      switch (dialog.subject, answer) {
      case (.excludedPattern, .problem) where isPath: dialog.problem = settings.exclude(text, isMissing: true)
      case (.excludedPattern, _): dialog.problem = settings.exclude(text)
      case (.forgetHistory(let batches), _): dialog.problem = await settings.forgetHistory(batches, typed: text)
      case (_, .problem(let sentence)): dialog.problem = sentence
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

  /// Makes a folder the library.
  ///
  /// - Returns: Nil, or the sentence that says why not.
  func choose(_ path: FilePath) -> String? {
    if let problem = library.change(roots: [path]) { return problem }
    home.refresh()
    if route == .onboarding { onboarding.chosen() }
    return nil
  }
}
