import Foundation
import Glibc
import TestSupport
import Testing
import TextSurface

/// The real program on terminals that show pixels: what it sends, and what it leaves behind.
@Suite(.waits) struct PictureTests {
  private static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;c"
  private static let sixel =
    "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[6;20;10t\u{1B}[?1;0;256S\u{1B}[?2;0;1000;1000S\u{1B}[?63;1;2;4;22c"

  /// Scanned, with the first card open.
  private func deck(
    _ library: TrialLibrary, _ arguments: [String] = [], answers: String, environment: [String: String] = [:],
    columns: Int = 80, rows: Int = 24
  ) throws -> PseudoTerminal {
    let terminal = try library.open(
      arguments, columns: columns, rows: rows, environment: environment, answers: answers)
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
    terminal.send("s")
    try #require(terminal.waitFor("in 2 sets", timeout: .seconds(60)), "\(terminal.text)")
    terminal.send(Key(.enter))
    try #require(terminal.waitFor("DSC00001.JPG"), "\(terminal.text)")
    return terminal
  }

  private func quit(_ terminal: PseudoTerminal) {
    terminal.send("q")
    #expect(terminal.exitStatus() == .exited(0), "\(terminal.text)")
    #expect(terminal.isRestored)
  }

  @Test func `kitty gets each picture once, and short placements from then on`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try deck(library, answers: Self.kitty)
    try #require(terminal.waitUntil { !GraphicsLog($0).placements.isEmpty }, "\(terminal.text)")
    try #require(terminal.waitForIdle(), "\(terminal.text)")

