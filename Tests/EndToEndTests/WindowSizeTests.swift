import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// The real program in windows of any size.
@Suite(.waits) struct WindowSizeTests {
  @Test func `a window that claims more than is drawn is told so`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.open(columns: 1600, rows: 30)
    #expect(terminal.waitFor("of the window are drawn"), "\(terminal.text.prefix(4000))")
    terminal.send("q")
    #expect(terminal.exitStatus() == .exited(0))
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

  @Test func `a storm of five hundred sizes in the middle of motions leaves no stray cell`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.openScanned()
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
      let isSame = zip(terminal.cells, left).allSatisfy(appearsEqual) && terminal.cells.count == left.count
      #expect(isSame, "round \(round):\n\(text)\nis\n\(terminal.text)")
      terminal.send("u")
    }
  }

  /// Whether two cells are the same to the eye: one that was erased is a blank.
  private func appearsEqual(_ one: ScreenCell, _ other: ScreenCell) -> Bool {
    func isBlank(_ cell: ScreenCell) -> Bool { cell.scalars.allSatisfy { $0 == " " } && !cell.isUnderlined }
    return one == other
      || isBlank(one) && isBlank(other) && one.width == other.width && one.background == other.background
        && one.isReversed == other.isReversed
  }

  @Test func `a resize keeps the card, and a tiny screen says what it needs`() throws {
    let library = try TrialLibrary(samples: TrialLibrary.copies)
    let terminal = try library.openScanned()
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
}
