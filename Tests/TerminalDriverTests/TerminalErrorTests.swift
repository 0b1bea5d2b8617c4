import TerminalDriver
import Testing

@Suite struct TerminalErrorTests {
  @Test(arguments: [
    TerminalError.notATerminal, .noTerminalName, .unknownTerminal(name: "no\u{1B}[31mname"), .tooSimple(name: "dumb"),
    .cannotStart(name: "xterm"),
  ])
  func `every case is one sentence that a terminal may show`(error: TerminalError) {
    #expect(error.sentence.hasSuffix("."))
    #expect(error.sentence.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }
}
