import CProcessor
import DecodeWorker
import FileSafety
import Glibc
import TerminalDriver

// A closed standard stream would become the next file that is opened, and output would be written into that. The
// replacement can be neither read nor written: any attempt gets an error.
for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
  _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
}
// A process that reads photos is this program too, and none of what follows.
let arguments = processArguments.map { String(decoding: $0, as: UTF8.self) }
if WorkerMain.isAskedFor(arguments) { WorkerMain.run(arguments) }
// Signals are taken as events. They must be blocked before any thread exists, so this is the first thing that runs.
blockTerminalSignals()
// As many threads as a scan and the worker processes have. With fewer, a wait for one would never end, even by Ctrl-C.
guard processor_starts_threads(16) else {
  let sentence =
    "deckle: Too few processes may be started here: Deckle needs 16 threads. Raise the limit (ulimit -u).\n"
  _ = sentence.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(CommandExitCode.failed.rawValue)
}
DeckleCommand.runToExit()
