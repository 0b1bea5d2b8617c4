import Glibc
import SystemPackage
import TextSurface

/// A command that has the terminal for itself, as if the user had typed it.
enum ForegroundCommand {
  /// Prints a command, runs it, and waits until the user has read its output.
  ///
  /// The child stays in the process group of the terminal, so that it may ask for a password.
  /// - Parameter command: The program, looked up in `PATH`, and its arguments.
  /// - Returns: The exit code, 128 plus the signal where one ended the command; nil where it could not be started.
  static func run(_ command: [String]) -> Int32? {
    printText("\n$ \(command.map { SafeText($0).text }.joined(separator: " "))\n\n")
    // A stopped child would never be resumed: Ctrl-Z does nothing while it runs.
    let previous = signal(SIGTSTP, SIG_IGN)
    defer { _ = signal(SIGTSTP, previous) }
    let code = start(command).map(end)
    if code == nil { printText("\(SafeText(command.first ?? "").text) could not be started.\n") }
    printText("\nPress Enter to go back to Deckle. ")
    waitForEnter()
    return code
  }

  private static func start(_ command: [String]) -> pid_t? {
    guard let program = command.first else { return nil }
    var attributes = posix_spawnattr_t()
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    // Deckle blocks and ignores signals that the child must receive.
    var (none, standard) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&standard)
    sigdelset(&standard, SIGTSTP)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &standard)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let result = posix_spawnp(&process, program, nil, &attributes, &arguments, environ)
    return result == 0 ? process : nil
  }

  private static func end(_ process: pid_t) -> Int32 {
    var status: Int32 = 0
    while true {
      let result = waitpid(process, &status, WUNTRACED)
      if result < 0, errno == EINTR { continue }
      if result < 0 { return 127 }
      guard status & 0xFF == 0x7F else { break }
      kill(process, SIGCONT)
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  private static func printText(_ text: String) { _ = try? FileDescriptor.standardOutput.writeAll(Array(text.utf8)) }

  /// The end of the input is an Enter, too: the terminal is gone.
  private static func waitForEnter() {
    tcflush(STDIN_FILENO, TCIFLUSH)
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count <= 0 || byte == UInt8(ascii: "\n") { return }
    }
  }
}
