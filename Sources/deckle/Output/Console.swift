import FileSafety
import Glibc
import Synchronization
import SystemPackage

/// The streams of a command: results go to standard output, everything about the work to standard error.
final class Console: Sendable {
  let isInputTerminal = isatty(STDIN_FILENO) == 1
  let isOutputTerminal = isatty(STDOUT_FILENO) == 1
  let isErrorTerminal = isatty(STDERR_FILENO) == 1
  /// Bold and dim may be sent to standard output.
  let ink: Ink
  /// The columns of the terminal that standard error goes to; 80 where they are unknown.
  var errorColumns: Int {
    var window = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return 80 }
    return Int(window.ws_col)
  }

  /// Whether nobody reads the output any more, as after `deckle scan | head`: the rest is dropped.
  private let isClosed = Atomic<Bool>(false)
  private let isBegun = Atomic<Bool>(false)

  /// Whether something was written to standard output, or should have been.
  var hasResult: Bool { isBegun.load(ordering: .relaxed) }

  init(variables: ProcessEnvironment) {
    let refusesColor = variables["NO_COLOR"].map { !$0.isEmpty } ?? false
    let isSimple = ["", "dumb"].contains(variables["TERM"] ?? "")
    ink = Ink(isOn: isatty(STDOUT_FILENO) == 1 && !refusesColor && !isSimple)
  }

  /// Writes to standard output.
  ///
  /// - Throws: `CommandFailure` where it cannot be written, for instance because a disk is full. A closed pipe is no
  ///   error.
  func write(_ bytes: [UInt8]) throws {
    isBegun.store(true, ordering: .relaxed)
    guard !isClosed.load(ordering: .relaxed) else { return }
    // Whoever reads the result may take their time.
    IOWatchdog.current?.rests()
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
    } catch Errno.brokenPipe {
      isClosed.store(true, ordering: .relaxed)
    } catch {
      throw CommandFailure("The result could not be written (\(error)). Send it to a place with free space.")
    }
  }

  /// Prints the result of work that is done already: where that cannot be written, the error includes a summary of the
  /// work.
  func report(_ summary: String, _ print: () throws -> Void) throws {
    do { try print() } catch let failure as CommandFailure { throw CommandFailure("\(summary) \(failure.sentence)") }
  }

  func print(_ lines: [String]) throws { try write(Array((lines.joined(separator: "\n") + "\n").utf8)) }

  func print(_ line: String) throws { try print([line]) }

  /// Sentences about the work, a line each, on standard error.
  func printText(_ sentences: String) {
    printRaw(sentences.split(separator: "\n", omittingEmptySubsequences: false).map { "deckle: \($0)\n" }.joined())
  }

  /// Bytes as they are, on standard error. A failed write stops nothing.
  func printRaw(_ text: String) { _ = try? FileDescriptor.standardError.writeAll(Array(text.utf8)) }
}

/// The two ways in which a line of a table may stand out. Without colours the text is left as it is.
struct Ink: Sendable {
  let isOn: Bool

  func bold(_ text: String) -> String { isOn ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
  func dim(_ text: String) -> String { isOn ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
