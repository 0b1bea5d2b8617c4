import CNcurses

extension NcursesTerminal {
  /// By beep() and flash() of ncurses, which do what terminfo says, and the other one where the terminal has only that.
  package func alert(bell: Bool, flash: Bool) {
    if bell { cncurses_beep() }
    if flash { cncurses_flash() }
  }
}
