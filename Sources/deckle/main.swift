import CProcessor
import DecodeWorker
import FileSafety
import Glibc
import TerminalDriver

// A stream that is closed would be the next file that is opened, and what is said would be written into that. Nothing
// can be read from these, or written to them: whoever tries is told so.
for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
  _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
}
// A process that reads photos is this program too, and none of what follows.
let arguments = processArguments.map { String(decoding: $0, as: UTF8.self) }
if WorkerMain.isAskedFor(arguments) { WorkerMain.run(arguments) }
// Signals are taken as events. They must be blocked before any thread exists, so this is the first thing that runs.
blockTerminalSignals()
// As many as a scan and the processes that read photos have. With fewer, what waits for one would wait for ever, deaf
// to Ctrl-C.
guard processor_starts_threads(16) else {
  let sentence =
    "deckle: Too few processes may be started here: Deckle needs 16 threads. Raise the limit (ulimit -u).\n"
  _ = sentence.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(CommandExitCode.failed.rawValue)
}
DeckleCommand.runToExit()
