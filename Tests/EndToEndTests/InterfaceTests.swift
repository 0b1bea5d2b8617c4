import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// The real program on a pseudo-terminal, with a user's keys.
@Suite(.waits) struct InterfaceTests {
  /// Scans and waits for Home with its cards.
  private func scanned(_ library: TrialLibrary, columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
    let terminal = try library.open(columns: columns, rows: rows)
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
    terminal.send("s")
    try #require(terminal.waitFor("in 2 sets", timeout: .seconds(60)), "\(terminal.text)")
    return terminal
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func `a review from the scan to the trash and back leaves every byte as it was`(columns: Int, rows: Int) throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let before = library.contents(of: library.pictures)
    let terminal = try scanned(library, columns: columns, rows: rows)

    // Delete one, keep one, take it back, delete it after all.
    terminal.send(Key(.enter))
    try waitForCard("DSC00001.JPG", in: terminal)
    terminal.send(Key(.left))
    try waitForCard("Copy of IMG_2120.JPG", in: terminal)
    terminal.send(Key(.right))
    try #require(terminal.waitFor("All reviewed!"), "\(terminal.text)")
    terminal.send("u")
    try waitForCard("Copy of IMG_2120.JPG", in: terminal)
    terminal.send(Key(.left))
    try #require(terminal.waitFor("All reviewed!"), "\(terminal.text)")
    #expect(library.contents(of: library.pictures) == before, "nothing may move before it is confirmed")

    terminal.send("m")
    try #require(terminal.waitFor("Move 2 photos to the trash?"), "\(terminal.text)")
    #expect(terminal.text.contains("a copy of each stays"))
    terminal.send("y")
    try #require(terminal.waitFor("2 photos moved"), "\(terminal.text)")

    let trashed = library.contents(of: library.trash)
    let name = "From grandma's computer/Album/DSC00001.JPG"
    #expect(trashed["files/DSC00001.JPG"] == before[name])
    let info = String(decoding: trashed["info/DSC00001.JPG.trashinfo"] ?? Data(), as: UTF8.self)
    let escaped = (library.pictures.string + "/" + name).replacingOccurrences(of: " ", with: "%20")
      .replacingOccurrences(of: "'", with: "%27")
    #expect(info.hasPrefix("[Trash Info]\nPath="))
    #expect(info.contains(escaped) || info.contains(escaped.replacingOccurrences(of: "%27", with: "'")), "\(info)")
    #expect(info.contains("\nDeletionDate=2"))
    #expect(library.contents(of: library.pictures).count == before.count - 2)

    terminal.send("r")
    try #require(terminal.waitFor("2 photos are back where they were"), "\(terminal.text)")
    #expect(library.contents(of: library.pictures) == before)
    #expect(library.contents(of: library.trash).isEmpty)

    terminal.send("q")
    #expect(terminal.exitStatus() == .exited(0), "\(terminal.text)")
    #expect(terminal.isRestored)
  }

  @Test(arguments: [true, false])
  func `a mouse that the terminal reports all the same does nothing where it is off`(isOn: Bool) throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.open(isOn ? [] : ["--no-mouse"])
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
    let row = try #require((0..<terminal.size.rows).first { terminal.line($0).contains("Settings") })
    let words = terminal.line(row)
    let column = try #require(words.range(of: "Settings")).lowerBound.utf16Offset(in: words)

    terminal.send(Mouse(.press, x: column + 1, y: row))
    terminal.send(Mouse(.release, x: column + 1, y: row))

