/// The exit code of a command.
enum CommandExitCode: Int32, Sendable {
  case done = 0
  case failed = 1
  /// Some files were refused or could not be read; each is listed.
  case inPart = 2
  case wrongUsage = 64
  case interrupted = 130
}
