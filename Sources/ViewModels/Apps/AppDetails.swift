import AppCleanup
import Foundation
import PhotoModel
import TextSurface

/// The row of an app: its name and the facts about it, as text that is fit for a screen.
extension AppsState.Row {
  init(_ app: InstalledApp, at now: Date) {
    let score = app.info.cleanupScore(at: now)
    self.init(
      name: SafeText(app.info.name).text, size: app.info.sizeBytes.map { ByteCount($0).formatted } ?? "?",
      lastUse: app.lastUseText(at: now), score: scoreTitle(score), fraction: min(1, score),
      isProtected: app.protection != nil, reason: SafeText(app.reasons(at: now).joined(separator: "; ")).text)
  }
}

extension InstalledApp {
  fileprivate func lastUseText(at now: Date) -> String {
    guard let days = info.daysSinceLastUse(at: now) else { return useNote == nil ? "use unknown" : "not opened" }
    return switch days {
    case ..<1: "used today"
    case ..<2: "used yesterday"
    default: "used \(groupedDigits(Int(min(days, 1e9)))) days ago"
    }
  }
}

extension AppPanel {
  /// The details of an app.
  ///
  /// - Parameter forecast: The effects of a removal; nil until the package manager has answered.
  init(_ app: InstalledApp, at now: Date, forecast: RemovalForecast?) {
    let size = app.info.sizeBytes.map { "\(ByteCount($0).formatted) on the disk" } ?? "Its size is not known"
    var parts = [
      Part("\(app.info.source.title) \(SafeText(app.info.id).text)", [size]),
      Part(
        app.protection == nil ? "Cleanup score \(scoreTitle(app.info.cleanupScore(at: now)))" : "What is known of it",
        // Why it stays has its own heading below.
        app.reasons(at: now).dropFirst(app.protection == nil ? 0 : 1).map { SafeText($0).text }),
    ]
    if app.neededBy.count > 2 { parts.append(Part("Needed by", [Self.names(app.neededBy)])) }
    var isWaiting = false
    if let protection = app.protection {
      parts.append(Part("It stays", [SafeText(protection).text], kind: .warning))
    } else if let command = app.removeCommand {
      isWaiting = forecast == nil
      parts.append(
        forecast.map { Self.takenAlong($0, with: app) }
          ?? Part("Removing it would take along", ["Asking the package manager …"]))
      parts.append(Part("The command that removes it", [SafeText(command).text], kind: .command))
      if let left = forecast?.left, !left.isEmpty {
        parts.append(
          Part("\(counted(left.count, "package")) would stay that nothing else needs", [Self.names(left)]))
      }
    } else {
      parts.append(Part("How it would be removed", ["Its source does not say."], kind: .warning))
    }
    self.init(
      subject: .app(app.id), title: SafeText(app.info.name).text, parts: parts.filter { !$0.lines.isEmpty },
      isWaiting: isWaiting)
  }

  private static func takenAlong(_ forecast: RemovalForecast, with app: InstalledApp) -> Part {
    if let problem = forecast.problem {
      return Part("What it would take along is not known", [SafeText(problem).text], kind: .warning)
    }
    // The other sources have no dry run.
    guard app.info.source.namesWhatGoes else {
      return Part("What removing it would do", ["The command names it alone. Its own data may stay."])
    }
    if forecast.removed.isEmpty {
      return Part(
        "What it would take along is not known", ["The package manager names nothing; it may be gone already."],
        kind: .warning)
    }
    let others = forecast.removed.filter { $0 != app.info.id }
    if others.isEmpty { return Part("Removing it would take along", ["nothing else"]) }
    return Part(
      "Removing it would take \(counted(others.count, "other package")) along", [names(others)], kind: .warning)
  }

  private static func names(_ names: [String]) -> String {
    let rest = names.count - mostNames
    return SafeText(names.prefix(mostNames).joined(separator: ", ")).text
      + (rest > 0 ? " and \(groupedDigits(rest)) more" : "")
  }

  /// The most names that are listed. The command lists all of them once more before it does anything.
  private static let mostNames = 100
}

extension AppPanel {
  /// The panel with the advice of a model.
  ///
  /// - Parameters:
  ///   - text: The advice that has come so far, with the lines of the model.
  ///   - note: The reason why no more comes; nil where more may come, or all has come.
  static func advice(of host: String, _ text: String, note: String? = nil, isWaiting: Bool = false) -> AppPanel {
    let lines = text.split(whereSeparator: \.isNewline).map { SafeText(String($0)).text }
    let waiting = isWaiting && lines.isEmpty ? ["Waiting for its first words …"] : []
    return AppPanel(
      subject: .advice, title: "Tips",
      parts: [
        Part("Advice of the model at \(SafeText(host).text), which may be wrong", lines + waiting),
        Part("No more comes", note.map { [SafeText($0).text] } ?? [], kind: .warning),
      ].filter { !$0.lines.isEmpty }, isWaiting: isWaiting)
  }

  /// The explanation how a model is set up, shown where none is.
  static func adviceIsOff(settingsFile: String) -> AppPanel {
    AppPanel(
      subject: .advice, title: "Tips",
      parts: [
        Part(
          "No model is set up",
          [
            "Tips come from a language model that runs on this machine; no other machine is ever asked.",
            "Start one, then write this line into \(settingsFile) and start Deckle again:",
          ]),
        Part("", ["adviceEndpoint = \"http://127.0.0.1:8080/v1\""], kind: .command),
      ])
  }

  static let nothingToAdviseOn = AppPanel(
    subject: .advice, title: "Tips", parts: [Part("Nothing to ask about", ["All apps of this list have to stay."])])
}

extension AppInfo.Source {
  fileprivate var title: String {
    switch self {
    case .dpkg: "Debian package"
    case .flatpak: "Flatpak"
    case .snap: "Snap"
    case .appimage: "AppImage"
    }
  }
}

extension AppOrder {
  /// The apps in this order. Protected apps come last in every order; equal ones keep their order.
  ///
  /// - Parameter apps: The apps by score, protected ones last.
  func sorted(_ apps: [InstalledApp]) -> [InstalledApp] {
    if self == .score { return apps }
    return apps.enumerated().sorted { left, right in
      let (first, second) = (rank(left.element), rank(right.element))
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }

  private func rank(_ app: InstalledApp) -> Double {
    if app.protection != nil { return .infinity }
    return switch self {
    case .score: 0
    case .size: -Double(app.info.sizeBytes ?? -1)
    // Never opened counts as the longest time; unknown times come after all known ones.
    case .lastUse:
      app.info.lastUse?.date.timeIntervalSince1970 ?? (app.useNote == nil ? .greatestFiniteMagnitude : -1)
    }
  }
}
