import CVTerm
import Foundation
import Glibc
package import SystemPackage
package import TextSurface

/// A program on a pseudo-terminal of its own, and the screen that a user would see.
///
/// Nothing is read in the background: the screen changes only within `waitUntil`, `exitStatus` and `settle`.
/// The program is killed when the value goes away.
package final class PseudoTerminal {
  private let terminal: OpaquePointer

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: Variables added to a minimal environment, in which TERM is `xterm-256color` with 24-bit colours.
  ///   - answers: The answer of the terminal to a query (CSI c); nil leaves that to libvterm.
  /// - Throws: `HarnessError.cannotStart`. A path that cannot be executed exits with 127 instead.
  package static func launch(
    _ program: FilePath, arguments: [String] = [], environment: [String: String] = [:],
    size: Size = Size(columns: 80, rows: 24), directory: FilePath? = nil, answers: String? = nil
  ) throws -> PseudoTerminal {
    var all = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
    all.merge(environment) { _, addition in addition }
    let launched = withCStrings([program.string] + arguments) { argv in
      withCStrings(childEnvironment(adding: all)) { envp in
        cvterm_launch(program.string, argv, envp, directory?.string, Int32(size.columns), Int32(size.rows))
      }
    }
    guard let launched else { throw HarnessError.cannotStart(program: program.string, errno: errno) }
    if let answers { cvterm_set_answer(launched, Array(answers.utf8), answers.utf8.count) }
    return PseudoTerminal(launched)
  }

  private init(_ terminal: OpaquePointer) { self.terminal = terminal }

  deinit { cvterm_free(terminal) }

  // MARK: Waiting

  /// The time for which a text is waited for: a busy machine is slow, and only a text that never comes is a failure.
  package static let defaultTimeout = Duration.seconds(120)

  /// Reads the program's output until the condition holds of a whole screen: a frame that is half drawn is not asked.
  ///
  /// - Returns: Whether it came to hold: false after the time, or when the program is gone without it.
  package func waitUntil(timeout: Duration = defaultTimeout, _ condition: (PseudoTerminal) -> Bool) -> Bool {
    let deadline = ContinuousClock.now + timeout
    repeat {
      let isOpen = cvterm_pump(terminal, 5, 50) == 1
      if !(isOpen && cvterm_is_drawing(terminal) == 1) && condition(self) { return true }
      if !isOpen { return false }
    } while ContinuousClock.now < deadline
    return false
  }

  /// `waitUntil` some row contains a text.
  package func waitFor(_ text: String, timeout: Duration = defaultTimeout) -> Bool {
    waitUntil(timeout: timeout) { $0.text.contains(text) }
  }

  /// Reads output until the program has been silent for so long.
  private func settle(quiet: Duration = .milliseconds(80)) {
    _ = cvterm_pump(terminal, quiet.wholeMilliseconds, 10_000)
  }

  /// Reads output until the program waits for the user and for nothing else, and all it has written has come.
  ///
  /// - Returns: Whether it came to that.
  package func waitForIdle(timeout: Duration = defaultTimeout) -> Bool {
    guard waitUntil(timeout: timeout, { $0.waitsForEver }) else { return false }
    settle(quiet: .milliseconds(150))
    return true
  }

  /// Whether the first thread of the program is in a poll without a timeout. A signal that has come makes it a running
  /// one at once.
  private var waitsForEver: Bool {
    // Where the kernel does not tell, only the silence of the program counts.
    guard let call = try? String(contentsOfFile: "/proc/\(processID)/syscall", encoding: .utf8) else { return true }
    let fields = call.split(separator: " ")
    return fields.count > 3 && ["271", "73"].contains(fields[0]) && fields[3] == "0x0" && !hasBusyChild
  }

  /// A process that it started has something to do: a picture may still come from it.
  private var hasBusyChild: Bool {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/task")) ?? []
    return tasks.contains { task in
      let children = (try? String(contentsOfFile: "/proc/\(processID)/task/\(task)/children", encoding: .utf8)) ?? ""
      return children.split(separator: " ").contains { child in
        (try? String(contentsOfFile: "/proc/\(child)/syscall", encoding: .utf8))?.hasPrefix("running") == true
      }
    }
  }

  /// Waits for the program's end; nil when it still runs after the time.
  package func exitStatus(timeout: Duration = defaultTimeout) -> ExitStatus? {
    var status: Int32 = 0
    guard cvterm_wait_exit(terminal, timeout.wholeMilliseconds, &status) == 1 else { return nil }
    return ExitStatus(waitStatus: status)
  }

  // MARK: Doing what a user does

  /// Types a text.
  package func send(_ text: String) { send(bytes: Array(text.utf8)) }

  /// Sends bytes as the terminal would.
  package func send(bytes: [UInt8]) { cvterm_send(terminal, bytes, bytes.count) }

  /// Presses a key, in xterm's encoding.
  package func send(_ key: Key) { send(bytes: bytesOf(key)) }

  /// Sends a mouse event (SGR encoding), positions counted from 0.
  package func send(_ mouse: Mouse) {
    let button =
      switch mouse.kind {
      case .press, .release: 0
      case .drag: 32
      case .wheelUp: 64
      case .wheelDown: 65
      }
    send("\u{1B}[<\(button);\(mouse.x + 1);\(mouse.y + 1)\(mouse.kind == .release ? "m" : "M")")
  }

  /// Gives the window another size.
  package func resize(to size: Size) { cvterm_resize(terminal, Int32(size.columns), Int32(size.rows)) }

  /// Sends a signal to the program.
  package func signal(_ number: Int32) { kill(cvterm_process(terminal), number) }

  /// Closes the window.
  package func hangUp() { cvterm_hang_up(terminal) }

  // MARK: Looking

  /// The size of the window in cells.
  package var size: Size {
    Size(columns: Int(cvterm_columns(terminal)), rows: Int(cvterm_rows(terminal)))
  }

  /// The process ID of the program.
  package var processID: Int32 { cvterm_process(terminal) }

  /// A row's characters without trailing spaces; rows count from 0.
  package func line(_ row: Int) -> String {
    var line = String.UnicodeScalarView()
    var column = 0
    while column < size.columns {
      let cell = cell(x: column, y: row)
      line.append(contentsOf: cell.scalars.isEmpty ? [" "] : cell.scalars)
      column += max(1, cell.width)
    }
    while line.last == " " { line.removeLast() }
    return String(line)
  }

  /// All rows.
  package var text: String { (0..<size.rows).map(line).joined(separator: "\n") }

  /// The row that contains a text, if any does.
  package func row(containing text: String) -> Int? { (0..<size.rows).first { line($0).contains(text) } }

  /// Every cell with its colours, row by row.
  package var cells: [ScreenCell] {
    (0..<size.rows).flatMap { y in (0..<size.columns).map { x in cell(x: x, y: y) } }
  }

  /// The cell at a column and a row, both from 0.
  package func cell(x: Int, y: Int) -> ScreenCell {
    var cell = cvterm_cell()
    cvterm_get_cell(terminal, Int32(x), Int32(y), &cell)
    return ScreenCell(cell)
  }

  /// Whether the terminal shows its cursor.
  package var isCursorVisible: Bool { cvterm_is_cursor_visible(terminal) == 1 }

  /// Whether the program shows the alternate screen.
  package var isAlternateScreen: Bool { cvterm_is_alternate_screen(terminal) == 1 }

  /// Whether the program asks for mouse reports.
  package var isMouseOn: Bool { cvterm_mouse_mode(terminal) != 0 }

  /// Whether the terminal is in line mode with echo and with signals from keys, as a shell expects to find it.
  package var isSane: Bool { cvterm_is_sane(terminal) == 1 }

  /// Everything as a shell expects to find it: main screen, cursor visible, no mouse reports, line mode.
  package var isRestored: Bool { isSane && isCursorVisible && !isAlternateScreen && !isMouseOn }

  /// Every byte that the program wrote.
  package var rawOutput: [UInt8] {
    var count = 0
    guard let bytes = cvterm_output(terminal, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}

/// A character cell as the terminal shows it.
package struct ScreenCell: Hashable, Sendable {
  /// A colour as the program set it.
  package enum Color: Hashable, Sendable {
    case terminalDefault
    case palette(Int)
    case rgb(RGB)
  }

  /// The character and the marks on it; empty for a cell that was never written.
  package let scalars: [Unicode.Scalar]
  /// The width in columns, 1 or 2.
  package let width: Int
  /// The colour of the character.
  package let foreground: Color
  /// The colour behind the character.
  package let background: Color
  /// Whether the character is bold.
  package let isBold: Bool
  /// Whether the character is underlined.
  package let isUnderlined: Bool
  /// Whether the two colours are exchanged when shown.
  package let isReversed: Bool

  init(_ cell: cvterm_cell) {
    scalars = withUnsafeBytes(of: cell.characters) { raw in
      raw.bindMemory(to: UInt32.self).prefix { $0 != 0 && $0 != .max }.compactMap(Unicode.Scalar.init)
    }
    width = Int(cell.width)
    foreground = Self.color(cell.foreground)
    background = Self.color(cell.background)
    let attributes = Int(cell.attributes)
    isBold = attributes & CVTERM_BOLD != 0
    isUnderlined = attributes & CVTERM_UNDERLINE != 0
    isReversed = attributes & CVTERM_REVERSE != 0
  }

  private static func color(_ value: Int32) -> Color {
    if value == CVTERM_DEFAULT_COLOR { return .terminalDefault }
    if value >= CVTERM_INDEXED { return .palette(Int(value) - Int(CVTERM_INDEXED)) }
    return .rgb(RGB(hex: UInt32(value)))
  }
}

/// The bytes that xterm sends for a key.
private func bytesOf(_ key: Key) -> [UInt8] {
  let modifier = (key.alt ? 2 : 0) + (key.control ? 4 : 0) + 1
  func final(_ letter: String) -> String { modifier == 1 ? "\u{1B}[\(letter)" : "\u{1B}[1;\(modifier)\(letter)" }
  func numbered(_ number: Int) -> String { modifier == 1 ? "\u{1B}[\(number)~" : "\u{1B}[\(number);\(modifier)~" }
  let escape = key.alt ? "\u{1B}" : ""
  let text: String
  switch key.code {
  case .character(let scalar) where key.control: return Array(escape.utf8) + [UInt8(scalar.value & 0x1F)]
  case .character(let scalar): text = escape + String(scalar)
  case .up: text = final("A")
  case .down: text = final("B")
  case .right: text = final("C")
  case .left: text = final("D")
  case .end: text = final("F")
  case .home: text = final("H")
  case .enter: text = escape + "\r"
  case .escape: text = escape + "\u{1B}"
  case .tab: text = escape + "\t"
  case .backTab: text = "\u{1B}[Z"
  case .backspace: text = escape + "\u{7F}"
  case .deleteForward: text = numbered(3)
  case .pageUp: text = numbered(5)
  case .pageDown: text = numbered(6)
  case .function(let number) where (1...4).contains(number): text = "\u{1B}O\(["P", "Q", "R", "S"][number - 1])"
  case .function(let number): text = numbered(number <= 5 ? 15 : number <= 10 ? number + 11 : number + 12)
  }
  return Array(text.utf8)
}
