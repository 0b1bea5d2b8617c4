import CVTerm
import Glibc
package import SystemPackage

/// The output and the exit status of a program that has ended.
package struct FinishedProcess: Sendable {
  /// Everything written to standard output.
  package let output: [UInt8]
  /// Everything written to standard error.
  package let errors: [UInt8]
  /// The way the program ended.
  package let status: ExitStatus

  /// The standard output as text, invalid UTF-8 repaired.
  package var outputText: String { String(decoding: output, as: UTF8.self) }
  /// The standard error as text, invalid UTF-8 repaired.
  package var errorText: String { String(decoding: errors, as: UTF8.self) }
}

/// The way a program ended: an exit code, or the number of the signal that killed it.
package enum ExitStatus: Hashable, Sendable {
  case exited(Int32)
  case signaled(Int32)

  /// Creates the outcome from the status of waitpid().
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signaled(signal)
  }
}

/// An error of the harness itself.
package enum HarnessError: Error, Hashable {
  case cannotStart(program: String, errno: Int32)
  /// The program ran longer than its timeout, and was killed.
  case tookTooLong(program: String)
}

/// Runs a program to its end, with no terminal, in a session of its own.
///
/// Output goes through files, so no pipe can fill up and block.
/// - Parameter environment: Added to a minimal one (see `childEnvironment`).
/// - Parameter input: The standard input of the program.
/// - Throws: `HarnessError`. A path that cannot be executed exits with 127 instead.
package func runProcess(
  _ program: FilePath, _ arguments: [String] = [], environment: [String: String] = [:], input: [UInt8] = [],
  directory: FilePath? = nil, timeout: Duration = .seconds(60)
) throws -> FinishedProcess {
  let folder = TemporaryFolder()
  let inputFile = try folder.write(input, to: "input")
  let process = withCStrings([program.string] + arguments) { argv in
    withCStrings(childEnvironment(adding: environment)) { envp in
      cvterm_spawn(
        program.string, argv, envp, directory?.string, inputFile.string, folder["output"].string,
        folder["errors"].string)
    }
  }
  guard process > 0 else { throw HarnessError.cannotStart(program: program.string, errno: errno) }
  var status: Int32 = 0
  guard cvterm_wait_process(process, timeout.wholeMilliseconds, &status) == 1 else {
    kill(process, SIGKILL)
    waitpid(process, &status, 0)
    throw HarnessError.tookTooLong(program: program.string)
  }
  return FinishedProcess(
    output: try folder.read("output"), errors: try folder.read("errors"), status: ExitStatus(waitStatus: status))
}

/// A small environment that does not depend on who runs the tests, as `NAME=value`.
///
/// HOME and the XDG folders point nowhere unless the test names them, so that no test touches the user's own.
/// The variables of coverage and sanitizers are passed on.
func childEnvironment(adding additions: [String: String]) -> [String] {
  var all = [
    "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no",
  ]
  for name in ["LLVM_PROFILE_FILE", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "LD_LIBRARY_PATH"] {
    if let value = getenv(name) { all[name] = String(cString: value) }
  }
  all.merge(additions) { _, addition in addition }
  return all.map { "\($0.key)=\($0.value)" }.sorted()
}

/// Lends a NULL-terminated array of C strings, as the exec family takes it.
func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = strings.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers + [nil])
}

extension Duration {
  var wholeMilliseconds: Int32 {
    Int32(clamping: components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}
