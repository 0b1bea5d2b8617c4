import Glibc
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// The real program in the real tmux, within a terminal of the tests' own that answers as a kitty does that puts pictures
/// where characters say so.
@Suite(.waits) struct TmuxPictureTests {
  private static let placeholder: Unicode.Scalar = "\u{10EEEE}"
  private static let tmux = FilePath("/usr/bin/tmux")

  private final class Session {
    let library: TrialLibrary
    let terminal: PseudoTerminal
    let socket: FilePath

    init(passthrough: String, version: String = "0.35.2", depth: String = "24bit") throws {
      library = try TrialLibrary(samples: TrialLibrary.copies)
      socket = library.folder["tmux.socket"]
      let settings = try library.folder.write(
        """
        set -g allow-passthrough \(passthrough)
        set -g default-terminal tmux-256color
        set -ga terminal-overrides ",*:Tc"
        set -g status off

        """, to: "tmux.conf")
      terminal = try PseudoTerminal.launch(
        tmux,
        arguments: [
          "-u", "-S", socket.string, "-f", settings.string, "new-session", "sleep 600",
        ], environment: library.environment,
        size: Size(columns: 40, rows: 24),
        answers: "")
      // tmux has to know first which terminal stands around it.
      try #require(terminal.waitUntil { $0.rawOutput.contains(subsequence: "\u{1B}[>q") })
      terminal.send("\u{1B}[>1;4000;35c\u{1B}P>|kitty(\(version))\u{1B}\\")
      try #require(
        terminal.waitUntil { _ in (try? answer("#{client_termtype}"))?.contains("kitty") == true }, "\(terminal.text)")
      try command("respawn-pane", "-k", deckleBinary.string, library.pictures.string, "--color", depth)
    }

    private func answer(_ question: String) throws -> String {
      try runProcess(tmux, ["-S", socket.string, "display-message", "-p", question]).outputText
    }

    /// Answers for the terminal when the program asks through tmux.
    func answerGraphics() throws {
      try #require(terminal.waitUntil { $0.rawOutput.contains(subsequence: "\u{1B}_Gi=31,") }, "\(terminal.text)")
      terminal.send("\u{1B}_Gi=31;OK\u{1B}\\")
    }

    func openDeck() throws {
      try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
      terminal.send("s")
      try #require(terminal.waitFor("last scan today", timeout: .seconds(60)), "\(terminal.text)")
      terminal.send(Key(.enter))
      try #require(terminal.waitFor("DSC00001.JPG"), "\(terminal.text)")
    }

    func command(_ arguments: String...) throws {
      let finished = try runProcess(tmux, ["-S", socket.string] + arguments, environment: library.environment)
      #expect(finished.status == .exited(0), "\(arguments)")
    }

    deinit { _ = try? runProcess(tmux, ["-S", socket.string, "kill-server"]) }
  }

  /// The cells that stand for pictures, as numbers of the picture, its row and its column.
  private func pieces(_ terminal: PseudoTerminal) -> [[Int?]: Bool] {
    var found: [[Int?]: Bool] = [:]
    for y in 0..<terminal.size.rows {
      for x in 0..<terminal.size.columns {
        let cell = terminal.cell(x: x, y: y)
        guard cell.scalars.first == Self.placeholder else { continue }
        // libvterm takes the mark of the next column for a character.
        if cell.scalars.last == "\u{486}" { break }
        let right = x + 1 < terminal.size.columns ? terminal.cell(x: x + 1, y: y) : nil
        // Of one picture the next cell has the same row, and another column.
        let isInOrder =
          cell.scalars.count == 3
          && (right?.scalars.first != Self.placeholder || right?.foreground != cell.foreground
            || right?.scalars.count == 3 && right?.scalars[1] == cell.scalars[1]
              && right?.scalars[2] != cell.scalars[2])
        found[[y, x]] = isInOrder
      }
    }
    return found
  }

  /// The numbers of the pictures on the screen.
  private func shown(_ terminal: PseudoTerminal) -> Set<String> {
    Set(terminal.cells.filter { $0.scalars.first == Self.placeholder }.map { String(number($0.foreground) ?? 0) })
  }

  private func number(_ color: ScreenCell.Color) -> Int? {
    switch color {
    case .rgb(let color): Int(color.hex)
    case .palette(let index): index
    case .terminalDefault: nil
    }
  }

  @Test(arguments: ["24bit", "256"])
  func `pictures reach the terminal around tmux, and stand where characters say so`(depth: String) throws {
    let session = try Session(passthrough: "on", depth: depth)
    let terminal = session.terminal
    try session.answerGraphics()
    try session.openDeck()
    // The card and the next ones under it, each whole in the terminal before characters stand for it.
    try #require(
      terminal.waitUntil { pieces($0).count > 60 && shown($0).isSubset(of: GraphicsLog($0).uploads) },
      "\(terminal.text)")
    let log = GraphicsLog(terminal)
    #expect(terminal.waitUntil { pieces($0).values.allSatisfy { $0 } }, "\(terminal.text)")
    #expect(log.commands.allSatisfy { $0.keys["a"] != "p" })
    #expect(log.commands.contains { $0.keys["U"] == "1" && $0.keys["c"] != nil && $0.keys["r"] != nil })

    // Another pane takes half of the window: nothing of the picture stays in it.
    try session.command("split-window", "-v", "sleep 100")
    try #require(terminal.waitUntil { $0.row(containing: "─") != nil && pieces($0).count > 10 })
    try #require(
      terminal.waitUntil { screen in pieces(screen).keys.allSatisfy { $0[0] ?? 99 < 13 } }, "\(terminal.text)")
    try session.command("kill-pane")
    try #require(terminal.waitUntil { pieces($0).count > 60 }, "\(terminal.text)")

    // Leaving takes it all away.
    let last = shown(terminal)
    terminal.send("q")
    #expect(terminal.exitStatus() == .exited(0), "\(terminal.text)")
    #expect(Set(GraphicsLog(terminal).freed).isSuperset(of: last))
    #expect(terminal.cells.allSatisfy { $0.scalars.first != Self.placeholder })
  }

  @Test(arguments: [("off", "0.35.2", "allow-passthrough on"), ("on", "0.26.5", "tmux stands between")])
  func `where they would not arrive none are sent, and doctor says why`(
    passthrough: String, version: String, reason: String
  ) throws {
    let session = try Session(passthrough: passthrough, version: version)
    let terminal = session.terminal
    try session.openDeck()
    try #require(terminal.waitUntil { $0.text.contains("▀") }, "\(terminal.text)")
    #expect(!terminal.rawOutput.contains(subsequence: "\u{1B}_G"))
    #expect(!terminal.rawOutput.contains(subsequence: "Ptmux"))

    terminal.resize(to: Size(columns: 160, rows: 70))
    try session.command(
      "set", "remain-on-exit", "on", ";", "respawn-pane", "-k", deckleBinary.string, "doctor",
      session.library.pictures.string)
    #expect(terminal.waitFor(reason), "\(terminal.text)")
  }
}
