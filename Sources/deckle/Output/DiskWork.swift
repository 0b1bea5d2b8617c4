import Dispatch
import FileSafety
import Synchronization
import SystemPackage
import TerminalDriver
import ViewModels

/// Work that may wait for a disk, on a thread of its own: whoever wants its result can look at what the disk does not
/// answer meanwhile, and can go without it.
final class DiskWork<Value: Sendable>: Sendable {
  private let watch = DiskWatch()
  private let outcome = Mutex<Result<Value, any Error>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// - Parameter place: Where it begins; from there on the calls to the disk tell.
  init(at place: FilePath, _ work: @escaping @Sendable () throws -> Value) {
    let call = watch.begin(at: place)
    DispatchQueue(label: "deckle.disk").async { [self] in
      let result = Result { try DiskWatch.$current.withValue(call) { try work() } }
      outcome.withLock { $0 = result }
      isDone.signal()
    }
  }

  /// What came of it, waited for so long at most; nil while it goes on.
  func result(within patience: Duration) -> Result<Value, any Error>? {
    if let known = outcome.withLock({ $0 }) { return known }
    let (seconds, attoseconds) = patience.components
    _ = isDone.wait(timeout: .now() + Double(seconds) + Double(attoseconds) * 1e-18)
    return outcome.withLock { $0 }
  }

  /// The same without an end, for a program without a screen: a silence is said on standard error, and then Ctrl-C ends
  /// the process at once.
  ///
  /// - Parameter home: Written "~".
  func resultSayingSilence(_ console: Console, home: FilePath?) throws -> Value {
    var teller = SilenceTeller(console: console, home: home)
    while true {
      if let result = result(within: .milliseconds(50)) { return try result.get() }
      teller.look(at: watch)
    }
  }

  /// What has not answered for so long that it is worth a word.
  var silence: DiskSilence? { watch.silence }
}

/// Does the work of a command on the calling thread, while another one says what a disk does not answer, and takes the
/// signals meanwhile: a thread that waits for a disk may be deaf to them.
///
/// To be called where the signals are blocked (`blockTerminalSignals`).
/// - Parameter home: Written "~".
func sayingSilence<Value>(_ console: Console, home: FilePath?, _ work: () throws -> Value) rethrows -> Value {
  let watch = DiskWatch()
  let call = watch.begin(at: home ?? "/")
  let isDone = DispatchSemaphore(value: 0)
  DispatchQueue(label: "deckle.watch").async {
    unblockTerminalSignals()
    defer { blockTerminalSignals() }
    var teller = SilenceTeller(console: console, home: home)
    while isDone.wait(timeout: .now() + .milliseconds(50)) == .timedOut { teller.look(at: watch) }
  }
  defer { isDone.signal() }
  return try DiskWatch.$current.withValue(call) { try work() }
}

/// Says on standard error what a disk does not answer. From then on Ctrl-C ends the process at once, because no call to a
/// disk that hangs can be called back.
private struct SilenceTeller {
  let console: Console
  let home: FilePath?
  private var news = SilenceNews()

  init(console: Console, home: FilePath?) {
    self.console = console
    self.home = home
  }

  mutating func look(at watch: DiskWatch) {
    guard let silence = watch.silence else { return }
    if Interruption.isRaised {
      console.say(
        "You stopped the wait for \(pathTitle(silence.place, home: home)). What was under way is put in order at the "
          + "next start.")
      Interruption.leave()
    }
    if news.isNew(silence) { console.say(silence.title(home: home) + ". Ctrl-C ends the wait.") }
  }
}

extension DiskWatch {
  /// What has not answered for so long that it is worth a word.
  fileprivate var silence: DiskSilence? {
    guard let (place, time) = longest, time >= diskMoment else { return nil }
    return DiskSilence(place: place, time: time)
  }
}

/// Silences of a disk that are shorter are nothing to speak of.
let diskMoment = Duration.seconds(3)

/// Says once what the disk does not answer, and again every half minute.
struct SilenceNews {
  private var said: DiskSilence?

  mutating func isNew(_ silence: DiskSilence) -> Bool {
    let isKnown = said.map {
      $0.place == silence.place && silence.time >= $0.time && silence.time - $0.time < .seconds(30)
    }
    guard isKnown != true else { return false }
    said = silence
    return true
  }
}
