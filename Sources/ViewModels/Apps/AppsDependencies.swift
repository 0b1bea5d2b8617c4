package import AppCleanup
package import SystemPackage

/// Installed apps and what is known about removing them. Only `run` changes anything, and only after a yes.
package struct AppsDependencies: Sendable {
  /// Everything installed, the best candidates first and what is protected last.
  package var list: @Sendable () async -> [InstalledApp]
  /// What its package manager says a removal would take along and leave.
  package var forecast: @Sendable (InstalledApp) async -> RemovalForecast
  /// A model on this machine; nil where none is set up.
  package var adviser: Adviser?
  /// The file that sets one up, as the user would name it.
  package var settingsFile: String
  /// Runs a command in the terminal, which is lent to it, until it has ended and the user has read what it said.
  /// Gives its exit code; nil where it could not be started.
  package var run: @Sendable (_ command: [String]) -> Int32?
  /// Folders that an app which is gone has left behind; none that is, holds or lies in a guarded one.
  package var leftovers:
    @Sendable (_ app: InstalledApp, _ installed: [InstalledApp], _ guarded: [FilePath]) async
      -> [AppLeftover]
  /// Moves them to the trash as one batch of the history, each unless a folder guarded at that moment stands against it;
  /// gives a sentence for each that stays.
  package var trash: Trashing

  /// A move of leftovers to the trash; returns a sentence for each folder that stays.
  package typealias Trashing =
    @Sendable (_ app: InstalledApp, _ leftovers: [AppLeftover], _ guarded: @Sendable () async -> [FilePath]) async
    -> [String]

  /// Creates the dependencies from their closures.
  package init(
    list: @escaping @Sendable () async -> [InstalledApp],
    forecast: @escaping @Sendable (InstalledApp) async -> RemovalForecast, adviser: Adviser?, settingsFile: String,
    run: @escaping @Sendable (_ command: [String]) -> Int32?,
    leftovers:
      @escaping @Sendable (_ app: InstalledApp, _ installed: [InstalledApp], _ guarded: [FilePath]) async
      -> [AppLeftover],
    trash: @escaping Trashing
  ) {
    self.run = run
    self.leftovers = leftovers
    self.trash = trash
    self.list = list
    self.forecast = forecast
    self.adviser = adviser
    self.settingsFile = settingsFile
  }
}

/// A model on this machine that gives advice in words. They select nothing and run nothing.
package struct Adviser: Sendable {
  /// Where it answers, as the settings have it: "127.0.0.1:8080".
  package var host: String
  /// Its answer to a prompt, piece by piece. Whoever stops listening ends the question.
  package var ask: @Sendable (_ prompt: String) -> AsyncStream<AdviceEvent>

  /// Creates an adviser that answers by a closure.
  package init(host: String, ask: @escaping @Sendable (_ prompt: String) -> AsyncStream<AdviceEvent>) {
    self.host = host
    self.ask = ask
  }
}

/// A piece of an answer. A stream that ends without a word about it has said all.
package enum AdviceEvent: Hashable, Sendable {
  case text(String)
  /// The answer grew too long and ends here.
  case cut
  /// Why no more comes, as a sentence.
  case failed(String)
}
