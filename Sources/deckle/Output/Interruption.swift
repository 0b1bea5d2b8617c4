import Dispatch
import FileSafety
import Glibc
import Synchronization

/// Whether somebody asked this command to end: Ctrl-C, SIGTERM, a closed terminal.
enum Interruption {
  private static let count = Atomic<Int>(0)

  static var isRaised: Bool { count.load(ordering: .relaxed) > 0 }

  /// The signals that would end the process only raise the flag, once a thread lets them through; the second one ends
  /// it after all.
  ///
  /// To be called before any thread is started. A closed pipe and a file at its size limit become errors of the
  /// calls that meet them.
  static func listen() {
    // Made now, because a signal handler must not be the first to touch it.
    _ = isRaised
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in
        if Interruption.count.add(1, ordering: .relaxed).oldValue > 0 { Interruption.leave() }
      }
    }
  }

  /// Ends the process, whatever its threads wait for.
  static func leave() -> Never { _exit(CommandExitCode.interrupted.rawValue) }
}

/// Somebody asked a command to end before it did anything.
struct Interrupted: Error {}

/// Runs asynchronous work to its end while the calling thread waits; nil never comes back from work that ends.
///
/// - Parameter interrupted: Called once, on the calling thread, when a signal asks to stop. The work still has to end
///   by itself.
func runBlocking<Value: Sendable>(
  interrupted: () -> Void = {}, _ work: @escaping @Sendable () async -> Value
) -> Value? {
  let box = Box<Value>()
  let isDone = DispatchSemaphore(value: 0)
  // The work watches its own disk, and this thread asks none.
  IOWatchdog.current?.rests()
  // Detached: the calling thread may be the main actor's, and it is about to wait.
  Task.detached {
    box.put(await work())
    isDone.signal()
  }
  var hasReported = false
  while isDone.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
    if Interruption.isRaised, !hasReported {
      hasReported = true
      interrupted()
    }
  }
  return box.value
}

/// Takes the result from one thread to another.
private final class Box<Value: Sendable>: Sendable {
  private let state = Mutex<Value?>(nil)

  var value: Value? { state.withLock { $0 } }
  func put(_ value: Value) { state.withLock { $0 = value } }
}
