import CNcurses

extension NcursesTerminal {
  /// The library that draws the screen: "ncurses 6.4.20221231".
  nonisolated package static var libraryVersion: String {
    cncurses_version().map { String(cString: $0) } ?? "ncurses"
  }
}
