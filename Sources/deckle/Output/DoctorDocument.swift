import PhotoModel

/// `deckle doctor --json`, schema `deckle.doctor/1`.
struct DoctorDocument: Encodable, Sendable {
  struct Check: Encodable, Sendable {
    enum State: String, Encodable, Sendable {
      case ok
      /// Deckle works, with less than it could do.
      case warning
      /// A failure without which Deckle cannot work.
      case problem
    }

    /// "terminal", "pictures", "formats", "folders", "files".
    var area: String
    var name: String
    var state: State
    var finding: String
    /// The advice; empty where nothing needs doing.
    var advice: String

    init(_ area: String, _ name: String, _ state: State, _ finding: String, advice: String = "") {
      self.area = area
      self.name = name
      self.state = state
      self.finding = finding
      self.advice = advice
    }
  }

  struct Folder: Encodable, Sendable {
    struct Volume: Encodable, Sendable {
      var mountPoint: String
      var type: String
      var capacityBytes: Int64
      var availableBytes: Int64
      var readOnly: Bool
      var network: Bool
    }

    /// The abilities of the file system, tried in the trash.
    struct Moves: Encodable, Sendable {
      var renamesWithoutReplacing: Bool
      var countsLinks: Bool
      var keepsInodes: Bool
      /// Whether no server and no other program answers for the file system.
      var local: Bool
    }

    var path: String
    var pathBytes: String?
    var access: String
    var trash: String
    /// Null where there is none.
    var trashPath: OrNull<String>
    var volume: OrNull<Volume>
    /// Null where the trash is not there yet, so that it could not be tried.
    var moves: OrNull<Moves>
    var message: String
  }

  var schema = "deckle.doctor/1"
  /// Whether no check is a problem.
  var ok: Bool
  var checks: [Check]
  var folders: [Folder]

  init(checks: [Check], folders: [Folder]) {
    self.checks = checks
    self.folders = folders
    ok = !checks.contains { $0.state == .problem }
  }
}

/// The checks as a person reads them: what works, what does not, and what to do.
struct DoctorTable {
  let checks: [DoctorDocument.Check]
  let ink: Ink

  var lines: [String] {
    var lines: [String] = []
    var area = ""
    for check in checks {
      if check.area != area {
        if !area.isEmpty { lines.append("") }
        area = check.area
        lines.append(ink.bold(area.prefix(1).uppercased() + area.dropFirst()))
      }
      lines.append("  \(check.state.mark) \(check.name): \(check.finding)")
      if !check.advice.isEmpty { lines.append("      \(check.advice)") }
    }
    return lines + ["", closing]
  }

  private var closing: String {
    let problems = checks.count { $0.state == .problem }
    let warnings = checks.count { $0.state == .warning }
    if problems > 0 { return "\(counted(problems, "problem")) in the way; the lines with ✕ say what to do." }
    if warnings > 0 { return "Deckle works here; \(counted(warnings, "line")) with ! could be better." }
    return "All is well."
  }
}

extension DoctorDocument.Check.State {
  fileprivate var mark: String {
    switch self {
    case .ok: "✓"
    case .warning: "!"
    case .problem: "✕"
    }
  }
}
