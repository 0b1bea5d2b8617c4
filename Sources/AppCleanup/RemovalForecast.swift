/// What a removal would take along and leave behind, as the package manager itself says.
package struct RemovalForecast: Hashable, Sendable {
  /// Everything that would be removed, the app among it, in the order of the package manager.
  package var removed: [String]
  /// What nothing would need any more; it stays until the user asks for it to go.
  package var left: [String]
  /// A sentence where the package manager could not say.
  package var problem: String?

  package init(removed: [String] = [], left: [String] = [], problem: String? = nil) {
    self.removed = removed
    self.left = left
    self.problem = problem
  }
}

extension RemovalForecast {
  /// Asks the package manager, which changes nothing.
  ///
  /// - Parameters:
  ///   - aptGet: The program to ask.
  ///   - patience: After this it is ended; another package manager may hold the lock for minutes.
  package static func ask(
    about app: InstalledApp, aptGet: String = "/usr/bin/apt-get", patience: Duration = .seconds(20)
  ) -> RemovalForecast {
    switch app.info.source {
    case .dpkg:
      let question = QuietCommand(program: aptGet, arguments: ["-s", "-q", "remove", "--", app.info.id])
      guard let result = question.run(patience: patience) else {
        return RemovalForecast(problem: "The package manager did not answer. Another one may be at work.")
      }
      guard result.status == 0 else {
        return RemovalForecast(problem: "The package manager would not remove it: \(lastSentence(of: result.text))")
      }
      return RemovalForecast(aptOutput: result.text)
    case .flatpak, .snap, .appimage: return RemovalForecast(removed: [app.info.id])
    }
  }

  /// Reads what `apt-get -s remove` prints in the C locale: "Remv gimp [2.10]", and an indented list of what is left.
  init(aptOutput: String) {
    self.init()
    var isInList = false
    for line in aptOutput.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("Remv ") {
        if let name = line.dropFirst(5).split(separator: " ").first { removed.append(String(name)) }
      } else if line.hasSuffix("no longer required:") {
        isInList = true
        continue
      }
      if isInList, line.hasPrefix("  ") {
        left += line.split(separator: " ").map(String.init)
      } else {
        isInList = false
      }
    }
  }

  private static func lastSentence(of text: String) -> String {
    text.split(separator: "\n").last { $0.hasPrefix("E: ") }.map { String($0.dropFirst(3)) } ?? "no reason was given."
  }
}
