import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// The real program on a pseudo-terminal that is ended, stopped or killed.
@Suite(.waits) struct SignalTests {
  @Test func `killed without a word, every decision that was on the screen is there again`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let first = try library.openScanned()
    first.send(Key(.enter))
    try waitForCard("DSC00001.JPG", in: first)
    first.send(Key(.left))
    try waitForCard("Copy of IMG_2120.JPG", in: first)
    first.signal(SIGKILL)
    #expect(first.exitStatus() == .signaled(SIGKILL))

    let second = try library.open()
    try #require(second.waitFor("1 photo in the bin"), "\(second.text)")
  }

  @Test func `a state folder that is removed under an open review is said by the next key, and nothing is promised`()
    throws
  {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.openScanned()
    terminal.send(Key(.enter))
    try waitForCard("DSC00001.JPG", in: terminal)

    try FileManager.default.removeItem(atPath: library.folder["state/deckle"].string)
    terminal.send(Key(.left))

    #expect(
      terminal.waitUntil { columnText(of: $0.text).contains("what you decide is not kept") }, "\(terminal.text)")
    #expect(terminal.text.contains("DSC00001.JPG"), "the card stays")
    terminal.send("q")
    #expect(terminal.exitStatus() == .exited(0))
    #expect(terminal.text.contains("what you decide is not kept"), "\(terminal.text)")
    #expect(!terminal.text.contains("Every decision is kept"))
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(130))])
  func `a signal leaves the terminal as it was`(signal: Int32, code: Int32) throws {
    let library = try TrialLibrary(samples: ["2023 Summer/IMG_2101.JPG"])
    let terminal = try library.open()
    try #require(terminal.waitFor("Ready when you are"))
    terminal.signal(signal)
    #expect(terminal.exitStatus() == .exited(code))
    #expect(terminal.isRestored)
  }

  @Test(arguments: [
    SIGSEGV, SIGABRT, SIGILL, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPOLL, SIGSYS, SIGPWR, 40,
  ])
  func `whatever signal ends the program, the terminal is as it was`(signal: Int32) throws {
    let library = try TrialLibrary(samples: ["2023 Summer/IMG_2101.JPG"])
    let terminal = try library.open()
    try #require(terminal.waitFor("Ready when you are"))
    terminal.signal(signal)
    #expect(terminal.exitStatus() == .signaled(signal))
    #expect(terminal.isRestored)
  }

  @Test func `Ctrl-Z gives the terminal to the shell, and fg brings the screen back`() throws {
    let library = try TrialLibrary(samples: ["2023 Summer/IMG_2101.JPG"])
    let terminal = try PseudoTerminal.launch(
      "/bin/bash", arguments: ["--norc", "--noprofile", "-i"],
      environment: library.environment.merging(["PS1": "shell> "]) { $1 })
    try #require(terminal.waitFor("shell>"), "\(terminal.text)")
    try #require(!terminal.text.contains("no job control"), "\(terminal.text)")
    terminal.send("'\(deckleBinary.string)' '\(library.pictures.string)'\r")
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")

    // At once, while the first frames are still being drawn.
    terminal.send(bytes: [0x1A])
    try #require(terminal.waitUntil { !$0.isAlternateScreen && $0.text.contains("Stopped") }, "\(terminal.text)")
    #expect(terminal.isCursorVisible)
    terminal.send("fg\r")
    try #require(terminal.waitUntil { $0.isAlternateScreen && $0.text.contains("Ready when you are") })
    terminal.send("q")
    try #require(terminal.waitUntil { !$0.isAlternateScreen }, "\(terminal.text)")
    terminal.send("exit\r")
    #expect(terminal.exitStatus() == .exited(0))
  }

  /// The kernel throws a waiting signal away as soon as it is ignored, if only for the time of one frame.
  @Test(.enabled(if: access("/usr/bin/strace", X_OK) == 0, "strace is not installed"))
  func `Ctrl-Z is never ignored, not even while a frame is drawn`() throws {
    let library = try TrialLibrary(samples: ["2023 Summer/IMG_2101.JPG"])
    let calls = library.folder["calls"]
    let terminal = try PseudoTerminal.launch(
      "/usr/bin/strace",
      arguments: [
        "-f", "-e", "trace=rt_sigaction", "-o", calls.string, deckleBinary.string, library.pictures.string,
      ], environment: library.environment)
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
    terminal.send("q")
    try #require(terminal.exitStatus() == .exited(0), "\(terminal.text)")
    let noted = try String(contentsOfFile: calls.string, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains("rt_sigaction(SIGTSTP, {") }
    #expect(!noted.isEmpty)
    #expect(noted.allSatisfy { !$0.contains("sa_handler=SIG_IGN") }, "\(noted)")
  }

  @Test func `Ctrl-C in the middle of a scan leaves safely`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.open()
    try #require(terminal.waitFor("Ready when you are"))
    terminal.send("s")
    terminal.send(bytes: [3])
    #expect(terminal.exitStatus() == .exited(130))
    #expect(terminal.isRestored)
  }
}
