import AppCleanup
import PhotoModel
import TextSurface

/// The command that removes an app: to the clipboard, or run in the terminal after a question.
extension AppsModel {
  /// The highlighted app, or the one whose details are open, with its command; nil where there is no command for it.
  var selectedRemoval: (app: InstalledApp, command: [String])? {
    guard state.panel?.subject != .advice, listed.indices.contains(state.selection) else { return nil }
    let app = listed[state.selection]
    return app.removal.map { (app, $0) }
  }

  /// `c`.
  ///
  /// - Returns: The text for the clipboard; nil where there is none.
  func copyPressed() -> String? {
    guard let command = selectedRemoval?.app.removeCommand else {
      showMessage(noCommand)
      return nil
    }
    return command
  }

  func copied(_ wasSent: Bool) {
    showMessage(
      wasSent
        ? "Copied, if this terminal lets programs copy; else take it from the details"
        : "This terminal has no clipboard; the command stands in the details")
  }

  /// `x`.
  func runPressed() -> Question? {
    guard let (app, command) = selectedRemoval else {
      showMessage(noCommand)
      return nil
    }
    if let reason = library.readOnlyReason {
      showMessage(reason)
      return nil
    }
    showMessage(nil)
    removal.ask(about: app)
    let name = SafeText(app.info.name).text
    return Question(
      subject: .removeApp(command), title: "Remove \(name)?",
      lines: [
        "This command runs here, in the terminal. It may ask for your password, "
          + (app.info.source.namesWhatGoes
            ? "and asks once more before it removes anything:" : "and for nothing else:"),
        SafeText(app.removeCommand ?? "").text,
        "Deckle removes nothing itself, and cannot put an app back.",
      ], safeButton: "Keep it", actButton: "Run it")
  }

  func runLent(_ command: [String]) {
    let code = dependencies.run(command)
    removal.ran()
    readAgain()
    showMessage(
      code.map {
        $0 == 0 ? "The command has ended; this is what is installed now." : "The command ended with code \($0)."
      }
        ?? "\(SafeText(command.first ?? "").text) could not be started.")
  }

  // MARK: What it left behind

  /// Asks about the folders that an app left behind, after its command has run; does nothing where the app is still
  /// there, or left no folder of its own.
  func askAboutLeftovers(_ installed: [InstalledApp]) async {
    guard let app = removal.removed(from: installed) else { return }
    let leftovers = await dependencies.leftovers(app, installed, guarded)
    guard !leftovers.isEmpty else { return }
    ask(about: leftovers, of: app)
  }

  /// Asks about folders of an app by name; those that do not fit into one question come with the next.
  private func ask(about folders: [AppLeftover], of app: InstalledApp) {
    let asked = removal.ask(about: folders, of: app)
    let others = asked.later.count
    let question = Question(
      subject: .trashLeftovers, title: "Move what \(SafeText(app.info.name).text) left to the trash?",
      lines: ["It is gone, and these folders bear exactly its name:"]
        + asked.folders.map { "\(pathTitle($0.path, home: home)), \($0.size.formatted)" }
        + (others > 0 ? ["\(counted(others, "other")) will be asked about next."] : [])
        + ["They may hold settings and documents. The history (y at Home) puts them back."],
      safeButton: "Leave them", actButton: "Move them")
    library.onChange(.question(question, on: .apps))
  }

  /// Moves the folders of the last question, which was answered with yes.
  func trashLeftovers() {
    guard let asked = removal.confirmed() else { return }
    work.run { [self] in
      // The settings may have changed since the question, and change between two folders.
      let problems = await dependencies.trash(asked.app, asked.folders) { [self] in await MainActor.run { guarded } }
      let moved = asked.folders.count - problems.count
      showMessage(
        "\(counted(moved, "folder")) moved to the trash."
          + (problems.first.map { " \($0)" } ?? "") + (problems.count > 1 ? " (and \(problems.count - 1) more)" : ""))
      if !asked.later.isEmpty { ask(about: asked.later, of: asked.app) }
      library.onChange(.screen)
    }
  }

  private var noCommand: String {
    guard state.panel?.subject != .advice, listed.indices.contains(state.selection) else {
      return state.panel == nil ? "No app is listed" : "\(keys.title(of: .back, in: .apps)) leads back to the app"
    }
    let app = listed[state.selection]
    return app.protection.map { "It stays: \(SafeText($0).text)" } ?? "Its source does not say how it is removed"
  }
}
