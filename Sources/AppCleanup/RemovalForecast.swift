/// The packages that a removal would take along and leave behind, as the package manager itself foretells.
package struct RemovalForecast: Hashable, Sendable {
  /// Everything that would be removed, the app among it, in the order of the package manager.
  package var removed: [String]
  /// Packages that nothing would need any more; they stay until the user asks for them to go.
  package var left: [String]
  /// The reason, as a sentence, why the package manager gave no forecast; nil where it did.
  package var problem: String?

  /// Creates a forecast.
  package init(removed: [String] = [], left: [String] = [], problem: String? = nil) {
    self.removed = removed
    self.left = left
    self.problem = problem
  }
}

extension RemovalForecast {
  /// Asks the package manager, which changes nothing. Snaps and AppImages have no dry run: their command names them
  /// alone.
  ///
  /// - Parameter timeout: The time after which it is ended; another package manager may hold the lock for minutes.
  package static func ask(
    about app: InstalledApp, at locations: AppLocations, timeout: Duration = .seconds(20)
  ) -> RemovalForecast {
    switch app.info.source {
    case .dpkg:
      let question = Subprocess(
        program: locations.real("/usr/bin/apt-get"), arguments: ["-s", "-q", "remove", "--", app.info.id])
      guard let result = question.run(timeout: timeout) else { return silent }
      guard result.status == 0 else { return refused("E: ", result.text) }
      return RemovalForecast(aptOutput: result.text)
    case .flatpak: return flatpak(app, at: locations, timeout: timeout)
    case .snap, .appimage: return RemovalForecast(removed: [app.info.id])
    }
  }

  /// Flatpak has no dry run, but lists everything to be removed and asks before it begins. Without a terminal it takes
  /// "no" as the answer, and "no" is what it is given besides.
  private static func flatpak(_ app: InstalledApp, at locations: AppLocations, timeout: Duration) -> RemovalForecast {
    func question(_ arguments: [String]) -> Subprocess {
      Subprocess(
        program: locations.real("/usr/bin/flatpak"), arguments: arguments, answer: "n\n",
        variables: ["HOME=\(locations.home)", "XDG_DATA_HOME=\(locations.dataHome)"])
    }
    // A command that answers the question itself must not be run.
    guard let arguments = app.removal?.dropFirst(), arguments.first == "uninstall",
      !arguments.contains(where: { $0.hasPrefix("-") && !["--user", "--system"].contains($0) })
    else { return silent }
    guard let asked = question(Array(arguments)).run(timeout: timeout) else { return silent }
    var forecast = RemovalForecast(flatpakOutput: asked.text)
    guard !forecast.removed.isEmpty else { return refused("error: ", asked.text) }
    if let listed = question(["list", "--app", "--columns=application,runtime"]).run(timeout: timeout),
      listed.status == 0
    {
      forecast.left = leftRuntimes(after: app.info.id, in: listed.text)
    }
    return forecast
  }

  private static let silent = RemovalForecast(
    problem: "The package manager did not answer. Another one may be at work.")

  /// - Parameter mark: The prefix of its error lines.
  private static func refused(_ mark: String, _ text: String) -> RemovalForecast {
    let reason = text.split(separator: "\n").last { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
    return RemovalForecast(
      problem: "The package manager would not remove it: \(reason ?? "no reason was given.")")
  }

  /// Reads the list that Flatpak shows before its question: " 1.", state, id, branch and "r" for what is removed, with
  /// tabs between them where its output is no terminal.
  init(flatpakOutput: String) {
    self.init()
    for line in flatpakOutput.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(Self.trimmed)
      guard fields.count >= 4, fields[0].wholeMatch(of: /\d+\./) != nil, fields.last == "r" else { continue }
      if let id = fields.dropFirst().first(where: { !$0.isEmpty && !$0.hasPrefix("[") }) { removed.append(id) }
    }
  }

  private static func trimmed(_ field: Substring) -> String {
    String(field.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// The runtimes that only this app uses, by Flatpak's list of apps and their runtimes ("org.kde.Platform/x86_64/6").
  private static func leftRuntimes(after id: String, in list: String) -> [String] {
    let rows = list.split(separator: "\n").map { line in line.split(separator: "\t").map(trimmed) }
    let users = Dictionary(grouping: rows.filter { $0.count == 2 && !$0[1].isEmpty }, by: { $0[1] })
    return users.filter { $0.value.allSatisfy { $0[0] == id } }.keys.sorted()
  }

  /// Reads the output of `apt-get -s remove` in the C locale: "Remv gimp [2.10]", and an indented list of leftovers.
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
}