    // The card slides out, and the next one stands where it stood.
    let before = GraphicsLog(terminal)
    terminal.send(Key(.left))
    try #require(
      terminal.waitUntil {
        let placements = GraphicsLog($0).placements
        return $0.text.contains("Copy of IMG_2120.JPG") && placements.count == 1
          && placements.keys.first?.image != before.placements.keys.first?.image
      }, "\(terminal.text)")
    try #require(terminal.waitForIdle(), "\(terminal.text)")
    let after = GraphicsLog(terminal)

    #expect(Set(after.uploads).count == after.uploads.count, "\(after.uploads)")
    #expect(after.uploads.count >= 2)
    #expect(after.commands.count > before.commands.count)
    #expect(after.placements.count == 1 && after.placements.keys.first?.image != before.placements.keys.first?.image)
    for placement in after.commands where placement.keys["a"] == "p" {
      #expect(placement.length + placement.moveLength <= 80, "\(placement)")
      #expect(placement.keys["q"] == "2" && placement.keys["C"] == "1")
    }
    quit(terminal)
    #expect(GraphicsLog(terminal).placements.isEmpty)
    #expect(Set(GraphicsLog(terminal).freed) == Set(after.uploads))
  }

  @Test(arguments: [
    ("linux", nil, "█░▒ "), ("xterm-256color", nil, "▀▄█ "), ("xterm-256color", "XTerm(379)", "▀▄█ "),
    ("xterm-kitty", nil, nil),
  ])
  func `a picture is made of characters that the terminal has`(entry: String, name: String?, allowed: String?) throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let answers = (name.map { "\u{1B}P>|\($0)\u{1B}\\" } ?? "") + "\u{1B}[?62;c"
    let terminal = try deck(library, ["--color", "256"], answers: answers, environment: ["TERM": entry])
    let isSextant: (Unicode.Scalar) -> Bool = { (0x1FB00...0x1FB3B).contains($0.value) }
    try #require(
      terminal.waitUntil { screen in
        let drawn = (allowed ?? "▀▄█").unicodeScalars.filter { $0 != " " }
        return screen.text.unicodeScalars.count { drawn.contains($0) || isSextant($0) } > 40
      }, "\(terminal.text)")
    try #require(terminal.waitForIdle(), "\(terminal.text)")

    let rows = terminal.text.split(separator: "\n").filter { $0.contains("│") }
    let inside = rows.flatMap { $0.split(separator: "│").prefix(1) }.joined().unicodeScalars
    if let allowed {
      #expect(inside.allSatisfy { allowed.unicodeScalars.contains($0) }, "\(terminal.text)")
    } else {
      #expect(inside.contains(where: isSextant), "\(terminal.text)")
    }
    quit(terminal)
  }

  @Test func `no dialog is covered by a picture, and the picture comes back without being sent again`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try deck(library, answers: Self.kitty)
    try #require(terminal.waitUntil { !GraphicsLog($0).placements.isEmpty })
    try #require(terminal.waitForIdle(), "\(terminal.text)")

    terminal.send("?")
    try #require(terminal.waitFor("Esc close"), "\(terminal.text)")
    try #require(terminal.waitForIdle(), "\(terminal.text)")
    #expect(GraphicsLog(terminal).placements.isEmpty)
    terminal.send(Key(.escape))
    try #require(terminal.waitUntil { !GraphicsLog($0).placements.isEmpty })
    terminal.send("i")
    try #require(terminal.waitFor("Details"), "\(terminal.text)")
    try #require(terminal.waitUntil { !GraphicsLog($0).placements.isEmpty }, "\(terminal.text)")
    try #require(terminal.waitForIdle(), "\(terminal.text)")
    let details = GraphicsLog(terminal)

    // The panel stands at the right of the stage: what is left of the picture ends before it.
    let edge = try #require(
      (0..<terminal.size.columns).first { terminal.cell(x: $0, y: 1).scalars.first == "╭" && $0 > 20 })
    #expect(!details.placements.isEmpty)
    for part in details.placements.values { #expect(part.right <= edge || part.y > 20, "\(part) beside \(edge)") }
    #expect(Set(details.uploads).count == details.uploads.count, "\(details.uploads)")
    quit(terminal)
  }

  @Test func `Ctrl-L, a resize in the middle of a motion and fg send everything again`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try deck(library, answers: Self.kitty, columns: 120, rows: 40)
    try #require(terminal.waitUntil(timeout: .seconds(60)) { !GraphicsLog($0).placements.isEmpty })
    try #require(terminal.waitForIdle(), "\(terminal.text)")
    let first = GraphicsLog(terminal).uploads.count

    terminal.send(bytes: [12])
    try #require(
      terminal.waitUntil(timeout: .seconds(60)) {
        GraphicsLog($0).uploads.count > first && !GraphicsLog($0).placements.isEmpty
      })
    try #require(terminal.waitForIdle(), "\(terminal.text)")
    terminal.send(Key(.left))
    terminal.resize(to: Size(columns: 90, rows: 30))
    try #require(
      terminal.waitUntil(timeout: .seconds(60)) {
        $0.line(29).contains("delete") && !GraphicsLog($0).placements.isEmpty
      },
      "\(terminal.text)")
    try #require(terminal.waitForIdle(), "\(terminal.text)")

    for part in GraphicsLog(terminal).placements.values { #expect(part.right <= 90 && part.bottom < 30, "\(part)") }
    terminal.signal(SIGTERM)
    #expect(terminal.exitStatus() == .exited(130))
    #expect(terminal.isRestored && GraphicsLog(terminal).placements.isEmpty)
  }

  @Test(arguments: [SIGSEGV, SIGABRT]) func `a crash takes the pictures away`(signal: Int32) throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try deck(library, answers: Self.kitty)
    try #require(terminal.waitUntil { !GraphicsLog($0).placements.isEmpty })

    terminal.signal(signal)

    #expect(terminal.exitStatus() == .signaled(signal))
    #expect(terminal.isRestored && GraphicsLog(terminal).placements.isEmpty)
  }

  @Test func `sixels are drawn at rest, whole and never on the last row`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try deck(library, answers: Self.sixel)
    // The characters are still there, below.
    try #require(
      terminal.waitUntil { SixelLog($0).whole > 0 && ($0.text.contains("▀") || $0.text.contains("▄")) },
      "\(terminal.text)")
    try #require(terminal.waitForIdle(), "\(terminal.text)")
    let before = SixelLog(terminal).whole

    terminal.send(Key(.left))
    try #require(terminal.waitUntil { SixelLog($0).whole > before }, "\(terminal.text)")
    terminal.send("?")
    try #require(terminal.waitFor("Esc close"), "\(terminal.text)")
    try #require(terminal.waitForIdle(), "\(terminal.text)")
    let log = SixelLog(terminal)

    for picture in log.pictures {
      // A cell of the harness has 10 × 20 pixels.
      #expect(picture.y * 20 + picture.height <= 23 * 20, "\(picture)")
      #expect(picture.x * 10 + picture.width <= 80 * 10, "\(picture)")
      #expect(picture.height % 20 == 0 && picture.width % 10 == 0)
    }
    // Nothing is drawn over the help.
    try #require(terminal.waitForIdle(), "\(terminal.text)")
    #expect(SixelLog(terminal).pictures.count == log.pictures.count)
    #expect(!terminal.rawOutput.contains(subsequence: "a=t,"))
    terminal.send(Key(.escape))
    try #require(terminal.waitUntil { !$0.text.contains("Esc close") }, "\(terminal.text)")
    quit(terminal)
  }

  @Test func `where a sixel was every cell is written over, for what is only erased comes back in some terminals`()
    throws
  {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try deck(library, answers: Self.sixel)
    try #require(terminal.waitUntil { SixelLog($0).whole > 0 } && terminal.waitForIdle(), "\(terminal.text)")
    let picture = try #require(SixelLog(terminal).pictures.last)
    let sent = terminal.rawOutput.count

    terminal.send(Key(.escape))
    try #require(terminal.waitFor("Scan photos") && terminal.waitForIdle(), "\(terminal.text)")

    let bytes = String(decoding: terminal.rawOutput.dropFirst(sent), as: UTF8.self)
    #expect(bytes.contains("\u{1B}[\(picture.y + 1);1H" + String(repeating: " ", count: 80)))
    #expect(bytes.contains("\u{1B}[\(picture.y + 2);1H" + String(repeating: " ", count: 80)))
  }

  @Test func `a forced protocol is believed, and iTerm2's pictures come at rest`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try deck(library, ["--pictures", "iterm"], answers: "\u{1B}[?1;2c")
    try #require(
      terminal.waitUntil { $0.rawOutput.contains(subsequence: "\u{1B}]1337;File=inline=1;") }, "\(terminal.text)")
    quit(terminal)
  }

  @Test(arguments: [
    (["STY": "1.pts"], [String]()), (["DECKLE_PICTURES": "symbols"], []),
    ([:], ["--pictures", "symbols"]),
  ])
  func `where pixels are not wanted or would not arrive, none are sent and nothing is asked`(
    environment: [String: String], arguments: [String]
  ) throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try deck(library, arguments, answers: Self.kitty + Self.sixel, environment: environment)
    try #require(terminal.waitForIdle(), "\(terminal.text)")

    #expect(!terminal.rawOutput.contains(subsequence: "\u{1B}_G"))
    #expect(!terminal.rawOutput.contains(subsequence: "\u{1B}P"))
    #expect(!terminal.rawOutput.contains(subsequence: "\u{1B}[c"))
    quit(terminal)
  }

  @Test func `without colours the photos are still photos`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try deck(library, answers: Self.kitty, environment: ["NO_COLOR": "1"])
    try #require(terminal.waitUntil { !GraphicsLog($0).placements.isEmpty }, "\(terminal.text)")
    #expect(terminal.cells.allSatisfy { $0.foreground == .terminalDefault && $0.background == .terminalDefault })
    quit(terminal)
  }

  @Test func `words alone say so, and a photo can still be decided`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try deck(library, ["--pictures", "off"], answers: Self.kitty)
    try #require(terminal.waitFor("pictures are switched off"), "\(terminal.text)")
    try #require(terminal.waitForIdle(), "\(terminal.text)")
    terminal.send(Key(.left))
    #expect(terminal.waitFor("Copy of IMG_2120.JPG"), "\(terminal.text)")
    quit(terminal)
  }

  @Test func `an answer that comes too late presses no key`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    // No answer at all, until the screen stands.
    let terminal = try library.open(answers: "")
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")

    for byte in Self.kitty.replacing("kitty(0.26.5)", with: "qqsqs").utf8 { terminal.send(bytes: [byte]) }
    terminal.send("3")

    try #require(terminal.waitFor("Sensitivity"), "\(terminal.text)")
    quit(terminal)
  }

  @Test func `what was typed while the terminal was asked is not lost`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.open(answers: "3" + Self.kitty)
    #expect(terminal.waitFor("Sensitivity"), "\(terminal.text)")
    quit(terminal)
  }

  @Test func `doctor says how pictures are shown, and why`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    for (answers, environment, text) in [
      (Self.kitty, [:], "pixels, by kitty's protocol, because the terminal says"),
      (Self.sixel, [:], "pixels, as sixels, because the terminal says"),
      (Self.kitty, ["TMUX": "x"], "characters, because tmux stands between"),
      (Self.kitty, ["DECKLE_PICTURES": "off"], "none, words alone, because DECKLE_PICTURES says so"),
      (Self.kitty, ["DECKLE_PICTURES": "lots"], "DECKLE_PICTURES is \"lots\""),
    ] {
      let terminal = try PseudoTerminal.launch(
        deckleBinary, arguments: ["doctor", library.pictures.string],
        environment: library.environment.merging(environment) { $1 }, size: Size(columns: 160, rows: 60),
        answers: answers)
      #expect(terminal.exitStatus() == .exited(0), "\(terminal.text)")
      #expect(terminal.text.contains(text), "\(text): \(terminal.text)")
    }
  }

  @Test func `a wrong word for pictures is a sentence`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.open(columns: 160, environment: ["DECKLE_PICTURES": "lots"])
    #expect(terminal.exitStatus() == .exited(1))
    #expect(terminal.text.contains("it can be one of auto, kitty, iterm, sixel, symbols, off"), "\(terminal.text)")
  }

  @Test func `colours that the terminal's entry does not have still draw a screen`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    for (name, color) in [("xterm", "256"), ("vt220", "256"), ("xterm", "16")] {
      let terminal = try library.open(["--color", color], environment: ["TERM": name])
      #expect(terminal.waitFor("Ready when you are"), "\(name), \(color): \(terminal.text)")
      terminal.send("q")
      #expect(terminal.exitStatus() == .exited(0))
    }
  }
}
