import TerminalDriver

// Signals are taken as events. They must be blocked before any thread exists, so this is the first thing that runs.
blockTerminalSignals()
DeckleCommand.runToExit()
