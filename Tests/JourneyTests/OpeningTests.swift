import Shell
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels
import Views

/// The screen before the drives have answered.
@MainActor @Suite struct OpeningTests {
  private let terminal = ScriptedTerminal()
  private var opening: Opening {
    Opening(terminal: terminal, theme: Theme(.dark, depth: .direct24))
  }

  @Test func `a screen is there before the first answer, and says what it waits for`() {
    var answers = 0
    terminal.whenExhausted = { [] }
    terminal.type("s")

    let ending = opening.run(
      isOver: {
        answers += 1
        return answers > 4
      },
      waiting: {
        answers > 2 ? IOStall(path: "/home/me/card\u{1B}[2J", time: .seconds(12)).title(home: "/home/me") : nil
      })

    #expect(ending == .over(typed: [.key(Key("s"))]))
    #expect(terminal.frames.count == 2)
    #expect(terminal.frames[0].text.contains("Opening your photos"))
    #expect(!terminal.frames[0].text.contains("Waiting"))
    #expect(terminal.text.contains("Waiting for ~/card"))
    #expect(terminal.text.contains("no answer for 12 s"))
    #expect(!terminal.text.contains("\u{1B}"))
  }

  @Test func `whoever does not want to wait leaves`() {
    terminal.type("hqh")
    #expect(opening.run(isOver: { false }, waiting: { nil }) == .left)
    #expect(terminal.batchesLeft == 1)

    terminal.feed(.terminate(signal: 2))
    terminal.feed(.key(Key("h")))
    _ = terminal.nextEvents(timeout: nil)
    #expect(opening.run(isOver: { false }, waiting: { nil }) == .terminated(signal: 2))
  }

  @Test func `nothing is drawn where the answer is there already`() {
    #expect(opening.run(isOver: { true }, waiting: { nil }) == .over(typed: []))
    #expect(terminal.frames.isEmpty)
  }
}
