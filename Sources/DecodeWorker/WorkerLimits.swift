import CSandbox
import ImageDecoding
package import PhotoModel

/// What one picture may cost before its decode worker is ended.
package struct WorkerLimits: Sendable {
  /// Private memory of a process. The dearest pictures that the decoders accept take half of it.
  package var memory = ByteCount(1_500_000_000)
  /// Of processor time for a picture of ordinary size. Most take less than one.
  package var processorSeconds = 10
  /// How long an answer may take, with nothing to read. Waiting for a processor does not count.
  package var timeout = Duration.seconds(15)
  /// And longer by this for each megabyte: a slow network drive is not a bad picture.
  package var timeoutPerMegabyte = Duration.milliseconds(250)
  /// How long a process may take to start and lock itself down.
  package var startTimeout = Duration.seconds(30)
  /// Processes that nobody asked anything for so long are ended.
  package var idleTime = Duration.seconds(20)
  /// It stands behind the other programs of the computer: for a scan, not for what somebody waits to see.
  package var isLowPriority = false

  package init() {}

  /// Never less than for an ordinary picture.
  func processorSeconds(for work: PictureWork) -> Int {
    max(processorSeconds, allowedProcessorSeconds(for: work.format, pixels: work.pixels))
  }

  /// More than the processor time of an ordinary picture is wanted.
  static func exceedsOrdinary(_ work: PictureWork) -> Bool {
    let limits = WorkerLimits()
    return limits.processorSeconds(for: work) > limits.processorSeconds
  }

  func timeout(for size: Int64) -> Duration { timeout + timeoutPerMegabyte * Double(size) / 1_000_000 }
}

/// What runs as a decode worker.
package struct WorkerProgram: Sendable {
  /// The program file.
  package var path: String
  /// Comes after its name; the ceiling of memory follows.
  package var argument: String

  package init(path: String, argument: String) {
    self.path = path
    self.argument = argument
  }

  /// This program once more: also after an update has replaced its file, where `/proc` is mounted.
  package static let thisProgram = WorkerProgram(
    path: String(cString: sandbox_program()), argument: "--inspect-for-parent")
}

extension Duration {
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ attoseconds / 1_000_000_000
  }
}
