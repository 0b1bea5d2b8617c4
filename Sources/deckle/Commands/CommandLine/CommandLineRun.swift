import ArgumentParser
import FileSafety
import Glibc
import PhotoModel
import SystemPackage
import TextSurface

extension ParsableCommand {
  /// Reads the arguments, runs the command they name, and ends the process with an exit code of the contract.
  ///
  /// A message of the parser repeats the wrong argument, so it is escaped before it is shown.
  static func runToExit() -> Never {
    let isThere = { (path: FilePath) in (try? realPath(path)) != nil }
    if let sentence = misspelling(in: commandLineArguments, exists: isThere) {
      printLast("deckle: \(sentence)", on: .standardError)
      Glibc.exit(ExitCode.validationFailure.rawValue)
    }
    do {
      var command = try parsed(commandLineArguments, exists: isThere)
      try command.run()
      Glibc.exit(CommandExitCode.done.rawValue)
    } catch let failure as CommandFailure {
      printLast("deckle: \(failure.sentence)", on: .standardError)
      Glibc.exit(CommandExitCode.failed.rawValue)
    } catch {
      let code = exitCode(for: error)
      let message = fullMessage(for: error)
      if code.isSuccess {
        printResult(message)
      } else {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map {
          SafeText(String($0).withoutEscapes).text
        }
        printLast(lines.joined(separator: "\n"), on: .standardError)
      }
      Glibc.exit(code.rawValue)
    }
  }

  /// Parses the arguments. Errors of the parser are reviewed, because its message is not always about the real fault,
  /// and so are single-dash words that it takes for letters of which one asks for help.
  private static func parsed(_ arguments: [String], exists: (FilePath) -> Bool) throws -> any ParsableCommand {
    let mayAskForHelp = arguments.contains {
      $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.count > 2 && $0.contains("h")
    }
    let result = Result { try parseAsRoot(arguments) }
    let names = arguments.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
    let mayRepeat = Set(names).count < names.count
    if case .success(let command) = result, !mayAskForHelp, !mayRepeat { return command }
    guard let review = ArgumentReview(arguments, tool: _dumpHelp()) else { return try result.get() }
    let isWrong = if case .failure(let error) = result { !exitCode(for: error).isSuccess } else { false }
    if let sentence = review.unknownOption(amongLetters: !isWrong, exists: exists) {
      printLast("deckle: \(sentence)", on: .standardError)
      Glibc.exit(ExitCode.validationFailure.rawValue)
    }
    if mayRepeat, let sentence = review.repeatedOption {
      printLast("deckle: \(sentence)", on: .standardError)
      Glibc.exit(ExitCode.validationFailure.rawValue)
    }
    guard isWrong, review.withJoinedNumbers != arguments else { return try result.get() }
    return try parseAsRoot(review.withJoinedNumbers)
  }

  /// Prints help, the version or a completion script, which are Deckle's own text. Ends the process where that cannot be
  /// written.
  private static func printResult(_ text: String) {
    if text.isEmpty { return }
    Interruption.listen()
    do { try Console(variables: .ofThisProcess).print(text) } catch {
      printLast("deckle: \(error)", on: .standardError)
      Glibc.exit(CommandExitCode.failed.rawValue)
    }
  }

  private static func printLast(_ message: String, on stream: FileDescriptor) {
    if message.isEmpty { return }
    // If even this cannot be written nothing is left to do; a closed pipe must not end the process with a signal.
    signal(SIGPIPE, SIG_IGN)
    _ = try? stream.writeAll(Array((message + "\n").utf8))
  }
}
