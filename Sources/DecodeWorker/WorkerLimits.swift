import CSandbox
import ImageDecoding
package import PhotoModel

/// The costs that one picture may have before its decode worker is ended.
package struct WorkerLimits: Sendable {
  /// The private memory of a process. The most expensive pictures that the decoders accept take half of it.
  package var memory = ByteCount(1_500_000_000)
  /// The processor time in seconds for a picture of ordinary size. Most take less than one.
  package var processorSeconds = 10
  /// The longest time for an answer that needs no reading. Waiting for a processor does not count.
  package var timeout = Duration.seconds(15)
  /// The time that is added for each megabyte: a slow network drive is not a bad picture.
  package var timeoutPerMegabyte = Duration.milliseconds(250)
  /// The longest time in which a process starts and locks itself down.
  package var startTimeout = Duration.seconds(30)
  /// The time after which a process without a request is ended.
  package var idleTime = Duration.seconds(20)
  /// Whether the process runs at low priority: for a scan, not for a picture that the user waits to see.
  package var isLowPriority = false

  /// Creates the limits of the program.
  package init() {}

  /// Never less than for an ordinary picture.
  func processorSeconds(for work: PictureWork) -> Int {
    max(processorSeconds, allowedProcessorSeconds(for: work.format, pixels: work.pixels))
  }

  /// Whether the work needs more processor time than that of an ordinary picture.
  static func exceedsOrdinary(_ work: PictureWork) -> Bool {
    let limits = WorkerLimits()
    return limits.processorSeconds(for: work) > limits.processorSeconds
  }

  func timeout(for size: Int64) -> Duration { timeout + timeoutPerMegabyte * Double(size) / 1_000_000 }
}

/// The program that runs as a decode worker.
package struct WorkerProgram: Sendable {
  /// The path of the program file.
  package var path: String
  /// The first argument; the ceiling of memory follows.
  package var argument: String

  /// Creates a program.
  package init(path: String, argument: String) {
    self.path = path
    self.argument = argument
  }

  /// This program itself: also after an update has replaced its file, where `/proc` is mounted.
  package static let thisProgram = WorkerProgram(
    path: String(cString: sandbox_program()), argument: "--inspect-for-parent")
}

extension Duration {
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ attoseconds / 1_000_000_000
  }
}
