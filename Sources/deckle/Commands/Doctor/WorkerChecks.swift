import DecodeWorker
import TextSurface

/// The processes that open pictures: whether they start here, and what holds them.
struct WorkerChecks {
  typealias Check = DoctorDocument.Check

  let report: Result<SandboxReport, SandboxReport.Failure>

  /// The checks of workers, listed under the formats: without workers no format can be opened.
  var all: [Check] {
    switch report {
    case .success(let report): return [check(report), rank(report)]
    case .failure(let error):
      return [
        Check(
          "formats", "opened in", .problem,
          "no process of their own can be started (\(SafeText(error.reason).text))",
          advice:
            "Copies are still found by their bytes; nothing else is. Check the limit of processes (ulimit -u).")
      ]
    }
  }

  private func rank(_ report: SandboxReport) -> Check {
    Check(
      "formats", "scans run", .ok,
      report.standsBehind
        ? "behind other programs: nice 10, and last to read from the disk"
        : "beside other programs: their rank cannot be lowered here")
  }

  private func check(_ report: SandboxReport) -> Check {
    let layers = report.layers
    let parts = [
      "seccomp \(layers.systemCalls ? "yes" : "no")",
      layers.landlock > 0 ? "Landlock \(layers.landlock)" : "Landlock no",
      "memory limit \(layers.limits ? "yes" : "no")",
    ]
    let finding = "locked-down processes: \(parts.joined(separator: ", "))"
    if report.openDoors.isEmpty, layers.limits, layers.endsWithParent {
      return Check("formats", "opened in", .ok, finding)
    }
    var advice: [String] = []
    if !report.openDoors.isEmpty {
      advice.append(
        "A picture that takes over its decoder could \(report.openDoors.map(\.text).joined(separator: ", ")).")
    }
    if !layers.limits { advice.append("A picture could take more memory than it should.") }
    if !layers.endsWithParent { advice.append("They may stay for a moment after Deckle was killed.") }
    advice.append("Deckle works all the same; a newer kernel, or another container, holds them better.")
    return Check("formats", "opened in", .warning, finding, advice: advice.joined(separator: " "))
  }
}

extension EscapeAttempt {
  /// The attempt in words that follow "could".
  fileprivate var text: String {
    switch self {
    case .openFile: "read your files"
    case .createFile: "write files"
    case .openSocket: "use the network"
    case .makeProcess: "start processes"
    case .runProgram: "run programs"
    case .signalParent: "end your other programs"
    case .makeCode: "run code of its own"
    case .liftLimits: "lift its limits"
    }
  }
}
