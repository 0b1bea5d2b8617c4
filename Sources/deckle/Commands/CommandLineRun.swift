import ArgumentParser
import FileSafety
import Glibc
import SystemPackage
import TextSurface

extension ParsableCommand {
  /// Reads the arguments, runs the command they name, and ends the process with an exit code of the contract.
  ///
  /// What the parser says about a wrong argument repeats the argument, so it is escaped before it is shown.
  static func runToExit() -> Never {
    let isThere = { (path: FilePath) in (try? realPath(path)) != nil }
    if let sentence = misspelling(in: CommandLine.arguments.dropFirst(), exists: isThere) {
      sayLast("deckle: \(sentence)", on: .standardError)
      Glibc.exit(ExitCode.validationFailure.rawValue)
    }
    do {
      var command = try parseAsRoot()
      try command.run()
      Glibc.exit(Outcome.done.rawValue)
    } catch let failure as CommandFailure {
      sayLast("deckle: \(failure.sentence)", on: .standardError)
      Glibc.exit(Outcome.failed.rawValue)
    } catch {
      let code = exitCode(for: error)
      let message = fullMessage(for: error)
      if code.isSuccess {
        // Help, the version, a completion script: our own words.
        sayLast(message, on: .standardOutput)
      } else {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText(String($0)).text }
        sayLast(lines.joined(separator: "\n"), on: .standardError)
      }
      Glibc.exit(code.rawValue)
    }
  }

  private static func sayLast(_ message: String, on stream: FileDescriptor) {
    if message.isEmpty { return }
    // Nothing is left to do where even this cannot be written; a closed pipe must not end it with a signal.
    signal(SIGPIPE, SIG_IGN)
    _ = try? stream.writeAll(Array((message + "\n").utf8))
  }
}
