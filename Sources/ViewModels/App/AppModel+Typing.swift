import PhotoModel
import SystemPackage

/// What is typed into a dialog.
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

  /// A whole answer at once, as plain mode has it; an empty one leaves the question.
  package func answer(typed text: String) {
    guard case .entry(var dialog) = overlay else { return }
    if text.isEmpty {
      overlay = nil
    } else {
      dialog.entry = TextEntry(text)
      take(dialog)
    }
  }

  /// A whole line in place of the number that a large move needs.
  ///
  /// - Returns: False where none is asked for, or the line is no number.
  package func answer(number text: String) -> Bool {
    guard overlay == nil, route == .confirmation, removal.typeNumber(text) else { return false }
    _ = perform(.open)
    return true
  }

  /// Tab: the path goes on as far as only one folder is meant. What is typed meanwhile counts, and not what comes back.
  func complete(_ dialog: EntryDialog) {
    guard dialog.isPath, !dialog.isChecking else { return }
    let text = dialog.entry.text
    work.run { [self] in
      let completion = await FolderCompletion(of: text, among: library.dependencies.onboarding.folders)
      guard case .entry(var dialog) = overlay, !dialog.isChecking, dialog.isPath, dialog.entry.text == text else {
        return
      }
      dialog.entry = TextEntry(completion.text)
      (dialog.problem, dialog.note) = (nil, completion.words)
      overlay = .entry(dialog)
      onChange()
    }
  }

  func take(_ dialog: EntryDialog) {
    guard !dialog.isChecking, !dialog.entry.text.isEmpty else { return }
    var dialog = dialog
    dialog.isChecking = true
    overlay = .entry(dialog)
    let text = dialog.entry.text
    work.run { [self] in
      let isPlace = dialog.isPath
      let answer = isPlace ? await library.dependencies.onboarding.folder(text) : .problem("")
      // It was closed meanwhile, or something else is asked now.
      guard case .entry(var dialog) = overlay, dialog.isChecking, dialog.entry.text == text else { return }
      dialog.isChecking = false
      switch (dialog.subject, answer) {
      case (.excludedPattern, .problem) where isPlace: dialog.problem = settings.exclude(text, isMissing: true)
      case (.excludedPattern, _): dialog.problem = settings.exclude(text)
      case (.forgetHistory(let batches), _): dialog.problem = await settings.forgetHistory(batches, typed: text)
      case (_, .problem(let sentence)): dialog.problem = sentence
      case (.folder, .folder(let path)): dialog.problem = choose(path)
      case (.protectedFolder, .folder(let path)): dialog.problem = settings.protect(text, path)
      }
      overlay = dialog.problem == nil ? nil : .entry(dialog)
      onChange()
    }
  }

  /// Another library.
  ///
  /// - Returns: Nil, or the sentence that says why not.
  func choose(_ path: FilePath) -> String? {
    if let problem = library.change(roots: [path]) { return problem }
    home.refresh()
    if route == .onboarding { onboarding.chosen() }
    return nil
  }
}
