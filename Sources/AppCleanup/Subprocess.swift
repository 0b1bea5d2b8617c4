import Glibc
import SystemPackage

/// A program that is run for its output and changes nothing; both output streams are read together.
///
/// It does not use Foundation's `Process`, which opens sockets on the loopback to wait for a child: Deckle opens none.
package struct Subprocess {
  /// Absolute.
  let program: String
  let arguments: [String]
  /// The answer to a question of the program; short.
  var answer = ""
  /// "NAME=value", beside those that every such program gets.
  var variables: [String] = []

  /// - Parameters:
  ///   - program: The absolute path of the program.
  ///   - variables: Further environment variables, "NAME=value".
  package init(program: String, arguments: [String], answer: String = "", variables: [String] = []) {
    (self.program, self.arguments, self.answer, self.variables) = (program, arguments, answer, variables)
  }

  private static let mostOutput = 4_000_000
  private static let environment = ["LC_ALL=C", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive"]

  /// - Parameter timeout: The time after which it is ended.
  /// - Returns: Nil where it cannot be started or did not end in time.
  package func run(timeout: Duration) -> (text: String, status: Int32)? {
    guard let (process, output) = start() else { return nil }
    defer { try? output.close() }
    let end = ContinuousClock.now + timeout
    var bytes: [UInt8] = []
    while bytes.count < Self.mostOutput {
      guard let more = Self.read(output, until: end) else {
        Self.finish(process, killing: true)
        return nil
      }
      if more.isEmpty { break }
      bytes += more
    }
    // A process that has closed its output may still be running.
    let status = Self.finish(process, killing: bytes.count >= Self.mostOutput, until: end)
    return status.map { (String(decoding: bytes, as: UTF8.self), $0) }
  }

  private func start() -> (process: pid_t, output: FileDescriptor)? {
    guard let (output, input) = try? FileDescriptor.pipe() else { return nil }
    defer { try? input.close() }
    guard let (question, reply) = try? FileDescriptor.pipe() else {
      try? output.close()
      return nil
    }
    defer { try? question.close() }
    for end in [output, input, question, reply] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    // Both ends are open here, and the short answer fits into the pipe: writing neither blocks nor fails.
    _ = try? reply.writeAll(answer.utf8)
    try? reply.close()
    var files = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    guard posix_spawn_file_actions_init(&files) == 0, posix_spawnattr_init(&attributes) == 0 else {
      try? output.close()
      return nil
    }
    defer {
      posix_spawn_file_actions_destroy(&files)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&files, question.rawValue, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&files, input.rawValue, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&files, input.rawValue, STDERR_FILENO)
    // Deckle blocks and ignores signals that the child must receive.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var text = ([program] + arguments).map { strdup($0) } + [nil]
    var environment = (Self.environment + variables).map { strdup($0) } + [nil]
    defer { for string in text + environment { free(string) } }
    var process: pid_t = 0
    guard posix_spawn(&process, program, &files, &attributes, &text, &environment) == 0 else {
      try? output.close()
      return nil
    }
    return (process, output)
  }

  /// - Returns: The next bytes, empty at the end of the output; nil where the time is over.
  private static func read(_ output: FileDescriptor, until end: ContinuousClock.Instant) -> [UInt8]? {
    while true {
      var waiting = pollfd(fd: output.rawValue, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, milliseconds(until: end))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      return [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = (try? output.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
      }
    }
  }

  /// - Returns: The exit code, 128 plus the signal where one ended the process; nil where it had to be killed.
  @discardableResult
  private static func finish(
    _ process: pid_t, killing: Bool, until end: ContinuousClock.Instant = .now
  ) -> Int32? {
    var status: Int32 = 0
    while true {
      let isLate = killing || ContinuousClock.now >= end
      if isLate { kill(process, SIGKILL) }
      let ended = waitpid(process, &status, isLate ? 0 : WNOHANG)
      if ended < 0, errno == EINTR { continue }
      if isLate || ended < 0 { return nil }
      if ended == process { break }
      // The process has closed its output and not ended yet: that takes only moments.
      poll(nil, 0, 5)
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  private static func milliseconds(until end: ContinuousClock.Instant) -> Int32 {
    let left = (end - .now).components
    return Int32(clamping: max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000))
  }
}
