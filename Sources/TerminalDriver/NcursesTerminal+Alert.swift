import CNcurses

extension NcursesTerminal {
  /// Alerts by beep() and flash() of ncurses, which follow terminfo; each does the other's where the terminal has only
  /// that.
  package func alert(bell: Bool, flash: Bool) {
    if bell { cncurses_beep() }
    if flash { cncurses_flash() }
  }
}
