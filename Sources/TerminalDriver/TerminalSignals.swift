import CNcurses

/// Blocks the signals that the terminal driver reads in its own time: WINCH, TSTP, CONT, INT, TERM and HUP.
///
/// To be called first thing in `main`, before anything starts a thread: a thread made earlier does not inherit the
/// mask, and the kernel would deliver the signal to it, which ends the program with the screen still up.
package func blockTerminalSignals() {
  cncurses_block_signals()
}

/// Lets those signals through again, for a command that shows no interface and may simply be interrupted.
package func unblockTerminalSignals() {
  cncurses_unblock_signals()
}
