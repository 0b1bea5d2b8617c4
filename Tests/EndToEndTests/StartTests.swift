import Foundation
import SystemPackage
import TestSupport
import Testing

/// What a person sees who starts the program the wrong way: one sentence, an exit code, nothing lost.
@Suite(.waits) struct StartTests {
  @Test func `a folder that is not there is named`() throws {
    let library = try TrialLibrary(samples: [])
    let terminal = try PseudoTerminal.launch(
      deckleBinary, arguments: [library.folder["nowhere"].string], environment: library.environment)
    #expect(terminal.exitStatus() == .exited(1))
    #expect(terminal.text.contains("There is no folder"), "\(terminal.text)")
    #expect(terminal.isRestored)
  }

  @Test func `what does not answer is named, and Ctrl-C ends the wait`() throws {
    let fixture = try CommandFixture()
    // A list that another program has a lease on (1024 asks for one, 1 for writing): opening it waits like a drive that
    // hangs, until that one gives it back.
    let run = try fixture.shell(
      """
      mkfifo said leased
      perl -e '$| = 1; $SIG{IO} = "IGNORE"; open F, ">", "list"; fcntl F, 1024, 1 or die; print "\\n"; sleep' > leased &
      holder=$!
      read -r line < leased
      "$deckle" trash --yes --from list 2> said & process=$!
      exec 3< said
      read -r line <&3
      kill -INT $process
      wait $process
      echo "$? $line"
      kill $holder
      cat <&3
      """)

    let lines = run.outputText.split(separator: "\n")
    #expect(lines.first?.hasPrefix("130 deckle: Waiting for ") == true, "\(run.outputText) \(run.errorText)")
    #expect(lines.first?.contains("no answer for 3 s") == true, "\(run.outputText)")
    #expect(lines.dropFirst().first?.contains("You stopped the wait") == true, "\(run.outputText)")
  }

  @Test func `a file in place of a folder is named`() throws {
    let library = try TrialLibrary(samples: ["2023 Summer/IMG_2101.JPG"])
    let terminal = try PseudoTerminal.launch(
      deckleBinary, arguments: [library.pictures.string + "/2023 Summer/IMG_2101.JPG"],
      environment: library.environment)
    #expect(terminal.exitStatus() == .exited(1))
    // The sentence is longer than the screen is wide, and may be broken anywhere.
    #expect(terminal.text.filter { !$0.isWhitespace }.contains("isafile,notafolder"), "\(terminal.text)")
  }

  @Test func `without a terminal the interface says so`() throws {
    let library = try TrialLibrary(samples: [])
    let run = try library.run([library.pictures.string])
    #expect(run.status == .exited(1))
    #expect(run.errorText.contains("terminal"), "\(run.errorText)")
    #expect(!run.errorText.contains("\u{1B}"))
  }

  @Test func `a terminal without a cursor is refused with a sentence`() throws {
    let library = try TrialLibrary(samples: [])
    let terminal = try library.open(environment: ["TERM": "dumb"])
    #expect(terminal.exitStatus() == .exited(1))
    #expect(terminal.text.contains("dumb"), "\(terminal.text)")
  }

  @Test(arguments: ["vt100", "vt220", "xterm-mono"])
  func `a terminal type without colours shows all of the screen in the colours that were asked for`(name: String) throws
  {
    let library = try TrialLibrary(samples: [])
    let terminal = try library.open(["--color", "24bit"], environment: ["TERM": name])
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
    let row = try #require(terminal.row(containing: "Deckle"))
    #expect((0..<80).contains { if case .rgb = terminal.cell(x: $0, y: row).foreground { true } else { false } })
    terminal.send("q")
    #expect(terminal.exitStatus() == .exited(0))
  }

  @Test func `an unwritable state folder is named before the screen comes up`() throws {
    let library = try TrialLibrary(samples: [])
    _ = try library.folder.write("a file, not a folder", to: "blocked")
    let terminal = try library.open(environment: ["XDG_STATE_HOME": library.folder["blocked"].string])
    #expect(terminal.exitStatus() == .exited(1))
    // A long path is broken at the edge of the screen.
    #expect(terminal.text.filter { !$0.isWhitespace }.contains("blocked"), "\(terminal.text)")
  }

  @Test func `a damaged session is set aside under its name and said`() throws {
    let library = try TrialLibrary(samples: ["2023 Summer/IMG_2101.JPG"])
    _ = try library.folder.makeFolder("state/deckle")
    let junk = [UInt8](repeating: 0x5A, count: 9000)
    _ = try library.folder.write(junk, to: "state/deckle/session.sqlite")
    let terminal = try library.open(columns: 120, rows: 40)
    try #require(terminal.waitFor("The session was damaged"), "\(terminal.text)")
    let kept = library.contents(of: library.folder["state/deckle"])
    #expect(kept.contains { $0.key.hasPrefix("session.sqlite.damaged-") && $0.value == Data(junk) })
    terminal.send("q")
    #expect(terminal.exitStatus() == .exited(0))

    // Whoever had a session is led through no first steps.
    let next = try library.openLast(columns: 120, rows: 40)
    try #require(next.waitFor("Scan photos"), "\(next.text)")
    #expect(!next.text.contains("1 of 3"), "\(next.text)")
  }

  @Test func `a library that was named is opened again without its name, scanned or not`() throws {
    let library = try TrialLibrary(samples: ["2023 Summer/IMG_2101.JPG"])
    let first = try library.open(columns: 120, rows: 40)
    try #require(first.waitFor("Scan photos"), "\(first.text)")
    first.send("q")
    #expect(first.exitStatus() == .exited(0))

    let next = try library.openLast(columns: 120, rows: 40)
    try #require(next.waitFor("Scan photos"), "\(next.text)")
    #expect(next.text.contains(library.pictures.lastComponent?.string ?? "?"), "\(next.text)")
    next.send("q")
    #expect(next.exitStatus() == .exited(0))
  }

  @Test func `a wrong line of the settings is named with its number`() throws {
    let library = try TrialLibrary(samples: [])
    _ = try library.folder.makeFolder("config/deckle")
    _ = try library.folder.write("theme = \"dark\"\nblurTreshold = 0.3\n", to: "config/deckle/config.toml")
    let run = try library.run(["scan", library.pictures.string])
    #expect(run.status == .exited(1))
    #expect(run.errorText.contains("line 2"), "\(run.errorText)")
    #expect(run.errorText.contains("blurTreshold"))
  }

  @Test func `an unknown option is wrong usage`() throws {
    let library = try TrialLibrary(samples: [])
    #expect(try library.run(["scan", "--no-such-option", library.pictures.string]).status == .exited(64))
  }

  @Test func `an empty folder says so and offers the scan again`() throws {
    let library = try TrialLibrary(samples: [])
    let terminal = try library.open()
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
    terminal.send("s")
    try #require(terminal.waitFor("No photos here"), "\(terminal.text)")
  }
}
