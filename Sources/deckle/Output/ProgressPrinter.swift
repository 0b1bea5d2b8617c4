import Foundation
import PhotoModel
import Synchronization
import SystemPackage
import TextSurface
import ViewModels

/// The progress of a scan on standard error.
struct ProgressPrinter: Sendable {
  enum Form: String, CaseIterable, Sendable { case auto, bar, json, none }

  /// A line of `--progress json`.
  private struct Line: Encodable {
    var stage: String
    var processed: Int
    var total: Int
    var fraction: Double
    var compared: Int
    var toCompare: Int
    var searched: Double
    var grouped: Double
    var fromCache: Int
    var skipped: Int
    var found: [String: Int]
  }

  /// The shortest time between two lines; more lines would only slow the scan.
  private static let pause = Duration.milliseconds(100)

  private let form: Form
  /// The name of work that is no scan: "measuring"; nil for a scan.
  private let work: String?
  private let console: Console
  private let clock = ContinuousClock()
  private var last: (instant: ContinuousClock.Instant, stage: ScanProgress.Stage)?
  private var widthOfLastBar = 0
  private var stalls = StallNotice()

  init(_ form: Form, console: Console, work: String? = nil) {
    self.work = work
    self.form = form == .auto ? (console.isErrorTerminal ? .bar : .none) : form
    self.console = console
  }

  /// Shows where the scan is, at most ten times a second and at every new stage.
  mutating func show(_ progress: ScanProgress) {
    guard form != .none else { return }
    let now = clock.now
    if let last, last.stage == progress.stage, last.instant.duration(to: now) < Self.pause { return }
    last = (now, progress.stage)
    print(progress)
  }

  /// Reports that the disk does not answer, at once and again every half minute.
  ///
  /// - Parameter home: The home folder, printed as "~".
  mutating func wait(for stall: IOStall, home: FilePath) {
    guard stalls.isNew(stall) else { return }
    if form == .bar { console.printRaw("\n") }
    console.printText(stall.title(home: home) + ". Ctrl-C ends the scan.")
  }

  /// The last word of the scan itself: it ends the line.
  mutating func finish(_ progress: ScanProgress) {
    guard form == .bar else { return }
    if console.isErrorTerminal {
      // The line was for the time being; the results come to where it stood.
      console.printRaw("\r" + String(repeating: " ", count: widthToClear) + "\r")
    } else {
      print(progress)
      console.printRaw("\n")
    }
  }

  /// The width of the last bar, as far as the terminal is still that wide.
  private var widthToClear: Int { min(widthOfLastBar, console.errorColumns - 1) }

  /// Prints the end of the progress for programs, with the number of findings.
  func conclude(_ progress: ScanProgress) {
    if form == .json { printLine(progress) }
  }

  private mutating func print(_ progress: ScanProgress) {
    switch form {
    case .json: printLine(progress)
    case .bar:
      let bar = scanBar(progress, work, columns: console.errorColumns)
      let width = displayWidth(bar)
      console.printRaw("\r" + bar + String(repeating: " ", count: max(0, widthToClear - width)))
      widthOfLastBar = width
    case .auto, .none: break
    }
  }

  private func printLine(_ progress: ScanProgress) {
    let found = Dictionary(
      uniqueKeysWithValues: IssueCategory.allCases.map { ($0.rawValue, progress.found[$0] ?? 0) })
    let line = Line(
      stage: work ?? progress.stage.rawValue, processed: progress.processed, total: progress.total,
      fraction: progress.fraction, compared: progress.compared, toCompare: progress.toCompare,
      searched: progress.searched, grouped: progress.grouped,
      fromCache: progress.fromCache, skipped: progress.skipped, found: found)
    if let bytes = try? jsonDocument(line, isPretty: false) { console.printRaw(String(decoding: bytes, as: UTF8.self)) }
  }
}

/// The progress bar "reading  [######------]  50%  100 of 200", shortened to the width of the terminal: a longer line
/// cannot be erased again.
private func scanBar(_ progress: ScanProgress, _ work: String?, columns: Int) -> String {
  let space = columns - 1
  if progress.stage == .finding { return String("finding photos  \(groupedDigits(progress.total))".prefix(space)) }
  if progress.stage == .comparing, let title = progress.comparisonTitle {
    return String("comparing  \(title)".prefix(space))
  }
  let figures = "\(progress.percentFormatted)  \(groupedDigits(progress.processed)) of \(groupedDigits(progress.total))"
  let stage = work ?? progress.stage.rawValue
  let width = min(24, space - "\(stage)  []  \(figures)".count)
  guard width >= 4 else { return String("\(stage)  \(figures)".prefix(space)) }
  let full = Int((progress.fraction * Double(width)).rounded(.down))
  return "\(stage)  [\(String(repeating: "#", count: full) + String(repeating: "-", count: width - full))]  \(figures)"
}

/// The line of a work that goes photo by photo and is no scan, on standard error.
final class WorkLine: Sendable {
  private let printer: Mutex<ProgressPrinter>
  private let done = Atomic<Int>(0)
  private let total: Int

  init(_ work: String, of total: Int, _ form: ProgressPrinter.Form, _ console: Console) {
    printer = Mutex(ProgressPrinter(form, console: console, work: work))
    self.total = total
  }

  /// Shows the number of photos that are done.
  func show(_ done: Int) {
    self.done.store(done, ordering: .relaxed)
    printer.withLock { $0.show(progress) }
  }

  /// Ends the line.
  func end() { printer.withLock { $0.finish(progress) } }

  private var progress: ScanProgress {
    ScanProgress(processed: done.load(ordering: .relaxed), total: total, stage: .reading)
  }
}
