import Dispatch
import FileSafety
import Synchronization
import SystemPackage
import TerminalDriver
import ViewModels

/// Work that may wait for a disk, on a thread of its own: the caller can see stalls of the disk meanwhile, and can give
/// up the result.
final class DiskWork<Value: Sendable>: Sendable {
  private let watchdog = IOWatchdog()
  private let outcome = Mutex<Result<Value, any Error>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// - Parameter path: The path at which the work begins; later ones come from the calls to the disk.
  init(at path: FilePath, _ work: @escaping @Sendable () throws -> Value) {
    let call = watchdog.begin(at: path)
    DispatchQueue(label: "deckle.disk").async { [self] in
      let result = Result { try IOWatchdog.$current.withValue(call) { try work() } }
      outcome.withLock { $0 = result }
      isDone.signal()
    }
  }

  /// The result, waited for so long at most; nil while the work goes on.
  func result(within timeout: Duration) -> Result<Value, any Error>? {
    if let known = outcome.withLock({ $0 }) { return known }
    let (seconds, attoseconds) = timeout.components
    _ = isDone.wait(timeout: .now() + Double(seconds) + Double(attoseconds) * 1e-18)
    return outcome.withLock { $0 }
  }

  /// The result without a timeout, for a program without a screen: a stall is reported on standard error, and then
  /// Ctrl-C ends the process at once.
  ///
  /// - Parameter home: The home folder, printed as "~".
  func resultReportingStalls(_ console: Console, home: FilePath?) throws -> Value {
    var reporter = StallReporter(console: console, home: home)
    while true {
      if let result = result(within: .milliseconds(50)) { return try result.get() }
      reporter.check(watchdog)
    }
  }

  /// The stall of the disk, once it is long enough to be reported.
  var stall: IOStall? { watchdog.stall }
}

/// Does the work of a command on the calling thread, while another one reports stalls of a disk and receives the
/// signals: a thread that waits for a disk may be deaf to them.
///
/// To be called where the signals are blocked (`blockTerminalSignals`).
/// - Parameter home: The home folder, printed as "~".
func reportingStalls<Value>(_ console: Console, home: FilePath?, _ work: () throws -> Value) rethrows -> Value {
  let watchdog = IOWatchdog()
  let call = watchdog.begin(at: home ?? "/")
  let isDone = DispatchSemaphore(value: 0)
  DispatchQueue(label: "deckle.watch").async {
    unblockTerminalSignals()
    defer { blockTerminalSignals() }
    var reporter = StallReporter(console: console, home: home)
    while isDone.wait(timeout: .now() + .milliseconds(50)) == .timedOut { reporter.check(watchdog) }
  }
  defer { isDone.signal() }
  return try IOWatchdog.$current.withValue(call) { try work() }
}

/// Reports stalls of a disk on standard error. From then on Ctrl-C ends the process at once, because no call to a disk
/// that hangs can be cancelled.
private struct StallReporter {
  let console: Console
  let home: FilePath?
  private var news = StallNotice()

  init(console: Console, home: FilePath?) {
    self.console = console
    self.home = home
  }

  mutating func check(_ watchdog: IOWatchdog) {
    guard let stall = watchdog.stall else { return }
    if Interruption.isRaised {
      console.printText(
        "You stopped the wait for \(pathTitle(stall.path, home: home)). What was under way is put in order at the "
          + "next start.")
      Interruption.leave()
    }
    if news.isNew(stall) { console.printText(stall.title(home: home) + ". Ctrl-C ends the wait.") }
  }
}

extension IOWatchdog {
  /// The path and time of a stall that is long enough to report; nil for none.
  var stall: IOStall? {
    guard let (path, time) = longest, time >= diskMoment else { return nil }
    return IOStall(path: path, time: time)
  }
}

/// Silences of a disk that are shorter are nothing to speak of.
let diskMoment = Duration.seconds(3)

/// A notice of a stall of the disk: once, and again every half minute.
struct StallNotice {
  private var reported: IOStall?

  mutating func isNew(_ stall: IOStall) -> Bool {
    let isKnown = reported.map {
      $0.path == stall.path && stall.time >= $0.time && stall.time - $0.time < .seconds(30)
    }
    guard isKnown != true else { return false }
    reported = stall
    return true
  }
}
