import Glibc
import TestSupport
import Testing
import TextSurface

/// The harness itself, on programs that every system has.
@Suite struct PseudoTerminalTests {
  private func shell(_ script: String, environment: [String: String] = [:]) throws -> PseudoTerminal {
    try PseudoTerminal.launch("/bin/sh", arguments: ["-c", script], environment: environment)
  }

  @Test func `what a program prints stands on the screen`() throws {
    let terminal = try shell(#"printf '\033[1;38;2;168;85;247mpurple\033[0m\r\n\033[7mreverse'; exit 3"#)

    #expect(terminal.exitStatus() == .exited(3))

    #expect(terminal.line(0) == "purple" && terminal.line(1) == "reverse")
    #expect(terminal.cell(x: 0, y: 0).foreground == .rgb(gradientStart))
    #expect(terminal.cell(x: 0, y: 0).isBold && terminal.cell(x: 3, y: 1).isReversed)
    #expect(terminal.isRestored)
    #expect(terminal.row(containing: "rever") == 1)
  }

  @Test func `what is typed reaches the program`() throws {
    let terminal = try shell("read line; echo \"got $line\"")

    terminal.send("hello\r")

    #expect(terminal.waitFor("got hello"))
    #expect(terminal.exitStatus() == .exited(0))
  }

  @Test func `modes that a program leaves behind are seen`() throws {
    let terminal = try shell(#"stty raw -echo; printf '\033[?1049h\033[?25l\033[?1000hup'; read x"#)

    #expect(terminal.waitFor("up"))

    #expect(terminal.isAlternateScreen && !terminal.isCursorVisible && terminal.isMouseOn && !terminal.isSane)
    #expect(!terminal.isRestored)
  }

  @Test func `a size, a signal and a closed window reach the program`() throws {
    let terminal = try shell("trap 'stty size' WINCH; echo ready; while :; do read x; done")
    #expect(terminal.waitFor("ready"))
    terminal.resize(to: Size(columns: 91, rows: 17))
    #expect(terminal.waitFor("17 91"))
    terminal.signal(SIGKILL)
    #expect(terminal.exitStatus() == .signaled(SIGKILL))

    let closed = try shell("echo ready; read x; exit 5")
    #expect(closed.waitFor("ready"))
    closed.hangUp()
    #expect(closed.exitStatus() == .signaled(SIGHUP))
  }

  @Test func `a program that does not exist exits with 127`() throws {
    let terminal = try PseudoTerminal.launch("/nonexistent/program")
    #expect(terminal.exitStatus() == .exited(127))
  }

  @Test func `a program runs to its end in a small environment`() throws {
    let folder = TemporaryFolder()
    let finished = try runProcess(
      "/bin/sh", ["-c", "cat; pwd; echo \"$MINE $HOME\" >&2; exit 4"], environment: ["MINE": "yes"],
      input: Array("input\n".utf8), directory: folder.path)
    #expect(finished.status == .exited(4))
    #expect(finished.outputText == "input\n\(folder.path)\n")
    #expect(finished.errorText == "yes /nonexistent\n")
  }

  @Test func `a program that takes too long is killed`() throws {
    #expect(throws: HarnessError.tookTooLong(program: "/bin/sh")) {
      try runProcess("/bin/sh", ["-c", "while :; do read x < /dev/tty || sleep 5; done"], timeout: .milliseconds(50))
    }
  }

  @Test func `a temporary folder keeps names that are no text, and goes away with its value`() throws {
    var path = TemporaryFolder().path
    do {
      let folder = TemporaryFolder()
      path = folder.path
      try folder.write("x", to: "a/b.txt")
      try folder.write([1, 2], nameBytes: [0x62, 0xFF])
      #expect(folder.list() == [Array("a/".utf8), Array("a/b.txt".utf8), [0x62, 0xFF]])
      #expect(try folder.read("a/b.txt") == Array("x".utf8))
      #expect(folder.contains("a") && !folder.contains("c"))
    }
    #expect(access(path.string, F_OK) != 0)
  }
}
