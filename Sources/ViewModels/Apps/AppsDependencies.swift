package import AppCleanup
package import SystemPackage

/// The installed apps and their removal. Only `run` and `trash` change anything, and only after a yes.
package struct AppsDependencies: Sendable {
  /// All installed apps: the best candidates for removal first, protected ones last.
  package var list: @Sendable () async -> [InstalledApp]
  /// The packages that a removal of an app would take along and leave, by its package manager.
  package var forecast: @Sendable (InstalledApp) async -> RemovalForecast
  /// The language model on this machine; nil where none is set up.
  package var adviser: Adviser?
  /// The file in which a model is set up, as the user would name it.
  package var settingsFile: String
  /// Runs a command in the terminal until it has ended and the user has read its output. Gives its exit code; nil where
  /// it could not be started.
  package var run: @Sendable (_ command: [String]) -> Int32?
  /// The folders that a removed app has left behind; none that is guarded, contains a guarded folder or lies in one.
  package var leftovers:
    @Sendable (_ app: InstalledApp, _ installed: [InstalledApp], _ guarded: [FilePath]) async
      -> [AppLeftover]
  /// Moves such folders to the trash as one batch of the history, each unless a folder guarded at that moment prevents
  /// it; gives a sentence for each that stays.
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

/// A language model on this machine that gives advice as text. Advice selects nothing and runs nothing.
package struct Adviser: Sendable {
  /// The address of the model, as the settings have it: "127.0.0.1:8080".
  package var host: String
  /// The answer to a prompt, piece by piece. To cancel the reading task ends the request.
  package var ask: @Sendable (_ prompt: String) -> AsyncStream<AdviceEvent>

  /// Creates an adviser that answers by a closure.
  package init(host: String, ask: @escaping @Sendable (_ prompt: String) -> AsyncStream<AdviceEvent>) {
    self.host = host
    self.ask = ask
  }
}

/// A piece of an answer. A stream that ends without `cut` or `failed` is complete.
package enum AdviceEvent: Hashable, Sendable {
  case text(String)
  /// The end of an answer that grew too long.
  case cut
  /// The reason why the answer ends early, as a sentence.
  case failed(String)
}
