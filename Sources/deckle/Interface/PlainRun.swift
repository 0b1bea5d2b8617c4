import Dispatch
import Foundation
import Glibc
import Shell
import Synchronization
import SystemPackage
import ViewModels

/// Plain mode on the real streams: lines from standard input, lines to standard output, no terminal needed.
///
/// The loop of `PlainShell` is a task of the main actor, and this thread pumps the main queue until it has left.
/// Blocking work has threads of its own: one reads standard input, one receives the signals, which `main` has blocked
/// everywhere.
@MainActor
struct PlainRun {
  let app: AppModel
  let clock: ProgramClock

  /// - Returns: The exit code.
  /// - Throws: `CommandFailure` where nobody reads the output any more.
  func run() throws -> Int32 {
    // A closed pipe is an error of the write that meets it, not the end of a move under way.
    signal(SIGPIPE, SIG_IGN)
    let shell = PlainShell(
      app: app, isInteractive: isatty(STDIN_FILENO) == 1, now: clock.now,
      output: { lines in
        let text = lines.map { $0 + "\n" }.joined()
        return (try? FileDescriptor.standardOutput.writeAll(Array(text.utf8))) != nil
      })
    takeSignals(for: shell)
    readLines(for: shell)
    Task { await shell.run() }
    while !shell.hasLeft { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    if shell.terminatingSignal != nil { return CommandExitCode.interrupted.rawValue }
    if shell.isOutputClosed {
      throw CommandFailure("The output could not be written, so Deckle left. \(app.farewell ?? "")")
    }
    return 0
  }

  /// Turns SIGINT, SIGTERM and SIGHUP into events. Ctrl-Z stops the process as usual: there is no screen to restore.
  private func takeSignals(for shell: PlainShell) {
    var stops = sigset_t()
    sigemptyset(&stops)
    for number in [SIGTSTP, SIGCONT, SIGWINCH] { sigaddset(&stops, number) }
    pthread_sigmask(SIG_UNBLOCK, &stops, nil)
    DispatchQueue(label: "signals").async {
      var ends = sigset_t()
      sigemptyset(&ends)
      for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ends, number) }
      var number: Int32 = 0
      while sigwait(&ends, &number) == 0 { shell.post(.terminate(signal: number)) }
    }
  }

  private func readLines(for shell: PlainShell) {
    // Counted up by hand: a semaphore must not end below the value it was made with.
    let space = DispatchSemaphore(value: 0)
    for _ in 0..<Self.linesAhead { space.signal() }
    shell.onLineTaken = { space.signal() }
    let lines = TypedLines(input: .standardInput)
    shell.postTypedLines = { while lines.hand(to: shell) {} }
    DispatchQueue(label: "input").async {
      while !lines.areOver {
        lines.wait()
        space.wait()
        if !lines.hand(to: shell) { space.signal() }
      }
      shell.post(.endOfInput)
    }
  }

  /// Lines that wait in memory at most: an endless stream of them is read no faster than it is obeyed.
  private nonisolated static let linesAhead = 64
}

/// The lines of a descriptor, each passed on under the lock that it was read under, so that none is lost between
/// reading and delivery.
private final class TypedLines: Sendable {
  private let reader: Mutex<LineReader>
  private let input: FileDescriptor

  init(input: FileDescriptor) {
    self.input = input
    reader = Mutex(LineReader(input: input))
  }

  /// The input has ended, and all of it was handed in.
  var areOver: Bool { reader.withLock { $0.isOver } }

  /// Waits until there may be a line to pass on.
  func wait() {
    if reader.withLock({ $0.hasLine }) { return }
    var descriptor = pollfd(fd: input.rawValue, events: Int16(POLLIN), revents: 0)
    _ = poll(&descriptor, 1, -1)
  }

  /// Passes on a line without waiting.
  ///
  /// - Returns: False where there is no whole line now.
  func hand(to shell: PlainShell) -> Bool {
    reader.withLock { reader in
      guard let line = reader.next() else { return false }
      shell.post(.line(line))
      return true
    }
  }
}

/// Lines out of a descriptor. What is not UTF-8 is replaced; the tail of a very long line is dropped.
private struct LineReader {
  let input: FileDescriptor
  private var bytes: [UInt8] = []
  /// The beginning of a line whose end has not come yet.
  private var beginning: [UInt8] = []
  private var isAtEnd = false

  init(input: FileDescriptor) { self.input = input }

  var isOver: Bool { isAtEnd && bytes.isEmpty && beginning.isEmpty }
  var hasLine: Bool { isAtEnd || bytes.contains(UInt8(ascii: "\n")) }

  /// The next line; nil where it has not come yet, at the end of the input, and where it cannot be read.
  mutating func next() -> String? {
    while true {
      if let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        let line = text(beginning + bytes[..<newline])
        beginning = []
        bytes.removeSubrange(...newline)
        return line
      }
      beginning = Array((beginning + bytes).prefix(Self.longestLine))
      bytes = []
      if isAtEnd {
        defer { beginning = [] }
        return beginning.isEmpty ? nil : text(beginning)
      }
      guard isReadable else { return nil }
      refill()
    }
  }

  private var isReadable: Bool {
    var descriptor = pollfd(fd: input.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  private mutating func refill() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    do {
      let count = try buffer.withUnsafeMutableBytes { try input.read(into: $0) }
      bytes = Array(buffer[..<count])
      isAtEnd = count == 0
    } catch Errno.resourceTemporarilyUnavailable {
      // Another process made the descriptor non-blocking, and another reader has taken the bytes.
    } catch {
      isAtEnd = true
    }
  }

  private func text(_ line: [UInt8]) -> String {
    String(decoding: line.prefix(Self.longestLine), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static let longestLine = 4096
}
