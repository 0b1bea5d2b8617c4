import Glibc

/// The time that this process has used.
enum Spent {
  /// The processor time of all threads, without other work of the machine.
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

/// The seconds of all threads of this process, in user mode and in the kernel.
func processorSeconds() -> Double { Spent.processorTime.seconds }

/// The processor seconds that `body` takes.
func processorSeconds(of body: () -> Void) -> Double {
  let begin = processorSeconds()
  body()
  return processorSeconds() - begin
}

extension Duration {
  var milliseconds: String { "\((seconds * 10_000).rounded() / 10) ms" }
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
