import PhotoInspection
import TerminalDriver

// A process that reads photos is this program too, and none of what follows.
if InspectorChild.isAskedFor(CommandLine.arguments) { InspectorChild.run(CommandLine.arguments) }
// Signals are taken as events. They must be blocked before any thread exists, so this is the first thing that runs.
blockTerminalSignals()
DeckleCommand.runToExit()
