import ArgumentParser
import FileSafety
import Foundation
import PhotoAnalysis
import PhotoModel
import PhotoScan
import Review
import SessionStore
import SystemPackage
import TextSurface
import ViewModels

/// The option of every command that lists findings.
struct ListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "List only this category: duplicate, similar, blurry or screenshot. May be repeated.", valueName: "category"))
  var category: [IssueCategory] = []

  /// Categories to list.
  var listed: Set<IssueCategory> { category.isEmpty ? Set(IssueCategory.allCases) : Set(category) }
}

/// The options of every command that scans, and the scan itself.
struct ScanOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("Folders of photos.", valueName: "folder"), completion: .directory)
  var folders: [String]

  @Option(
    help: ArgumentHelp(
      "Leave out names like Old or *.{tif,png}, and paths in the folder like Phone/Old. May be repeated.",
      valueName: "pattern"))
  var exclude: [String] = []

  @Option(
    help: ArgumentHelp("Compare photos of this folder, propose none. May be repeated.", valueName: "folder"),
    completion: .directory)
  var protect: [String] = []

  @Flag(help: "Do not enter folders where another file system is mounted.")
  var oneFileSystem = false

  @Flag(help: "Measure every photo anew, and remember nothing.")
  var noCache = false

  @Option(help: ArgumentHelp("Pictures decoded at the same time; else one for each processor.", valueName: "number"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp("List photos less sharp than this as blurry: 0.10…0.80.", valueName: "sharpness"),
    transform: number)
  var blurThreshold: Double?

  @Option(
    help: ArgumentHelp("List photos at least this alike as similar: 0.50…0.99.", valueName: "similarity"),
    transform: number)
  var similarThreshold: Double?

  @Option(
    help: ArgumentHelp("List photos at least this alike as duplicates: 0.50…0.99.", valueName: "similarity"),
    transform: number)
  var duplicateThreshold: Double?

  @Option(help: ArgumentHelp("Progress on standard error: auto, bar, json or none.", valueName: "form"))
  var progress: ProgressPrinter.Form = .auto

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be 1 or more, not \(jobs).") }
    if exclude.contains("") { throw ValidationError("--exclude needs a folder or a pattern, such as *.tmp.") }
    try check(blurThreshold, "--blur-threshold", ThresholdSlider.blur)
    try check(similarThreshold, "--similar-threshold", ThresholdSlider.similarity)
    try check(duplicateThreshold, "--duplicate-threshold", ThresholdSlider.similarity)
  }

  private func check(_ value: Double?, _ option: String, _ slider: ThresholdSlider) throws {
    guard let value, !slider.range.contains(value) else { return }
    throw ValidationError(
      "\(option) must be a number from \(hundredths(slider.range.lowerBound)) to \(hundredths(slider.range.upperBound)), "
        + "not \(value).")
  }

  /// The result of a scan.
  struct Scanned {
    var report: ScanReport
    var findings: Findings
    var settings: ScanSettings
    var startedAt: Date
    var exitCode: CommandExitCode
    /// The decisions that the findings were compared with.
    var decided: EarlierDecisions
  }

  /// Scans the folders and makes findings by the settings and by the decisions of earlier reviews.
  ///
  /// - Parameter measuresWhole: Whether every photo is measured whole, so that its scores are exact.
  func scan(_ program: Program, _ console: Console, measuresWhole: Bool = false) throws -> Scanned {
    var request = try request(program)
    request.settings.measuresWhole = measuresWhole
    let startedAt = Date()
    let logFile = program.places.logFile
    let cache = noCache ? nil : program.featuresIfPossible(console)
    defer { cache?.close() }
    let damage = CacheDamage(cache, naming: program.naming)
    if let sentence = damage.sentence() { console.printText(sentence) }
    func scanned(_ cache: FeatureStore?) throws -> Reported {
      let engine = program.engine(cache: cache) {
        // Opened only now: a scan leaves no file behind that it does not need.
        LogFile(path: logFile).write($0)
      }
      return try self.report(of: engine.scan(request), program, console)
    }
    var (report, progress, printer) = try scanned(cache)
    let decided = program.earlierDecisionsIfPossible(console)
    func findings(_ cache: FeatureStore?) -> Findings? {
      defer { printer.finish(progress) }
      return self.findings(report, request.settings, decided.ledger, FindingsCache(cache)) {
        progress.grouped = $0
        printer.show(progress)
      }
    }
    var found = findings(cache)
    // Vectors that the cache has lost by the time of the comparison are measured anew: by a second scan with the cache,
    // then by one without it.
    for cache in [cache, nil] where found == nil {
      (report, progress, printer) = try scanned(cache)
      found = findings(cache)
    }
    found?.apply(decided, report.photos, naming: nameTitle)
    progress.found = found?.counts ?? [:]
    ProgressPrinter(self.progress, console: console).conclude(progress)
    if let sentence = damage.sentence() { console.printText(sentence) }
    if !report.isInterrupted { reportUselessPatterns(report, program, console) }
    return Scanned(
      report: report, findings: found ?? Findings(), settings: request.settings, startedAt: startedAt,
      exitCode: exitCode(report, program, console), decided: decided)
  }

  /// A slip in a pattern would else go unseen: more is listed than was meant.
  private func reportUselessPatterns(_ report: ScanReport, _ program: Program, _ console: Console) {
    var reported: Set<String> = []
    for pattern in exclude where reported.insert(pattern).inserted {
      guard report.unusedPatterns.contains(expandedPattern(pattern, home: program.places.home)) else { continue }
      console.printText("--exclude \(SafeText(pattern.withoutEscapes).text) left nothing out.")
    }
  }

  /// The findings; nil where the cache has lost the measures of a photo.
  private func findings(
    _ report: ScanReport, _ settings: ScanSettings, _ ledger: Ledger, _ findingsCache: FindingsCache,
    progress: (Double) -> Void
  ) -> Findings? {
    // Comparing makes no call to the disk: without this, a long comparison would be reported as a wait for the last
    // path.
    IOWatchdog.current?.rests()
    let findingsKey = findingsCache.findingsKey(report.library, settings, ledger)
    if let kept = findingsKey.flatMap({ findingsCache.findings(on: $0, of: report.photos) }) { return kept }
    let index = FindingsIndex(photos: report.photos, verified: report.verified, progress: progress)
    if index.isIncomplete, !report.isInterrupted { return nil }
    let findings = index.findings(settings: settings, ledger: ledger)
    if let findingsKey, !index.isIncomplete { findingsCache.keep(findings, on: findingsKey, of: report.photos) }
    return findings
  }

  /// Settings with the thresholds of the command line.
  func settings(over others: ScanSettings = ScanSettings()) -> ScanSettings {
    var settings = others
    settings.blurThreshold = blurThreshold ?? settings.blurThreshold
    settings.similarThreshold = similarThreshold ?? settings.similarThreshold
    settings.duplicateThreshold = duplicateThreshold ?? settings.duplicateThreshold
    return settings
  }

  private func request(_ program: Program) throws -> ScanRequest {
    var settings = settings(over: program.scanSettings(of: program.configuration))
    settings.excludedFolders += exclude.map { expandedPattern($0, home: program.places.home) }
    // Findings are only needed at the end here, so no comparison is made before it.
    settings.batchSize = .max
    var known: Set<FilePath> = []
    let roots = try program.folders(folders).filter { known.insert($0).inserted }
    var request = ScanRequest(
      roots: roots, settings: settings, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    request.protectedFolders = try program.protectedFolders(named: protect)
    request.staysOnOneFileSystem = oneFileSystem
    return request
  }

  /// The report of a scan, its last progress, and the printer of progress.
  private typealias Reported = (report: ScanReport, progress: ScanProgress, printer: ProgressPrinter)

  /// Follows the scan to its end; the first Ctrl-C ends it early, with everything found by then.
  private func report(of run: ScanRun, _ program: Program, _ console: Console) throws -> Reported {
    let form = progress
    let home = program.places.home
    let ended = runBlocking(interrupted: run.cancel) { () -> Reported? in
      var printer = ProgressPrinter(form, console: console)
      var latest = ScanProgress(processed: 0, total: 0, stage: .finding)
      printer.show(latest)
      var report: ScanReport?
      for await event in run.events {
        switch event {
        case .progress(let progress, _):
          latest = progress
          printer.show(progress)
        case .snapshot: break
        case .waiting(let path, let stall): printer.wait(for: IOStall(path: path, time: stall), home: home)
        case .finished(let finished): report = finished
        }
      }
      return report.map { ($0, latest, printer) }
    }
    guard let ended = ended ?? nil else {
      throw CommandFailure("The scan ended before its time. Run it again; deckle doctor looks for what is wrong.")
    }
    return ended
  }

  private func exitCode(_ report: ScanReport, _ program: Program, _ console: Console) -> CommandExitCode {
    if report.isInterrupted { return .interrupted }
    let denied = report.roots.filter { $0.access == .denied }
    if denied.count == report.roots.count {
      for root in denied {
        console.printText(
          "\(program.naming(root.path)) cannot be read. \(root.message) Change its permissions, then scan again.")
      }
      return .failed
    }
    return report.skipped.isEmpty ? .done : .inPart
  }
}

extension IssueCategory: ExpressibleByArgument {
  /// A category of findings by its name.
  package init?(argument: String) {
    guard let category = Self.allCases.first(where: { $0.rawValue == argument }) else { return nil }
    self = category
  }
}
extension ProgressPrinter.Form: ExpressibleByArgument {}

private func number(_ text: String) throws -> Double {
  if let number = Double(text) { return number }
  throw ValidationError("it is no number; write one with a point, as 0.30.")
}
