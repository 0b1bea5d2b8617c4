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
        ? "Sent to the clipboard. If it is not there, this terminal lets no program copy."
        : "This terminal has no clipboard; the command stands in the details.")
  }

  /// `r`.
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
    let name = SafeText(app.info.name).text
    return Question(
      subject: .removeApp(words), title: "Remove \(name)?",
      lines: [
        "This command runs here, in the terminal; it may ask for your password, and asks before it removes anything:",
        SafeText(app.removeCommand ?? "").text,
        "Deckle removes nothing itself, and cannot put an app back.",
      ], safeButton: "Keep it", actButton: "Run it")
  }

  func runLent(_ words: [String]) {
    let code = effects.run(words)
    lookAgain()
    say(
      code.map { $0 == 0 ? "The command has ended; this is what is installed now." : "The command ended with code \($0)." }
        ?? "\(SafeText(words.first ?? "").text) could not be started.")
  }

  private var noCommand: String {
    guard state.panel?.subject != .advice, listed.indices.contains(state.selection) else { return "Choose an app first" }
    let app = listed[state.selection]
    return app.protection.map { "It stays: \(SafeText($0).text)" } ?? "Its source does not say how it is removed"
  }
}