    if isOn {
      #expect(terminal.waitUntil { !$0.text.contains("Ready when you are") }, "\(terminal.text)")
    } else {
      #expect(terminal.waitForIdle() && terminal.text.contains("Ready when you are"), "\(terminal.text)")
    }
  }

  @Test func `a window that claims more than is drawn is told so`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.open(columns: 1600, rows: 30)
    #expect(terminal.waitFor("of the window are drawn"), "\(terminal.text.prefix(4000))")
    terminal.send("q")
    #expect(terminal.exitStatus() == .exited(0))
  }

  @Test func `after leaving, the same card and the same undo come back`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let first = try scanned(library)
    first.send(Key(.enter))
    try waitForCard("DSC00001.JPG", in: first)
    first.send(Key(.left))
    try waitForCard("Copy of IMG_2120.JPG", in: first)
    first.send("q")
    #expect(first.exitStatus() == .exited(0))

    let second = try library.open()
    try #require(second.waitFor("in 2 sets"), "\(second.text)")
    #expect(second.text.contains("1 photo in the bin"), "\(second.text)")
    second.send(Key(.enter))
    try waitForCard("Copy of IMG_2120.JPG", in: second)
    second.send("u")
    try waitForCard("DSC00001.JPG", in: second)
    second.send(Key(.escape))
    try #require(second.waitFor("The bin is empty"), "\(second.text)")
  }

  @Test func `killed without a word, every decision that was on the screen is there again`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let first = try scanned(library)
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
    let terminal = try scanned(library)
    terminal.send(Key(.enter))
    try waitForCard("DSC00001.JPG", in: terminal)

    try FileManager.default.removeItem(atPath: library.folder["state/deckle"].string)
    terminal.send(Key(.left))

    #expect(
      terminal.waitUntil { columnText(of: $0.text).contains("What you decide is not kept") }, "\(terminal.text)")
    #expect(terminal.text.contains("DSC00001.JPG"), "the card stays")
    terminal.send("q")
    #expect(terminal.exitStatus() == .exited(0))
    #expect(terminal.text.contains("What you decide is not kept"), "\(terminal.text)")
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

  @Test(arguments: [
    Size(columns: 65_535, rows: 24), Size(columns: 32_767, rows: 32_767), Size(columns: 80, rows: 65_535),
  ])
  func `of a window that claims to be larger than any the upper left part is drawn`(size: Size) throws {
    let library = try TrialLibrary(samples: ["2023 Summer/IMG_2101.JPG"])
    let calls = try library.folder.write(
      "stty cols \(size.columns) rows \(size.rows); exec '\(deckleBinary.string)' '\(library.pictures.string)'",
      to: "run.sh")
    let terminal = try PseudoTerminal.launch(
      "/bin/bash", arguments: [calls.string], environment: library.environment, size: Size(columns: 80, rows: 24))
    try #require(terminal.waitUntil { _ in terminal.rawOutput.count > 2000 })
    terminal.send("q")
    #expect(terminal.exitStatus() == .exited(0))
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

  @Test func `a storm of five hundred sizes in the middle of motions leaves no stray cell`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try scanned(library)
    terminal.send(Key(.enter))
    try waitForCard("DSC00001.JPG", in: terminal)
    var random = SeededGenerator(seed: 9)
    let size = Size(columns: 96, rows: 30)

    for round in 0..<10 {
      for step in 0..<48 {
        // A card goes and comes back: something is always on its way.
        if step % 6 == 0 { terminal.send(step % 12 == 0 ? Key(.left) : Key("u")) }
        terminal.resize(
          to: Size(columns: Int.random(in: 10...160, using: &random), rows: Int.random(in: 4...50, using: &random)))
      }
      terminal.resize(to: size)
      // A key does nothing on a window that is too small for the card: what was not taken back is taken back now.
      for _ in 0..<2 {
        try #require(terminal.waitForIdle(), "\(terminal.text)")
        if !terminal.text.contains("DSC00001.JPG") { terminal.send("u") }
      }
      try waitForCard("DSC00001.JPG", in: terminal)
      terminal.send(Key(.left))
      // Smaller and back, perhaps before the program looks: what did not fit is lost, and the size is the old one.
      terminal.resize(to: Size(columns: Int.random(in: 10...60, using: &random), rows: 6))
      terminal.resize(to: size)
      try waitForCard("Copy of IMG_2120.JPG", in: terminal)
      // The answer to a key says that all before it was heard.
      terminal.send(Key(.pageUp))
      try #require(
        terminal.waitUntil { columnText(of: $0.text).contains("they scroll with this key") }, "\(terminal.text)")
      try #require(terminal.waitForIdle(), "\(terminal.text)")
      let left = terminal.cells
      let text = terminal.text
      let sent = terminal.rawOutput.count
      terminal.send(.control("l"))
      try #require(terminal.waitUntil { $0.rawOutput.count > sent } && terminal.waitForIdle())

      // Ctrl-L sends everything again: what it changed was wrong.
      let isSame = zip(terminal.cells, left).allSatisfy(looksSame) && terminal.cells.count == left.count
      #expect(isSame, "round \(round):\n\(text)\nis\n\(terminal.text)")
      terminal.send("u")
    }
  }

  /// Whether two cells are the same to the eye: one that was erased is a blank.
  private func looksSame(_ one: ScreenCell, _ other: ScreenCell) -> Bool {
    func isBlank(_ cell: ScreenCell) -> Bool { cell.scalars.allSatisfy { $0 == " " } && !cell.isUnderlined }
    return one == other
      || isBlank(one) && isBlank(other) && one.width == other.width && one.background == other.background
        && one.isReversed == other.isReversed
  }

  @Test func `who starts without a folder for the first time is led through the first steps, and only then`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let home = library.folder["home"].string
    try FileManager.default.createSymbolicLink(
      atPath: home + "/Pictures", withDestinationPath: library.pictures.string)

    let first = try library.openLast(columns: 100, rows: 30)
    try #require(first.waitFor("Your photos stay where they are"), "\(first.text)")
    try #require(first.waitFor("5 pictures seen"), "\(first.text)")
    first.send(Key(.enter))
    try #require(first.waitFor("Test the trash"), "\(first.text)")
    first.send(Key(.enter))
    try #require(first.waitFor("They stay there until you"), "\(first.text)")
    first.send(Key(.escape))
    try #require(first.waitFor("Ready when you are"), "\(first.text)")
    first.send("q")
    #expect(first.exitStatus() == .exited(0))

    let second = try library.openLast(columns: 100, rows: 30)
    try #require(second.waitFor("Ready when you are"), "\(second.text)")
    #expect(!second.text.contains("1 of 3"))
    second.send("q")
    #expect(second.exitStatus() == .exited(0))
  }

  @Test func `the first steps wait where they were left, and a folder that was chosen is opened again`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    _ = try library.folder.makeFolder("other")
    func choose(_ folder: String, in terminal: PseudoTerminal) throws {
      terminal.send("o")
      try #require(terminal.waitFor("Which folder?"), "\(terminal.text)")
      // The last letter by Tab, which may come back before or after the line is full.
      terminal.send(String(folder.dropLast()))
      terminal.send(Key(.tab))
      let name = folder.split(separator: "/").last ?? ""
      try #require(terminal.waitFor("\(name)/▏"), "\(terminal.text)")
      terminal.send(Key(.enter))
    }

    let first = try library.openLast(columns: 100, rows: 30)
    try #require(first.waitFor("1 of 3"), "\(first.text)")
    try choose(library.pictures.string, in: first)
    try #require(first.waitFor("Test the trash"), "\(first.text)")
    #expect(!first.text.contains("trash ready"), "nobody has tested it yet")
    first.send("2")
    try #require(first.waitUntil { !$0.text.contains("2 of 3") }, "\(first.text)")
    first.send(Key(.escape))
    try #require(first.waitFor("2 of 3"), "\(first.text)")
    first.send("q")
    #expect(first.exitStatus() == .exited(0))

    let second = try library.openLast(columns: 100, rows: 30)
    try #require(second.waitFor("2 of 3"), "\(second.text)")
    second.send("ss")
    try #require(second.waitFor("Ready when you are"), "\(second.text)")
    try choose(library.folder["other"].string, in: second)
    // The name stands in the question, too; while that looks for the folder it takes no key.
    try #require(second.waitUntil { !$0.text.contains("Which folder?") }, "\(second.text)")
    #expect(second.text.contains("/other"), "\(second.text)")
    second.send("q")
    #expect(second.exitStatus() == .exited(0))

    let third = try library.openLast(columns: 100, rows: 30)
    try #require(third.waitFor("Ready when you are"), "\(third.text)")
    #expect(!third.text.contains("of 3") && third.text.contains("/other"), "\(third.text)")
    third.send("q")
    #expect(third.exitStatus() == .exited(0))
  }

  @Test func `keys of the user's own work, and are what hints and help say`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    _ = try library.folder.write("[keys.home]\nscan = \"w\"\n", to: "config/deckle/config.toml")
    let terminal = try library.open()
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
    let button = (0..<24).map(terminal.line).first { $0.contains("Scan photos") }
    #expect(button?.trimmingCharacters(in: .whitespaces).hasSuffix(" w") == true, "\(terminal.text)")

    terminal.send("s")
    try #require(terminal.waitForIdle(), "\(terminal.text)")
    #expect(terminal.text.contains("Ready when you are"))
    terminal.send("w")

    try #require(terminal.waitFor("in 2 sets", timeout: .seconds(60)), "\(terminal.text)")
    #expect(terminal.waitFor("w scan"), "\(terminal.text)")
  }

  @Test func `a resize keeps the card, and a tiny screen says what it needs`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try scanned(library)
    terminal.send(Key(.enter))
    try waitForCard("DSC00001.JPG", in: terminal)
    terminal.resize(to: Size(columns: 120, rows: 40))
    try #require(terminal.waitUntil { $0.line(39).contains("delete") }, "\(terminal.text)")
    #expect(terminal.text.contains("DSC00001.JPG"))
    terminal.resize(to: Size(columns: 30, rows: 8))
    try #require(terminal.waitFor("40×12"), "\(terminal.text)")
    terminal.resize(to: Size(columns: 80, rows: 24))
    try waitForCard("DSC00001.JPG", in: terminal)
  }

  @Test func `a second program may look but not decide`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let first = try scanned(library)
    let second = try library.open(columns: 120, rows: 40)
    try #require(second.waitFor("Another Deckle is open") && second.waitFor("in 2 sets"), "\(second.text)")
    second.send(Key(.enter))
    try waitForCard("DSC00001.JPG", in: second)
    second.send(Key(.left))
    try #require(
      second.waitUntil { columnText(of: $0.text).contains("you can look, but not decide") }, "\(second.text)")
    #expect(first.text.contains("The bin is empty"))
  }

  @Test func `no colour is sent where none is wanted`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.open(environment: ["NO_COLOR": "1"])
    try #require(terminal.waitFor("Ready when you are"))
    for y in 0..<24 {
      for x in 0..<80 { #expect(terminal.cell(x: x, y: y).foreground == ScreenCell.Color.terminalDefault) }
    }
  }

  @Test func `keys explain themselves`() throws {
    let library = try TrialLibrary(samples: ["2023 Summer/IMG_2101.JPG"])
    let terminal = try library.open(columns: 120, rows: 40)
    try #require(terminal.waitFor("Ready when you are"))
    terminal.send("?")
    try #require(terminal.waitFor("Ctrl-L"), "\(terminal.text)")
    terminal.send(Key(.escape))
    try #require(terminal.waitUntil { !$0.text.contains("Ctrl-L") })
    terminal.send("2")
    let listed = ["by cleanup score", "No app with a menu entry", "No installed apps were found"]
    try #require(terminal.waitUntil { screen in listed.contains { screen.text.contains($0) } }, "\(terminal.text)")
    terminal.send("3")
    try #require(terminal.waitFor("Sensitivity"), "\(terminal.text)")
  }

  @Test(arguments: [marked, keeper]) func `a photo that was changed since is not moved, nor its copy, and the rest is`(
    _ name: String
  ) throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try scanned(library, columns: 120, rows: 40)
    terminal.send(Key(.enter))
    try waitForCard("DSC00001.JPG", in: terminal)
    terminal.send(Key(.left))
    try waitForCard("Copy of IMG_2120.JPG", in: terminal)
    terminal.send(Key(.left))
    try #require(terminal.waitFor("All reviewed!"), "\(terminal.text)")

    let changed = URL(fileURLWithPath: library.pictures.string).appendingPathComponent(name)
    let stays = URL(fileURLWithPath: library.pictures.string).appendingPathComponent(Self.marked)
    var bytes = try Data(contentsOf: changed)
    bytes.append(0)
    try bytes.write(to: changed)
    terminal.send("m")
    try #require(terminal.waitFor("stays in the bin"), "\(terminal.text)")
    terminal.send("y")
    try #require(terminal.waitFor("1 photo moved"), "\(terminal.text)")
    #expect(FileManager.default.contents(atPath: changed.path) == bytes)
    #expect(FileManager.default.fileExists(atPath: stays.path))
  }

  private static let marked = "From grandma's computer/Album/DSC00001.JPG"
  private static let keeper = "2023 Summer/IMG_2101.JPG"
}
