import AppCleanup

/// The removal of an app by the command of its package manager, and the folders that the app leaves behind.
struct AppRemoval {
  /// The folders that an app left behind: those of the open question, and those for the next.
  struct Leftovers {
    var app: InstalledApp
    var folders: [AppLeftover]
    var later: [AppLeftover]
  }

  /// The most folders in one question: as many as a small window shows.
  private static let mostInQuestion = 6

  /// The app whose command runs or has run.
  private var app: InstalledApp?
  private var hasRun = false
  private var leftovers: Leftovers?

  /// Notes the app whose command the user is asked about.
  mutating func ask(about app: InstalledApp) { self.app = app }

  /// Notes that the command has run.
  mutating func ran() { hasRun = true }

  /// The app whose command has run, where it is not installed any more; once only.
  mutating func removed(from installed: [InstalledApp]) -> InstalledApp? {
    guard let app, hasRun else { return nil }
    (self.app, hasRun) = (nil, false)
    return installed.contains { $0.id == app.id } ? nil : app
  }

  /// Divides the folders of an app into those of the question that is asked now and those for the next.
  mutating func ask(about folders: [AppLeftover], of app: InstalledApp) -> Leftovers {
    let asked = Leftovers(
      app: app, folders: Array(folders.prefix(Self.mostInQuestion)),
      later: Array(folders.dropFirst(Self.mostInQuestion)))
    leftovers = asked
    return asked
  }

  /// The folders of the question that was answered with yes; once only.
  mutating func confirmed() -> Leftovers? {
    defer { leftovers = nil }
    return leftovers
  }
}
