import Glibc

/// What this process took so far.
enum Spent {
  /// Of all its threads, so that what else the machine does is not counted.
  static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The most memory it had at once.
  static var peakMegabytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1024
  }
}

/// Of all threads of this process, in user mode and in the kernel.
func processorSeconds() -> Double { Spent.processorTime.seconds }

/// Those that `body` takes.
func processorSeconds(of body: () -> Void) -> Double {
  let begin = processorSeconds()
  body()
  return processorSeconds() - begin
}

extension Duration {
  var milliseconds: String { "\((seconds * 10_000).rounded() / 10) ms" }
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
