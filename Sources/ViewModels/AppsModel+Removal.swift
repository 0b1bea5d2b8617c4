import AppCleanup
import PhotoModel
import TextSurface

/// The command that removes an app: to the clipboard, or run in the terminal after a question.
extension AppsModel {
  /// The highlighted app, or the one whose details are open, if there is a command for it.
  var selectedRemoval: (app: InstalledApp, words: [String])? {
    guard state.panel?.subject != .advice, listed.indices.contains(state.selection) else { return nil }
    let app = listed[state.selection]
    return app.removal.map { (app, $0) }
  }

  /// `c`.
  ///
  /// - Returns: The text for the clipboard; nil where there is none.
  func copyPressed() -> String? {
    guard let command = selectedRemoval?.app.removeCommand else {
      say(noCommand)
      return nil
    }
    return command
  }

  func copied(_ wasSent: Bool) {
    say(
      wasSent
        ? "Copied, if this terminal lets programs copy; else take it from the details"
        : "This terminal has no clipboard; the command stands in the details")
  }

  /// `x`.
  func runPressed(readOnly: String?) -> Question? {
    guard let (app, words) = selectedRemoval else {
      say(noCommand)
      return nil
    }
    if let readOnly {
      say(readOnly)
      return nil
    }
    say(nil)
    leaving = app
    let name = SafeText(app.info.name).text
    return Question(
      subject: .removeApp(words), title: "Remove \(name)?",
      lines: [
        "This command runs here, in the terminal. It may ask for your password, "
          + (app.info.source.namesWhatGoes
            ? "and asks once more before it removes anything:" : "and for nothing else:"),
        SafeText(app.removeCommand ?? "").text,
        "Deckle removes nothing itself, and cannot put an app back.",
      ], safeButton: "Keep it", actButton: "Run it")
  }

  func runLent(_ words: [String]) {
    let code = effects.run(words)
    hasRun = true
    lookAgain()
    say(
      code.map {
        $0 == 0 ? "The command has ended; this is what is installed now." : "The command ended with code \($0)."
      }
        ?? "\(SafeText(words.first ?? "").text) could not be started.")
  }

  // MARK: What it left behind

  /// After its command has run: asks only where the app is gone, and has folders of its own.
  func askAboutLeftovers(_ installed: [InstalledApp]) async {
    guard let app = leaving, hasRun else { return }
    (leaving, hasRun) = (nil, false)
    guard !installed.contains(where: { $0.id == app.id }) else { return }
    let leftovers = await effects.leftovers(app, installed, guarded())
    guard !leftovers.isEmpty else { return }
    self.leftovers = (app, leftovers)
    let shown = leftovers.prefix(6).map { "\(pathTitle($0.path, home: home)), \($0.size.formatted)" }
    onQuestion(
      Question(
        subject: .trashLeftovers, title: "Move what \(SafeText(app.info.name).text) left to the trash?",
        lines: ["It is gone, and these folders bear exactly its name:"] + shown
          + (leftovers.count > 6 ? ["and \(leftovers.count - 6) more"] : [])
          + ["They may hold settings and documents. The history (y at Home) puts them back."],
        safeButton: "Leave them", actButton: "Move them"))
    onChange()
  }

  /// The question was answered with yes.
  func trashLeftovers() {
    guard let (app, going) = leftovers else { return }
    leftovers = nil
    work.run { [self] in
      // The settings may have changed since the question, and change between two folders.
      let problems = await effects.trash(app, going) { [self] in await MainActor.run { guarded() } }
      let moved = going.count - problems.count
      say(
        "\(counted(moved, "folder")) moved to the trash."
          + (problems.first.map { " \($0)" } ?? "") + (problems.count > 1 ? " (and \(problems.count - 1) more)" : ""))
      onChange()
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
