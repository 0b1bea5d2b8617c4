import AppCleanup
import ArgumentParser
import Foundation
import PhotoModel
import TextSurface

/// `deckle apps`: installed applications, the best candidates for removal first. Removes nothing.
struct AppsCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "apps", abstract: "List installed apps by how much is to be said for removing them; removes nothing.",
    discussion: """
      The score is 0.4 for each GB and up to 0.6 for 90 days without use, 0.5 where the last use is unknown. Removing \
      is the work of the package manager: the command for it stands in the list.
      """)

  @Flag(help: "Also packages that no menu shows.")
  var all = false

  @Flag(help: "Print one JSON document (schema deckle.apps/1).")
  var json = false

  @Flag(help: "Ask a model on this machine for advice (adviceEndpoint in config.toml).")
  var tips = false

  /// The model to ask is a setting.
  var withWrongSettings: WrongSettings { tips ? .stop : .goOn }

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    let model = tips ? try model(of: program) : nil
    let now = Date()
    let apps = AppSurvey(program.appLocations).apps(at: now).filter { all || $0.isInMenu }
    if json {
      let advice = model.map { adviceInOnePiece(about: apps, at: now, asking: $0, console) }
      try console.write(try jsonDocument(AppsDocument(apps, advice: advice?.answer, at: now)))
      return advice?.exitCode ?? .done
    }
    guard !apps.isEmpty else {
      let more = all ? "" : " deckle apps --all lists packages that no menu shows."
      try console.print("No installed apps were found.\(more)")
      return .done
    }
    try console.print(lines(apps, at: now))
    return try model.map { try advise(about: apps, at: now, asking: $0, console) } ?? .done
  }

  /// - Throws: `CommandFailure` where no model is set up.
  private func model(of program: Program) throws -> LocalAdvice {
    guard let endpoint = program.configuration.adviceEndpoint else {
      throw CommandFailure(
        "No model is set up. Start one on this machine and write adviceEndpoint = \"http://127.0.0.1:8080/v1\" into "
          + "\(program.naming(program.places.configurationFile)).")
    }
    return LocalAdvice(endpoint, model: program.configuration.adviceModel)
  }

  /// Prints the answer of the model as it comes, under a line that names its origin.
  private func advise(
    about apps: [InstalledApp], at now: Date, asking model: LocalAdvice, _ console: Console
  ) throws -> CommandExitCode {
    try console.print(["", "Advice of the model at \(SafeText(model.endpoint.host).text), which may be wrong:"])
    let (isWhole, problem) = ask(model, about: apps, at: now) { _ = try? console.write(Array(fitForTerminal($0).utf8)) }
    try? console.print(isWhole || problem != nil ? "" : " …")
    return exitCode(of: problem, console)
  }

  /// The advice for a document, which is written once the answer has ended, also where none came.
  private func adviceInOnePiece(
    about apps: [InstalledApp], at now: Date, asking model: LocalAdvice, _ console: Console
  ) -> (answer: AppsDocument.Advice, exitCode: CommandExitCode) {
    var text = ""
    let (isWhole, problem) = apps.isEmpty ? (true, nil) : ask(model, about: apps, at: now) { text += $0 }
    let answer = AppsDocument.Advice(host: model.endpoint.host, text: text, isWhole: isWhole)
    return (answer, exitCode(of: problem, console))
  }

  private func ask(
    _ model: LocalAdvice, about apps: [InstalledApp], at now: Date, notify: (String) -> Void
  ) -> (isWhole: Bool, problem: LocalAdvice.Problem?) {
    do throws(LocalAdvice.Problem) {
      let isCut = try model.ask(
        LocalAdvice.prompt(about: apps, at: now), isStopped: { Interruption.isRaised }, notify: notify)
      return (!isCut, nil)
    } catch {
      return (false, error)
    }
  }

  private func exitCode(of problem: LocalAdvice.Problem?, _ console: Console) -> CommandExitCode {
    guard let problem else { return .done }
    console.printText(SafeText(problem.sentence).text)
    return problem == .stopped ? .interrupted : .failed
  }

  /// The text for the terminal: line breaks stay, other control characters are escaped.
  private func fitForTerminal(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText(String($0)).text }
      .joined(separator: "\n")
  }

  private func lines(_ apps: [InstalledApp], at now: Date) -> [String] {
    var table = TextTable([.trailing, .leading, .trailing, .leading, .leading])
    for app in apps {
      table.add([
        scoreTitle(app.info.cleanupScore(at: now)), SafeText(app.info.name).text,
        app.info.sizeBytes.map { ByteCount($0).formatted } ?? "?",
        app.reasons(at: now).map { SafeText($0).text }.joined(separator: "; "),
        app.removeCommand.map { SafeText($0).text } ?? "",
      ])
    }
    let total = apps.compactMap(\.info.sizeBytes).reduce(Int64(0)) { $0.addingReportingOverflow($1).partialValue }
    return table.lines + ["", "\(counted(apps.count, "app")), \(ByteCount(total).formatted). Nothing was removed."]
  }
}

extension Program {
  /// The folders of the traces of applications, for this user.
  var appLocations: AppLocations {
    var locations = AppLocations(home: places.home.documentText, variables: variables.texts)
    let folders = (variables.texts["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    locations.isRootWithoutSudo = geteuid() == 0 && !folders.contains { access("\($0)/sudo", X_OK) == 0 }
    return locations
  }
}

/// `deckle apps --json`, schema `deckle.apps/1`.
struct AppsDocument: Encodable, Sendable {
  struct App: Encodable, Sendable {
    var id: String
    var name: String
    var source: String
    /// The size; null where the source does not tell.
    var sizeBytes: OrNull<Int64>
    /// ISO 8601; null where unknown.
    var lastUsed: OrNull<String>
    /// The source of the date as text, or `unknown`.
    var lastUseSource: String
    var cleanupScore: Double
    var reasons: [String]
    /// Null for what must stay.
    var removeCommand: OrNull<String>
    var protected: Bool
    /// Whether the app was installed as a dependency; null where the source does not tell.
    var automatic: OrNull<Bool>
    var neededBy: [String]
  }

  /// The advice of the model on this machine, with `--tips`. It may be wrong.
  struct Advice: Encodable, Sendable {
    var host: String
    /// The text as far as it came: empty without an answer.
    var text: String
    var isWhole: Bool
  }

  var schema = "deckle.apps/1"
  /// The best candidates first; what must stay comes last.
  var apps: [App]
  /// The advice; with `--tips` only.
  var advice: Advice?

  init(_ apps: [InstalledApp], advice: Advice?, at now: Date) {
    self.advice = advice
    self.apps = apps.map { app in
      App(
        id: app.info.id, name: app.info.name, source: app.info.source.rawValue, sizeBytes: OrNull(app.info.sizeBytes),
        lastUsed: OrNull(app.info.lastUse?.date.formatted(.iso8601)),
        lastUseSource: app.info.lastUse?.evidence ?? "unknown", cleanupScore: app.info.cleanupScore(at: now),
        reasons: app.reasons(at: now), removeCommand: OrNull(app.removeCommand), protected: app.protection != nil,
        automatic: OrNull(app.isAutomatic), neededBy: app.neededBy)
    }
  }
}
